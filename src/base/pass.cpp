#include "base/pass.hpp"

#include <stdexcept>

#include "base/text.hpp"

namespace sunder {
namespace {

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void check_optional(const std::vector<PassInfo>& passes, const std::vector<std::string>& without) {
  std::vector<std::string> optional;
  for (const PassInfo& pass : passes)
    if (pass.optional) optional.emplace_back(pass.id);
  for (const std::string& id : without)
    if (!contains(optional, id))
      throw std::invalid_argument("no optional pass '" + id + "'; these can be left out: " + enumerated(optional));
}

}  // namespace

void check_passes(const std::vector<PassInfo>& passes, const std::vector<std::string_view>& products,
                  const std::vector<std::string_view>& given, const std::vector<std::string>& without) {
  check_optional(passes, without);
  std::vector<std::string_view> there = given;
  const auto refuse = [](const PassInfo& pass, const std::string& why) {
    throw std::logic_error("the pass '" + std::string(pass.id) + "' " + why);
  };
  for (const PassInfo& pass : passes) {
    if (contains(without, pass.id)) continue;
    for (const std::string_view need : pass.needs)
      if (!contains(there, need)) refuse(pass, "needs '" + std::string(need) + "', which no pass before it gives");
    for (const std::string_view product : pass.gives) {
      if (!contains(products, product)) refuse(pass, "gives '" + std::string(product) + "', which is not declared");
      if (contains(there, product)) refuse(pass, "gives '" + std::string(product) + "' again");
      there.push_back(product);
    }
  }
}

void check_contract(const PassInfo& pass, std::string_view product, const std::vector<std::string>& violations) {
  if (violations.empty()) return;
  throw std::logic_error("broken contract: '" + std::string(product) + "' after the pass '" + std::string(pass.id) +
                         "': " + violations.front());
}

}  // namespace sunder
