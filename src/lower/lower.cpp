#include "lower/lower.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "lower/loops.hpp"

namespace sunder::lower {

using ir::Declaration;
using ir::DeclarationId;
using ir::Expression;
using ir::ExpressionKind;
using ir::Instance;
using ir::TypedEquation;
using ir::Variability;

namespace {

bool is_known(const Instance& variable) {
  const bool open_input = variable.causality == ir::Causality::input && variable.binding == nullptr &&
                          variable.parent != nullptr && variable.parent->parent == nullptr;
  return variable.variability <= Variability::parameter || open_input;
}

/// Calls `visit` for every node of the expression, subscripts and iterator ranges included.
template <class Visit>
void walk(const Expression& e, const Visit& visit) {
  visit(e);
  for (const Expression* operand : e.operands)
    if (operand != nullptr) walk(*operand, visit);
  for (const ir::Subscript& subscript : e.subscripts)
    if (subscript.value != nullptr) walk(*subscript.value, visit);
  for (const ir::IteratorRange& range : e.iterators) walk(*range.range, visit);
}

template <class Visit>
void walk(const TypedEquation& equation, const Visit& visit) {
  for (const Expression* e : {equation.left, equation.right})
    if (e != nullptr) walk(*e, visit);
  for (const TypedEquation* inner : equation.body) walk(*inner, visit);
  for (const ir::TypedBranch& branch : equation.branches) {
    if (branch.condition != nullptr) walk(*branch.condition, visit);
    for (const TypedEquation* inner : branch.body) walk(*inner, visit);
  }
}

class Lowering {
 public:
  Lowering(const ir::FlatModel& model, ir::ValueSource& values, std::shared_ptr<symbolic::ShapeTable> shapes)
      : model_(model), indices_(values), rows_(dae_, indices_, diagnostics_, dae_.parameters),
        context_{*shapes, dae_, declarations_, indices_, diagnostics_}, loops_(context_, rows_) {
    dae_.name = model.name;
    dae_.shapes = std::move(shapes);
    dae_.experiment = model.tree->experiment;
  }

  Outcome<ir::Dae> run() {
    if (!declare()) return Outcome<ir::Dae>(std::move(diagnostics_));
    parameters();
    for (const Instance* variable : model_.variables)
      if (declarations_.contains(variable)) attributes(*variable);
    equations();
    warn_of_events();
    finish();
    return {std::move(dae_), std::move(diagnostics_)};
  }

 private:
  // ---------------------------------------------------------------- declarations

  bool declare() {
    for (const Instance* variable : model_.variables) {
      if (variable->base == ir::BaseType::string) {
        if (variable->variability > Variability::parameter)
          diagnostics_.error(Code::E0301, variable->span, "variables of type String are not supported yet");
        continue;
      }
      if (variable->base == ir::BaseType::error || variable->base == ir::BaseType::enumeration) continue;
      if (!add(*variable, variable->path, variable->description)) return false;
    }
    std::vector<const Instance*> differentiated;
    const auto note_derivative = [&](const Expression& e) {
      if (e.kind == ExpressionKind::builtin && e.builtin == ir::Builtin::der) differentiated.push_back(e.operands[0]->variable);
    };
    for (const Instance* variable : model_.variables)
      if (variable->binding != nullptr) walk(*variable->binding, note_derivative);
    for (const auto* list : {&model_.equations, &model_.initial_equations})
      for (const ir::FlatEquation& equation : *list) walk(*equation.equation, note_derivative);
    for (const Instance* variable : differentiated)
      if (!add_derivative(*variable)) return false;
    rows_.start_derived(DeclarationId(dae_.declarations.size()));
    Declaration derived;
    derived.name = "$derived";
    derived.first = ir::VariableId(dae_.variable_count);
    derived.count = 0;
    derived.dimensions = {0};
    derived.variability = Variability::parameter;
    derived.generated = true;
    dae_.declarations.push_back(std::move(derived));
    return true;
  }

  bool reserve(Declaration& declaration, Span span) {
    std::int64_t count = 1;
    constexpr std::int64_t largest = 1 << 30;
    for (const std::uint32_t n : declaration.dimensions) {
      count *= n;
      if (count > largest) break;
    }
    if (count > largest || dae_.variable_count + count > largest) {
      diagnostics_.error(Code::E0305, span, "the model has more than 2^30 scalar variables");
      return false;
    }
    declaration.first = ir::VariableId(dae_.variable_count);
    declaration.count = static_cast<std::uint32_t>(count);
    dae_.variable_count += declaration.count;
    return true;
  }

