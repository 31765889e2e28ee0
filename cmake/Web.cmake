# The report page is TypeScript: built once with npm, then embedded into the report room.
find_program(NPM npm REQUIRED)
set(web "${PROJECT_SOURCE_DIR}/web")
set(SUNDER_REPORT_TEMPLATE "${web}/dist/report.html")
file(GLOB web_sources CONFIGURE_DEPENDS "${web}/src/*")

add_custom_command(
  OUTPUT "${web}/node_modules/.package-lock.json"
  COMMAND ${NPM} ci --silent --no-audit --no-fund
  DEPENDS "${web}/package.json" "${web}/package-lock.json"
  WORKING_DIRECTORY "${web}"
  COMMENT "installing the tools of the report page" VERBATIM)
add_custom_command(
  OUTPUT "${SUNDER_REPORT_TEMPLATE}"
  COMMAND ${NPM} run --silent build
  DEPENDS "${web}/node_modules/.package-lock.json" "${web}/build.mjs" "${web}/tsconfig.json" ${web_sources}
  WORKING_DIRECTORY "${web}"
  COMMENT "building the report page" VERBATIM)
