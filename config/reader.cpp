#include "config/reader.hpp"

#include "config/toml.hpp"
#include "core/support/error.hpp"
#include "core/support/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <limits>

namespace troupe {

namespace {

constexpr std::string_view environment_prefix = "TROUPE_";

std::string_view section_of(std::string_view key) {
  return key.substr(0, key.find('.'));
}

std::string_view name_of(std::string_view key) {
  return key.substr(key.find('.') + 1);
}

/// Applies layers to settings and gathers everything that is wrong with them.
class layer_reader {
public:
  explicit layer_reader(settings& values) : fields_(fields_of(values)) {
    for (const auto& each : fields_) {
      keys_.push_back(each.key);
      variables_.push_back(environment_name(each.key));
    }
  }

  void read_file(const std::filesystem::path& path) {
    std::error_code ignored;
    std::ifstream file;
    if (!std::filesystem::is_directory(path, ignored))
      file.open(path);
    std::string content{std::istreambuf_iterator<char>{file}, {}};
    if (!file.is_open() || file.bad()) {
      problems_.push_back(fmt::format("{}: cannot be read; is the path right?", path.string()));
      return;
    }
    for (const auto& entry : parse_toml(content, path.string())) {
      auto where = fmt::format("{}:{}: {}", path.string(), entry.line, entry.key);
      const auto* target = find(entry.key, keys_);
      if (entry.is_empty_table && is_section(entry.key))
        continue;
      if (target == nullptr)
        reject_unknown(where, entry.key, keys_);
      else if (!entry.value)
        reject(where, fmt::format("must be {}", target->expected()));
      else
        reject(where, target->assign(*entry.value));
    }
  }

  void read_variable(const std::string& name, const std::string& value) {
    if (!name.starts_with(environment_prefix))
      return;
    if (const auto* target = find(name, variables_))
      reject(fmt::format("{} ({})", name, target->key), target->assign_text(value));
    else
      reject_unknown(name, name, variables_);
  }

  void read_override(const std::string& text, const std::string& where) {
    auto equals = text.find('=');
    if (equals == std::string::npos)
      return reject(where, "must look like key=value");
    auto key = text.substr(0, equals);
    if (const auto* target = find(key, keys_))
      reject(where, target->assign_text(std::string_view{text}.substr(equals + 1)));
    else
      reject_unknown(where, key, keys_);
  }

  void throw_problems() const {
    if (!problems_.empty())
      throw user_error(fmt::format("{}", fmt::join(problems_, "\n")));
  }

  /// What no single value can be blamed for.
  void check_together(const settings& values) {
    const auto& network = values.network;
    if (network.goat_upscale % network.goat_features != 0)
      reject("network.goat_upscale", "must be a multiple of network.goat_features");
    if (network.torso_channels.empty())
      reject("network.torso_channels", "must not be empty");
    if (values.system.node_timeout <= values.system.heartbeat)
      reject("system.node_timeout", "must be longer than system.heartbeat");
  }

private:
  [[nodiscard]] bool is_section(std::string_view name) const {
    return std::any_of(keys_.begin(), keys_.end(),
                       [&](const auto& key) { return section_of(key) == name; });
  }

  [[nodiscard]] const field* find(std::string_view name,
                                  const std::vector<std::string>& names) const {
    auto position = std::find(names.begin(), names.end(), name);
    return position == names.end() ? nullptr
                                   : &fields_[static_cast<std::size_t>(position - names.begin())];
  }

  /// An empty problem is none.
  void reject(const std::string& where, const std::string& problem) {
    if (!problem.empty())
      problems_.push_back(fmt::format("{}: {}", where, problem));
  }

  void reject_unknown(const std::string& where, std::string_view name,
                      const std::vector<std::string>& names) {
    auto candidate = nearest(name, names);
    reject(where, candidate.empty() ? "no such setting; 'troupe config explain' lists them all"
                                    : fmt::format("no such setting; did you mean {}?", candidate));
  }

  std::vector<field> fields_;
  std::vector<std::string> keys_;
  std::vector<std::string> variables_;
  std::vector<std::string> problems_;
};

} // namespace

std::vector<std::pair<std::string, std::string>> process_environment() {
  std::vector<std::pair<std::string, std::string>> variables;
  for (auto** entry = environ; *entry != nullptr; ++entry) {
    std::string_view text{*entry};
    if (auto equals = text.find('='); equals != std::string_view::npos)
      variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

settings read_settings(const configuration_layers& layers) {
  settings values;
  layer_reader reader{values};
  if (layers.file)
    reader.read_file(*layers.file);
  for (const auto& [name, value] : layers.environment)
    reader.read_variable(name, value);
  for (const auto& text : layers.overrides)
    reader.read_override(text, fmt::format("--set {}", text));
  reader.check_together(values);
  reader.throw_problems();
  (void)settings_of_generation(values, std::numeric_limits<std::int64_t>::max());
  return values;
}

settings settings_of_generation(const settings& values, std::int64_t generation) {
  auto changed = values;
  changed.learning.self_reward_play = generation <= values.generations.self_reward_play;
  layer_reader reader{changed};
  for (const auto& text : values.generations.changes) {
    auto where = fmt::format("generations.changes: {}", text);
    std::int64_t from = 0;
    auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), from);
    auto rest = std::string_view{text}.substr(static_cast<std::size_t>(end - text.data()));
    if (problem != std::errc{} || from < 1 || !rest.starts_with(':'))
      throw user_error(where + ": must look like \"2: key=value\"");
    rest.remove_prefix(std::min(rest.find_first_not_of(": "), rest.size()));
    if (from <= generation)
      reader.read_override(std::string{rest}, where);
  }
  reader.check_together(changed);
  reader.throw_problems();
  return changed;
}

std::vector<field> explain(settings& defaults, std::string_view key) {
  auto all = fields_of(defaults);
  std::vector<field> found;
  std::vector<std::string> names;
  for (const auto& each : all) {
    if (key.empty() || each.key == key || section_of(each.key) == key || name_of(each.key) == key)
      found.push_back(each);
    names.push_back(each.key);
    names.emplace_back(section_of(each.key));
  }
  if (found.empty()) {
    auto candidate = nearest(key, names);
    throw user_error(fmt::format("{}: no such setting or section{}", key,
                                 candidate.empty()
                                     ? std::string{"; 'troupe config explain' lists them all"}
                                     : fmt::format("; did you mean {}?", candidate)));
  }
  return found;
}

std::string to_toml(const settings& values) {
  auto copy = values;
  std::string text;
  std::string_view section;
  auto fields = fields_of(copy);
  for (const auto& each : fields) {
    if (section_of(each.key) != section) {
      section = section_of(each.key);
      text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n", section);
    }
    text += fmt::format("{} = {}\n", each.key.substr(section.size() + 1), to_toml(each.value()));
  }
  return text;
}

} // namespace troupe