  bool add(const Instance& variable, const std::string& name, const std::string& description) {
    Declaration declaration;
    declaration.name = name;
    declaration.description = description;
    for (const std::int64_t n : variable.dimensions) declaration.dimensions.push_back(static_cast<std::uint32_t>(n));
    declaration.variability = is_known(variable) ? std::min(variable.variability, Variability::parameter) : variable.variability;
    declaration.causality = variable.causality;
    declaration.is_boolean = variable.base == ir::BaseType::boolean;
    declaration.is_integer = variable.base == ir::BaseType::integer;
    declaration.is_protected = variable.is_protected;
    declaration.state_select = variable.state_select;
    declaration.unit = variable.unit;
    declaration.display_unit = variable.display_unit;
    declaration.span = variable.span;
    if (!reserve(declaration, variable.span)) return false;
    declarations_[&variable] = DeclarationId(dae_.declarations.size());
    dae_.declarations.push_back(std::move(declaration));
    return true;
  }

  bool add_derivative(const Instance& variable) {
    const auto found = declarations_.find(&variable);
    if (found == declarations_.end() || dae_.declarations[found->second.index()].derivative.valid()) return true;
    const Declaration& base = dae_.declarations[found->second.index()];
    Declaration derivative;
    derivative.name = "der(" + base.name + ")";
    derivative.dimensions = base.dimensions;
    derivative.generated = true;
    derivative.is_protected = base.is_protected;
    derivative.derivative_of = found->second;
    derivative.unit = base.unit.empty() ? "" : base.unit + "/s";
    derivative.span = base.span;
    if (!reserve(derivative, variable.span)) return false;
    dae_.declarations[found->second.index()].derivative = DeclarationId(dae_.declarations.size());
    dae_.declarations.push_back(std::move(derivative));
    return true;
  }

  ir::OriginId origin(Span span, std::string_view path, std::string rule = {}) {
    dae_.origins.push_back({span, std::string(path), std::move(rule)});
    rows_.origin = ir::OriginId(dae_.origins.size() - 1);
    return rows_.origin;
  }

  // ---------------------------------------------------------------- parameters

  /// Depth first without recursion: thousands of parameters may be bound in one chain.
  void parameters() {
    enum class Mark : char { open, done };
    std::unordered_map<const Instance*, Mark> marks;
    struct Visit {
      const Instance* variable;
      std::vector<const Instance*> needs;
      std::size_t next = 0;
    };
    for (const Instance* root : model_.variables) {
      if (!declarations_.contains(root) || !is_known(*root) || marks.contains(root)) continue;
      std::vector<Visit> stack;
      stack.push_back({root, needs_of(*root)});
      marks[root] = Mark::open;
      while (!stack.empty()) {
        Visit& top = stack.back();
        if (top.next == top.needs.size()) {
          assign(*top.variable);
          marks[top.variable] = Mark::done;
          stack.pop_back();
          continue;
        }
        const Instance* need = top.needs[top.next++];
        const auto mark = marks.find(need);
        if (mark == marks.end()) {
          marks[need] = Mark::open;
          stack.push_back({need, needs_of(*need)});
        } else if (mark->second == Mark::open) {
          diagnostics_.error(Code::E0210, top.variable->span, "the value of '" + top.variable->path + "' depends on itself")
              .notes.push_back({"by way of this one", need->span});
        }
      }
    }
  }

  static const Expression* value_of(const Instance& parameter) {
    return parameter.binding != nullptr ? parameter.binding : parameter.start.value;
  }

  std::vector<const Instance*> needs_of(const Instance& parameter) {
    std::vector<const Instance*> needs;
    const Expression* value = value_of(parameter);
    if (value == nullptr) return needs;
    walk(*value, [&](const Expression& e) {
      if (e.kind != ExpressionKind::variable || !declarations_.contains(e.variable)) return;
      if (is_known(*e.variable)) {
        needs.push_back(e.variable);
      } else {
        diagnostics_.error(Code::E0208, e.span, "'" + parameter.path + "' is a parameter: its value cannot depend on the variable '" + e.variable->path + "'");
      }
    });
    return needs;
  }

  void assign(const Instance& parameter) {
    const Declaration& declaration = dae_.declarations[declarations_.at(&parameter).index()];
    const std::uint32_t first = declaration.first.value;
    const std::uint32_t count = declaration.count;
    const ir::OriginId from = origin(parameter.binding != nullptr ? parameter.binding_span : parameter.span, parameter.path);
    std::uint32_t next = first;
    const auto sink = [&](const ir::Row& row) {
      ir::Assignment assignment;
      static_cast<ir::Row&>(assignment) = row;
      assignment.target = ir::VariableId(next++);
      assignment.origin = from;
      dae_.parameters.push_back(assignment);
    };
    Expression zero;
    zero.type.base = ir::BaseType::real;
    const Expression* value = value_of(parameter);
    if (diagnostics_.has_errors()) return;  // a wrong order of evaluation would only repeat what is said already
    loops_.run({}, {nullptr, value != nullptr ? value : &zero, parameter.dimensions}, sink);
    if (!diagnostics_.has_errors() && next != first + count)
      diagnostics_.error(Code::E0205, parameter.span, "'" + parameter.path + "' has " + counted(count, "element") + ", its value another number");
  }

