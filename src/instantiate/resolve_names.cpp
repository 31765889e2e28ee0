// Names: loop variables, variables of functions, components and their parts, constants and literals of classes.
#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

void Resolver::unknown_name(const ast::Expression& e) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  const std::string first(parts[0].name.text);
  std::vector<std::string> names{"time"};
  for (const Iterator& one : iterators_) names.emplace_back(one.name);
  if (locals_ != nullptr)
    for (const auto& [name, local] : *locals_) names.emplace_back(name);
  if (scope_.classes != nullptr)
    for (std::string& name : builder_.classes().element_names(*scope_.classes)) names.push_back(std::move(name));
  std::vector<std::string_view> all;
  for (const ast::ReferencePart& part : parts) all.push_back(part.name.text);
  builder_.unknown(Code::E0201, e.span, all, *scope_.classes, "unknown name '" + first + "'", suggestion(first, names));
}

Expression* Resolver::reference(const ast::Expression& e) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  const std::string_view first = parts[0].name.text;
  ClassTable& classes = builder_.classes();
  if (!e.reference.global) {
    const auto it =
        std::find_if(iterators_.rbegin(), iterators_.rend(), [&](const auto& s) { return s.name == first; });
    if (it != iterators_.rend() && it->item != nullptr) {
      Expression* own = make(it->item->kind, e.span, it->item->type);  // each use has its own place
      *own = *it->item;
      own->span = e.span;
      return parts.size() == 1 && parts[0].subscripts.empty() ? own : from_expression(e, own, 0);
    }
    if (it != iterators_.rend()) {
      if (parts.size() > 1 || !parts[0].subscripts.empty()) {
        builder_.error(Code::E0205, e.span, "the loop variable '" + std::string(first) + "' is not an array");
        return failed(e.span);
      }
      if (it->symbol == nullptr) {
        Expression* known = number(it->value, it->type.base, e.span);
        known->type = it->type;
        if (it->type.base == BaseType::enumeration) {
          known->kind = ExpressionKind::enumeration;
          known->text = it->type.enumeration->literals[static_cast<std::size_t>(it->value) - 1];
        }
        return known;
      }
      Expression* out = make(ExpressionKind::iterator, e.span, it->type);
      out->iterator = it->symbol;
      return out;
    }
    if (locals_ != nullptr) {
      const auto local = locals_->find(first);
      if (local != locals_->end()) return from_expression(e, local->second, 0);
    }
    if (scope_.instance != nullptr && scope_.classes == &classes.root() && scope_.instance->parent == nullptr) {
      if (ir::Instance* own = builder_.child_of(*scope_.instance, first)) return from_instance(e, *own, 0);
    }
  }
  if (parts.size() == 1 && first == "time" && parts[0].subscripts.empty()) {
    const Found shadow = classes.lookup(first, *scope_.classes);
    if (!shadow.found()) {
      const ast::ClassKind kind = scope_.classes->kind();
      if (scope_.classes->syntax != nullptr && (kind == ast::ClassKind::record || kind == ast::ClassKind::connector)) {
        builder_.error(Code::E0201, e.span, "records and connectors do not know the time");
        return failed(e.span);
      }
      if (in_function()) {
        builder_.error(Code::E0201, e.span, "a function does not know the time: make it an input");
        return failed(e.span);
      }
      return make(ExpressionKind::time, e.span, {BaseType::real, {}});
    }
  }
  Found found = classes.lookup(first, e.reference.global ? classes.root() : *scope_.classes);
  if (!found.found()) {
    if (scope_.instance == nullptr || !scope_.instance->is_incomplete) unknown_name(e);
    return failed(e.span);
  }
  if (found.class_ != nullptr) return from_class(e, *found.class_, 1);
  ir::Instance* instance = nullptr;
  if (!found.imported && found.in == scope_.classes && scope_.instance != nullptr)
    instance = scope_.instance;
  else if (!found.imported && found.in != nullptr && found.in->instance != nullptr)
    instance = found.in->instance;
  if (instance != nullptr && (!instance->is_package_constant || instance->is_record)) {
    ir::Instance* own = builder_.child_of(*instance, first);
    if (own == nullptr) return failed(e.span);  // diagnosed where it is declared
    return from_instance(e, *own, 0);
  }
  if (found.member.element->variability != ast::VariabilityPrefix::constant && !found.member.home->mod) {
    const bool parameter = found.member.element->variability == ast::VariabilityPrefix::parameter;
    const bool allowed = parameter && found.in != nullptr && found.in->kind() == ast::ClassKind::package;
    if (!allowed) {
      builder_
          .error(Code::E0201, e.span,
                 "'" + std::string(first) + "' of '" + found.member.home->name +
                     "' is not a constant: it cannot be used here")
          .notes.push_back({"declared here", found.member.component->name.span});
      return failed(e.span);
    }
  }
  ir::Instance* constant = builder_.package_constant(found.member);
  return constant != nullptr ? from_instance(e, *constant, 0) : failed(e.span);
}

