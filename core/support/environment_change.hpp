#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace troupe {

/// An environment variable that has another value, or none, for a while. The environment belongs to
/// the whole process: only for when no other thread reads it.
class environment_change {
public:
  environment_change(const char* name, std::optional<std::string> value) : name_(name) {
    if (const auto* old = std::getenv(name))
      old_ = old;
    set(value);
  }
  ~environment_change() { set(old_); }
  environment_change(const environment_change&) = delete;
  environment_change& operator=(const environment_change&) = delete;

private:
  void set(const std::optional<std::string>& value) {
    if (value)
      setenv(name_, value->c_str(), 1);
    else
      unsetenv(name_);
  }

  const char* name_;
  std::optional<std::string> old_;
};

} // namespace troupe
