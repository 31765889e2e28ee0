# Standard headers, read once instead of in every file. Files say what they need, precompiled and joined or not: what
# clang-tidy reads of changed files is neither, and finds out where an #include is missing.
option(SUNDER_PRECOMPILE "precompile standard headers" OFF)

# sunder_precompile(TARGET [HEADER…])   gives TARGET, and whoever reuses from it, the standard headers and these
function(sunder_precompile target)
  if(NOT SUNDER_PRECOMPILE)
    return()
  endif()
  set(headers <algorithm> <array> <charconv> <chrono> <cmath> <complex> <cstdint> <cstdio> <fstream> <functional>
    <iostream> <limits> <map> <memory> <mutex> <numbers> <numeric> <optional> <ranges> <set> <span> <sstream> <string>
    <string_view> <thread> <unordered_map> <unordered_set> <utility> <variant> <vector> ${ARGN})
  target_precompile_headers(${target} PRIVATE ${headers})
endfunction()

# Only where all flags of the compiler are the same.
function(sunder_reuse_precompiled target owner)
  if(SUNDER_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endif()
endfunction()

if(SUNDER_PRECOMPILE AND CCACHE)
  # ccache looks into precompiled headers only when told so
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
    ${CCACHE})
endif()

# Headers cost more than what includes them: builds from nothing compile several files of a target as one.
option(SUNDER_JOIN "compile several files as one" OFF)
function(sunder_join target)
  if(SUNDER_JOIN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  endif()
endfunction()
