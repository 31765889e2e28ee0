#include "reduce/export.hpp"

#include <cctype>
#include <cstdint>
#include <cstring>

#include "base/text.hpp"

namespace sunder::reduce {
namespace {

void put_matrix(std::string& out, const char* name, const MatrixXd& m) {
  const std::int32_t header[] = {0, static_cast<std::int32_t>(m.rows()), static_cast<std::int32_t>(m.cols()), 0,
                                 static_cast<std::int32_t>(std::strlen(name) + 1)};
  out.append(reinterpret_cast<const char*>(header), sizeof header);
  out.append(name, std::strlen(name) + 1);
  out.append(reinterpret_cast<const char*>(m.data()), static_cast<std::size_t>(m.size()) * sizeof(double));
}

double at(const VectorXd& v, Eigen::Index i) { return v.size() == 0 ? 0.0 : v[i]; }

std::string shifted(const std::string& name, double by) {
  if (by == 0) return name;
  return "(" + name + (by > 0 ? " - " : " + ") + shortest(std::abs(by)) + ")";
}

}  // namespace

std::string modelica_name(const std::string& name) {
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  bool plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0;
  for (const char c : name) plain = plain && letter(c);
  if (plain) return name;
  std::string out = "'";
  for (const char c : name) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string modelica_sum(const Eigen::RowVectorXd& factors, const std::vector<std::string>& names) {
  std::string out;
  for (Eigen::Index i = 0; i < factors.size(); ++i) {
    const double factor = factors[i];
    if (factor == 0) continue;
    if (out.empty())
      out += factor < 0 ? "-" : "";
    else
      out += factor < 0 ? " - " : " + ";
    out += shortest(std::abs(factor)) + "*" + names[static_cast<std::size_t>(i)];
  }
  return out.empty() ? "0" : out;
}

std::string modelica_text(const LinearModel& system, const std::string& name, const std::string& description,
                          const Offsets& offsets) {
  const Eigen::Index n = system.order();
  std::string text = "model " + modelica_name(name) + " \"" + description + "\"\n";
  std::vector<std::string> x;
  std::vector<std::string> u;
  for (Eigen::Index i = 0; i < system.b.cols(); ++i) {
    const std::string input = modelica_name(system.inputs[static_cast<std::size_t>(i)]);
    const double offset = at(offsets.inputs, i);
    text += "  input Real " + input + "(start = " + shortest(offset) + ");\n";
    u.push_back(shifted(input, offset));
  }
  for (const std::string& output : system.outputs) text += "  output Real " + modelica_name(output) + ";\n";
  const std::string state = "reduced_state";
  if (n > 0)
    text += (system.discrete() ? "  discrete Real " : "  Real ") + state + "[" + std::to_string(n) +
            "](each start = 0, each fixed = true);\n";
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::string one = state + "[" + std::to_string(i + 1) + "]";
    x.push_back(system.discrete() ? "pre(" + one + ")" : one);
  }
  const auto both = [&](const MatrixXd& a, const MatrixXd& b, Eigen::Index row,
                        const std::vector<std::string>& states) {
    const std::string first = n > 0 ? modelica_sum(a.row(row), states) : "0";
    const std::string second = modelica_sum(b.row(row), u);
    if (second == "0") return first;
    if (first == "0") return second;
    return first + (second.front() == '-' ? " - " + second.substr(1) : " + " + second);
  };
  text += "equation\n";
  if (system.discrete() && n > 0) text += "  when sample(0, " + shortest(*system.sample_time) + ") then\n";
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::string one = state + "[" + std::to_string(i + 1) + "]";
    text += (system.discrete() ? "    " + one : "  der(" + one + ")") + " = " + both(system.a, system.b, i, x) + ";\n";
  }
  if (system.discrete() && n > 0) text += "  end when;\n";
  for (Eigen::Index i = 0; i < system.c.rows(); ++i) {
    const double offset = at(offsets.outputs, i);
    text += "  " + modelica_name(system.outputs[static_cast<std::size_t>(i)]) + " = " +
            (offset == 0 ? "" : shortest(offset) + " + (") + both(system.c, system.d, i, x) + (offset == 0 ? "" : ")") +
            ";\n";
  }
  return text + "end " + modelica_name(name) + ";\n";
}

std::string mat_bytes(const LinearModel& system) {
  std::string out;
  put_matrix(out, "A", system.a);
  put_matrix(out, "B", system.b);
  put_matrix(out, "C", system.c);
  put_matrix(out, "D", system.d);
  if (system.discrete()) put_matrix(out, "Ts", MatrixXd::Constant(1, 1, *system.sample_time));
  return out;
}

}  // namespace sunder::reduce
