#pragma once

#include "core/support/process_memory.hpp"
#include "core/support/thread_time.hpp"

#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>

namespace troupe {

// What a process takes of the machine.

inline double process_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline double wall_seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// CPU time that something took, all times together.
class cost {
public:
  template <class Work>
  auto of(Work&& work) {
    struct adding {
      cost& to;
      double begin = thread_seconds();
      ~adding() { to.seconds_ += thread_seconds() - begin; }
    } added{*this};
    return work();
  }
  [[nodiscard]] double seconds() const { return seconds_; }

private:
  double seconds_ = 0;
};

/// CPU time of one thread.
struct thread_use {
  std::string name;
  double user = 0;
  double system = 0;
};

/// The process's threads by their id.
inline std::map<int, thread_use> threads_now() {
  auto ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  std::map<int, thread_use> all;
  for (const auto& each : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string line;
    std::getline(std::ifstream(each.path() / "stat"), line);
    auto open = line.find('(');
    auto close = line.rfind(')');
    if (close == std::string::npos) // it has just ended
      continue;
    std::istringstream rest(line.substr(close + 1));
    std::string skipped;
    for (int field = 3; field < 14; ++field) // of proc(5); user time is the 14th
      rest >> skipped;
    thread_use use;
    use.name = line.substr(open + 1, close - open - 1);
    rest >> use.user >> use.system;
    use.user /= ticks;
    use.system /= ticks;
    all[std::stoi(each.path().filename())] = use;
  }
  return all;
}

/// How long the machine's cores were idle, all together, in seconds.
inline double idle_seconds() {
  std::ifstream in("/proc/stat");
  std::string skipped;
  double user = 0;
  double nice = 0;
  double system = 0;
  double idle = 0;
  double waiting = 0;
  in >> skipped >> user >> nice >> system >> idle >> waiting;
  return (idle + waiting) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

/// What a process took between two moments.
struct use_of_machine {
  double wall = 0;
  double cpu = 0;
  /// Of all cores together.
  double idle = 0;
  std::map<int, thread_use> threads;

  static use_of_machine until_now() {
    return {wall_seconds(), process_seconds(), idle_seconds(), threads_now()};
  }

  [[nodiscard]] use_of_machine since(const use_of_machine& before) const {
    use_of_machine result{wall - before.wall, cpu - before.cpu, idle - before.idle, threads};
    for (auto& [id, use] : result.threads)
      if (auto found = before.threads.find(id); found != before.threads.end()) {
        use.user -= found->second.user;
        use.system -= found->second.system;
      }
    return result;
  }
};

} // namespace troupe
