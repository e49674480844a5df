#include "core/rendering/virtual_display.hpp"

#include "core/support/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <future>
#include <string_view>

namespace troupe {

owned_descriptor::~owned_descriptor() {
  close();
}

void owned_descriptor::close() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
  descriptor_ = -1;
}

namespace {

[[noreturn]] void fail(const std::string& reason) {
  throw user_error("No virtual display: " + reason
                   + ". Install it with \"apt-get install xvfb libgl1-mesa-dri libglx-mesa0\", set "
                     "DISPLAY to an X server with OpenGL, or choose the CPU renderer");
}

int checked(int result, const char* action) {
  if (result < 0)
    fail(std::string(action) + " failed (" + std::strerror(errno) + ")");
  return result;
}

int anonymous_file(const char* name) {
  return checked(memfd_create(name, MFD_CLOEXEC), "memfd_create");
}

std::string path_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

void append_counted(std::string& record, std::string_view text) {
  record += static_cast<char>(text.size() >> 8);
  record += static_cast<char>(text.size() & 0xff);
  record += text;
}

/// One record of an X authority file: a random key for any display of this machine. Its number is
/// not known before Xvfb runs, and Xvfb wants the key to run.
std::string authority_record() {
  std::array<char, 16> key{};
  if (getrandom(key.data(), key.size(), 0) != static_cast<ssize_t>(key.size()))
    fail("no random numbers");
  std::string record = "\xff\xff"; // any address
  append_counted(record, "");
  append_counted(record, "");
  append_counted(record, "MIT-MAGIC-COOKIE-1");
  append_counted(record, {key.data(), key.size()});
  return record;
}

void write_authority(int file) {
  auto record = authority_record();
  if (write(file, record.data(), record.size()) != static_cast<ssize_t>(record.size()))
    fail("the authority file cannot be written");
}

/// Reads a byte, even if a signal interrupts; false at the end.
bool read_letter(int file, char& letter) {
  ssize_t count = 0;
  do
    count = read(file, &letter, 1);
  while (count < 0 && errno == EINTR);
  return count == 1;
}

std::string read_line(int file) {
  std::string line;
  for (char letter = 0; read_letter(file, letter) && letter != '\n';)
    line += letter;
  return line;
}

std::string read_from_start(int file) {
  lseek(file, 0, SEEK_SET);
  std::string text;
  for (char letter = 0; read_letter(file, letter);)
    text += letter;
  return text;
}

/// What the child does: only what is safe between fork and exec in a process with threads.
[[noreturn]] void become_server(pid_t parent, const char* const* arguments, int authority,
                                int number, int messages) {
  // A shell that interrupts the whole process group must not take the display away while the rest
  // shuts down in order.
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(1);
  auto nothing = open("/dev/null", O_RDWR);
  dup2(nothing, STDIN_FILENO);
  dup2(nothing, STDOUT_FILENO);
  dup2(messages, STDERR_FILENO);
  fcntl(authority, F_SETFD, 0);
  fcntl(number, F_SETFD, 0);
  execvp(arguments[0], const_cast<char* const*>(arguments));
  _exit(127);
}

pid_t start_server(int authority, int number, int messages) {
  auto authority_path = path_of(authority);
  auto number_text = std::to_string(number);
  const std::array<const char*, 14> arguments{"Xvfb",
                                              "-displayfd",
                                              number_text.c_str(),
                                              "-auth",
                                              authority_path.c_str(),
                                              "-nolisten",
                                              "tcp",
                                              "-noreset",
                                              "-screen",
                                              "0",
                                              "64x64x24",
                                              "+extension",
                                              "GLX",
                                              nullptr};
  auto parent = getpid();
  auto child = fork();
  if (child == 0)
    become_server(parent, arguments.data(), authority, number, messages);
  return child;
}

/// Returns when a child has ended; leaves its exit status, and so its number, to be collected.
void await_end(pid_t child) {
  siginfo_t how;
  while (waitid(P_PID, static_cast<id_t>(child), &how, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
}

std::string reason_of_end(pid_t child, int messages) {
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
    return "there is no Xvfb";
  return "Xvfb ended at once and said \"" + read_from_start(messages) + "\"";
}

} // namespace

virtual_display::virtual_display() : authority_(anonymous_file("troupe-x-authority")) {
  write_authority(authority_.get());
  owned_descriptor messages(anonymous_file("troupe-xvfb-messages"));
  std::array<int, 2> ends{};
  checked(pipe2(ends.data(), O_CLOEXEC), "pipe");
  owned_descriptor number_read(ends[0]);
  owned_descriptor number_written(ends[1]);

  std::promise<pid_t> started;
  auto process = started.get_future();
  keeper_ = std::thread([&, started = std::move(started)]() mutable {
    auto child = start_server(authority_.get(), number_written.get(), messages.get());
    started.set_value(child);
    if (child > 0)
      await_end(child);
  });
  process_ = process.get();
  number_written.close();
  auto number = read_line(number_read.get());
  if (number.empty()) {
    keeper_.join();
    fail(process_ < 0 ? "no process can be started" : reason_of_end(process_, messages.get()));
  }
  name_ = ":" + number;
}

virtual_display::~virtual_display() {
  kill(process_, SIGTERM);
  keeper_.join();
  waitpid(process_, nullptr, 0);
}

std::string virtual_display::authority() const {
  return path_of(authority_.get());
}

} // namespace troupe
