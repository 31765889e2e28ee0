// Instance tree -> flat model.
#pragma once

#include "base/outcome.hpp"
#include "ir/flat.hpp"

namespace sunder::flatten {

Outcome<ir::FlatModel> flatten(std::shared_ptr<const ir::InstanceTree> tree);

}  // namespace sunder::flatten
