// Routines that a model calls, as C11: procedures with their steps, tables with their numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "symbolic/procedure.hpp"
#include "symbolic/tables.hpp"

namespace sunder::emit {

std::string c_string(const std::string& text);

/// The routine itself, or the first one that it calls, which has no C code; null: all have.
const symbolic::Routine* routine_without_c(const symbolic::Routine& routine);

/// Collects what is called while other code is written, and then writes what has to stand in front of that.
class CRoutines {
 public:
  /// An expression; all routines must have C code.
  std::string call(const symbolic::Routine& routine, const std::vector<std::string>& arguments);
  /// Tables and functions of everything called so far, and of what these call.
  std::string text();

 private:
  std::size_t number_of(const symbolic::Procedure& procedure);
  std::string curve(const symbolic::Table& table, std::size_t column);
  std::string surface(const symbolic::Table& table);
  void write(const symbolic::Procedure& procedure);
  void write_step(const symbolic::Procedure& procedure, std::size_t at, std::string& body);

  std::map<const symbolic::Procedure*, std::size_t> numbers_;
  std::vector<const symbolic::Procedure*> procedures_;  // by number
  std::map<std::pair<const symbolic::Table*, std::size_t>, std::string> curves_;
  std::map<const symbolic::Table*, std::string> surfaces_;
  std::map<std::size_t, std::string> random_;  // by generator and output
  std::string tables_, functions_;
};

}  // namespace sunder::emit
