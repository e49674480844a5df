# How our own libraries and programs are compiled.

add_library(troupe_options INTERFACE)
target_compile_options(troupe_options INTERFACE -Wall -Wextra -Wpedantic
                       $<$<BOOL:${TROUPE_WARNINGS_AS_ERRORS}>:-Werror>)
# A multiplication and an addition stay two roundings on every machine: same seed, same world.
target_compile_options(troupe_options INTERFACE -ffp-contract=off)
# GCC 12 sees ghosts in inlined code of other libraries' headers: overlapping copies in every
# "literal" + std::string (GCC bug 105651), and the like in Boost's static_vector.
target_compile_options(troupe_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict
                       -Wno-array-bounds -Wno-stringop-overread>)
target_include_directories(troupe_options INTERFACE ${PROJECT_SOURCE_DIR})

# troupe_library(NAME SOURCE…)
function(troupe_library name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC troupe_options)
endfunction()

# troupe_executable(NAME SOURCE…)
function(troupe_executable name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE troupe_options)
endfunction()

# troupe_schemas(NAME FILE…): compiles Cap'n Proto schemas into a library whose headers are
# included as "<folder>/<file>.capnp.h".
function(troupe_schemas name)
  set(output ${PROJECT_BINARY_DIR}/generated)
  file(MAKE_DIRECTORY ${output})
  foreach(file ${ARGN})
    file(RELATIVE_PATH stem ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    add_custom_command(
      OUTPUT ${output}/${stem}.c++ ${output}/${stem}.h
      COMMAND ${CAPNP_EXECUTABLE} compile -o${CAPNPC_CXX_EXECUTABLE}:${output}
              --src-prefix=${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}
              -I${CAPNP_INCLUDE_DIRECTORY} ${PROJECT_SOURCE_DIR}/${stem}
      DEPENDS ${file}
      COMMENT "Compiling schema ${stem}"
      VERBATIM)
    list(APPEND sources ${output}/${stem}.c++)
  endforeach()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} SYSTEM PUBLIC ${output})
  target_link_libraries(${name} PUBLIC CapnProto::capnp CapnProto::kj)
endfunction()
