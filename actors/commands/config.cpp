#include "actors/commands/command_line.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace troupe {

namespace {

nlohmann::ordered_json to_json(const field_value& value) {
  return std::visit([](const auto& x) { return nlohmann::ordered_json(x); }, value);
}

nlohmann::ordered_json to_json(const field& setting) {
  nlohmann::ordered_json json{{"key", setting.key},
                              {"meaning", setting.meaning},
                              {"default", to_json(setting.value())},
                              {"expected", setting.expected()},
                              {"environment", environment_name(setting.key)}};
  if (!setting.unit.empty())
    json["unit"] = setting.unit;
  return json;
}

void print_table(const std::vector<field>& settings_found) {
  for (const auto& each : settings_found)
    fmt::print("{:<34} {:<22} {}\n", each.key,
               to_toml(each.value()) + (each.unit.empty() ? "" : " " + each.unit), each.meaning);
}

void print_details(const field& setting) {
  fmt::print("{}: {}\n", setting.key, setting.meaning);
  if (!setting.unit.empty())
    fmt::print("  unit         {}\n", setting.unit);
  fmt::print("  default      {}\n", to_toml(setting.value()));
  fmt::print("  must be      {}\n", setting.expected());
  fmt::print("  file         [{}] {} = …\n", setting.key.substr(0, setting.key.find('.')),
             setting.key.substr(setting.key.find('.') + 1));
  fmt::print("  environment  {}\n", environment_name(setting.key));
  fmt::print("  command line --set {}=…\n", setting.key);
}

void explain_command(const std::string& key, bool json) {
  settings defaults;
  auto found = explain(defaults, key);
  if (json) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& each : found)
      list.push_back(to_json(each));
    fmt::print("{}\n", list.dump(2));
  } else if (found.size() == 1) {
    print_details(found.front());
  } else {
    print_table(found);
  }
}

void show_command(const configuration_options& options, bool json) {
  auto values = options.read();
  if (!json) {
    fmt::print("{}", to_toml(values));
    return;
  }
  auto all = nlohmann::ordered_json::object();
  for (const auto& each : fields_of(values)) {
    auto dot = each.key.find('.');
    all[each.key.substr(0, dot)][each.key.substr(dot + 1)] = to_json(each.value());
  }
  fmt::print("{}\n", all.dump(2));
}

} // namespace

void add_config_command(CLI::App& app) {
  struct arguments {
    configuration_options checked;
    configuration_options shown;
    std::string key;
    bool json = false;
  };
  auto given = std::make_shared<arguments>();
  auto* command = app.add_subcommand("config", "What a configuration means");
  command->require_subcommand(1);
  command->footer("Examples:\n"
                  "  troupe config check config/laptop.toml\n"
                  "  troupe config explain learning\n"
                  "  troupe config explain learning.discount\n"
                  "  troupe config show config/laptop.toml --set run.seed=7");

  auto* check = command->add_subcommand("check", "Says whether a configuration is sound");
  add_configuration_options(*check, given->checked, true);
  check->callback([given] {
    (void)given->checked.read();
    fmt::print("{}: fine\n", given->checked.file);
  });

  auto* explain =
      command->add_subcommand("explain", "Meaning, unit, default and range of settings");
  explain->add_option("KEY", given->key, "A setting or a section; all of them if left out");
  explain->add_flag("--json", given->json, "For programs");
  explain->callback([given] { explain_command(given->key, given->json); });

  auto* show = command->add_subcommand("show", "All settings that a file, the environment and "
                                               "--set make together");
  add_configuration_options(*show, given->shown, true);
  show->add_flag("--json", given->json, "For programs");
  show->callback([given] { show_command(given->shown, given->json); });
}

} // namespace troupe