  // ---------------------------------------------------------------- attributes

  void attributes(const Instance& variable) {
    Declaration& declaration = dae_.declarations[declarations_.at(&variable).index()];
    if (variable.fixed.value != nullptr) {
      const auto fixed = indices_.evaluate(*variable.fixed.value, {}, {});
      if (!fixed) {
        diagnostics_.error(Code::E0208, variable.fixed.span, "fixed must be known at compile time: " + indices_.failure().message);
      } else {
        for (const double one : fixed->numbers) declaration.fixed.push_back(one != 0);
      }
    }
    if (is_known(variable)) return;
    column(variable, variable.start, &Declaration::start);
    column(variable, variable.nominal, &Declaration::nominal);
    column(variable, variable.minimum, &Declaration::minimum);
    column(variable, variable.maximum, &Declaration::maximum);
  }

  void column(const Instance& variable, const ir::InstanceAttribute& attribute, ir::OperandColumn Declaration::* member) {
    if (attribute.value == nullptr) return;
    bool constant = true;
    walk(*attribute.value, [&](const Expression& e) {
      const bool varies = (e.kind == ExpressionKind::variable && !is_known(*e.variable)) || e.kind == ExpressionKind::time;
      if (varies && constant)
        diagnostics_.error(Code::E0208, e.span, "attributes of '" + variable.path + "' can depend on parameters only");
      constant = constant && !varies;
    });
    if (!constant) return;
    const ir::OriginId from = origin(attribute.span, variable.path);
    std::vector<ir::Operand> operands;
    loops_.run({}, {nullptr, attribute.value, attribute.value->type.dimensions},
               [&](const ir::Row& row) { operands.push_back(rows_.operand_of(row, from)); });
    ir::OperandColumn& target = dae_.declarations[declarations_.at(&variable).index()].*member;
    if (attribute.value->type.is_scalar()) {
      if (!operands.empty()) target.uniform = operands.front();
    } else {
      target.each = std::move(operands);
    }
  }

  // ---------------------------------------------------------------- equations

  void equations() {
    for (const Instance* variable : model_.variables) {
      if (!declarations_.contains(variable) || is_known(*variable) || variable->binding == nullptr) continue;
      auto* reference = arena_.make<Expression>();
      reference->kind = ExpressionKind::variable;
      reference->type = variable->type();
      reference->span = variable->span;
      reference->variable = variable;
      emit({}, reference, variable->binding, variable->binding_span, variable->parent != nullptr ? variable->parent->path : "");
    }
    for (const ir::FlatEquation& equation : model_.equations) lower_equation({}, *equation.equation, equation.path);
    dae_.initial_begin = static_cast<std::uint32_t>(dae_.equations.size());
    for (const ir::FlatEquation& equation : model_.initial_equations) lower_equation({}, *equation.equation, equation.path);
  }

  void emit(const Nest& nest, const Expression* left, const Expression* right, Span span, std::string_view path) {
    const ir::OriginId from = origin(span, path);
    loops_.run(nest, {left, right, left->type.dimensions}, [&](const ir::Row& row) {
      ir::Equation equation;
      static_cast<ir::Row&>(equation) = row;
      equation.origin = from;
      dae_.equations.push_back(equation);
    });
  }

  void lower_equation(const Nest& nest, const TypedEquation& equation, std::string_view path) {
    switch (equation.kind) {
      case ir::EquationKind::equality: emit(nest, equation.left, equation.right, equation.span, path); break;
      case ir::EquationKind::for_: {
        Nest inner = nest;
        inner.loops.insert(inner.loops.end(), equation.iterators.begin(), equation.iterators.end());
        for (const TypedEquation* body : equation.body) lower_equation(inner, *body, path);
        break;
      }
      case ir::EquationKind::if_: conditional(nest, equation, path); break;
      case ir::EquationKind::assert_: check_assertion(nest, equation); break;
    }
  }

  /// Conditions on parameters and loop variables choose the equations; others choose between values at run time.
  void conditional(const Nest& nest, const TypedEquation& equation, std::string_view path) {
    const bool structural = std::all_of(equation.branches.begin(), equation.branches.end(), [&](const ir::TypedBranch& branch) {
      return branch.condition == nullptr || is_structural(*branch.condition);
    });
    if (!structural) {
      runtime_conditional(nest, equation, path);
      return;
    }
    Nest inner = nest;
    for (const ir::TypedBranch& branch : equation.branches) {
      if (branch.condition != nullptr) inner.guards.push_back({branch.condition, true});
      for (const TypedEquation* body : branch.body) lower_equation(inner, *body, path);
      if (branch.condition != nullptr) inner.guards.back().outcome = false;
    }
  }

