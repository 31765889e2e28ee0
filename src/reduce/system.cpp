#include "reduce/system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "algebra/linear_equations.hpp"
#include "algebra/singular_values.hpp"
#include "algebra/spectrum.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::reduce {
namespace {

using Json = nlohmann::ordered_json;

std::string size_text(const MatrixXd& m) { return std::to_string(m.rows()) + " x " + std::to_string(m.cols()); }

void name_all(std::vector<std::string>& names, Eigen::Index count, const char* letter) {
  if (!names.empty()) return;
  for (Eigen::Index i = 0; i < count; ++i) names.push_back(letter + std::to_string(i + 1));
}

bool check_size(const char* name, const MatrixXd& m, Eigen::Index rows, Eigen::Index columns, Diagnostics& out) {
  if (m.rows() != rows || m.cols() != columns) {
    out.error(Code::E1101, {},
              std::string(name) + " is " + size_text(m) + " where " + std::to_string(rows) + " x " +
                  std::to_string(columns) + " fits the others");
    return false;
  }
  if (!m.allFinite()) {
    out.error(Code::E1101, {}, std::string(name) + " holds something that is no finite number");
    return false;
  }
  return true;
}

bool check_names(const char* what, const std::vector<std::string>& names, Eigen::Index count, Diagnostics& out) {
  if (static_cast<Eigen::Index>(names.size()) == count) return true;
  out.error(Code::E1101, {}, counted(names.size(), "name") + " for " + std::to_string(count) + " " + what);
  return false;
}

/// A discrete system has on the unit circle the gains this one has on the imaginary axis: z = (1 + s) / (1 - s).
LinearSystem bilinear(const LinearSystem& system) {
  const Eigen::Index n = system.order();
  const MatrixXd inverse = algebra::inverse(MatrixXd(system.a + MatrixXd::Identity(n, n)));
  LinearSystem out = system;
  out.sample_time.reset();
  out.a = inverse * (system.a - MatrixXd::Identity(n, n));
  out.b = std::sqrt(2.0) * inverse * system.b;
  out.c = std::sqrt(2.0) * system.c * inverse;
  out.d = system.d - system.c * inverse * system.b;
  return out;
}

/// Frequencies at which some singular value of the transfer matrix is exactly `level`. Empty: they cannot be found.
std::optional<std::vector<double>> crossings_of_level(const LinearSystem& s, double level) {
  const Eigen::Index n = s.order();
  const MatrixXd d = s.d / level;
  const MatrixXd r_inverse = algebra::inverse(MatrixXd(MatrixXd::Identity(d.cols(), d.cols()) - d.transpose() * d));
  const MatrixXd b = s.b / level;  // the costates in units of the level, whose square may have no number
  const MatrixXd f = s.a + b * r_inverse * d.transpose() * s.c;
  MatrixXd hamiltonian(2 * n, 2 * n);
  hamiltonian << f, b * r_inverse * s.b.transpose(),
      -s.c.transpose() * (MatrixXd::Identity(d.rows(), d.rows()) + d * r_inverse * d.transpose()) * (s.c / level),
      -f.transpose();
  const auto values = algebra::eigenvalues(hamiltonian);
  if (!values) return std::nullopt;
  std::vector<double> out;
  const double scale = hamiltonian.stableNorm();
  for (const std::complex<double>& e : *values) {
    if (std::abs(e.real()) <= 1e-9 * (scale + std::abs(e)) && e.imag() >= 0) out.push_back(e.imag());
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// A power of two of about the size of the largest entry; 1 for no entries and for zeros.
double size_of(const MatrixXd& matrix) {
  const double largest = matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0.0;
  return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1.0;
}

/// The system with other units of time, inputs and outputs, in which all entries are about 1 at most, so that products
/// of several have a number: its gains times `unit` are those of the given one.
struct Normalised {
  LinearSystem system;
  double unit = 1;
};

Normalised normalise(LinearSystem system) {
  const double a = size_of(system.a), b = size_of(system.b), c = size_of(system.c);
  const double states = b / a * c;  // the size of gains that go through states
  const double unit = system.d.isZero(0) ? states : std::max(states, size_of(system.d));
  system.a /= a;
  system.b /= b;
  system.c /= c;
  system.c *= states / unit;
  system.d /= unit;
  return {std::move(system), unit};
}

bool read_matrix(const Json& object, const char* key, MatrixXd& out, const std::string& path,
                 Diagnostics& diagnostics) {
  const auto wrong = [&](const std::string& what) {
    diagnostics.error(Code::E1102, {}, path + ": " + key + " " + what);
    return false;
  };
  if (!object.contains(key)) return wrong("is missing");
  const Json& rows = object[key];
  if (!rows.is_array()) return wrong("is not a list of rows");
  std::size_t columns = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_array()) return wrong("is not a list of rows");
    if (i > 0 && rows[i].size() != columns) return wrong("has rows of different lengths");
    columns = rows[i].size();
  }
  out.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      if (!rows[i][j].is_number()) return wrong("holds something that is no number");
      out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j].get<double>();
    }
  }
  return true;
}

