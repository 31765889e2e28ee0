// The implicit part of a step, in blocks that do not depend on each other: each is solved on its own, on any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "integrate/implicit_solver.hpp"

namespace sunder::integrate {

/// The unknowns fall apart where none reads another, directly or not (the other states being given). Small pieces are
/// put together, so that there are at most `most_blocks` and each has `least_size` states or more, by the unknowns
/// alone: the blocks, and with them the results to the last bit, do not depend on the number of threads.
std::vector<model::StateSet> independent_blocks(const algebra::SparsePattern& pattern, const model::StateSet& unknowns);

/// An ImplicitSolver for every block. Where there is one block only, it is the same as that.
class BlockedImplicitSolver {
 public:
  // each has code of its own to be compiled, and waiting for each other costs some microseconds
  static constexpr std::size_t most_blocks = 16;
  static constexpr std::size_t least_size = 128;

  /// `pool` may be shared and may be null.
  BlockedImplicitSolver(const model::Model& model, model::Context& context, const model::StateSet& unknowns,
                        Statistics& statistics, ThreadPool* pool);

  [[nodiscard]] const model::StateSet& unknowns() const { return unknowns_; }
  [[nodiscard]] std::size_t block_count() const { return blocks_.size(); }

  /// As ImplicitSolver::solve. Of several faults the one of the first block is returned.
  model::Status solve(double time, double c, std::span<const double> base, std::span<double> x);
  void reset();
  model::Status slope(double time, std::span<const double> x, std::span<double> by_position);

 private:
  struct Block {
    Block(const model::Model& model, model::Context& context, const model::StateSet& states);

    Statistics counted;  // since it was last added to the total
    std::unique_ptr<ImplicitSolver> solver;
    std::vector<std::uint32_t> positions;  // of its states in `unknowns_`
    std::vector<double> values;            // by position in the block: base, or slope
    model::Status status;                  // of the last work
  };

  void add_block(const model::Model& model, model::Context& context, const model::StateSet& states);
  void collect(Block& block);
  template <class Work>
  model::Status for_each_block(Work&& work);

  model::StateSet unknowns_;
  Statistics& statistics_;
  ThreadPool* pool_;
  std::vector<std::unique_ptr<Block>> blocks_;
};

}  // namespace sunder::integrate
