// Leaves of the instance tree: sizes, bindings and attributes, each worked out when first needed.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

ir::LeafAttributes& Builder::attributes(ir::Instance& leaf) {
  if (leaf.given == nullptr) leaf.given = &tree_->attributes.emplace_back();
  return *leaf.given;
}

bool Builder::ensure_sizes(ir::Instance& leaf) {
  Pending& own = pending(leaf);
  if (own.sized == Pending::State::done) return leaf.base != ir::BaseType::error;
  if (own.sizes.empty()) {
    own.sized = Pending::State::done;
    return true;
  }
  if (own.sized == Pending::State::working) {
    if (!leaf.dimensions.empty()) return true;  // A[:, size(A, 1)]: those that are known so far
    error(Code::E0210, leaf.span, "the size of '" + path_of(leaf) + "' depends on itself");
    return false;
  }
  constexpr int deepest = 200;  // each level takes a piece of the stack
  if (size_depth_ >= deepest) {
    error(Code::E0203, leaf.span, "sizes that depend on each other over more than 200 arrays are not supported");
    return false;
  }
  ++size_depth_;
  own.sized = Pending::State::working;
  std::vector<std::int64_t> sizes(own.sizes.size(), ir::open_size);
  bool good = true;
  // those that come from the value first: others may be written by them
  for (const bool from_value : {true, false})
    for (std::size_t d = 0; d < own.sizes.size() && good; ++d) {
      if ((own.sizes[d].first->kind == ast::ExpressionKind::colon) != from_value) continue;
      good = find_size(leaf, d, *own.sizes[d].first, own.sizes[d].second, sizes[d]);
      if (good && sizes.size() > 1) leaf.dimensions = arena().copy(sizes);
    }
  if (good && ir::element_count(sizes) > ir::largest_count) {
    error(Code::E0305, leaf.span, "'" + path_of(leaf) + "' has more than 100 million elements");
    good = false;
  }
  if (good)
    leaf.dimensions = arena().copy(sizes);
  else
    leaf.base = ir::BaseType::error;  // diagnosed: uses of it stay silent
  own.sized = Pending::State::done;
  --size_depth_;
  return good;
}

std::optional<std::int64_t> Builder::size_value(const ast::Expression& size, Scope scope, const ir::Instance& leaf) {
  const std::string of = path_of(leaf);
  const ir::Expression* resolved = Resolver(*this, scope).resolve(size);
  if (resolved->type.base == ir::BaseType::error) return std::nullopt;
  if (resolved->kind == ir::ExpressionKind::array && resolved->text == "type")  // Boolean, or an enumeration
    return static_cast<std::int64_t>(resolved->operands.size());
  if (resolved->type.base != ir::BaseType::integer || !resolved->type.is_scalar()) {
    error(Code::E0204, size.span, "a size must be an Integer, not " + print(resolved->type));
    return std::nullopt;
  }
  bool circular = false;  // A[:, size(A, 2)]: one that is not known yet
  ir::walk(*resolved, [&](const ir::Expression& e) {
    const bool own = e.kind == ir::ExpressionKind::builtin && e.builtin == ir::Builtin::size &&
                     e.operands[0]->kind == ir::ExpressionKind::variable && e.operands[0]->variable == &leaf;
    if (!own || circular) return;
    const auto which = e.operands.size() > 1 ? evaluate(*e.operands[1], "") : std::nullopt;
    const auto d = which ? static_cast<std::size_t>(which->number()) : 0;
    circular = d < 1 || d > leaf.dimensions.size() || leaf.dimensions[d - 1] == ir::open_size;
  });
  if (circular) {
    error(Code::E0210, size.span, "the size of '" + of + "' depends on itself");
    return std::nullopt;
  }
  const auto value = evaluate(*resolved, "the size of '" + of + "'");
  if (!value) return std::nullopt;
  if (value->number() < 0 || value->number() > static_cast<double>(ir::largest_count)) {
    error(Code::E0205, size.span,
          "the size of '" + of + "' is " + shortest(value->number()) + ": it must be between 0 and 100 million");
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value->number());
}

