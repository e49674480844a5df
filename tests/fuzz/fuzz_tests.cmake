# Runs each fuzzer of tests/fuzz for some seconds over its corpus. libFuzzer belongs to clang, so
# the fuzzers are built in a tree of their own, below this one.

set(fuzzers goal_text message_arrival replay_file safetensors world_file)
set(TROUPE_FUZZ_SECONDS 10 CACHE STRING "How long ./test runs each fuzzer")

find_program(TROUPE_CLANGXX clang++)
if(TROUPE_SANITIZERS OR NOT TROUPE_CLANGXX)
  if(NOT TROUPE_CLANGXX)
    message(WARNING "The fuzzers are left out: apt-get install clang libclang-rt-dev")
  endif()
  add_custom_target(fuzzers) # nothing to do: they bring their own sanitizers
  return()
endif()

set(fuzz_build ${PROJECT_BINARY_DIR}/fuzzers)
include(ExternalProject)
ExternalProject_Add(fuzzers
  SOURCE_DIR ${PROJECT_SOURCE_DIR}
  BINARY_DIR ${fuzz_build}
  CMAKE_ARGS -DCMAKE_CXX_COMPILER=${TROUPE_CLANGXX} -DTROUPE_FUZZERS_ONLY=ON
             -DTROUPE_WARNINGS_AS_ERRORS=${TROUPE_WARNINGS_AS_ERRORS}
             -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DTROUPE_SANITIZERS=address,undefined"
  BUILD_ALWAYS ON
  EXCLUDE_FROM_ALL ON
  INSTALL_COMMAND ""
  USES_TERMINAL_BUILD ON)

foreach(fuzzer ${fuzzers})
  set(found ${PROJECT_BINARY_DIR}/fuzz-findings/${fuzzer})
  file(MAKE_DIRECTORY ${found})
  # New inputs go to the build folder; those worth keeping are copied to the corpus by hand.
  add_test(NAME fuzz.${fuzzer}
    COMMAND ${fuzz_build}/bin/fuzz_${fuzzer} ${found} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${fuzzer}
            -max_total_time=${TROUPE_FUZZ_SECONDS} -timeout=10 -rss_limit_mb=2048
            -artifact_prefix=${found}/ -print_final_stats=1 -verbosity=0)
  set_tests_properties(fuzz.${fuzzer} PROPERTIES LABELS integration TIMEOUT 120)
endforeach()
