// Leaves of the instance tree: sizes, bindings and attributes, each worked out when first needed.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

bool Builder::ensure_sizes(ir::Instance& leaf) {
  const auto found = pending_.find(&leaf);
  if (found == pending_.end() || found->second.sizes_state == Pending::State::done) return true;
  if (found->second.sizes_state == Pending::State::working) {
    error(Code::E0210, leaf.span, "the size of '" + leaf.path + "' depends on itself");
    return false;
  }
  constexpr int deepest = 200;  // each level takes a piece of the stack
  if (size_depth_ >= deepest) {
    error(Code::E0203, leaf.span, "sizes that depend on each other over more than 200 arrays are not supported");
    return false;
  }
  ++size_depth_;
  found->second.sizes_state = Pending::State::working;
  const auto sizes = found->second.sizes;  // a copy: resolving may add leaves and move the map's entries
  bool good = true;
  for (std::size_t d = 0; d < sizes.size() && good; ++d) good = add_size(leaf, d, *sizes[d].first, sizes[d].second);
  if (good && ir::element_count(leaf.dimensions) > ir::largest_count) {
    error(Code::E0305, leaf.span, "'" + leaf.path + "' has more than 100 million elements");
    good = false;
  }
  if (!good) {
    leaf.base = ir::BaseType::error;  // diagnosed: uses of it stay silent
    leaf.dimensions.clear();
  }
  pending_.at(&leaf).sizes_state = Pending::State::done;
  --size_depth_;
  return good;
}

bool Builder::add_size(ir::Instance& leaf, std::size_t d, const ast::Expression& size, Place place) {
  if (size.kind == ast::ExpressionKind::colon) {
    const Modifier* given = value_of(pending_.at(&leaf).modifiers);
    const ir::Expression* binding =
        given != nullptr ? Resolver(*this, given->place).resolve(*given->modification->value) : nullptr;
    if (binding != nullptr && binding->type.base == ir::BaseType::error) return false;
    if (binding == nullptr || binding->type.dimensions.size() <= d) {
      error(Code::E0208, size.span,
            "the size of '" + leaf.path + "' cannot be taken from its value: " +
                (binding == nullptr ? "it has none" : "that is " + print(binding->type)));
      return false;
    }
    leaf.dimensions.push_back(binding->type.dimensions[d]);
    return true;
  }
  const ir::Expression* resolved = Resolver(*this, place).resolve(size);
  if (resolved->type.base == ir::BaseType::error) return false;
  if (resolved->type.base != ir::BaseType::integer || !resolved->type.is_scalar()) {
    error(Code::E0204, size.span, "a size must be an Integer, not " + print(resolved->type));
    return false;
  }
  const auto value = evaluate(*resolved, "the size of '" + leaf.path + "'");
  if (!value) return false;
  if (value->number() < 0 || value->number() > static_cast<double>(ir::largest_count)) {
    error(Code::E0205, size.span,
          "the size of '" + leaf.path + "' is " + shortest(value->number()) + ": it must be between 0 and 100 million");
    return false;
  }
  leaf.dimensions.push_back(static_cast<std::int64_t>(value->number()));
  return true;
}

const ir::Expression* Builder::binding_of(const ir::Instance& variable) {
  const auto found = pending_.find(&variable);
  if (found != pending_.end() && found->second.binding_state == Pending::State::untouched)
    resolve_binding(const_cast<ir::Instance&>(variable), found->second);  // NOLINT: the builder owns the instances

  static const ir::Expression wrong;
  const auto after = pending_.find(&variable);
  const bool given = after != pending_.end() && value_of(after->second.modifiers) != nullptr;
  return variable.binding == nullptr && given ? &wrong : variable.binding;
}

bool Builder::is_being_resolved(const ir::Instance& variable) const {
  const auto found = pending_.find(&variable);
  return found != pending_.end() && found->second.binding_state == Pending::State::working;
}

void Builder::resolve_binding(ir::Instance& leaf, Pending& pending) {
  pending.binding_state = Pending::State::working;
  const Modifiers modifiers = pending.modifiers;
  if (const Modifier* given = value_of(modifiers)) {
    const ast::Expression& written = *given->modification->value;
    ir::Expression* value = Resolver(*this, given->place).resolve(written);
    if (ensure_sizes(leaf) && check_assignable(*this, leaf.type(), *value, "'" + leaf.path + "'", given->each)) {
      leaf.binding = value;
      leaf.binding_span = written.span;
    }
  }
  const std::vector<const Override*> elements = pending_.at(&leaf).elements;
  for (const Override* given : elements)
    if (ensure_sizes(leaf)) set_element(leaf, *given);
  // start serves as the value of a parameter without binding: the evaluator may ask for it right now
  const Modifiers starts = for_child(modifiers, "start");
  if (const Modifier* start = value_of(starts); start != nullptr && ensure_sizes(leaf))
    leaf.start = {attribute_value(leaf, "start", *start, leaf.base), start->span};
  pending_.at(&leaf).binding_state = Pending::State::done;
}