bool read_names(const Json& object, const char* key, std::vector<std::string>& out, const std::string& path,
                Diagnostics& diagnostics) {
  if (!object.contains(key)) return true;
  const Json& list = object[key];
  const bool texts =
      list.is_array() && std::all_of(list.begin(), list.end(), [](const Json& j) { return j.is_string(); });
  if (!texts) {
    diagnostics.error(Code::E1102, {}, path + ": " + key + " is not a list of names");
    return false;
  }
  out = list.get<std::vector<std::string>>();
  return true;
}

Json rows_of(const MatrixXd& m) {
  Json out = Json::array();
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < m.cols(); ++j) row.push_back(m(i, j));
    out.push_back(row);
  }
  return out;
}

}  // namespace

bool check(LinearSystem& system, Diagnostics& diagnostics) {
  const Eigen::Index n = system.a.rows();
  const Eigen::Index m = n > 0 ? system.b.cols() : system.d.cols();
  const Eigen::Index p = n > 0 ? system.c.rows() : system.d.rows();
  if (system.d.size() == 0) system.d = MatrixXd::Zero(p, m);
  if (n == 0) system.b.resize(0, m), system.c.resize(p, 0);
  if (!check_size("a", system.a, n, n, diagnostics) || !check_size("b", system.b, n, m, diagnostics) ||
      !check_size("c", system.c, p, n, diagnostics) || !check_size("d", system.d, p, m, diagnostics))
    return false;
  name_all(system.states, n, "x");
  name_all(system.inputs, m, "u");
  name_all(system.outputs, p, "y");
  return check_names("states", system.states, n, diagnostics) && check_names("inputs", system.inputs, m, diagnostics) &&
         check_names("outputs", system.outputs, p, diagnostics);
}

Eigen::MatrixXcd transfer(const LinearSystem& system, std::complex<double> s) {
  if (system.order() == 0) return system.d.cast<std::complex<double>>();
  const Eigen::MatrixXcd shifted =
      s * Eigen::MatrixXcd::Identity(system.order(), system.order()) - system.a.cast<std::complex<double>>();
  const Eigen::MatrixXcd states = algebra::solve(shifted, Eigen::MatrixXcd(system.b.cast<std::complex<double>>()));
  return system.c * states + system.d;
}

MatrixXd static_gain(const LinearSystem& system) { return transfer(system, system.discrete() ? 1.0 : 0.0).real(); }

LinearSystem sum(const LinearSystem& first, const LinearSystem& second) {
  const Eigen::Index n = first.order();
  const Eigen::Index k = second.order();
  LinearSystem out;
  out.sample_time = first.sample_time;
  out.a = MatrixXd::Zero(n + k, n + k);
  out.a.topLeftCorner(n, n) = first.a;
  out.a.bottomRightCorner(k, k) = second.a;
  out.b.resize(n + k, first.d.cols());
  out.b << first.b, second.b;
  out.c.resize(first.d.rows(), n + k);
  out.c << first.c, second.c;
  out.d = first.d + second.d;
  out.inputs = first.inputs;
  out.outputs = first.outputs;
  return out;
}

LinearSystem negated(LinearSystem system) {
  system.c = -system.c;
  system.d = -system.d;
  return system;
}

