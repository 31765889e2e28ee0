// Dense matrices. Only products and blocks come with it: a decomposition takes the compiler ten seconds and more in
// every file that names it, so all of them are plain functions of this room, compiled once.
#pragma once

#include <Eigen/Core>
#include <complex>

namespace sunder::algebra {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

}  // namespace sunder::algebra