namespace {

/// The place of the element "k[2,3]" among all, row-major; empty: there is none.
std::optional<std::size_t> element_named(std::string_view path, const std::vector<std::int64_t>& dimensions) {
  std::string_view rest = path.substr(path.rfind('[') + 1);
  std::size_t element = 0;
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    const std::size_t end = rest.find(d + 1 < dimensions.size() ? ',' : ']');
    const std::optional<double> subscript = end < rest.size() ? number_in(rest.substr(0, end)) : std::nullopt;
    if (!subscript || *subscript != std::floor(*subscript) || *subscript < 1 ||
        *subscript > static_cast<double>(dimensions[d]))
      return std::nullopt;
    element = element * static_cast<std::size_t>(dimensions[d]) + static_cast<std::size_t>(*subscript) - 1;
    rest.remove_prefix(end + 1);
  }
  return rest.empty() && !dimensions.empty() ? std::optional(element) : std::nullopt;
}

}  // namespace

void Builder::set_element(ir::Instance& leaf, const Override& given) {
  if (leaf.variability != ir::Variability::parameter) return;  // diagnosed in check_overrides
  if (leaf.is_final || leaf.is_protected) {
    error(Code::E0212, given.span,
          "'" + leaf.path + "' is " +
              (leaf.is_final ? "final and cannot be modified" : "protected and cannot be modified from outside"))
        .notes.push_back({"declared here", leaf.span});
    return;
  }
  const std::optional<std::size_t> element = element_named(given.path, leaf.dimensions);
  if (!element) {
    error(Code::E0005, given.span, "the model has no parameter '" + given.path + "'")
        .notes.push_back({"'" + leaf.path + "' is " + print(leaf.type()), leaf.span});
    return;
  }
  ir::Expression* value = Resolver(*this, {tree_->root.get(), &classes_.root()}).resolve(*given.value);
  if (check_assignable(*this, {leaf.base, {}}, *value, "'" + given.path + "'", false))
    leaf.element_values.push_back({*element, value, given.span});
}

void Builder::finish_leaf(ir::Instance& leaf) {
  const auto found = pending_.find(&leaf);
  if (found == pending_.end() || leaf.base == ir::BaseType::error) return;
  if (found->second.binding_state == Pending::State::untouched) resolve_binding(leaf, found->second);
  set_attributes(leaf, pending_.at(&leaf));
  const bool constant = leaf.variability == ir::Variability::parameter || leaf.variability == ir::Variability::constant;
  if (!constant || leaf.binding != nullptr || value_of(pending_.at(&leaf).modifiers) != nullptr) return;
  if (leaf.variability == ir::Variability::constant ||
      (leaf.base == ir::BaseType::string && leaf.start.value == nullptr)) {
    error(Code::E0211, leaf.span, "'" + leaf.path + "' has no value");
    return;
  }
  const std::string zero = leaf.base == ir::BaseType::boolean ? "false" : "0";
  const std::string shown = leaf.start.value != nullptr ? print(*leaf.start.value) : zero;
  warning(Code::W0201, leaf.span, "parameter '" + leaf.path + "' has no value; its start value " + shown + " is used");
}

// ---------------------------------------------------------------- attributes

ir::Expression* Builder::attribute_value(ir::Instance& leaf, const char* name, const Modifier& given,
                                         ir::BaseType base) {
  const ast::Expression& written = *given.modification->value;
  ir::Expression* value = Resolver(*this, given.place).resolve(written);
  const ir::Type type{base, leaf.dimensions};
  if (!check_assignable(*this, type, *value, std::string(name) + " of '" + leaf.path + "'", true)) return nullptr;
  if (!given.each && !leaf.dimensions.empty() && value->type.is_scalar())
    warning(Code::W0202, given.span, "one value of " + std::string(name) + " for the whole array '" + leaf.path + "'")
        .help = "write 'each " + std::string(name) + "' if it is meant for every element";
  return value;
}

