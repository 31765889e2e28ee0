// A procedure that calls itself.
#pragma once

#include <memory>
#include <utility>

#include "symbolic/procedure.hpp"

namespace sunder::symbolic {

/// sum(n) = if n <= 0 then 0 else n + sum(n - 1), and the routine that it is.
inline std::pair<std::shared_ptr<Procedure>, std::uint32_t> sum_to(Pool& pool) {
  auto made = std::make_shared<Procedure>("sum", 1U);
  const std::uint32_t y = made->add_registers(1);
  const std::uint32_t self = pool.add(std::make_shared<ProcedureOutput>(made, 0));
  made->set_outputs({y});
  const NodeId n = pool.slot(0);
  const NodeId deeper = pool.make(Op::call, {pool.subtract(n, pool.constant(1))}, self);
  const NodeId at_end = pool.make(Op::less_equal, {n, pool.constant(0)});
  made->assign({y}, {pool.make(Op::choose, {at_end, pool.constant(0), pool.add(n, deeper)})});
  made->complete(pool);
  return {std::move(made), self};
}

}  // namespace sunder::symbolic
