#include "config/reader.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <vector>

using namespace troupe;

namespace {

const std::filesystem::path folder = std::filesystem::path{TROUPE_SOURCE_DIR} / "config";

std::vector<std::filesystem::path> shipped_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{folder})
    if (entry.path().extension() == ".toml")
      files.push_back(entry.path());
  return files;
}

settings read(const std::filesystem::path& file) {
  return read_settings({.file = file, .environment = {}, .overrides = {}});
}

} // namespace

BOOST_AUTO_TEST_SUITE(shipped_files_test)

BOOST_AUTO_TEST_CASE(every_shipped_configuration_loads) {
  BOOST_TEST(shipped_files().size() >= 3);
  for (const auto& file : shipped_files())
    BOOST_CHECK_NO_THROW(read(file));
}

BOOST_AUTO_TEST_CASE(every_key_in_them_is_commented) {
  const std::regex key{R"(^\s*[a-z_]+\s*=)"};
  const std::regex commented{R"(#\s*\S)"};
  for (const auto& file : shipped_files()) {
    std::ifstream lines{file};
    for (std::string line; std::getline(lines, line);)
      if (std::regex_search(line, key))
        BOOST_TEST(std::regex_search(line, commented), file.filename().string() << ": " << line);
  }
}

BOOST_AUTO_TEST_CASE(co_players_of_the_test_set_are_shipped) {
  std::size_t networks = 0;
  for (const auto& each : settings{}.evaluation.test_co_players)
    if (std::filesystem::path name{each}; name.extension() == ".safetensors") {
      ++networks;
      BOOST_TEST(std::filesystem::exists(folder.parent_path() / name), each);
    }
  BOOST_TEST(networks == 2U);
}

BOOST_AUTO_TEST_CASE(the_paper_is_what_the_defaults_are) {
  BOOST_TEST(to_toml(read(folder / "paper.toml")) == to_toml(settings{}));
}

BOOST_AUTO_TEST_SUITE_END()
