#include "core/support/error.hpp"
#include "core/tasks/generation.hpp"
#include "core/world/generation.hpp"
#include "messages/json.hpp"
#include "messages/task_file.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace troupe;

namespace {

std::string refusal(const std::filesystem::path& path) {
  try {
    (void)load_worlds(path);
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

} // namespace

BOOST_AUTO_TEST_SUITE(task_file_test)

BOOST_AUTO_TEST_CASE(worlds_come_from_either_form) {
  temporary_folder folder;
  std::vector<world> worlds{generate_world({}, 1), generate_world({}, 2)};
  save_world(folder.path() / "one", worlds[0]);
  BOOST_TEST((load_world(folder.path() / "one") == worlds[0]));
  std::ofstream{folder.path() / "two.json"} << to_json(worlds[0]).dump() << "\n\n"
                                            << to_json(worlds[1]).dump() << '\n';
  BOOST_TEST((load_worlds(folder.path() / "two.json") == worlds));
  BOOST_CHECK_THROW(load_world(folder.path() / "two.json"), user_error);
}

BOOST_AUTO_TEST_CASE(a_world_may_be_spread_over_lines) {
  temporary_folder folder;
  auto original = generate_world({}, 3);
  std::ofstream{folder.path() / "w.json"} << to_json(original).dump(2) << '\n';
  BOOST_TEST((load_world(folder.path() / "w.json") == original));
}

BOOST_AUTO_TEST_CASE(task_sets_come_from_either_form) {
  temporary_folder folder;
  auto set = draw_task_set({.count = 3}, {});
  for (const auto* name : {"set.tasks", "set.json"}) {
    save_task_set(folder.path() / name, set);
    BOOST_TEST((load_task_set(folder.path() / name) == set));
  }
}

BOOST_AUTO_TEST_CASE(bad_files_are_named_with_the_place) {
  temporary_folder folder;
  auto path = folder.path() / "bad.json";
  auto good = to_json(generate_world({}, 1)).dump();
  std::ofstream{path} << good << '\n' << good.substr(0, good.size() / 2) << '\n';
  BOOST_TEST(refusal(path).starts_with(path.string() + ":2: not JSON: "));
  std::ofstream{path} << "\n\n";
  BOOST_TEST(refusal(path) == path.string() + ": has no world in it");
  BOOST_TEST(!refusal(folder.path()).empty());
  BOOST_TEST(!refusal(folder.path() / "missing").empty());
  // A set of tasks is no world.
  save_task_set(path, draw_task_set({.count = 1}, {}));
  BOOST_TEST(!refusal(path).empty());
  save_task_set(folder.path() / "set", draw_task_set({.count = 1}, {}));
  BOOST_TEST(refusal(folder.path() / "set").find("is no World") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_truncated_world_file_is_refused) {
  temporary_folder folder;
  world_parameters small;
  small.width = small.height = {2, 2};
  small.objects = {1, 1};
  auto path = folder.path() / "w";
  save_world(path, generate_world(small, 1));
  std::ifstream file{path, std::ios::binary};
  std::string content{std::istreambuf_iterator<char>{file}, {}};
  for (std::size_t size = 0; size < content.size(); ++size) {
    std::ofstream{path, std::ios::binary} << content.substr(0, size);
    BOOST_REQUIRE(!refusal(path).empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
