#include "core/support/error.hpp"
#include "messages/conversion.hpp"
#include "messages/file.hpp"
#include "tests/fixtures/generators.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <string>

using namespace troupe;

namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

void write_content(const std::filesystem::path& path, const std::string& content) {
  std::ofstream{path, std::ios::binary} << content;
}

/// The error that loading gives, which must name the file.
std::string refusal(const std::filesystem::path& path) {
  try {
    (void)load_file<schema::Status>(path, {});
    return "";
  } catch (const user_error& problem) {
    BOOST_TEST(std::string{problem.what()}.starts_with(path.string() + ": "));
    return problem.what();
  }
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

BOOST_AUTO_TEST_SUITE(file_test)

BOOST_AUTO_TEST_CASE(a_saved_message_loads_unchanged) {
  temporary_folder folder;
  random_stream draw{1};
  auto original = to_message(any_status_report(draw));
  save_file(folder.path() / "status", original);
  BOOST_TEST((load_file<schema::Status>(folder.path() / "status", {}) == original));
}

BOOST_AUTO_TEST_CASE(saving_leaves_nothing_else_behind) {
  temporary_folder folder;
  save_file(folder.path() / "a", to_message(action_message{}));
  save_file(folder.path() / "a", to_message(action_message{}));
  auto files = std::distance(std::filesystem::directory_iterator{folder.path()}, {});
  BOOST_TEST(files == 1);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_named) {
  temporary_folder folder;
  auto path = folder.path() / "no such folder" / "a";
  BOOST_CHECK_EXCEPTION(
      save_file(path, to_message(action_message{})), user_error,
      [&](const user_error& problem) { return contains(problem.what(), path.string()); });
}

BOOST_AUTO_TEST_CASE(what_is_not_a_file_is_not_replaced) {
  temporary_folder folder;
  auto pipe = folder.path() / "pipe";
  BOOST_REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  BOOST_CHECK_THROW(save_file(pipe, to_message(action_message{})), user_error);
  BOOST_TEST(std::filesystem::is_fifo(pipe));
  BOOST_CHECK_THROW(save_file(folder.path(), to_message(action_message{})), user_error);
}

BOOST_AUTO_TEST_CASE(every_cut_and_every_flipped_byte_is_noticed) {
  temporary_folder folder;
  auto path = folder.path() / "status";
  save_file(path, to_message(status_report{"monitor", {{"samples", 3.0}}}));
  const auto good = content_of(path);
  for (std::size_t size = 0; size < good.size(); ++size) {
    write_content(path, good.substr(0, size));
    BOOST_TEST(!refusal(path).empty());
  }
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto damaged = good;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write_content(path, damaged);
    BOOST_TEST(!refusal(path).empty());
  }
}

BOOST_AUTO_TEST_CASE(problems_say_what_is_wrong) {
  temporary_folder folder;
  BOOST_TEST(contains(refusal(folder.path() / "missing"), "cannot be opened"));
  write_content(folder.path() / "foreign", "PNG or something else altogether");
  BOOST_TEST(contains(refusal(folder.path() / "foreign"), "not one of Troupe's files"));
  save_file(folder.path() / "other", to_message(action_message{}));
  BOOST_TEST(contains(refusal(folder.path() / "other"), "is no Status"));
  BOOST_TEST(!refusal(folder.path()).empty());
}

// tests/golden/observation-0 was written when the schema had no field `intervened` and no policy
// seed: files of older versions stay readable, with defaults for what they do not have.
BOOST_AUTO_TEST_CASE(a_file_of_an_older_version_still_reads) {
  auto path = std::filesystem::path{TROUPE_SOURCE_DIR} / "tests/golden/observation-0";
  auto old = load_file<schema::Observation>(path, {});
  auto value = read_value<observation>(old, {});
  BOOST_REQUIRE(value);
  observation expected;
  expected.when = {1, 2, 1, 40};
  expected.picture = image{2, 2, {}};
  expected.picture.pixels = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
  expected.body.acceleration = {0.5f, -1, 9.75f};
  expected.body.hand_is_holding = true;
  expected.body.hand_distance = 1.5f;
  expected.last_action = action_at(1234);
  expected.goal.matrix[0][0] = 1;
  expected.goal.matrix[1][1] = -1;
  expected.goal.atoms[0] = {1, 2, 3, 4, 5};
  expected.privileged.emplace();
  expected.privileged->reward = 1;
  expected.privileged->atom_truths[0] = true;
  BOOST_TEST((*value == expected));
}

BOOST_AUTO_TEST_SUITE_END()