/// `part`: the first one that is not used up.
Expression* Resolver::from_class(const ast::Expression& e, ClassInstance& first, std::size_t part) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  ClassInstance* class_ = &first;
  ClassTable& classes = builder_.classes();
  for (; part < parts.size(); ++part) {
    const std::string_view name = parts[part].name.text;
    if (!parts[part - 1].subscripts.empty()) {
      builder_.error(Code::E0205, parts[part - 1].span, "a class has no subscripts");
      return failed(e.span);
    }
    const Aliased& alias = class_->is_builtin() ? class_->alias : classes.alias(*class_);
    if (alias.base == BaseType::enumeration && alias.enumeration != nullptr) {
      const auto& literals = alias.enumeration->literals;
      const auto which = std::ranges::find(literals, name);
      if (which != literals.end() && part + 1 == parts.size()) {
        Expression* out =
            make(ExpressionKind::enumeration, e.span, {BaseType::enumeration, {}, alias.enumeration, nullptr});
        out->text = *which;
        out->number = static_cast<double>(which - literals.begin() + 1);
        return out;
      }
      std::vector<std::string> names(literals.begin(), literals.end());
      builder_
          .error(Code::E0201, parts[part].span,
                 "'" + std::string(alias.enumeration->name) + "' has no literal '" + std::string(name) + "'")
          .help = suggestion(name, names);
      return failed(e.span);
    }
    builder_.check_class(*class_);
    const Member member = classes.find(*class_, name);
    if (member.is_protected && !classes.inherits(*scope_.classes, *class_)) {
      builder_.error(Code::E0201, e.span, "'" + std::string(name) + "' is protected: it cannot be used from outside")
          .notes.push_back(
              {"declared here", member.component != nullptr ? member.component->name.span : member.class_->name.span});
      return failed(e.span);
    }
    if (member.kind == Member::Kind::class_) {
      class_ = classes.member_class(*class_, name);
      if (class_ == nullptr) return failed(e.span);
      continue;
    }
    if (member.kind == Member::Kind::component) {
      const bool constant = member.element->variability == ast::VariabilityPrefix::constant ||
                            member.element->variability == ast::VariabilityPrefix::parameter;
      if (!constant && class_->kind() != ast::ClassKind::record && class_->kind() != ast::ClassKind::package) {
        builder_
            .error(Code::E0201, e.span,
                   "'" + std::string(name) + "' of '" + class_->name + "' is not a constant: it cannot be used here")
            .notes.push_back({"declared here", member.component->name.span});
        return failed(e.span);
      }
      ir::Instance* instance = builder_.package_constant(member);
      return instance != nullptr ? from_instance(e, *instance, part) : failed(e.span);
    }
    builder_.error(Code::E0201, e.span, "class '" + class_->name + "' has no constant '" + std::string(name) + "'")
        .help = suggestion(name, classes.element_names(*class_));
    return failed(e.span);
  }
  const Aliased& alias = class_->is_builtin() ? class_->alias : classes.alias(*class_);
  if (alias.base == BaseType::enumeration || alias.base == BaseType::boolean) {  // as a range: all its values
    Type type{alias.base, {}, alias.enumeration, nullptr};
    const std::int64_t count =
        alias.base == BaseType::boolean ? 2 : static_cast<std::int64_t>(alias.enumeration->literals.size());
    std::vector<Expression*> items;
    for (std::int64_t i = 0; i < count; ++i) {
      Expression* one = number(alias.base == BaseType::boolean ? static_cast<double>(i) : static_cast<double>(i + 1),
                               alias.base, e.span);
      one->type = type;
      if (alias.base == BaseType::enumeration) {
        one->kind = ExpressionKind::enumeration;
        one->text = alias.enumeration->literals[static_cast<std::size_t>(i)];
      }
      items.push_back(one);
    }
    if (items.empty()) {
      builder_.error(Code::E0205, e.span, "'" + class_->name + "' has no values: it is no size, and no range");
      return failed(e.span);
    }
    Expression* out = stack(items, e.span);
    out->text = "type";
    return out;
  }
  builder_.error(Code::E0201, e.span, "'" + class_->name + "' is a class, not a value");
  return failed(e.span);
}

