#include "emit/llvm/jit.hpp"

#include "emit/interpret/interpreter.hpp"

namespace sunder::emit {

std::unique_ptr<Code> compile_with_llvm(const Listing& listing) { return std::make_unique<Interpreter>(listing); }

}  // namespace sunder::emit
