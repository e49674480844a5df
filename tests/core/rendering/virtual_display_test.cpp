#include "core/rendering/virtual_display.hpp"
#include "core/support/environment_change.hpp"
#include "core/support/error.hpp"
#include "tests/core/rendering/child_processes.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>

using namespace troupe;

namespace {

bool runs(pid_t process) {
  return kill(process, 0) == 0;
}

std::string command_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/cmdline");
  return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

BOOST_AUTO_TEST_SUITE(virtual_display_test)

BOOST_AUTO_TEST_CASE(a_display_runs_as_long_as_its_object_and_leaves_nothing) {
  pid_t process = 0;
  std::string socket;
  {
    virtual_display display;
    process = display.process();
    BOOST_TEST(runs(process));
    BOOST_TEST(command_of(process).starts_with("Xvfb"));
    BOOST_REQUIRE(display.name().size() > 1);
    socket = "/tmp/.X11-unix/X" + display.name().substr(1);
    BOOST_TEST(std::filesystem::exists(socket));
  }
  BOOST_TEST(!runs(process));
  BOOST_TEST(!std::filesystem::exists(socket));
}

BOOST_AUTO_TEST_CASE(displays_at_the_same_time_have_different_names) {
  virtual_display first;
  virtual_display second;
  BOOST_TEST(first.name() != second.name());
}

BOOST_AUTO_TEST_CASE(a_display_listens_to_this_machine_only_and_wants_a_key) {
  virtual_display display;
  auto command = command_of(display.process());
  BOOST_TEST(command.find(std::string("-nolisten\0tcp", 13)) != std::string::npos);
  BOOST_TEST(command.find("-auth") != std::string::npos);
  BOOST_TEST(std::filesystem::file_size(display.authority()) > 16u);
}

BOOST_AUTO_TEST_CASE(a_display_survives_the_thread_that_made_it) {
  std::unique_ptr<virtual_display> display;
  std::thread([&] { display = std::make_unique<virtual_display>(); }).join();
  BOOST_TEST(runs(display->process()));
}

BOOST_AUTO_TEST_CASE(a_display_ends_when_its_process_is_killed) {
  // Orphans of this process's children become its own, so that it can wait for them.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::array<int, 2> ends{};
  BOOST_REQUIRE(pipe(ends.data()) == 0);
  auto child = fork();
  if (child == 0) {
    virtual_display display;
    auto process = display.process();
    auto written = write(ends[1], &process, sizeof process);
    pause();
    _exit(written == sizeof process ? 0 : 1);
  }
  pid_t server = 0;
  BOOST_REQUIRE(read(ends[0], &server, sizeof server) == sizeof server);
  BOOST_TEST(runs(server));
  kill(child, SIGKILL);
  BOOST_TEST(waitpid(child, nullptr, 0) == child);
  BOOST_TEST(waitpid(server, nullptr, 0) == server);
  close(ends[0]);
  close(ends[1]);
  prctl(PR_SET_CHILD_SUBREAPER, 0);
}

BOOST_AUTO_TEST_CASE(without_xvfb_the_error_says_what_to_install) {
  environment_change nowhere("PATH", "/nonexistent");
  BOOST_CHECK_EXCEPTION(virtual_display(), user_error, [](const user_error& problem) {
    return std::string(problem.what()).find("apt-get install xvfb") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(no_process_is_left_behind) {
  auto before = child_processes();
  {
    virtual_display display;
    BOOST_TEST(child_processes().contains(display.process()));
  }
  BOOST_TEST((child_processes() == before));
}

BOOST_AUTO_TEST_SUITE_END()
