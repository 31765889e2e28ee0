# Files that are part of the program, as bytes: the assembler includes them, so that the program needs no source tree.
#
#   sunder_embed(TARGET target HEADER h NAMESPACE n TYPE T FUNCTION f [FROM directory] FILES file…)
#
# defines `const std::vector<T>& f()` in the namespace n, as the header declares it. T{name, text}: the name is the path
# from `directory` on, or without a folder.
function(sunder_embed)
  cmake_parse_arguments(EMBED "" "TARGET;HEADER;NAMESPACE;TYPE;FUNCTION;FROM" "FILES" ${ARGN})
  set(output "${PROJECT_BINARY_DIR}/${EMBED_FUNCTION}.cpp")
  set(text "// Written by cmake/Embed.cmake.\n#include \"${EMBED_HEADER}\"\n\n__asm__(\n    \".section .rodata\\n\"\n")
  set(names "")
  set(table "")
  set(number 0)
  foreach(source IN LISTS EMBED_FILES)
    get_filename_component(name "${source}" NAME)
    if(EMBED_FROM)
      file(RELATIVE_PATH name "${EMBED_FROM}" "${source}")
    endif()
    set(symbol "sunder_${EMBED_FUNCTION}_${number}")
    string(APPEND text "    \"${symbol}:\\n.incbin \\\"${source}\\\"\\n${symbol}_end:\\n.byte 0\\n\"\n")
    string(APPEND names "extern const char ${symbol}[], ${symbol}_end[];\n")
    string(APPEND table "      {\"${name}\", {${symbol}, ${symbol}_end}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  string(APPEND text "    \".text\\n\");\n\nextern \"C\" {\n${names}}\n\nnamespace ${EMBED_NAMESPACE} {\n\n"
    "const std::vector<${EMBED_TYPE}>& ${EMBED_FUNCTION}() {\n  static const std::vector<${EMBED_TYPE}> list{\n${table}  };\n"
    "  return list;\n}\n\n}  // namespace ${EMBED_NAMESPACE}\n")
  file(GENERATE OUTPUT "${output}" CONTENT "${text}")
  target_sources(${EMBED_TARGET} PRIVATE "${output}")
  set_source_files_properties("${output}" PROPERTIES GENERATED TRUE OBJECT_DEPENDS "${EMBED_FILES}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
