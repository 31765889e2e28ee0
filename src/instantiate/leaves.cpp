// Leaves of the instance tree: sizes, bindings and attributes, each worked out when first needed.
#include <algorithm>

#include "base/text.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

bool Builder::ensure_sizes(ir::Instance& leaf) {
  const auto found = pending_.find(&leaf);
  if (found == pending_.end()) return true;
  // a copy of the requests: resolving may add leaves and move the map's entries
  auto* state = &found->second.sizes_state;
  if (*state == Pending::State::done) return true;
  if (*state == Pending::State::working) {
    error(Code::E0210, leaf.span, "the size of '" + leaf.path + "' depends on itself");
    return false;
  }
  *state = Pending::State::working;
  const std::vector<std::pair<const ast::Expression*, Place>> sizes = found->second.sizes;
  bool good = true;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const auto& [expression, place] = sizes[d];
    if (expression->kind == ast::ExpressionKind::colon) {
      const Modifier* given = value_of(pending_.at(&leaf).modifiers);
      const ir::Expression* binding =
          given != nullptr ? Resolver(*this, given->place).resolve(*given->modification->value) : nullptr;
      if (binding == nullptr || binding->type.dimensions.size() <= d) {
        error(Code::E0208, expression->span, "the size of '" + leaf.path + "' cannot be taken from its value");
        good = false;
        break;
      }
      leaf.dimensions.push_back(binding->type.dimensions[d]);
      continue;
    }
    const ir::Expression* size = Resolver(*this, place).resolve(*expression);
    if (size->type.base == ir::BaseType::error) {
      good = false;
      break;
    }
    if (size->type.base != ir::BaseType::integer || !size->type.is_scalar()) {
      error(Code::E0204, expression->span, "a size must be an Integer, not " + print(size->type));
      good = false;
      break;
    }
    const auto value = evaluate(*size, "the size of '" + leaf.path + "'");
    if (!value) {
      good = false;
      break;
    }
    constexpr double largest = 1e9;
    if (value->number() < 0 || value->number() > largest) {
      error(Code::E0205, expression->span, "the size of '" + leaf.path + "' is " + shortest(value->number()) +
                                               ": it must be between 0 and 1e9");
      good = false;
      break;
    }
    leaf.dimensions.push_back(static_cast<std::int64_t>(value->number()));
  }
  if (!good) {
    leaf.base = ir::BaseType::error;  // diagnosed: uses of it stay silent
    leaf.dimensions.clear();
  }
  pending_.at(&leaf).sizes_state = Pending::State::done;
  return good;
}

const ir::Expression* Builder::binding_of(const ir::Instance& variable) {
  const auto found = pending_.find(&variable);
  if (found != pending_.end() && found->second.binding_state == Pending::State::untouched)
    resolve_binding(const_cast<ir::Instance&>(variable), found->second);  // NOLINT: the builder owns the instances
  return variable.binding;
}

void Builder::resolve_binding(ir::Instance& leaf, Pending& pending) {
  pending.binding_state = Pending::State::working;
  const Modifiers modifiers = pending.modifiers;
  if (const Modifier* given = value_of(modifiers)) {
    ir::Expression* value = Resolver(*this, given->place).resolve(*given->modification->value);
    ensure_sizes(leaf);
    if (check_assignable(*this, leaf.type(), *value, "'" + leaf.path + "'", true)) {
      leaf.binding = value;
      leaf.binding_span = given->modification->value->span;
    }
  }
  // start serves as the value of a parameter without binding: the evaluator may ask for it right now
  if (const Modifier* start = value_of(for_child(modifiers, "start")); start != nullptr && leaf.start.value == nullptr) {
    ir::Expression* value = Resolver(*this, start->place).resolve(*start->modification->value);
    if (check_assignable(*this, leaf.type(), *value, "start of '" + leaf.path + "'", true)) leaf.start = {value, start->span};
  }
  pending_.at(&leaf).binding_state = Pending::State::done;
}

