#include "config/reader.hpp"
#include "core/support/error.hpp"
#include "tests/fixtures/temporary_folder.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <set>

using namespace troupe;

namespace {

struct configuration_file {
  explicit configuration_file(const std::string& content) { std::ofstream{path} << content; }
  temporary_folder folder;
  std::filesystem::path path = folder.path() / "x.toml";
};

std::string refusal(const configuration_layers& layers) {
  try {
    (void)read_settings(layers);
    return "";
  } catch (const user_error& problem) {
    return problem.what();
  }
}

/// The error about a file of this content, without the file's folder.
std::string refusal_of(const std::string& content) {
  configuration_file file{content};
  auto text = refusal({.file = file.path, .environment = {}, .overrides = {}});
  auto folder = file.folder.path().string() + "/";
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder))
    text.erase(at, folder.size());
  return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(reader_test)

BOOST_AUTO_TEST_CASE(later_layers_go_over_earlier_ones) {
  configuration_file file{"[learning]\ndiscount = 0.5\nbatch_size = 8\nunroll_length = 4\n"};
  configuration_layers layers{.file = file.path,
                              .environment = {{"TROUPE_LEARNING_BATCH_SIZE", "16"},
                                              {"TROUPE_LEARNING_UNROLL_LENGTH", "5"},
                                              {"HOME", "/"}},
                              .overrides = {"learning.unroll_length=6"}};
  auto values = read_settings(layers);
  BOOST_TEST(values.learning.init_temp == 1);     // default
  BOOST_TEST(values.learning.discount == 0.5);    // file
  BOOST_TEST(values.learning.batch_size == 16);   // environment
  BOOST_TEST(values.learning.unroll_length == 6); // command line
}

BOOST_AUTO_TEST_CASE(an_unknown_key_is_named_with_its_line_and_the_nearest_known_one) {
  BOOST_TEST(refusal_of("[learning]\n\ndiscont = 0.9\n")
             == "x.toml:3: learning.discont: no such setting; did you mean learning.discount?");
  BOOST_TEST(
      refusal_of("[unheard_of]\nthing = 1\n")
      == "x.toml:2: unheard_of.thing: no such setting; 'troupe config explain' lists them all");
}

BOOST_AUTO_TEST_CASE(a_wrong_type_or_range_is_named_with_its_line) {
  BOOST_TEST(refusal_of("[learning]\ndiscount = \"high\"\n")
             == "x.toml:2: learning.discount: must be a number from 0 to 1, not \"high\"");
  BOOST_TEST(refusal_of("learning.discount = 1.5\n")
             == "x.toml:1: learning.discount: must be a number from 0 to 1, not 1.5");
  BOOST_TEST(refusal_of("[learning]\ndiscount = 2026-01-01\n")
             == "x.toml:2: learning.discount: must be a number from 0 to 1");
}

BOOST_AUTO_TEST_CASE(all_problems_are_told_at_once) {
  auto text = refusal_of("[learning]\ndiscount = 2\nbatch_size = 0\n[run]\nsead = 1\n");
  BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 2);
}

BOOST_AUTO_TEST_CASE(what_is_not_toml_is_named_with_line_and_column) {
  BOOST_TEST(refusal_of("[learning]\ndiscount = = 1\n").starts_with("x.toml:2:12: not TOML: "));
  BOOST_TEST(refusal_of("[learning]\ndiscount = 1\ndiscount = 1\n").starts_with("x.toml:3:"));
}

BOOST_AUTO_TEST_CASE(an_empty_file_means_the_defaults) {
  BOOST_TEST(refusal_of("") == "");
  BOOST_TEST(refusal_of("[learning]\n") == "");
}

BOOST_AUTO_TEST_CASE(headings_must_be_sections) {
  BOOST_TEST(refusal_of("[lerning]\n").starts_with("x.toml:1: lerning: no such setting"));
  BOOST_TEST(refusal_of("[learning.discount]\n")
             == "x.toml:1: learning.discount: must be a number from 0 to 1");
}

BOOST_AUTO_TEST_CASE(numbers_must_be_finite_and_times_sensible) {
  for (const auto* text : {"learning.learning_rate=inf", "learning.learning_rate=nan",
                           "system.request_timeout=inf", "system.heartbeat=1e-300"})
    BOOST_TEST(!refusal({.file = {}, .environment = {}, .overrides = {text}}).empty(), text);
}

BOOST_AUTO_TEST_CASE(settings_must_fit_together) {
  BOOST_TEST(refusal_of("network.goat_upscale = 100\n")
             == "network.goat_upscale: must be a multiple of network.goat_features");
  BOOST_TEST(refusal_of("system.node_timeout = 0.5\n")
             == "system.node_timeout: must be longer than system.heartbeat");
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_named) {
  auto text = refusal({.file = "no/such/file.toml", .environment = {}, .overrides = {}});
  BOOST_TEST(text.starts_with("no/such/file.toml: cannot be read"));
  BOOST_TEST(!refusal({.file = "/", .environment = {}, .overrides = {}}).empty());
}

BOOST_AUTO_TEST_CASE(bad_variables_and_overrides_are_named) {
  auto of_override = [](const std::string& text) {
    return refusal({.file = {}, .environment = {}, .overrides = {text}});
  };
  BOOST_TEST(of_override("learning.discount")
             == "--set learning.discount: must look like key=value");
  BOOST_TEST(of_override("run.sed=1")
             == "--set run.sed=1: no such setting; did you mean run.seed?");
  BOOST_TEST(of_override("run.seed=-1").starts_with("--set run.seed=-1: must be a whole number"));
  BOOST_TEST(refusal({.file = {}, .environment = {{"TROUPE_RUN_SEDE", "1"}}, .overrides = {}})
             == "TROUPE_RUN_SEDE: no such setting; did you mean TROUPE_RUN_SEED?");
}

BOOST_AUTO_TEST_CASE(settings_written_as_toml_read_back_the_same) {
  settings original;
  original.run.folder = "a \"quoted\" place";
  original.learning.evolving.learning_rate = 0.1 + 0.2;
  original.network.torso_channels = {1, 2, 3};
  original.tasks.co_players = {"a", "b"};
  configuration_file file{to_toml(original)};
  auto read = read_settings({.file = file.path, .environment = {}, .overrides = {}});
  BOOST_TEST(to_toml(read) == to_toml(original));
}

BOOST_AUTO_TEST_CASE(every_setting_has_a_meaning_a_variable_of_its_own_and_a_default_in_range) {
  settings defaults;
  std::set<std::string> variables;
  for (const auto& each : fields_of(defaults)) {
    BOOST_TEST(!each.meaning.empty(), each.key);
    BOOST_TEST(variables.insert(environment_name(each.key)).second, each.key);
    BOOST_TEST(each.assign(each.value()) == "", each.key);
  }
}

BOOST_AUTO_TEST_CASE(explaining_finds_settings_and_sections) {
  settings defaults;
  BOOST_TEST(explain(defaults, "learning.discount").size() == 1);
  BOOST_TEST(explain(defaults, "discount").size() == 1);
  BOOST_TEST(explain(defaults, "learning").size() == 20);
  BOOST_TEST(explain(defaults, "").size() == fields_of(defaults).size());
  BOOST_CHECK_EXCEPTION((void)explain(defaults, "lerning"), user_error, [](const user_error& e) {
    return std::string{e.what()} == "lerning: no such setting or section; did you mean learning?";
  });
}

BOOST_AUTO_TEST_SUITE_END()
