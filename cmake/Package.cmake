# libsunder, the rooms as one shared library that shows include/sunder and nothing else, and what is installed: whoever
# embeds it needs its headers and a C++ compiler, and none of the development files that its rooms need.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(sunder_shared SHARED $<TARGET_OBJECTS:sunder_api>)
target_link_libraries(sunder_shared PRIVATE sunder_verbs)
target_link_options(sunder_shared PRIVATE -Wl,--exclude-libs,ALL)  # the symbols of rooms stay inside
target_compile_features(sunder_shared INTERFACE cxx_std_20)
target_include_directories(sunder_shared INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(sunder_shared PROPERTIES OUTPUT_NAME sunder EXPORT_NAME sunder LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set_target_properties(sunder sunder_shared PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Sunder")
install(TARGETS sunder RUNTIME)
install(TARGETS sunder_shared EXPORT SunderTargets LIBRARY)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/sunder" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT SunderTargets NAMESPACE Sunder:: DESTINATION "${package}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/SunderConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/SunderConfig.cmake" INSTALL_DESTINATION "${package}"
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# before 1.0 a minor version may change the interface
write_basic_package_version_file("${PROJECT_BINARY_DIR}/SunderConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/SunderConfig.cmake" "${PROJECT_BINARY_DIR}/SunderConfigVersion.cmake"
  DESTINATION "${package}")