FrequencyResponse::FrequencyResponse(const LinearSystem& system) : d_(system.d.cast<std::complex<double>>()) {
  if (system.order() == 0) return;
  const auto schur = algebra::complex_schur(system.a);
  if (!schur) {  // then no answer is a number
    t_.setConstant(system.order(), system.order(), std::numeric_limits<double>::quiet_NaN());
    b_ = system.b;
    c_ = system.c;
    return;
  }
  t_ = schur->t;
  b_ = schur->u.adjoint() * system.b;
  c_ = system.c * schur->u;
}

Eigen::MatrixXcd FrequencyResponse::operator()(std::complex<double> s) const {
  if (t_.rows() == 0) return d_;
  Eigen::MatrixXcd shifted = -t_;
  shifted.diagonal().array() += s;
  return c_ * algebra::solve_upper(shifted, b_) + d_;
}

double largest_gain(const LinearSystem& given, double tolerance) {
  const auto [system, unit] = normalise(given.discrete() ? bilinear(given) : given);
  const FrequencyResponse response(system);
  const auto gain = [&](double w) { return algebra::largest_singular_value(response({0.0, w})); };
  double best = std::max(algebra::largest_singular_value(system.d.cast<std::complex<double>>()), gain(0));
  for (const std::complex<double>& pole : response.poles()) best = std::max(best, gain(std::abs(pole)));
  if (best == 0) return 0;
  // Between neighbouring crossings of a level slightly above the best gain so far there is a better one, or none.
  constexpr int rounds = 60;
  for (int round = 0; round < rounds; ++round) {
    const auto found_crossings = crossings_of_level(system, best * (1 + tolerance));
    if (!found_crossings) return std::numeric_limits<double>::quiet_NaN();
    const std::vector<double>& crossings = *found_crossings;
    if (crossings.empty()) break;
    double found = best;
    found = std::max(found, gain(crossings.front() / 2));
    for (std::size_t i = 0; i + 1 < crossings.size(); ++i)
      found = std::max(found, gain((crossings[i] + crossings[i + 1]) / 2));
    if (found <= best * (1 + tolerance)) break;
    best = found;
  }
  return best * unit;
}

Outcome<LinearSystem> parse_matrices(std::string_view text, const std::string& path) {
  Diagnostics diagnostics;
  const Json object = Json::parse(text, nullptr, false);
  if (!object.is_object()) {
    diagnostics.error(Code::E1102, {}, path + " is not a JSON object");
    return Outcome<LinearSystem>(std::move(diagnostics));
  }
  LinearSystem system;
  bool fine = read_matrix(object, "a", system.a, path, diagnostics) &&
              read_matrix(object, "b", system.b, path, diagnostics) &&
              read_matrix(object, "c", system.c, path, diagnostics) &&
              (!object.contains("d") || read_matrix(object, "d", system.d, path, diagnostics)) &&
              read_names(object, "states", system.states, path, diagnostics) &&
              read_names(object, "inputs", system.inputs, path, diagnostics) &&
              read_names(object, "outputs", system.outputs, path, diagnostics);
  if (fine && object.contains("sample_time") && !object["sample_time"].is_null()) {
    fine = object["sample_time"].is_number() && object["sample_time"].get<double>() > 0;
    if (fine)
      system.sample_time = object["sample_time"].get<double>();
    else
      diagnostics.error(Code::E1102, {}, path + ": sample_time is not a positive number");
  }
  if (!fine || !check(system, diagnostics)) return Outcome<LinearSystem>(std::move(diagnostics));
  return {std::move(system), std::move(diagnostics)};
}

std::string print_matrices(const LinearSystem& system) {
  const Json object = {
      {"states", system.states},   {"inputs", system.inputs},
      {"outputs", system.outputs}, {"sample_time", system.discrete() ? Json(*system.sample_time) : Json(nullptr)},
      {"a", rows_of(system.a)},    {"b", rows_of(system.b)},
      {"c", rows_of(system.c)},    {"d", rows_of(system.d)}};
  return object.dump() + "\n";
}

}  // namespace sunder::reduce
