#include <doctest/doctest.h>

#include "model/partition.hpp"
#include "model/sparse_blocks.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

TEST_CASE("sets of states and their complements") {
  CHECK(all_states(3) == StateSet{0, 1, 2});
  CHECK(complement({1, 3}, 5) == StateSet{0, 2, 4});
  CHECK(complement({}, 2) == StateSet{0, 1});
  CHECK(complement({0, 1}, 2).empty());
  const Partition partition = Partition::two_way({2}, 4);
  CHECK(partition.fast() == StateSet{2});
  CHECK(partition.slow() == StateSet{0, 1, 3});
}

TEST_CASE("blocks and the transpose of a sparse matrix") {
  const SparseMatrix matrix =
      zoo::from_triplets(4, {{0, 0, 1.0}, {0, 2, 2.0}, {2, 0, 3.0}, {2, 2, 0.0}, {3, 1, 5.0}, {1, 3, 6.0}});
  BlockExtractor extractor(matrix);
  const std::uint32_t keep[] = {0, 2};
  for (int again = 0; again < 2; ++again) {
    const SparseMatrix block = extractor.block(keep);
    CHECK(block.pattern.column_starts == std::vector<std::int32_t>{0, 2, 3});
    CHECK(block.pattern.row_indices == std::vector<std::int32_t>{0, 1, 0});
    CHECK(block.values == std::vector<double>{1, 3, 2});  // the zero is left out
  }
  CHECK(extractor.diagonal(0) == 1);
  CHECK(extractor.diagonal(1) == 0);
  const SparseMatrix turned = transposed(matrix);
  CHECK(turned.values == std::vector<double>{1, 2, 6, 3, 0, 5});
  CHECK(transposed(turned).values == matrix.values);
  CHECK(transposed(turned).pattern.row_indices == matrix.pattern.row_indices);
}
