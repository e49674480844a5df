#pragma once

#include <sys/types.h>

#include <string>
#include <thread>

namespace troupe {

/// A file descriptor that is closed in the end.
class owned_descriptor {
public:
  explicit owned_descriptor(int descriptor) : descriptor_(descriptor) {}
  ~owned_descriptor();
  owned_descriptor(const owned_descriptor&) = delete;
  owned_descriptor& operator=(const owned_descriptor&) = delete;

  [[nodiscard]] int get() const { return descriptor_; }
  void close();

private:
  int descriptor_;
};

/// An X display that nobody sees: a private Xvfb that only this process may talk to.
///
/// Ends with the object, and with the process however that ends. Leaves no files behind.
class virtual_display {
public:
  /// Throws `user_error` that says what to install if there is no Xvfb, or what it said if it does
  /// not start.
  virtual_display();
  ~virtual_display();
  virtual_display(const virtual_display&) = delete;
  virtual_display& operator=(const virtual_display&) = delete;

  /// What `DISPLAY` and `XAUTHORITY` have to be for those who want to use it.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::string authority() const;

  [[nodiscard]] pid_t process() const { return process_; }

private:
  /// The key to the display, as an X authority file without a place in the file system.
  owned_descriptor authority_;
  std::string name_;
  pid_t process_ = -1;
  /// Started Xvfb and waits for its end. The kernel ends a child whose parent died, and by that it
  /// means the thread: the one that made the display might end long before it.
  std::thread keeper_;
};

} // namespace troupe