  bool is_structural(const Expression& condition) {
    bool structural = true;
    walk(condition, [&](const Expression& e) {
      structural = structural && e.kind != ExpressionKind::time && (e.kind != ExpressionKind::variable || is_known(*e.variable));
    });
    return structural;
  }

  /// 0 = if c1 then l1 - r1 elseif … else ln - rn, equation by equation.
  void runtime_conditional(const Nest& nest, const TypedEquation& equation, std::string_view path) {
    const std::size_t count = equation.branches.front().body.size();
    const bool complete = equation.branches.back().condition == nullptr;
    for (const ir::TypedBranch& branch : equation.branches) {
      bool plain = branch.body.size() == count && complete;
      if (!plain) {
        diagnostics_.error(Code::E0304, equation.span, complete ? "the branches of this if-equation have different numbers of equations"
                                                                : "this if-equation needs an else branch");
        return;
      }
      for (std::size_t k = 0; k < count; ++k) {
        const TypedEquation& first = *equation.branches.front().body[k];
        const TypedEquation& other = *branch.body[k];
        plain = plain && other.kind == ir::EquationKind::equality &&
                std::equal(first.left->type.dimensions.begin(), first.left->type.dimensions.end(),
                           other.left->type.dimensions.begin(), other.left->type.dimensions.end());
      }
      if (!plain) {
        diagnostics_.error(Code::E0301, equation.span, "loops and conditions inside an if-equation whose condition changes during the run are not supported yet");
        return;
      }
    }
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<Expression*> operands;
      for (const ir::TypedBranch& branch : equation.branches) {
        if (branch.condition != nullptr) operands.push_back(branch.condition);
        operands.push_back(difference(*branch.body[k]));
      }
      auto* choice = arena_.make<Expression>();
      choice->kind = ExpressionKind::if_;
      choice->type = operands[1]->type;
      choice->span = equation.span;
      choice->operands = arena_.copy(operands);
      auto* zero = arena_.make<Expression>();
      zero->type = {ir::BaseType::real, {}};
      zero->span = equation.span;
      emit(nest, choice, zero, equation.branches.front().body[k]->span, path);
    }
  }

  Expression* difference(const TypedEquation& equality) {
    auto* out = arena_.make<Expression>();
    out->kind = ExpressionKind::chain;
    out->type = equality.left->type;
    out->type.base = ir::BaseType::real;
    out->span = equality.span;
    out->operands = arena_.copy(std::vector<Expression*>{equality.left, equality.right});
    out->operations = arena_.copy(std::vector<ir::Operation>{ir::Operation::subtract});
    return out;
  }

  void check_assertion(const Nest& nest, const TypedEquation& equation) {
    const auto value = nest.loops.empty() && nest.guards.empty() ? indices_.evaluate(*equation.left, {}, {}) : std::nullopt;
    if (!value) {
      diagnostics_.error(Code::E0301, equation.span, "assertions on variables are not supported yet");
    } else if (value->number() == 0) {
      const auto message = indices_.evaluate(*equation.right, {}, {});
      diagnostics_.error(Code::E0303, equation.span, "assertion violated: " + (message ? message->strings.front() : std::string("(its message varies)")));
    }
  }

  // ---------------------------------------------------------------- end

  void warn_of_events() {
    const auto& relations = loops_.event_relations();
    if (relations.empty()) return;
    std::unordered_set<const Expression*> distinct(relations.begin(), relations.end());
    Diagnostic& d = diagnostics_.warning(Code::W0301, relations.front()->span, "this relation makes an event; events are not located in this version");
    if (distinct.size() > 1) d.notes.push_back({"and " + counted(distinct.size() - 1, "more relation"), {}});
    d.help = "write noEvent(...) where no event is meant";
  }

  void finish() {
    if (dae_.declarations.back().count == 0) dae_.declarations.pop_back();
    dae_.operands.shrink_to_fit();
    dae_.equations.shrink_to_fit();
  }

  const ir::FlatModel& model_;
  ir::Dae dae_;
  Diagnostics diagnostics_;
  Arena arena_;
  std::unordered_map<const Instance*, DeclarationId> declarations_;
  IndexMachine indices_;
  RowWriter rows_;
  LoweringContext context_;
  LoopRunner loops_;
};

}  // namespace

Outcome<ir::Dae> lower(const ir::FlatModel& model, ir::ValueSource& values, std::shared_ptr<symbolic::ShapeTable> shapes) {
  return Lowering(model, values, std::move(shapes)).run();
}

}  // namespace sunder::lower
