#include "core/rendering/filament/engine.hpp"

#include "core/support/environment_change.hpp"
#include "core/support/error.hpp"

#include <GL/glx.h>
#include <X11/Xlib.h>
#include <utils/EntityManager.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace troupe {

namespace {

/// Keeps Filament's notes about itself out of the standard output, where people and programs expect
/// results. Its error messages go elsewhere and stay.
class silence {
public:
  silence() : nowhere_(std::fopen("/dev/null", "w")), output_(stdout) {
    if (nowhere_ != nullptr)
      stdout = nowhere_;
  }
  ~silence() {
    stdout = output_;
    if (nowhere_ != nullptr)
      std::fclose(nowhere_);
  }
  silence(const silence&) = delete;
  silence& operator=(const silence&) = delete;

private:
  std::FILE* nowhere_;
  std::FILE* output_;
};

/// Environment and standard output belong to the whole process.
std::mutex& process_wide_changes() {
  static std::mutex mutex;
  return mutex;
}

/// The version of OpenGL that Filament draws with.
constexpr std::array<int, 5> context_attributes{GLX_CONTEXT_MAJOR_VERSION_ARB, 4,
                                                GLX_CONTEXT_MINOR_VERSION_ARB, 1, None};
constexpr std::array<int, 5> surface_attributes{GLX_DOUBLEBUFFER, True, GLX_DEPTH_SIZE, 24, None};

/// Whether a display can draw with the given OpenGL.
bool has_context(Display* display, GLXFBConfig configuration) {
  // Xlib ends the process at an error unless somebody handles it.
  auto* handler = XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
  auto create = reinterpret_cast<PFNGLXCREATECONTEXTATTRIBSARBPROC>(
      glXGetProcAddressARB(reinterpret_cast<const GLubyte*>("glXCreateContextAttribsARB")));
  auto* context = create(display, configuration, nullptr, True, context_attributes.data());
  if (context != nullptr)
    glXDestroyContext(display, context);
  XSync(display, False);
  XSetErrorHandler(handler);
  return context != nullptr;
}

/// What keeps Filament from drawing on the display that the environment names; nothing if it can.
/// Filament itself would end the process.
std::optional<std::string> problem_of_display() {
  if (std::getenv("DISPLAY") == nullptr)
    return "DISPLAY is not set";
  std::unique_ptr<Display, int (*)(Display*)> display(XOpenDisplay(nullptr), XCloseDisplay);
  if (!display)
    return "the X display cannot be opened";
  if (int error = 0, event = 0; glXQueryExtension(display.get(), &error, &event) == 0)
    return "the X display has no OpenGL (GLX)";
  int count = 0;
  std::unique_ptr<GLXFBConfig, int (*)(void*)> configurations(
      glXChooseFBConfig(display.get(), DefaultScreen(display.get()), surface_attributes.data(),
                        &count),
      XFree);
  if (!configurations || count == 0 || !has_context(display.get(), *configurations))
    return "the X display has no OpenGL 4.1";
  return std::nullopt;
}

[[noreturn]] void fail(const std::string& reason) {
  throw user_error("Filament cannot draw: " + reason
                   + ". Install OpenGL with \"apt-get install libgl1-mesa-dri libglx-mesa0\", set "
                     "DISPLAY to an X server that has it, or choose the CPU renderer");
}

} // namespace

engine_entity::engine_entity(filament::Engine& engine)
    : engine_(engine), entity_(utils::EntityManager::get().create()) {}

engine_entity::~engine_entity() {
  engine_.destroy(entity_);
  utils::EntityManager::get().destroy(entity_);
}

graphics_engine::graphics_engine() {
  std::scoped_lock lock(process_wide_changes());
  std::optional<environment_change> name;
  std::optional<environment_change> authority;
  if (problem_of_display()) {
    display_ = std::make_unique<virtual_display>();
    name.emplace("DISPLAY", display_->name());
    authority.emplace("XAUTHORITY", display_->authority());
    if (auto problem = problem_of_display())
      fail(*problem);
  }
  silence quiet;
  engine_ = filament::Engine::create(filament::Engine::Backend::OPENGL);
  if (engine_ == nullptr)
    fail("its engine does not start");
}

graphics_engine::~graphics_engine() {
  std::scoped_lock lock(process_wide_changes());
  silence quiet;
  filament::Engine::destroy(engine_);
}

} // namespace troupe
