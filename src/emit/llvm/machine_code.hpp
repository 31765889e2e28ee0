// What is common to all machine code made by LLVM: text in, code in memory out.
#pragma once

#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>

#include <string>

namespace sunder::emit {

/// Throws when LLVM says that `doing` failed: not the user's fault (no memory, no permission to make memory executable,
/// or text that is wrong).
void expect_success(LLVMErrorRef error, const char* doing);

/// A linker in memory that knows the functions which the text may call.
LLVMOrcLLJITRef start_linker();

/// An object file of the text, for the machine this runs on.
LLVMMemoryBufferRef compile_text(const std::string& text, bool optimised);

/// The address of a function that was added.
void* find_function(LLVMOrcLLJITRef linker, const std::string& name);

}  // namespace sunder::emit
