#pragma once

#include "actors/run_reader.hpp"

#include <string>

namespace troupe {

/// A run as a page of HTML that needs nothing else: figures and videos are in it. Throws
/// `user_error` if figures cannot be drawn.
std::string report_page(const run_history& run);

} // namespace troupe