/// A variable of a function, or a value, whose parts are meant.
Expression* Resolver::from_expression(const ast::Expression& e, Expression* first, std::size_t part) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  Expression* at = first;
  if (at->kind == ExpressionKind::function_variable || at->kind == ExpressionKind::record) {
    Expression* copied = make(at->kind, e.span, at->type);  // each use has its own place
    copied->function_variable = at->function_variable;
    copied->operands = at->operands;
    at = copied;
  }
  for (std::size_t i = part; i < parts.size(); ++i) {
    if (i > part) at = field(at, parts[i].name.text, parts[i].span);
    if (at->type.is_error()) return at;
    at = subscripted(at, parts[i].subscripts, std::string(parts[i].name.text));
    if (at->type.is_error()) return at;
  }
  return at;
}

/// Goes from components to those inside of them.
bool Resolver::step(Selection& selection, const ast::ReferencePart& part, bool from_outside) {
  std::vector<ir::Instance*> next;
  for (ir::Instance* instance : selection.items) {
    if (instance->is_leaf() && instance->base == BaseType::error) return false;
    ir::Instance* found = instance->is_leaf() ? nullptr : builder_.child_of(*instance, part.name.text);
    if (found == nullptr) {
      if (instance->is_incomplete) return false;
      std::vector<std::string> names;
      for (const ir::Instance* child : instance->children) names.emplace_back(child->name);
      const std::string path = path_of(*instance);
      builder_
          .error(
              Code::E0201, part.span,
              (path.empty() ? "the model" : "'" + path + "'") + " has no element '" + std::string(part.name.text) + "'")
          .help = suggestion(part.name.text, names);
      return false;
    }
    if (from_outside && found->is_protected && !instance->is_package_constant)
      builder_.error(Code::E0201, part.span, "'" + path_of(*found) + "' is protected: it cannot be used from outside")
          .notes.push_back({"declared here", found->span});
    next.push_back(found);
  }
  selection.items = std::move(next);
  return true;
}

/// Picks elements of arrays of components. What is not known at compile time is left for later: all elements are taken.
bool Resolver::select(Selection& selection, const ast::ReferencePart& part, std::vector<ir::Subscript>& late,
                      bool last) {
  if (selection.items.empty()) return true;
  const ir::Instance& like = *selection.items.front();
  if (!like.is_array) {
    if (!part.subscripts.empty() && !like.is_leaf()) {
      builder_.error(Code::E0205, part.span, "'" + path_of(like) + "' is not an array");
      return false;
    }
    return true;
  }
  // some elements were not made: diagnosed
  if (std::ranges::any_of(selection.items, [](const ir::Instance* one) { return one->is_incomplete; })) return false;
  if (last && part.subscripts.empty()) return true;  // all of it, as it is
  const std::span<const std::int64_t> sizes = like.dimensions;
  if (part.subscripts.size() > sizes.size()) {
    builder_.error(Code::E0205, part.span,
                   "'" + path_of(like) + "' has " + counted(sizes.size(), "dimension") + ", not " +
                       std::to_string(part.subscripts.size()));
    return false;
  }
  std::vector<std::vector<std::int64_t>> picks(sizes.size());
  std::vector<bool> keeps(sizes.size(), true);
  std::vector<ir::Subscript> left(sizes.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const auto all = [&] {
      for (std::int64_t i = 1; i <= sizes[d]; ++i) picks[d].push_back(i);
    };
    if (d >= part.subscripts.size() || part.subscripts[d]->kind == ast::ExpressionKind::colon) {
      all();
      continue;
    }
    Expression* written = subscript(*part.subscripts[d], sizes[d]);
    if (written->type.is_error()) return false;
    const bool looped = mentions_iterator(*written);
    const auto value = looped ? std::nullopt : builder_.evaluate(*written, "");
    if (!value) {
      if (looped) needs_unrolling_ = true;
      left[d].value = written;
      all();
      continue;
    }
    for (const double number : value->numbers) {
      if (number < 1 || number > static_cast<double>(sizes[d])) {
        if (choices_ > 0) {  // perhaps of a branch that is not taken
          fails_quietly_ = true;
          return false;
        }
        builder_.error(Code::E0302, part.subscripts[d]->span,
                       "subscript " + shortest(number) + " is outside 1:" + std::to_string(sizes[d]) + " of '" +
                           path_of(like) + "'");
        return false;
      }
      picks[d].push_back(static_cast<std::int64_t>(number));
    }
    keeps[d] = !value->dimensions.empty();
  }
  std::vector<ir::Instance*> items;
  for (const ir::Instance* array : selection.items) {
    std::vector<std::size_t> at(sizes.size(), 0);
    const bool none = std::ranges::any_of(picks, [](const auto& one) { return one.empty(); });
    while (!none) {
      std::int64_t offset = 0;
      for (std::size_t d = 0; d < sizes.size(); ++d) offset = offset * sizes[d] + picks[d][at[d]] - 1;
      items.push_back(array->children[static_cast<std::size_t>(offset)]);
      std::size_t d = sizes.size();
      while (d > 0 && ++at[d - 1] == picks[d - 1].size()) at[--d] = 0;
      if (d == 0) break;
    }
  }
  selection.items = std::move(items);
  late.resize(selection.dimensions.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (!keeps[d]) continue;
    selection.dimensions.push_back(static_cast<std::int64_t>(picks[d].size()));
    late.push_back(left[d]);
  }
  return true;
}