bool Builder::find_size(ir::Instance& leaf, std::size_t d, const ast::Expression& size, Scope scope,
                        std::int64_t& found) {
  if (size.kind == ast::ExpressionKind::colon) {
    const Mod* mod = pending(leaf).mod;
    const ir::Expression* binding = has_value(mod) ? value_of(mod->value) : nullptr;
    if (binding == nullptr && mod != nullptr) {  // an array of components takes its size from what its parts are given
      for (const auto& [name, inner] : mod->inner) {
        if (binding != nullptr || !has_value(inner) || inner->each || inner->value.each) continue;
        const ir::Expression* part = value_of(inner->value);  // not the one unit that a type gives to all elements
        if (part->type.base == ir::BaseType::error || part->type.dimensions.size() > d) binding = part;
      }
    }
    if (binding == nullptr && leaf.is_package_constant && leaf.parent != nullptr && leaf.parent->is_record &&
        leaf.parent->parent == nullptr) {
      found = ir::open_size;
      return true;
    }
    if (binding != nullptr && binding->type.base == ir::BaseType::error) return false;
    if (binding == nullptr || binding->type.dimensions.size() <= d) {
      error(Code::E0208, size.span,
            "the size of '" + path_of(leaf) + "' cannot be taken from its value: " +
                (binding == nullptr ? "it has none" : "that is " + print(binding->type)));
      return false;
    }
    found = binding->type.dimensions[d];
    return true;
  }
  const auto value = size_value(size, scope, leaf);
  if (!value) return false;
  found = *value;
  return true;
}

ir::Expression* Builder::value_of(const ModValue& value) {
  Resolver resolver(*this, value.scope);
  ir::Expression*& known = values_known_[{value.expression, value.scope.classes, value.scope.instance}];
  if (known == nullptr) {
    ir::Expression* made = resolver.resolve(*value.expression);
    values_known_[{value.expression, value.scope.classes, value.scope.instance}] = made;
    known = made;
  }
  ir::Expression* at = values_known_[{value.expression, value.scope.classes, value.scope.instance}];
  for (const Step& step : value.steps) {
    if (at->type.is_error()) return at;
    if (!step.field.empty()) {
      at = resolver.field(at, step.field, value.expression->span);
      continue;
    }
    if (step.if_there &&
        !std::ranges::equal(
            std::span(at->type.dimensions).first(std::min(at->type.dimensions.size(), step.sizes.size())), step.sizes))
      continue;
    if (at->type.dimensions.size() < step.subscripts.size()) {
      error(Code::E0205, value.expression->span,
            "this is one value for the elements of an array: " + print(at->type) + " has too few dimensions")
          .help = "write 'each' in front of the modifier if it is meant for every element";
      return resolver.failed(value.expression->span);
    }
    std::vector<ir::Subscript> subscripts;
    for (std::size_t d = 0; d < step.subscripts.size(); ++d) {
      const std::int64_t size = at->type.dimensions[d];
      if (size != ir::open_size && step.subscripts[d] > size) {
        error(Code::E0205, value.expression->span,
              "there are more elements than the modifier has values: " + print(at->type));
        return resolver.failed(value.expression->span);
      }
      if (size != ir::open_size && d < step.sizes.size() && size > step.sizes[d]) {
        // told once, for the first of the elements
        if (std::ranges::all_of(step.subscripts, [](std::int64_t subscript) { return subscript == 1; }))
          error(Code::E0205, value.expression->span,
                "the modifier has more values than there are elements: " + print(at->type) + " for " +
                    std::to_string(step.sizes[d]));
        return resolver.failed(value.expression->span);
      }
      subscripts.push_back(
          {resolver.number(static_cast<double>(step.subscripts[d]), ir::BaseType::integer, value.expression->span)});
    }
    at = resolver.indexed(at, std::move(subscripts), value.expression->span);
  }
  return at;
}

const ir::Expression* Builder::binding_of(const ir::Instance& variable) {
  auto& leaf = const_cast<ir::Instance&>(variable);  // NOLINT: the builder owns the instances
  if (pending(leaf).bound == Pending::State::untouched) resolve_binding(leaf);
  static const ir::Expression wrong{};
  return variable.binding == nullptr && has_value(pending(leaf).mod) ? &wrong : variable.binding;
}

bool Builder::is_being_resolved(const ir::Instance& variable) const {
  return pending_[variable.number].bound == Pending::State::working;
}

