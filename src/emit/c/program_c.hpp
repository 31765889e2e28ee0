// Listings and programs as C11, in the terms of exported/model.h.
#pragma once

#include <string>
#include <vector>

#include "emit/assembly.hpp"
#include "emit/c/routine_c.hpp"

namespace sunder::emit {

/// "static const TYPE NAME[] = {…};", and nothing where there are no values; `c_array_name` is then NULL.
std::string c_array(const std::string& type, const std::string& name, const std::vector<std::string>& values);
std::string c_array(const std::string& name, const std::vector<std::uint32_t>& values);
std::string c_array_name(const std::string& name, bool has_values);

/// Functions for all parts of a listing; the name of part k is `c_part(prefix, k)`.
std::string write_c_parts(const Listing& listing, const std::string& prefix, CRoutines& routines);
std::string c_part(const std::string& prefix, std::size_t part);

/// Tables and functions; `initialiser` is what a struct SunderProgram is filled with.
struct CProgram {
  std::string text, initialiser;
};
CProgram write_c_program(const Assembly& assembly, const std::string& prefix, CRoutines& routines);

}  // namespace sunder::emit
