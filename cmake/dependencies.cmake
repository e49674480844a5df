# Every dependency, with the Debian package that has it. What is missing or too old is said in one
# line each, all at once. The packages themselves are listed in packages.txt.

set(missing_dependencies "")

# troupe_find(NAME VERSION PACKAGES [arguments of find_package])
macro(troupe_find name version packages)
  find_package(${name} ${version} QUIET ${ARGN})
  if(NOT ${name}_FOUND)
    set(problem "is missing or incomplete")
    foreach(version_seen ${${name}_VERSION} ${${name}_CONSIDERED_VERSIONS})
      if(version_seen VERSION_LESS "${version}")
        set(problem "is version ${version_seen}, which is too old")
      endif()
    endforeach()
    list(APPEND missing_dependencies
         "${name} ${problem} (needs ${version}): apt-get install ${packages}")
  endif()
endmacro()

troupe_find(CAF 0.17.6 libcaf-dev COMPONENTS core io openssl)
troupe_find(CapnProto 0.9 "capnproto libcapnp-dev libssl-dev pkg-config" CONFIG)
troupe_find(Threads "" libc6-dev)
find_package(Taskflow QUIET CONFIG)
if(NOT Taskflow_FOUND)
  troupe_find(TBB 2021.5 libtbb-dev CONFIG)
endif()

if(NOT TROUPE_FUZZERS_ONLY)
  troupe_find(fmt 9 libfmt-dev CONFIG)
  troupe_find(CLI11 2.1 libcli11-dev CONFIG)
  troupe_find(tomlplusplus 3.3 libtomlplusplus-dev CONFIG)
  troupe_find(nlohmann_json 3.11 nlohmann-json3-dev CONFIG)
  troupe_find(Boost 1.74 "libboost-dev libboost-test-dev" COMPONENTS unit_test_framework)
  troupe_find(rapidcheck "" librapidcheck-dev CONFIG)
  troupe_find(benchmark 1.7 libbenchmark-dev CONFIG)
endif()

if(missing_dependencies)
  list(JOIN missing_dependencies "\n  " missing_dependencies)
  message(FATAL_ERROR "Troupe cannot be built yet:\n  ${missing_dependencies}")
endif()