Expression* Resolver::from_instance(const ast::Expression& e, ir::Instance& first, std::size_t part) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  Selection selection{{&first}, {}};
  std::vector<ir::Subscript> late;
  for (std::size_t i = part; i < parts.size(); ++i) {
    if (i > part && !step(selection, parts[i], true)) return failed(e.span);
    for (const ir::Instance* one : selection.items) {
      if (one->is_absent) {
        builder_.error(Code::E0201, parts[i].span, "'" + path_of(*one) + "' is not there: its condition is false");
        return failed(e.span);
      }
      const Pending& own = builder_.pending(*one);
      if (own.component != nullptr && own.component->condition != nullptr && !one->is_package_constant &&
          !builder_.in_connection)
        builder_
            .error(Code::E0201, parts[i].span,
                   "'" + path_of(*one) + "' has a condition: it can only be connected, not used")
            .notes.push_back({"declared here", one->span});
    }
    if (!select(selection, parts[i], late, i + 1 == parts.size())) return failed(e.span);
  }
  if (selection.items.empty() &&
      std::ranges::any_of(iterators_, [](const Iterator& one) { return one.symbol != nullptr; })) {
    needs_unrolling_ = true;  // a loop over none of them
    return failed(e.span);
  }
  if (selection.items.empty()) {
    Expression* none = make(ExpressionKind::array, e.span, type_of({BaseType::real, {}}, selection.dimensions));
    return none;
  }
  std::vector<Expression*> values;
  for (ir::Instance* one : selection.items) {
    if (!one->is_leaf() && !one->is_record && !one->is_connector && !one->is_array) {
      builder_.error(Code::E0204, e.span, "'" + path_of(*one) + "' is a component, not a variable");
      return failed(e.span);
    }
    Expression* value = value_of(*one, e.span);
    if (value->type.is_error()) return value;
    if (one->is_leaf()) value = subscripted(value, parts.back().subscripts, path_of(*one));
    if (value->type.is_error()) return value;
    values.push_back(value);
  }
  for (std::size_t d = selection.dimensions.size(); d-- > 0;) {
    std::vector<Expression*> next;
    const auto size = static_cast<std::size_t>(selection.dimensions[d]);
    for (std::size_t at = 0; at < values.size(); at += size)
      next.push_back(stack(
          {values.begin() + static_cast<std::ptrdiff_t>(at), values.begin() + static_cast<std::ptrdiff_t>(at + size)},
          e.span));
    values = std::move(next);
  }
  Expression* out = values.front();
  if (out->kind == ExpressionKind::variable && out->variable->is_package_constant &&
      out->variable->variability <= ir::Variability::parameter && out->type.base != BaseType::object) {
    // a constant of a package is its value: it never changes and needs no place in the model
    const bool prototype = out->variable->parent != nullptr && out->variable->parent->is_record &&
                           out->variable->parent->parent == nullptr;
    const bool closed = variability_of(*out) <= ir::Variability::parameter && !mentions_iterator(*out) &&
                        !mentions_function_variable(*out);
    if (!prototype && out->type.is_scalar() && closed) {
      const auto value = builder_.evaluate(*out, "the constant '" + path_of(*out->variable) + "'");
      return value ? constant_value(*value, out->type, e.span) : failed(e.span);
    }
    builder_.binding_of(*out->variable);
  }
  const bool is_late = std::ranges::any_of(late, [](const ir::Subscript& one) { return one.value != nullptr; });
  return is_late ? indexed(out, late, e.span) : out;
}

