# The GNU Linear Programming Kit, which ships no CMake files. Defines GLPK::GLPK and GLPK_VERSION.

find_path(GLPK_INCLUDE_DIR glpk.h)
find_library(GLPK_LIBRARY glpk)
if(GLPK_INCLUDE_DIR)
  foreach(part MAJOR MINOR)
    file(STRINGS ${GLPK_INCLUDE_DIR}/glpk.h ${part} REGEX "^#define GLP_${part}_VERSION +[0-9]+$")
    string(REGEX REPLACE "[^0-9]" "" ${part} "${${part}}")
  endforeach()
  set(GLPK_VERSION ${MAJOR}.${MINOR})
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GLPK REQUIRED_VARS GLPK_LIBRARY GLPK_INCLUDE_DIR
                                  VERSION_VAR GLPK_VERSION)
mark_as_advanced(GLPK_INCLUDE_DIR GLPK_LIBRARY)

if(GLPK_FOUND AND NOT TARGET GLPK::GLPK)
  add_library(GLPK::GLPK UNKNOWN IMPORTED)
  set_target_properties(GLPK::GLPK PROPERTIES
    IMPORTED_LOCATION ${GLPK_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${GLPK_INCLUDE_DIR})
endif()
