#include "messages/arrival.hpp"

#include <caf/make_message.hpp>

namespace troupe {

std::string to_string(arrival_problem problem) {
  switch (problem) {
  case arrival_problem::none:
    return "nothing is wrong";
  case arrival_problem::empty:
    return "the message is empty";
  case arrival_problem::too_large:
    return "the message is larger than its reader accepts";
  case arrival_problem::truncated:
    return "the message is cut short";
  case arrival_problem::wrong_schema:
    return "the message is of another type than it should be";
  case arrival_problem::malformed:
    return "the message's bytes make no sense";
  case arrival_problem::nonsense:
    return "the message's values are out of range";
  }
  return "the message has an unknown problem";
}

caf::error make_error(arrival_problem problem, std::string context) {
  if (problem == arrival_problem::none)
    return {};
  return {static_cast<std::uint8_t>(problem), arrival_category,
          caf::make_message(std::move(context))};
}

} // namespace troupe