Expression* Resolver::constant_value(const ir::Value& value, const Type& type, Span span) {
  const ExpressionKind kind = type.base == BaseType::string        ? ExpressionKind::string
                              : type.base == BaseType::boolean     ? ExpressionKind::boolean
                              : type.base == BaseType::enumeration ? ExpressionKind::enumeration
                                                                   : ExpressionKind::number;
  Expression* e = make(kind, span, type);
  if (kind == ExpressionKind::string) {
    e->text = builder_.arena().copy(std::string_view(value.strings.front()));
  } else {
    e->number = value.number();
    if (kind == ExpressionKind::enumeration && type.enumeration != nullptr)
      e->text = type.enumeration->literals[static_cast<std::size_t>(e->number) - 1];
  }
  return e;
}

std::optional<Selection> Resolver::components(const ast::Expression& e, std::vector<Expression*>& subscripts) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  if (e.kind != ast::ExpressionKind::reference || parts.empty()) {
    builder_.error(Code::E0218, e.span, "this is not a connector");
    return std::nullopt;
  }
  const Found found = builder_.classes().lookup(parts[0].name.text, *scope_.classes);
  ir::Instance* first =
      found.member.kind == Member::Kind::component ? builder_.child_of(*scope_.instance, parts[0].name.text) : nullptr;
  if (first == nullptr) {
    if (!scope_.instance->is_incomplete && found.member.kind != Member::Kind::component) unknown_name(e);
    return std::nullopt;
  }
  Selection selection{{first}, {}};
  std::vector<ir::Subscript> late;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) {
      for (ir::Instance*& one : selection.items) {
        if (one->is_absent) return Selection{};  // with all that is inside of it
        if (!builder_.is_expandable(*one) || builder_.child_of(*one, parts[i].name.text) != nullptr) continue;
        if (i + 1 == parts.size() && parts[i].subscripts.empty())
          return Selection{{one}, {-1}};  // to be added by whoever asks
        const std::string name = std::string(parts[i].name.text);
        if (i + 1 < parts.size())
          builder_
              .error(Code::E0201, parts[i].span, "'" + path_of(*one) + "' has no '" + name + "' that could hold this")
              .help = "connections add single members to expandable connectors: declare '" + name +
                      "' as an expandable connector there";
        else
          builder_
              .error(Code::E0203, parts[i].span,
                     "elements of an array that is not declared cannot be added to '" + path_of(*one) + "' yet")
              .help = "declare '" + name + "' with its size in the expandable connector, or connect the whole array";
        return std::nullopt;
      }
      if (!step(selection, parts[i], false)) return std::nullopt;
    }
    for (const ir::Instance* one : selection.items)
      if (one->is_absent) return Selection{};
    const bool last = i + 1 == parts.size();
    if (!select(selection, parts[i], late, false)) return std::nullopt;
    for (const ir::Subscript& one : late)
      if (one.value != nullptr) {
        if (mentions_iterator(*one.value)) return std::nullopt;  // the loop is written out: then it is known
        builder_.error(Code::E0208, parts[i].span, "the subscripts of a connector must be known at compile time");
        return std::nullopt;
      }
    if (last && !selection.items.empty() && selection.items.front()->is_leaf()) {
      builder_.ensure_sizes(*selection.items.front());
      const auto& sizes = selection.items.front()->dimensions;
      if (parts[i].subscripts.size() > sizes.size()) {
        builder_.error(Code::E0205, parts[i].span,
                       "'" + path_of(*selection.items.front()) + "' has " + counted(sizes.size(), "dimension") +
                           ", not " + std::to_string(parts[i].subscripts.size()));
        return std::nullopt;
      }
      for (std::size_t d = 0; d < parts[i].subscripts.size(); ++d) {
        if (parts[i].subscripts[d]->kind == ast::ExpressionKind::colon) {
          subscripts.push_back(nullptr);
          continue;
        }
        Expression* index = subscript(*parts[i].subscripts[d], sizes[d]);
        if (index->type.is_error()) return std::nullopt;
        subscripts.push_back(index);
      }
    }
  }
  return selection;
}

}  // namespace sunder::instantiate
