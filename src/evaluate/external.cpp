#include "evaluate/external.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>

#include "base/text.hpp"
#include "evaluate/external_files.hpp"
#include "evaluate/external_scan.hpp"
#include "evaluate/external_tables.hpp"
#include "evaluate/plain_values.hpp"
#include "runtime/random.h"

namespace sunder::evaluate {

using ir::BaseType;
using ir::Value;

namespace {

std::string lower(std::string value) {
  std::ranges::transform(value, value.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return value;
}

const std::map<std::string, Implementation, std::less<>>& table() {
  static const std::map<std::string, Implementation, std::less<>> all = {
      {"ModelicaStrings_length",
       [](const std::vector<Value>& a, std::vector<Value>& r, std::string&) {
         r.push_back(integer(static_cast<double>(string(a[0]).size())));
         return true;
       }},
      {"ModelicaStrings_substring",
       [](const std::vector<Value>& a, std::vector<Value>& r, std::string& message) {
         const auto first = static_cast<std::size_t>(a[1].number());
         const auto last = static_cast<std::size_t>(a[2].number());
         if (first < 1 || last > string(a[0]).size() || first > last) {
           message = "the part lies outside of the text";
           return false;
         }
         r.push_back(text(string(a[0]).substr(first - 1, last - first + 1)));
         return true;
       }},
      {"ModelicaStrings_compare",
       [](const std::vector<Value>& a, std::vector<Value>& r, std::string&) {
         const bool exact = a.size() < 3 || a[2].number() != 0;
         const int order =
             exact ? string(a[0]).compare(string(a[1])) : lower(string(a[0])).compare(lower(string(a[1])));
         r.push_back(Value::scalar(BaseType::enumeration, order < 0 ? 1 : order == 0 ? 2 : 3));
         return true;
       }},
      {"ModelicaStrings_skipWhiteSpace",
       [](const std::vector<Value>& a, std::vector<Value>& r, std::string&) {
         std::size_t at = a.size() > 1 ? static_cast<std::size_t>(a[1].number()) : 1;
         while (at <= string(a[0]).size() && std::isspace(static_cast<unsigned char>(string(a[0])[at - 1])) != 0) ++at;
         r.push_back(integer(static_cast<double>(at)));
         return true;
       }},
      {"ModelicaStrings_hashString",
       [](const std::vector<Value>& a, std::vector<Value>& r, std::string&) {
         // Partow's, which seeds of random numbers are made of: other tools must find the same
         std::uint32_t hash = 0xAAAAAAAAU;
         bool even = true;
         for (const char c : string(a[0])) {
           const auto byte = static_cast<std::uint32_t>(static_cast<unsigned char>(c));
           hash ^= even ? (hash << 7U) ^ (byte * (hash >> 3U)) : ~((hash << 11U) + (byte ^ (hash >> 5U)));
           even = !even;
         }
         r.push_back(integer(static_cast<double>(static_cast<std::int32_t>(hash))));
         return true;
       }},
      {"ModelicaInternal_getenv",
       [](const std::vector<Value>&, std::vector<Value>& r, std::string&) {
         r.push_back(text(""));
         r.push_back(boolean(false));
         return true;
       }},
      {"ModelicaInternal_print", [](const std::vector<Value>&, std::vector<Value>&, std::string&) { return true; }},
      {"ModelicaInternal_temporaryFileName",
       [](const std::vector<Value>&, std::vector<Value>& r, std::string&) {
         r.push_back(text("sunder.tmp"));
         return true;
       }},
      {"ModelicaError",
       [](const std::vector<Value>& a, std::vector<Value>&, std::string& message) {
         message = a.empty() ? "the function fails" : string(a[0]);
         return false;
       }},
  };
  return all;
}

/// Random numbers: the state goes in and comes out.
std::optional<bool> call_random(const ir::Function& function, const std::vector<Value>& a, std::vector<Value>& r) {
  double (*generator)(std::int32_t*) = nullptr;
  if (function.external == "ModelicaRandom_xorshift64star") generator = sunder_xorshift64star;
  if (function.external == "ModelicaRandom_xorshift128plus") generator = sunder_xorshift128plus;
  if (function.external == "ModelicaRandom_xorshift1024star") generator = sunder_xorshift1024star;
  if (generator == nullptr) return std::nullopt;
  std::vector<std::int32_t> state;
  for (const double one : a[0].numbers) state.push_back(static_cast<std::int32_t>(one));
  state.resize(33);
  r.push_back(Value::scalar(BaseType::real, generator(state.data())));
  Value next = a[0];
  for (std::size_t i = 0; i < next.numbers.size(); ++i) next.numbers[i] = state[i];
  r.push_back(std::move(next));
  return true;
}

}  // namespace

bool is_implemented(const std::string& external) {
  return table().contains(external) || external == "ModelicaInternal_fullPathName" || external == "loadResource" ||
         external.starts_with("ModelicaStandardTables_") || external.starts_with("ModelicaRandom_") ||
         external.starts_with("ModelicaFFT_") || reads_files(external) || scans_texts(external);
}

bool call_external(const ir::Function& function, const std::vector<Value>& arguments, const Libraries& libraries,
                   std::vector<Value>& results, std::string& message) {
  if (const auto done = call_table(function.external, arguments, results, message)) return *done;
  if (const auto done = call_random(function, arguments, results)) return *done;
  if (const auto done = call_file(function.external, arguments, results, message)) return *done;
  if (const auto done = call_scan(function.external, arguments, results, message)) return *done;
  if (function.external == "ModelicaInternal_fullPathName" || function.external == "loadResource") {
    const std::string& address = string(arguments[0]);
    constexpr std::string_view scheme = "modelica://";
    if (!address.starts_with(scheme)) {
      std::error_code none;
      const std::filesystem::path whole = std::filesystem::absolute(address, none).lexically_normal();
      results.push_back(function.external == "loadResource" || none ? arguments[0] : text(whole.string()));
      return true;
    }
    const std::string rest = address.substr(scheme.size());
    const std::size_t slash = rest.find('/');
    const std::string directory = libraries ? libraries(rest.substr(0, slash)) : std::string();
    if (directory.empty() || slash == std::string::npos) {
      message = "'" + address + "' is not found: its library is not stored in a directory";
      return false;
    }
    results.push_back(text(directory + rest.substr(slash)));
    return true;
  }
  const auto found = table().find(function.external);
  if (found == table().end()) {
    message = "the external function '" + function.external + "' is not among those that Sunder implements";
    return false;
  }
  return found->second(arguments, results, message);
}

}  // namespace sunder::evaluate