void Builder::resolve_binding(ir::Instance& leaf) {
  Pending& own = pending(leaf);
  own.bound = Pending::State::working;
  if (has_value(own.mod)) {
    ir::Expression* value = value_of(own.mod->value);
    const bool each = own.mod->each || own.mod->value.each;
    if (ensure_sizes(leaf) && check_assignable(*this, leaf.type(), *value, "'" + path_of(leaf) + "'", each)) {
      leaf.binding = value;
      leaf.binding_span = own.mod->value.expression->span;
    }
  }
  for (std::size_t i = 0; i < own.elements.size(); ++i)
    if (ensure_sizes(leaf)) set_element(leaf, *own.elements[i]);
  // start serves as the value of a parameter without binding: the evaluator may ask for it right now
  if (const Mod* start = child(own.mod, "start");
      has_value(start) && !has_value(own.mod) && leaf.variability <= ir::Variability::parameter && ensure_sizes(leaf))
    attributes(leaf).start = {attribute_value(leaf, "start", *start, leaf.base), start->span};
  own.bound = Pending::State::done;
}

namespace {

/// The place of the element "k[2,3]" among all, row-major; empty: there is none.
std::optional<std::size_t> element_named(std::string_view path, std::span<const std::int64_t> dimensions) {
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
          "'" + path_of(leaf) + "' is " +
              (leaf.is_final ? "final and cannot be modified" : "protected and cannot be modified from outside"))
        .notes.push_back({"declared here", leaf.span});
    return;
  }
  const std::optional<std::size_t> element = element_named(given.path, leaf.dimensions);
  if (!element) {
    error(Code::E0005, given.span, "the model has no parameter '" + given.path + "'")
        .notes.push_back({"'" + path_of(leaf) + "' is " + print(leaf.type()), leaf.span});
    return;
  }
  ir::Expression* value = Resolver(*this, {&classes_.root(), tree_->root}).resolve(*given.value);
  if (check_assignable(*this, leaf.type().with({}), *value, "'" + given.path + "'", false))
    attributes(leaf).element_values.push_back({*element, value, given.span});
}

/// A binding may vary no more than what it gives a value to.
void Builder::check_variability(const ir::Instance& leaf) {
  if (leaf.binding == nullptr || leaf.binding->type.is_error()) return;
  const ir::Variability given = variability_of(*leaf.binding);
  if (given <= leaf.variability) return;
  if (leaf.variability > ir::Variability::parameter && leaf.base == ir::BaseType::real &&
      leaf.variability != ir::Variability::discrete)
    return;
  if (leaf.variability <= ir::Variability::parameter) return;  // said with names where values are ordered
}

void Builder::finish_leaf(ir::Instance& leaf) {
  if (leaf.base == ir::BaseType::error || leaf.is_absent) return;
  Pending& own = pending(leaf);
  if (own.bound == Pending::State::untouched) resolve_binding(leaf);
  if (leaf.base == ir::BaseType::object || leaf.base == ir::BaseType::clock) return;
  set_attributes(leaf);
  check_variability(leaf);
  const bool constant = leaf.variability == ir::Variability::parameter || leaf.variability == ir::Variability::constant;
  if (!constant || leaf.binding != nullptr || has_value(own.mod)) return;
  const ir::LeafAttributes& given = leaf.attributes();
  if (given.fixed.value != nullptr) {
    const auto fixed = evaluate(*given.fixed.value, "");
    if (fixed && fixed->number() == 0) return;  // found by the initial equations
  }
  if (ir::element_count(leaf.dimensions) == 0) return;
  if (leaf.variability == ir::Variability::constant ||
      (leaf.base == ir::BaseType::string && given.start.value == nullptr)) {
    error(Code::E0211, leaf.span, "'" + path_of(leaf) + "' has no value");
    return;
  }
  const std::string zero = leaf.base == ir::BaseType::boolean ? "false" : "0";
  const std::string shown = given.start.value != nullptr ? print(*given.start.value) : zero;
  warning(Code::W0201, leaf.span,
          "parameter '" + path_of(leaf) + "' has no value; its start value " + shown + " is used");
}

// ---------------------------------------------------------------- attributes

ir::Expression* Builder::attribute_value(ir::Instance& leaf, const char* name, const Mod& given, ir::BaseType base) {
  ir::Expression* value = value_of(given.value);
  ir::Type type = leaf.type();
  if (base != leaf.base) type = {base, leaf.dimensions};
  if (!check_assignable(*this, type, *value, std::string(name) + " of '" + path_of(leaf) + "'", true)) return nullptr;
  if (!given.each && !given.value.each && !given.value.inherited && !leaf.dimensions.empty() && value->type.is_scalar())
    warning(Code::W0202, given.span,
            "one value of " + std::string(name) + " for the whole array '" + path_of(leaf) + "'")
        .help = "write 'each " + std::string(name) + "' if it is meant for every element";
  return value;
}

