#pragma once

#include "core/rendering/virtual_display.hpp"

#include <filament/Engine.h>
#include <utils/Entity.h>

#include <memory>

namespace troupe {

/// Gives back what an engine made.
struct engine_deleter {
  filament::Engine* engine = nullptr;

  template <class Part>
  void operator()(Part* part) const {
    engine->destroy(part);
  }
};

/// Something that an engine made; must not outlive it.
template <class Part>
using engine_owned = std::unique_ptr<Part, engine_deleter>;

/// An entity of an engine with all its components; must not outlive the engine.
class engine_entity {
public:
  explicit engine_entity(filament::Engine& engine);
  ~engine_entity();
  engine_entity(const engine_entity&) = delete;
  engine_entity& operator=(const engine_entity&) = delete;

  [[nodiscard]] utils::Entity get() const { return entity_; }
  [[nodiscard]] filament::Engine& engine() const { return engine_; }

private:
  filament::Engine& engine_;
  utils::Entity entity_;
};

/// Filament's engine, and the display that it needs: that of the user if it can draw there, else a
/// virtual one of its own.
class graphics_engine {
public:
  /// Throws `user_error` that says what to install where it cannot run.
  graphics_engine();
  ~graphics_engine();
  graphics_engine(const graphics_engine&) = delete;
  graphics_engine& operator=(const graphics_engine&) = delete;

  filament::Engine& operator*() { return *engine_; }
  filament::Engine* operator->() { return engine_; }

  template <class Part>
  engine_owned<Part> own(Part* part) {
    return {part, engine_deleter{engine_}};
  }

private:
  std::unique_ptr<virtual_display> display_;
  filament::Engine* engine_ = nullptr;
};

} // namespace troupe
