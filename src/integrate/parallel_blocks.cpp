#include "integrate/parallel_blocks.hpp"

#include <algorithm>
#include <numeric>

namespace sunder::integrate {

namespace {

/// Numbers of connected pieces, in the order of their first members.
std::vector<std::uint32_t> connected_pieces(const algebra::SparsePattern& pattern) {
  std::vector<std::uint32_t> parent(pattern.columns);
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (std::uint32_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const std::uint32_t a = root(column), b = root(static_cast<std::uint32_t>(pattern.row_indices[k]));
      parent[std::max(a, b)] = std::min(a, b);  // the root is the first member
    }
  }
  std::vector<std::uint32_t> number(pattern.columns);
  std::uint32_t count = 0;
  for (std::uint32_t node = 0; node < pattern.columns; ++node) {
    const std::uint32_t first = root(node);
    number[node] = first == node ? count++ : number[first];
  }
  return number;
}

}  // namespace

std::vector<model::StateSet> independent_blocks(const algebra::SparsePattern& pattern,
                                                const model::StateSet& unknowns) {
  const std::vector<std::uint32_t> piece_of = connected_pieces(pattern);
  const std::size_t pieces = unknowns.empty() ? 0 : *std::max_element(piece_of.begin(), piece_of.end()) + 1U;
  std::vector<std::size_t> sizes(pieces, 0);
  for (const std::uint32_t piece : piece_of) ++sizes[piece];
  constexpr std::size_t most = BlockedImplicitSolver::most_blocks;
  const std::size_t enough = std::max(BlockedImplicitSolver::least_size, (unknowns.size() + most - 1) / most);
  std::vector<std::uint32_t> block_of_piece(pieces);
  std::uint32_t block = 0;
  std::size_t filled = 0, left = unknowns.size();
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    block_of_piece[piece] = block;
    filled += sizes[piece];
    left -= sizes[piece];
    if (filled < enough || left < enough) continue;  // what is left over joins the last block
    ++block;
    filled = 0;
  }
  std::vector<model::StateSet> blocks(unknowns.empty() ? 0 : block + 1U);
  for (std::size_t i = 0; i < unknowns.size(); ++i) blocks[block_of_piece[piece_of[i]]].push_back(unknowns[i]);
  return blocks;
}

BlockedImplicitSolver::Block::Block(const model::Model& model, model::Context& context, const model::StateSet& states)
    : solver(std::make_unique<ImplicitSolver>(model, context, states, counted)), values(states.size()) {}

BlockedImplicitSolver::BlockedImplicitSolver(const model::Model& model, model::Context& context,
                                             const model::StateSet& unknowns, Statistics& statistics, ThreadPool* pool)
    : unknowns_(unknowns), statistics_(statistics), pool_(pool) {
  std::vector<model::StateSet> sets{unknowns};
  if (unknowns.size() >= 2 * least_size) {
    // the pattern alone, where there is one without the code of the Jacobian
    const std::unique_ptr<model::Evaluator> evaluator = model::evaluator(model, context, unknowns, unknowns);
    const model::OpenedJacobian* opened = evaluator->opened();
    sets = independent_blocks(opened != nullptr ? opened->closed_pattern() : evaluator->pattern(), unknowns);
  }
  for (const model::StateSet& set : sets) add_block(model, context, set);
}

void BlockedImplicitSolver::add_block(const model::Model& model, model::Context& context,
                                      const model::StateSet& states) {
  blocks_.push_back(std::make_unique<Block>(model, context, states));
  Block& block = *blocks_.back();
  for (const model::StateIndex state : states) {
    const auto found = std::lower_bound(unknowns_.begin(), unknowns_.end(), state);
    block.positions.push_back(static_cast<std::uint32_t>(found - unknowns_.begin()));
  }
}

void BlockedImplicitSolver::collect(Block& block) {
  statistics_ += block.counted;
  block.counted = {};
}

/// Every block does its work with counts of its own; they are put together in the order of the blocks.
template <class Work>
model::Status BlockedImplicitSolver::for_each_block(Work&& work) {
  const auto turn = [&](std::size_t i) { blocks_[i]->status = work(*blocks_[i]); };
  if (pool_ != nullptr) {
    pool_->run(blocks_.size(), turn);
  } else {
    for (std::size_t i = 0; i < blocks_.size(); ++i) turn(i);
  }
  model::Status first;
  for (const auto& block : blocks_) {
    collect(*block);
    if (first && !block->status) first = std::move(block->status);
  }
  return first;
}

model::Status BlockedImplicitSolver::solve(double time, double c, std::span<const double> base, std::span<double> x) {
  if (blocks_.size() == 1) {
    model::Status solved = blocks_.front()->solver->solve(time, c, base, x);
    collect(*blocks_.front());
    return solved;
  }
  return for_each_block([&](Block& block) {
    for (std::size_t i = 0; i < block.values.size(); ++i) block.values[i] = base[block.positions[i]];
    return block.solver->solve(time, c, block.values, x);
  });
}

void BlockedImplicitSolver::reset() {
  for (const auto& block : blocks_) block->solver->reset();
}

model::Status BlockedImplicitSolver::slope(double time, std::span<const double> x, std::span<double> by_position) {
  if (blocks_.size() == 1) {
    model::Status evaluated = blocks_.front()->solver->slope(time, x, by_position);
    collect(*blocks_.front());
    return evaluated;
  }
  return for_each_block([&](Block& block) {
    model::Status evaluated = block.solver->slope(time, x, block.values);
    if (evaluated)
      for (std::size_t i = 0; i < block.values.size(); ++i) by_position[block.positions[i]] = block.values[i];
    return evaluated;
  });
}

}  // namespace sunder::integrate
