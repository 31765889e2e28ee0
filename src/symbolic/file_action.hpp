// What a model does to files: told as a text where the run has come to, and carried out by whoever asked for the run.
//
// The text is the name of the external function and its arguments, each behind a separator; the elements of an array
// are separated by blanks, row by row.
#pragma once

#include <string_view>

namespace sunder::symbolic {

inline constexpr char file_separator = '\x1f';

/// Whether the external function writes, renames or removes something. (`ModelicaInternal_print` does so only when it
/// is given a file.)
constexpr bool is_file_action(std::string_view external) {
  for (const std::string_view one :
       {"ModelicaIO_writeRealMatrix", "ModelicaInternal_removeFile", "ModelicaInternal_rename",
        "ModelicaInternal_copyFile", "ModelicaInternal_mkdir", "ModelicaInternal_rmdir"})
    if (external == one) return true;
  return false;
}

}  // namespace sunder::symbolic
