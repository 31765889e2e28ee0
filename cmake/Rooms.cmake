# The two versions of the standard use the same names.
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/fmi/calls_two.cpp" "${PROJECT_SOURCE_DIR}/src/fmi/calls_three.cpp"
  PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

# One static library per room. A room lists every room it may reach by its includes, and by theirs: tests/tidy reads
# this file and follows every #include. HIDDEN: only what says so can be seen outside a shared library. EMBEDDED: not
# compiled, but part of what the program writes.
function(sunder_room name)
  cmake_parse_arguments(ROOM "HIDDEN;EMBEDDED" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp" "${PROJECT_SOURCE_DIR}/src/${name}/*.c")
  if(NOT sources OR ROOM_EMBEDDED)
    add_library(sunder_${name} INTERFACE)
    set(visibility INTERFACE)
  else()
    add_library(sunder_${name} STATIC ${sources})
    set(visibility PUBLIC)
  endif()
  if(sources MATCHES "[.]cpp")
    sunder_join(sunder_${name})
  endif()
  target_include_directories(sunder_${name} ${visibility} "${PROJECT_SOURCE_DIR}/src")
  list(TRANSFORM ROOM_USES PREPEND sunder_)
  target_link_libraries(sunder_${name} ${visibility} ${ROOM_USES} ${ROOM_LIBRARIES})
  if(ROOM_EMBEDDED)
    return()
  elseif(ROOM_HIDDEN)
    # other flags, so that it cannot share precompiled headers
    set_target_properties(sunder_${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  elseif(name STREQUAL base)
    sunder_precompile(sunder_base)
  elseif(sources MATCHES "[.]cpp")
    sunder_reuse_precompiled(sunder_${name} sunder_base)
  endif()
endfunction()

# shared nouns
sunder_room(base LIBRARIES Threads::Threads sunder_toml)
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/base/version.cpp" PROPERTIES
  COMPILE_DEFINITIONS "SUNDER_VERSION=\"${PROJECT_VERSION}\"")
sunder_room(graph USES base)
sunder_room(algebra LIBRARIES Eigen3::Eigen sunder_lapack sunder_klu)
sunder_room(runtime)
# loops over states work on several at a time; -O2 of gcc leaves that out where the length is not known
target_compile_options(sunder_runtime PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O3>)
sunder_room(symbolic USES base runtime)
sunder_room(ir USES base symbolic runtime)

sunder_room(foreign USES base LIBRARIES ${CMAKE_DL_LIBS})

# compile rooms: the nouns and nothing of each other
sunder_room(syntax USES base ir)
sunder_room(library USES base ir)
file(GLOB_RECURSE own_library CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/modelica/*.mo" "${PROJECT_SOURCE_DIR}/modelica/package.order")
sunder_embed(TARGET sunder_library HEADER library/files.hpp NAMESPACE sunder::library TYPE OwnFile FUNCTION own_files
  FROM "${PROJECT_SOURCE_DIR}/modelica" FILES ${own_library})
sunder_room(instantiate USES base ir)
sunder_room(evaluate USES base algebra symbolic ir runtime foreign LIBRARIES ZLIB::ZLIB)
sunder_room(flatten USES base ir)
sunder_room(lower USES base graph algebra symbolic ir runtime foreign)
sunder_room(causalise USES base graph symbolic ir)
sunder_room(emit USES base graph algebra symbolic ir runtime LIBRARIES sunder_llvm_library)

# the C sources of exported models, beside those of runtime
sunder_room(exported EMBEDDED USES runtime)

# run rooms look left only
sunder_room(model USES base algebra)
sunder_room(execute USES base graph algebra symbolic ir runtime causalise emit model)
sunder_room(decouple USES base graph algebra model)
sunder_room(fmi USES base graph algebra model LIBRARIES pugixml::pugixml PkgConfig::LIBZIP ${CMAKE_DL_LIBS})
sunder_room(ssp USES base graph algebra model fmi LIBRARIES pugixml::pugixml)
sunder_room(publish USES base graph algebra symbolic ir runtime causalise emit model execute fmi)
file(GLOB exported_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/exported/*.[ch]" "${PROJECT_SOURCE_DIR}/src/runtime/*.[ch]")
sunder_embed(TARGET sunder_publish HEADER publish/exported_sources.hpp NAMESPACE sunder::publish TYPE ExportedSource
  FUNCTION exported_sources FILES ${exported_sources})
sunder_room(results USES base algebra model LIBRARIES sunder_re2)
sunder_room(integrate USES base graph algebra model runtime
  LIBRARIES SUNDIALS::cvode_shared SUNDIALS::nvecserial_shared
            SUNDIALS::sunmatrixsparse_shared SUNDIALS::sunlinsolklu_shared)
sunder_room(simulate USES base graph algebra model decouple integrate results LIBRARIES nlohmann_json::nlohmann_json)
sunder_room(choose USES base graph algebra model decouple integrate results simulate)
sunder_room(cosimulate USES base graph algebra model integrate results simulate)
sunder_room(reduce USES base algebra model decouple integrate results simulate
  LIBRARIES nlohmann_json::nlohmann_json)
sunder_room(report USES base graph algebra model decouple integrate results simulate choose cosimulate reduce
  LIBRARIES nlohmann_json::nlohmann_json)
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/report/page_template.cpp" PROPERTIES
  COMPILE_DEFINITIONS "SUNDER_REPORT_TEMPLATE=\"${SUNDER_REPORT_TEMPLATE}\""
  OBJECT_DEPENDS "${SUNDER_REPORT_TEMPLATE}")

sunder_room(approximate USES base algebra symbolic ir runtime emit model execute reduce)

# the only room that knows them all
sunder_room(driver USES base graph algebra symbolic ir runtime syntax library instantiate evaluate flatten lower causalise emit
                   model execute decouple fmi ssp publish integrate results simulate choose cosimulate reduce approximate report
            LIBRARIES nlohmann_json::nlohmann_json)

# everything a user can ask for, without a terminal
sunder_room(verbs USES base graph algebra symbolic ir syntax emit model execute decouple fmi ssp publish integrate results simulate
                  choose cosimulate reduce approximate report driver
            LIBRARIES nlohmann_json::nlohmann_json)

# the public interface (include/sunder) over the verbs
sunder_room(api HIDDEN USES base graph algebra symbolic ir emit model execute decouple fmi ssp integrate results simulate
                       choose cosimulate reduce report driver verbs)
target_include_directories(sunder_api PUBLIC "${PROJECT_SOURCE_DIR}/include")