void Builder::set_text_attribute(std::string& target, const char* name, const Modifiers& modifiers,
                                 const ir::Instance& leaf) {
  const Modifiers inner = for_child(modifiers, name);
  check_final(inner, std::string(name) + " of '" + leaf.path + "'");
  const Modifier* given = value_of(inner);
  if (given == nullptr) return;
  const ir::Expression* value = Resolver(*this, given->place).resolve(*given->modification->value);
  if (value->type.base == ir::BaseType::error) return;
  const std::string what = std::string(name) + " of '" + leaf.path + "'";
  if (value->type.base != ir::BaseType::string) {
    error(Code::E0204, given->modification->value->span, what + " must be a String, not " + print(value->type));
    return;
  }
  const auto text = evaluate(*value, what);
  if (!text) return;
  if (!text->dimensions.empty()) {
    error(Code::E0203, given->modification->value->span,
          "different texts for the elements of an array are not supported yet");
    return;
  }
  target = text->strings.front();
}

void Builder::check_attribute_names(const ir::Instance& leaf, const Modifiers& modifiers) {
  // by base type: Real has all of them, String only the last two
  static const std::vector<std::string> all = {"unit", "displayUnit", "nominal", "stateSelect", "unbounded",
                                               "min",  "max",         "fixed",   "quantity",    "start"};
  const std::size_t begin = leaf.base == ir::BaseType::real      ? 0
                            : leaf.base == ir::BaseType::integer ? 5
                            : leaf.base == ir::BaseType::boolean ? 7
                                                                 : 8;
  const std::vector<std::string> known(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end());
  for (const ast::Identifier& name : named_children(modifiers)) {
    if (std::find(known.begin(), known.end(), name.text) != known.end()) continue;
    const std::vector<std::string> near = closest(name.text, known);
    error(Code::E0206, name.span,
          print(ir::Type{leaf.base, {}}) + " variables have no attribute '" + std::string(name.text) + "'")
        .help = near.empty() ? "the attributes are " + enumerated(known) : "did you mean '" + near.front() + "'?";
  }
}

void Builder::set_attributes(ir::Instance& leaf, const Pending& pending) {
  const Modifiers modifiers = pending.modifiers;
  check_repeated(modifiers);
  check_attribute_names(leaf, modifiers);
  for (const Span span : redeclarations(modifiers)) error(Code::E0203, span, "redeclarations are not supported yet");
  const auto expression = [&](const char* name, ir::InstanceAttribute& target, ir::BaseType base) {
    const Modifiers inner = for_child(modifiers, name);
    check_final(inner, std::string(name) + " of '" + leaf.path + "'");
    const Modifier* given = value_of(inner);
    if (given == nullptr || target.span.valid()) return;  // start may be there already
    target = {attribute_value(leaf, name, *given, base), given->span};
  };
  expression("start", leaf.start, leaf.base);
  expression("fixed", leaf.fixed, ir::BaseType::boolean);
  expression("nominal", leaf.nominal, leaf.base);
  expression("min", leaf.minimum, leaf.base);
  expression("max", leaf.maximum, leaf.base);
  set_text_attribute(leaf.unit, "unit", modifiers, leaf);
  set_text_attribute(leaf.display_unit, "displayUnit", modifiers, leaf);
  set_text_attribute(leaf.quantity, "quantity", modifiers, leaf);
  set_state_select(leaf, modifiers);
}

void Builder::set_state_select(ir::Instance& leaf, const Modifiers& modifiers) {
  const Modifiers inner = for_child(modifiers, "stateSelect");
  check_final(inner, "stateSelect of '" + leaf.path + "'");
  const Modifier* select = value_of(inner);
  if (select == nullptr) return;
  const ir::Expression* value = Resolver(*this, select->place).resolve(*select->modification->value);
  if (value->type.base == ir::BaseType::error) return;
  static const std::vector<std::string> names = {"never", "avoid", "default", "prefer", "always"};
  const std::string what = "stateSelect of '" + leaf.path + "'";
  std::optional<ir::Value> chosen;
  if (value->type.base == ir::BaseType::enumeration) {
    chosen = evaluate(*value, what);
    if (!chosen) return;
  }
  const auto which = chosen && chosen->dimensions.empty()
                         ? std::find(names.begin(), names.end(), chosen->strings.front())
                         : names.end();
  if (which == names.end()) {
    error(Code::E0204, select->modification->value->span, what + " must be one of StateSelect." + enumerated(names));
  } else {
    leaf.state_select = static_cast<ir::StateSelect>(which - names.begin());
  }
}

}  // namespace sunder::instantiate