void Builder::finish_leaf(ir::Instance& leaf) {
  const auto found = pending_.find(&leaf);
  if (found == pending_.end() || leaf.base == ir::BaseType::error) return;
  if (found->second.binding_state == Pending::State::untouched) resolve_binding(leaf, found->second);
  set_attributes(leaf, pending_.at(&leaf));
  const bool constant = leaf.variability == ir::Variability::parameter || leaf.variability == ir::Variability::constant;
  if (!constant || leaf.binding != nullptr || value_of(pending_.at(&leaf).modifiers) != nullptr) return;
  if (leaf.variability == ir::Variability::constant || (leaf.base == ir::BaseType::string && leaf.start.value == nullptr)) {
    error(Code::E0211, leaf.span, "'" + leaf.path + "' has no value");
    return;
  }
  const std::string shown = leaf.start.value != nullptr ? print(*leaf.start.value) : "0";
  diagnostics_.warning(Code::W0201, leaf.span, "parameter '" + leaf.path + "' has no value; its start value " + shown + " is used");
}

void Builder::set_text_attribute(std::string& target, const Modifiers& modifiers, const ir::Instance& leaf) {
  const Modifier* given = value_of(modifiers);
  if (given == nullptr) return;
  const ir::Expression* value = Resolver(*this, given->place).resolve(*given->modification->value);
  if (value->type.base == ir::BaseType::error) return;
  if (value->type.base != ir::BaseType::string) {
    error(Code::E0204, given->modification->value->span, "this attribute of '" + leaf.path + "' must be a String, not " + print(value->type));
    return;
  }
  const auto text = evaluate(*value, "this attribute of '" + leaf.path + "'");
  if (text && !text->strings.empty()) target = text->strings.front();
}

void Builder::set_attributes(ir::Instance& leaf, const Pending& pending) {
  const Modifiers modifiers = pending.modifiers;
  static const std::vector<std::string> known = {"start", "fixed", "nominal", "min", "max", "unit", "displayUnit",
                                                 "quantity", "stateSelect", "unbounded"};
  for (const ast::Identifier& name : named_children(modifiers)) {
    if (std::find(known.begin(), known.end(), name.text) != known.end()) continue;
    const std::vector<std::string> near = closest(name.text, known);
    error(Code::E0206, name.span, print(ir::Type{leaf.base, {}}) + " variables have no attribute '" + std::string(name.text) + "'")
        .help = near.empty() ? "the attributes are " + enumerated(known) : "did you mean '" + near.front() + "'?";
  }
  for (const Span span : redeclarations(modifiers)) error(Code::E0203, span, "redeclarations are not supported yet");
  const auto expression = [&](const char* name, ir::InstanceAttribute& target, ir::BaseType base) {
    const Modifier* given = value_of(for_child(modifiers, name));
    if (given == nullptr || target.value != nullptr) return;
    ir::Expression* value = Resolver(*this, given->place).resolve(*given->modification->value);
    const ir::Type type{base, leaf.dimensions};
    if (check_assignable(*this, type, *value, std::string(name) + " of '" + leaf.path + "'", true)) target = {value, given->span};
  };
  expression("start", leaf.start, leaf.base);
  expression("fixed", leaf.fixed, ir::BaseType::boolean);
  expression("nominal", leaf.nominal, leaf.base);
  expression("min", leaf.minimum, leaf.base);
  expression("max", leaf.maximum, leaf.base);
  set_text_attribute(leaf.unit, for_child(modifiers, "unit"), leaf);
  set_text_attribute(leaf.display_unit, for_child(modifiers, "displayUnit"), leaf);
  set_text_attribute(leaf.quantity, for_child(modifiers, "quantity"), leaf);
  const Modifiers selects = for_child(modifiers, "stateSelect");
  if (const Modifier* select = value_of(selects)) {
    const ir::Expression* value = Resolver(*this, select->place).resolve(*select->modification->value);
    static const std::vector<std::string> names = {"never", "avoid", "default", "prefer", "always"};
    const auto which = std::find(names.begin(), names.end(), value->text);
    if (value->kind == ir::ExpressionKind::enumeration && which != names.end()) {
      leaf.state_select = static_cast<ir::StateSelect>(which - names.begin());
    } else if (value->type.base != ir::BaseType::error) {
      error(Code::E0204, select->modification->value->span, "stateSelect must be one of StateSelect." + enumerated(names));
    }
  }
}

}  // namespace sunder::instantiate
