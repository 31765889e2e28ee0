#include <doctest/doctest.h>

#include "model/partition.hpp"
#include "model/sparse_blocks.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

TEST_CASE("sets of states and their complements") {
  CHECK(model::all_states(3) == model::StateSet{0, 1, 2});
  CHECK(model::complement({1, 3}, 5) == model::StateSet{0, 2, 4});
  CHECK(model::complement({}, 2) == model::StateSet{0, 1});
  CHECK(model::complement({0, 1}, 2).empty());
  const model::Partition partition = model::Partition::two_way({2}, 4);
  CHECK(partition.fast() == model::StateSet{2});
  CHECK(partition.slow() == model::StateSet{0, 1, 3});
}

TEST_CASE("blocks and the transpose of a sparse matrix") {
  const model::SparseMatrix matrix =
      zoo::from_triplets(4, {{0, 0, 1.0}, {0, 2, 2.0}, {2, 0, 3.0}, {2, 2, 0.0}, {3, 1, 5.0}, {1, 3, 6.0}});
  model::BlockExtractor extractor(matrix);
  const std::uint32_t keep[] = {0, 2};
  for (int again = 0; again < 2; ++again) {
    const model::SparseMatrix block = extractor.block(keep);
    CHECK(block.pattern.column_starts == std::vector<std::int32_t>{0, 2, 3});
    CHECK(block.pattern.row_indices == std::vector<std::int32_t>{0, 1, 0});
    CHECK(block.values == std::vector<double>{1, 3, 2});  // the zero is left out
  }
  CHECK(extractor.diagonal(0) == 1);
  CHECK(extractor.diagonal(1) == 0);
  const model::SparseMatrix turned = model::transposed(matrix);
  CHECK(turned.values == std::vector<double>{1, 2, 6, 3, 0, 5});
  CHECK(model::transposed(turned).values == matrix.values);
  CHECK(model::transposed(turned).pattern.row_indices == matrix.pattern.row_indices);
}
