# Everything comes from Debian packages; tools/packages lists them.
find_package(SUNDIALS 6.4 CONFIG REQUIRED COMPONENTS cvode nvecserial sunmatrixsparse sunlinsolklu)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(Threads REQUIRED)

# header-only; MIT
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
add_library(sunder_toml INTERFACE)
target_include_directories(sunder_toml SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE_DIR})

# Regular expressions in linear time; BSD.
find_path(RE2_INCLUDE_DIR re2/re2.h REQUIRED)
find_library(RE2_LIBRARY NAMES re2 REQUIRED)
add_library(sunder_re2 INTERFACE)
target_include_directories(sunder_re2 SYSTEM INTERFACE ${RE2_INCLUDE_DIR})
target_link_libraries(sunder_re2 INTERFACE ${RE2_LIBRARY} Threads::Threads)

# Real Schur forms and Sylvester equations; BSD.
find_package(LAPACK REQUIRED)
add_library(sunder_lapack INTERFACE)
target_link_libraries(sunder_lapack INTERFACE LAPACK::LAPACK)

# KLU and its helpers are LGPL: linked dynamically, and never into an exported FMU.
find_path(SUITESPARSE_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
add_library(sunder_klu INTERFACE)
foreach(library klu btf amd colamd suitesparseconfig)
  find_library(SUITESPARSE_${library} NAMES ${library} REQUIRED)
  target_link_libraries(sunder_klu INTERFACE ${SUITESPARSE_${library}})
endforeach()
target_include_directories(sunder_klu SYSTEM INTERFACE ${SUITESPARSE_INCLUDE_DIR})

# FMUs are zip files (BSD) with a description in XML (MIT).
find_package(pugixml REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(LIBZIP REQUIRED IMPORTED_TARGET libzip)

# Matrices in MAT files may be compressed; the licence of zlib.
find_package(ZLIB REQUIRED)

# Debian may hold several LLVM versions side by side: ask the one we want where its configuration is.
find_program(LLVM_CONFIG NAMES llvm-config-19 REQUIRED)
execute_process(COMMAND ${LLVM_CONFIG} --cmakedir OUTPUT_VARIABLE LLVM_CMAKE_DIR OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
find_package(LLVM CONFIG REQUIRED HINTS ${LLVM_CMAKE_DIR} NO_DEFAULT_PATH)
add_library(sunder_llvm_library INTERFACE)
target_include_directories(sunder_llvm_library SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_link_libraries(sunder_llvm_library INTERFACE LLVM)

if(SUNDER_TESTS)
  find_package(doctest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
