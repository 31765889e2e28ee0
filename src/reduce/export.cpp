#include "reduce/export.hpp"

#include <algorithm>
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

std::string modelica_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
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

std::string modelica_text(const LinearSystem& system, const std::string& name, const std::string& description,
                          const Offsets& offsets) {
  const Eigen::Index n = system.order();
  const auto m = static_cast<Eigen::Index>(system.inputs.size());
  const bool discrete = system.discrete();
  // names of our own that no input or output has
  const auto free_name = [&](std::string wanted) {
    const auto taken = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), wanted) != names.end();
    };
    while (taken(system.inputs) || taken(system.outputs)) wanted += "_";
    return wanted;
  };
  const std::string state = free_name("reduced_state");
  const std::string sampled = free_name("sampled_input");
  const auto element = [](const std::string& array, Eigen::Index i) {
    return array + "[" + std::to_string(i + 1) + "]";
  };

  std::string text = "model " + modelica_name(name) + " " + modelica_string(description) + "\n";
  std::vector<std::string> inputs;
  for (Eigen::Index i = 0; i < m; ++i) {
    const std::string one = modelica_name(system.inputs[static_cast<std::size_t>(i)]);
    text += "  input Real " + one + "(start = " + shortest(at(offsets.inputs, i)) + ");\n";
    inputs.push_back(shifted(one, at(offsets.inputs, i)));
  }
  for (const std::string& output : system.outputs) text += "  output Real " + modelica_name(output) + ";\n";
  const auto declare = [&](const std::string& array, Eigen::Index count) {
    if (count > 0)
      text += (discrete ? "  discrete Real " : "  Real ") + array + "[" + std::to_string(count) +
              "](each start = 0, each fixed = true);\n";
  };
  declare(state, n);
  if (discrete) declare(sampled, m);

  std::vector<std::string> x, old_x, u, old_u;
  for (Eigen::Index i = 0; i < n; ++i) {
    x.push_back(element(state, i));
    old_x.push_back("pre(" + x.back() + ")");
  }
  for (Eigen::Index i = 0; i < m; ++i) {
    u.push_back(element(sampled, i));
    old_u.push_back("pre(" + u.back() + ")");
  }
  const auto both = [&](const MatrixXd& a, const MatrixXd& b, Eigen::Index row, const std::vector<std::string>& first,
                        const std::vector<std::string>& second) {
    const std::string left = n > 0 ? modelica_sum(a.row(row), first) : "0";
    const std::string right = modelica_sum(b.row(row), second);
    if (right == "0") return left;
    if (left == "0") return right;
    return left + (right.front() == '-' ? " - " + right.substr(1) : " + " + right);
  };
  text += "equation\n";
  if (discrete && n + m > 0) {
    // x[k + 1] is made of what was at sample k: the state then, and the input then
    text += "  when sample(0, " + shortest(*system.sample_time) + ") then\n";
    for (Eigen::Index i = 0; i < n; ++i)
      text += "    " + x[static_cast<std::size_t>(i)] + " = " + both(system.a, system.b, i, old_x, old_u) + ";\n";
    for (Eigen::Index i = 0; i < m; ++i)
      text += "    " + u[static_cast<std::size_t>(i)] + " = " + inputs[static_cast<std::size_t>(i)] + ";\n";
    text += "  end when;\n";
  } else {
    for (Eigen::Index i = 0; i < n; ++i)
      text += "  der(" + x[static_cast<std::size_t>(i)] + ") = " + both(system.a, system.b, i, x, inputs) + ";\n";
  }
  for (Eigen::Index i = 0; i < system.c.rows(); ++i) {
    const double offset = at(offsets.outputs, i);
    text += "  " + modelica_name(system.outputs[static_cast<std::size_t>(i)]) + " = " +
            (offset == 0 ? "" : shortest(offset) + " + (") + both(system.c, system.d, i, x, discrete ? u : inputs) +
            (offset == 0 ? "" : ")") + ";\n";
  }
  return text + "end " + modelica_name(name) + ";\n";
}

std::string mat_bytes(const LinearSystem& system) {
  std::string out;
  put_matrix(out, "A", system.a);
  put_matrix(out, "B", system.b);
  put_matrix(out, "C", system.c);
  put_matrix(out, "D", system.d);
  if (system.discrete()) put_matrix(out, "Ts", MatrixXd::Constant(1, 1, *system.sample_time));
  return out;
}

}  // namespace sunder::reduce
