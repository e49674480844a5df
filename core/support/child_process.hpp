#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

namespace troupe {

/// Starts a program, found as a shell would find it, with the given descriptors as its standard
/// input, output and error streams; returns its process or, if it could not be started, the error
/// number.
std::pair<::pid_t, int> start_process(std::vector<std::string> command, int input, int output,
                                      int messages);

/// Waits for the end of a process; whether it ended well.
bool wait_for_success(::pid_t process);

/// The beginning of what a program wrote to a file, without ends of lines: for people.
std::string complaint_in(int messages);

} // namespace troupe