void Builder::set_text_attribute(std::string_view& target, const char* name, const Mod* mod, const ir::Instance& leaf) {
  const Mod* given = child(mod, name);
  if (!has_value(given)) return;
  const ir::Expression* value = value_of(given->value);
  if (value->type.base == ir::BaseType::error) return;
  const std::string what = std::string(name) + " of '" + path_of(leaf) + "'";
  if (value->type.base != ir::BaseType::string) {
    error(Code::E0204, given->value.expression->span, what + " must be a String, not " + print(value->type));
    return;
  }
  if (value->kind == ir::ExpressionKind::string) {  // what types say is the same for thousands of variables
    target = value->text;
    return;
  }
  const auto text = evaluate(*value, what);
  if (!text || text->strings.empty()) return;
  target = arena().copy(std::string_view(text->strings.front()));
}

void Builder::check_attribute_names(const ir::Instance& leaf, const Mod* mod) {
  if (mod == nullptr) return;
  // by base type: Real has all of them, Boolean and String only the last three
  static const std::vector<std::string> all = {"unit", "displayUnit", "nominal", "stateSelect", "unbounded",
                                               "min",  "max",         "fixed",   "quantity",    "start"};
  std::size_t begin = 7;
  if (leaf.base == ir::BaseType::real) begin = 0;
  if (leaf.base == ir::BaseType::integer || leaf.base == ir::BaseType::enumeration) begin = 5;
  for (const auto& [name, inner] : mod->inner) {
    if (std::find(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end(), name) != all.end()) continue;
    const std::vector<std::string> known(all.begin() + static_cast<std::ptrdiff_t>(begin), all.end());
    const std::vector<std::string> near = closest(name, known);
    error(Code::E0206, inner->name_span.valid() ? inner->name_span : inner->span,
          print(leaf.type().with({})) + " variables have no attribute '" + std::string(name) + "'")
        .help = near.empty() ? "the attributes are " + enumerated(known) : "did you mean '" + near.front() + "'?";
  }
}

void Builder::set_attributes(ir::Instance& leaf) {
  const Mod* mod = pending(leaf).mod;
  if (mod == nullptr || mod->inner.empty()) return;
  check_attribute_names(leaf, mod);
  ir::LeafAttributes& given = attributes(leaf);
  const auto expression = [&](const char* name, ir::InstanceAttribute& target, ir::BaseType base) {
    const Mod* one = child(mod, name);
    if (!has_value(one) || target.span.valid()) return;  // start may be there already
    target = {attribute_value(leaf, name, *one, base), one->span};
  };
  expression("start", given.start, leaf.base);
  expression("fixed", given.fixed, ir::BaseType::boolean);
  expression("nominal", given.nominal, leaf.base);
  expression("min", given.minimum, leaf.base);
  expression("max", given.maximum, leaf.base);
  set_text_attribute(given.unit, "unit", mod, leaf);
  set_text_attribute(given.display_unit, "displayUnit", mod, leaf);
  set_text_attribute(given.quantity, "quantity", mod, leaf);
  set_state_select(leaf, mod);
}

void Builder::set_state_select(ir::Instance& leaf, const Mod* mod) {
  const Mod* select = child(mod, "stateSelect");
  if (!has_value(select)) return;
  const ir::Expression* value = value_of(select->value);
  if (value->type.base == ir::BaseType::error) return;
  const std::string what = "stateSelect of '" + path_of(leaf) + "'";
  const bool fits = value->type.base == ir::BaseType::enumeration && value->type.enumeration != nullptr &&
                    value->type.enumeration->name == "StateSelect";
  if (!fits) {
    error(Code::E0204, select->value.expression->span,
          what + " must be one of StateSelect.never, avoid, default, prefer and always");
    return;
  }
  const auto chosen = evaluate(*value, what);
  if (!chosen) return;
  attributes(leaf).state_select = static_cast<ir::StateSelect>(static_cast<int>(chosen->numbers.front()) - 1);
}

}  // namespace sunder::instantiate
