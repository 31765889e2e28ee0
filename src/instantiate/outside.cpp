// What stands in no model: constants of packages, the fields of records, what connections add to expandable connectors.
#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

ir::Instance* Builder::package_constant(const Member& member) {
  ClassInstance& home = *member.home;
  if (home.holder == nullptr) {
    ir::Instance& holder =
        make_instance(nullptr, arena().copy(std::string_view(home.name)), member.component->name.span);
    holder.is_package_constant = true;
    holder.class_ = home.syntax;
    holder.variability = ir::Variability::continuous;
    home.holder = &holder;
    pending(holder).expanded = Pending::State::done;
  }
  const std::string_view name = member.component->name.text;
  ir::Instance* known = home.holder->child(name);
  if (known == nullptr) {
    const Nesting level(*this, NestingCost::constant, member.component->name.span);
    if (level.too_deep()) return nullptr;
    add_stub(*home.holder, home, *member.element, *member.component, home.mod, false);
    known = home.holder->children.back();
  }
  if (!expand(*known)) return nullptr;
  return known;
}

ir::Instance* Builder::prototype(ClassInstance& class_, Span span) {
  if (class_.prototype != nullptr) return class_.prototype;
  ir::Instance& holder = make_instance(nullptr, arena().copy(std::string_view(class_.name)), span);
  holder.is_package_constant = true;
  class_.prototype = &holder;
  Pending& own = pending(holder);
  own.expanded = Pending::State::working;
  own.home = class_.parent;
  holder.class_ = class_.syntax;
  holder.is_record = true;
  own.class_ = &class_;
  const std::size_t first = bodies_.size();
  add_elements(holder, class_, class_.mod, false);
  bodies_.resize(first);
  class_.has_slots = true;
  pending(holder).expanded = Pending::State::done;
  for (std::size_t i = 0; i < holder.children.size(); ++i) expand(*holder.children[i]);
  return &holder;
}

const ir::RecordType* Builder::record_type(const ir::Instance& record) {
  std::string key;
  std::vector<ir::RecordField> fields;
  const ir::Instance& of = record.is_array && !record.children.empty() ? *record.children[0] : record;
  ClassInstance* class_ = pending(of).class_;
  if (class_ != nullptr) key = class_->name;
  for (ir::Instance* child : of.children) {
    expand(*child);
    if (child->is_absent) continue;
    ir::Type type;
    if (child->is_leaf()) {
      if (!record.is_package_constant || record.parent != nullptr) ensure_sizes(*child);
      if (pending(*child).sized != Pending::State::done && !pending(*child).sizes.empty()) {
        ir::EvaluationFailure none;
        std::vector<std::int64_t> sizes(pending(*child).sizes.size(), ir::open_size);
        for (std::size_t d = 0; d < sizes.size(); ++d) {
          const auto [size, scope] = pending(*child).sizes[d];
          if (size->kind == ast::ExpressionKind::colon) continue;
          const ir::Expression* resolved = Resolver(*this, scope).resolve(*size);
          if (resolved->type.is_error()) continue;
          if (resolved->kind == ir::ExpressionKind::array && resolved->text == "type") {
            sizes[d] = static_cast<std::int64_t>(resolved->operands.size());
          } else if (resolved->type.base == ir::BaseType::integer && resolved->type.is_scalar()) {
            if (const auto value = evaluate(*resolved, "")) sizes[d] = static_cast<std::int64_t>(value->number());
          }
        }
        type = child->type().with(arena().copy(sizes));
      } else {
        type = child->type();
      }
    } else {
      type.base = ir::BaseType::record;
      type.record = record_type(*child);
      type.dimensions = child->dimensions;
    }
    fields.push_back({child->name, type});
    key += "|" + std::string(child->name) + ":" + print(type);
  }
  const ir::RecordType*& known = records_[key];
  if (known != nullptr) return known;
  auto* made = arena().make<ir::RecordType>();
  made->name = arena().copy(std::string_view(class_ != nullptr ? class_->name : std::string("record")));
  made->fields = arena().copy(fields);
  made->class_ = class_;
  known = made;
  return known;
}

ir::Instance* Builder::add_to_expandable(ir::Instance& bus, std::string_view name, ir::Instance& like,
                                         std::span<const std::int64_t> sizes) {
  ir::Instance& made = make_instance(&bus, name, like.span);
  const Pending& model = pending(like);
  Pending& own = pending(made);
  own.home = model.home;
  own.element = model.element;
  own.component = model.component;
  own.mod = nullptr;
  own.is_declared_in_place = true;
  own.expanded = Pending::State::working;
  made.is_connector = true;
  made.variability = like.variability;
  made.flow = like.flow;
  if (like.is_leaf()) {
    made.base = like.base;
    made.enumeration = like.enumeration;
    made.dimensions = arena().copy(std::vector<std::int64_t>(sizes.begin(), sizes.end()));
    own.sized = Pending::State::done;
    own.class_ = model.class_;
    if (model.class_ != nullptr)  // else its type is not known: diagnosed
      own.mod = (model.class_->is_builtin() ? model.class_->alias : classes_.alias(*model.class_)).mod;
    leaves_.push_back(&made);
  } else if (model.class_ != nullptr) {
    const bool good = become_class(made, *model.class_, like.span);
    pending(made).expanded = Pending::State::done;
    if (good) expand_all(made);
  }
  pending(made).expanded = Pending::State::done;
  return &made;
}

}  // namespace sunder::instantiate
