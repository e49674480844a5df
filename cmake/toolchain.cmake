# Compiler cache, linker, sanitizers.

find_program(TROUPE_CCACHE ccache)
if(TROUPE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TROUPE_CCACHE})
endif()

find_program(TROUPE_MOLD mold)
if(TROUPE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

if(TROUPE_SANITIZERS)
  add_compile_options(-fsanitize=${TROUPE_SANITIZERS} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TROUPE_SANITIZERS})
endif()
