# The C++ Actor Framework, whose Debian package ships no CMake files.
# Defines CAF::core, CAF::io, CAF::openssl and CAF_VERSION.

find_path(CAF_INCLUDE_DIR caf/config.hpp)
if(CAF_INCLUDE_DIR)
  file(STRINGS ${CAF_INCLUDE_DIR}/caf/config.hpp version_line REGEX "^#define CAF_VERSION [0-9]+$")
  string(REGEX REPLACE "[^0-9]" "" version_number "${version_line}")
  math(EXPR major "${version_number} / 10000")
  math(EXPR minor "${version_number} / 100 % 100")
  math(EXPR patch "${version_number} % 100")
  set(CAF_VERSION ${major}.${minor}.${patch})
endif()

foreach(component ${CAF_FIND_COMPONENTS})
  find_library(CAF_${component}_LIBRARY caf_${component})
  if(CAF_${component}_LIBRARY)
    set(CAF_${component}_FOUND TRUE)
  endif()
  mark_as_advanced(CAF_${component}_LIBRARY)
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CAF REQUIRED_VARS CAF_INCLUDE_DIR VERSION_VAR CAF_VERSION
                                  HANDLE_COMPONENTS)
mark_as_advanced(CAF_INCLUDE_DIR)

if(CAF_FOUND AND NOT TARGET CAF::core)
  foreach(component ${CAF_FIND_COMPONENTS})
    add_library(CAF::${component} UNKNOWN IMPORTED)
    set_target_properties(CAF::${component} PROPERTIES
      IMPORTED_LOCATION ${CAF_${component}_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${CAF_INCLUDE_DIR})
    if(NOT component STREQUAL core)
      target_link_libraries(CAF::${component} INTERFACE CAF::core)
    endif()
  endforeach()
  # Sending a type that has no id compiles without this, and arrives as nothing.
  target_compile_definitions(CAF::core INTERFACE CAF_ENABLE_TYPE_ID_CHECKS)
endif()
