// Small dense blocks of a Jacobian, ready for their eigenvalues.
#pragma once

#include "algebra/matrices.hpp"
#include "algebra/sparse.hpp"
#include "graph/rows.hpp"

namespace sunder::decouple {

Eigen::MatrixXd dense_matrix(const algebra::SparseMatrix& matrix);

/// Who influences whom: row j holds the states whose derivative depends on state j with a slope that is not zero.
graph::Rows influences(const algebra::SparseMatrix& jacobian);

/// Scales rows and columns inversely by powers of two until they are of similar size. The eigenvalues stay the same to
/// the last bit of their definition, and rounding no longer depends on the units of the states.
void balance(Eigen::MatrixXd& matrix);

}  // namespace sunder::decouple
