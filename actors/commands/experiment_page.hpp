#pragma once

#include "actors/experiment_reader.hpp"

#include <string>

namespace troupe {

/// An experiment as a page of HTML that needs nothing else: figures and videos are in it. Throws
/// `user_error` if figures cannot be drawn.
std::string experiment_page(const experiment_history& experiment);

} // namespace troupe
