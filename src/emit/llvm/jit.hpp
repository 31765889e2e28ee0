// Machine code for a listing, made by LLVM when it is asked for.
#pragma once

#include <memory>

#include "emit/listing.hpp"

namespace sunder::emit {

/// The listing must outlive the code (tables are read from it).
std::unique_ptr<Code> compile_with_llvm(const Listing& listing);

}  // namespace sunder::emit
