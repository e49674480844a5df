#include "core/support/child_process.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

extern char** environ;

namespace troupe {

std::pair<::pid_t, int> start_process(std::vector<std::string> command, int input, int output,
                                      int messages) {
  std::vector<char*> arguments;
  for (auto& word : command)
    arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
  ::pid_t child = -1;
  auto problem =
      ::posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  return {child, problem};
}

bool wait_for_success(::pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string complaint_in(int messages) {
  std::string text(2000, '\0');
  auto count = ::pread(messages, text.data(), text.size(), 0);
  text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  return text;
}

} // namespace troupe
