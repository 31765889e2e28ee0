// Makes kernels: finds the regular ones among the columns of addresses, so that loops need no tables.
#pragma once

#include <span>
#include <vector>

#include "emit/listing.hpp"
#include "symbolic/pool.hpp"

namespace sunder::emit {

struct KernelRequest {
  std::vector<symbolic::NodeId> roots;
  std::vector<Space> inputs;           ///< by slot
  std::vector<Space> outputs;          ///< by root
  std::vector<std::uint32_t> indices;  ///< column after column (inputs, then outputs), each `rows.size()` long
  std::vector<std::uint32_t> rows;     ///< equations
  bool segmented = false;              ///< always run as a whole: may be cut into regular segments
};

Kernel make_kernel(const symbolic::Pool& pool, KernelRequest request);
/// For a tape that was not made of expressions: the request has no roots.
Kernel make_kernel(Tape tape, std::size_t operations, KernelRequest request);

}  // namespace sunder::emit
