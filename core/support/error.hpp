#pragma once

#include <stdexcept>
#include <string>

namespace troupe {

/// Something that whoever called can mend: bad input, a missing file, a value out of range.
/// The text says what is wrong, where, and what to do. Commands print it and exit with code 2.
class user_error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

} // namespace troupe
