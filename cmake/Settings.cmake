# Language level, warnings, floating-point rules, sanitizers and the fast linker: the same for every target.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
add_compile_options(-fPIC)  # programs too: all share precompiled headers
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Results must not depend on the back end or on grouping: no contraction of floating-point operations anywhere.
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off)

# `checked` is what ./test builds: optimised, with assertions and the IR verifiers on.
# (Plain variables: project() has put empty ones into the cache already.)
set(CMAKE_CXX_FLAGS_CHECKED "-O2 -g1")
set(CMAKE_C_FLAGS_CHECKED "-O2 -g1")

if(SUNDER_SANITIZE)
  add_compile_options(-fsanitize=${SUNDER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  if(SUNDER_SANITIZE MATCHES undefined)
    # these look at every access to memory, which costs a third of the time to compile, and what they would find ends in
    # a report of the address sanitizer or a fault anyway
    add_compile_options(-fno-sanitize=null,alignment,object-size,vptr)
    add_compile_options(-fsanitize-ignorelist=${CMAKE_SOURCE_DIR}/tests/sanitize/ignored)
  endif()
  add_link_options(-fsanitize=${SUNDER_SANITIZE})
  if(SUNDER_SANITIZE STREQUAL thread)
    # tests that count allocations replace operator new, which the sanitizer's library defines, too: ours comes first
    add_link_options(-Wl,--allow-multiple-definition)
  endif()
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # build folders share what they compiled: the folder's name is no part of the key
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_NOHASHDIR=1 ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_NOHASHDIR=1 ${CCACHE})
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()
