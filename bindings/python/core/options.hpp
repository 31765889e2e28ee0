// Options from a dict of Python: what is of a wrong type or not known is a TypeError, what makes no sense a ValueError.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulate/linearise.hpp"
#include "verbs/inputs.hpp"

namespace sunder::python {

class Options {
 public:
  explicit Options(pybind11::dict values) : values_(std::move(values)) {}

  /// Empty where nothing, or None, is given; as all that follow.
  std::optional<double> number(const char* key);
  std::optional<std::size_t> count(const char* key);
  std::string text(const char* key, const std::string& otherwise = {});
  bool flag(const char* key);
  std::optional<std::vector<std::string>> names(const char* key);
  std::vector<std::uint32_t> counts(const char* key);
  std::vector<std::pair<std::string, std::string>> texts(const char* key);
  std::vector<std::pair<std::string, double>> numbers(const char* key);
  /// "initial", "steady" or a time each.
  std::vector<simulate::PointRequest> points(const char* key);
  std::vector<verbs::Signal> signals(const char* key, verbs::Between between);

  /// The one of the choices whose name is given.
  template <class Choice>
  std::optional<Choice> choice(const char* key, const std::vector<std::pair<std::string, Choice>>& choices) {
    const pybind11::object value = find(key);
    if (value.is_none()) return std::nullopt;
    const std::string name = to_text(value, key);
    std::string known;
    for (const auto& [one, choice] : choices) {
      if (one == name) return choice;
      known += (known.empty() ? "'" : ", '") + one + "'";
    }
    throw pybind11::value_error(std::string(key) + " is one of " + known + ", not '" + name + "'");
  }

  /// After all were asked for.
  void refuse_others() const;

 private:
  pybind11::object find(const char* key);
  static std::string to_text(const pybind11::handle& value, const std::string& what);
  static double to_number(const pybind11::handle& value, const std::string& what);
  static std::size_t to_count(const pybind11::handle& value, const std::string& what);
  static std::vector<double> to_column(const pybind11::handle& value, const std::string& what);

  pybind11::dict values_;
  std::set<std::string> asked_;
};

}  // namespace sunder::python
