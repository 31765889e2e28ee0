// What a function says of itself: annotation(derivative(…) = f), annotation(inverse(x = f(…))), and functions that are
// defined as derivatives of others.
#include <algorithm>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;

namespace {

using Formal = Builder::Interface::Formal;

/// The variables a formal consists of, and the number of the first among all inputs or outputs.
struct Leaves {
  std::size_t first = 0;
  std::vector<Expression*> all;

  [[nodiscard]] bool has_real() const {
    return std::ranges::any_of(all, [](const Expression* leaf) { return leaf->type.base == BaseType::real; });
  }
  [[nodiscard]] bool is_like(const Leaves& other) const {
    return std::ranges::equal(all, other.all, [](const Expression* a, const Expression* b) {
      return a->type.base == b->type.base && a->type.dimensions.size() == b->type.dimensions.size();
    });
  }
};

std::vector<Leaves> leaves_of(const std::vector<Formal>& formals) {
  std::vector<Leaves> out;
  std::size_t next = 0;
  for (const Formal& formal : formals) {
    Leaves& one = out.emplace_back();
    one.first = next;
    flatten(formal.variable, one.all);
    next += one.all.size();
  }
  return out;
}

std::string_view name_in(const ast::Expression* e) {
  const bool plain = e != nullptr && e->kind == ast::ExpressionKind::reference && e->reference.parts.size() == 1 &&
                     !e->reference.global && e->reference.parts[0].subscripts.empty();
  return plain ? e->reference.parts[0].name.text : std::string_view();
}

class FunctionAnnotations {
 public:
  FunctionAnnotations(Builder& builder, ClassInstance& class_, ir::Function& function)
      : builder_(builder),
        class_(class_),
        function_(function),
        interface_(builder.interfaces[&function]),
        inputs_(leaves_of(interface_.inputs)) {}

  void read() {
    const ast::Annotation* annotation = class_.syntax->annotation;
    if (annotation == nullptr) return;
    for (const ast::ModificationArgument& one : annotation->arguments) {
      if (one.name.parts.size() != 1 || one.modification == nullptr) continue;
      if (one.name.parts[0].text == "derivative" && one.modification->value != nullptr) derivative(*one.modification);
      if (one.name.parts[0].text == "inverse")
        for (const ast::ModificationArgument& input : one.modification->arguments) inverse(input);
    }
    if (function_.external.empty() && is_to_be_written_out(*annotation) && !brings_rates_along()) {
      function_.derivatives.clear();
      function_.inverses.clear();
    }
  }

 private:
  /// Whose equations are to be seen: an argument that is not read, or is a constant, is then none, and what is linear
  /// is solved as such. What it says of its derivative is true of the statements, too.
  static bool is_to_be_written_out(const ast::Annotation& annotation) {
    return std::ranges::any_of(annotation.arguments, [](const ast::ModificationArgument& one) {
      const bool named = one.name.parts.size() == 1 &&
                         (one.name.parts[0].text == "Inline" || one.name.parts[0].text == "InlineAfterIndexReduction");
      const ast::Expression* value = one.modification != nullptr ? one.modification->value : nullptr;
      return named && value != nullptr && value->kind == ast::ExpressionKind::boolean && value->boolean;
    });
  }

  /// With noDerivative of a vector the derivative need not be that of the statements: such an input can bring its own
  /// rates along (position, speed and acceleration in one vector), and what is told of them must be taken as it is
  /// told. That is done by the one rate that such a function takes, of a number that stands for the time. With more
  /// rates than one (of a vector in a frame that turns) the derivative is not linear in them and not a sum of
  /// derivatives by the inputs: statements are differentiated. The members of a record (an orientation and its angular
  /// velocity) are related by equations of the model, and a number alone is ignored because it does not vary:
  /// statements, too.
  [[nodiscard]] bool brings_rates_along() const {
    return std::ranges::any_of(function_.derivatives, [&](const ir::FunctionDerivative& one) {
      const bool by_one_number = one.rates.size() == 1 && function_.inputs[one.rates[0]]->type.dimensions.empty();
      return by_one_number && std::ranges::any_of(inputs_, [&](const Leaves& input) {
               const bool is_vector = input.all.size() == 1 && !input.all[0]->type.dimensions.empty();
               return is_vector && one.ignored[input.first];
             });
    });
  }

  ir::Function* named(const ast::Expression& e) {
    if (e.kind != ast::ExpressionKind::reference && e.kind != ast::ExpressionKind::call) {
      builder_.error(Code::E0204, e.span, "the name of a function is expected here");
      return nullptr;
    }
    const Expression* variable = nullptr;
    ClassInstance* found = Resolver(builder_, {&class_, nullptr}).callee(e, variable);
    if (found != nullptr && found->syntax != nullptr) return builder_.function_of(*found, e.span);
    std::vector<std::string_view> parts;
    std::string text;
    for (const ast::ReferencePart& part : e.reference.parts) {
      parts.push_back(part.name.text);
      text += (text.empty() ? "" : ".") + std::string(part.name.text);
    }
    builder_.unknown(Code::E0202, e.span, parts, class_, "unknown function '" + text + "'",
                     suggestion(text, builder_.classes().visible_names(class_)));
    return nullptr;
  }

  /// The number of the formal that is named; as many as there are: none, which is said.
  std::size_t formal(const ast::Expression* e, Span span) {
    const std::string_view name = name_in(e);
    const auto found = std::ranges::find(interface_.inputs, name, &Formal::name);
    if (found == interface_.inputs.end())
      builder_.error(Code::E0209, e != nullptr ? e->span : span,
                     "'" + function_.name + "': there is no input of this name");
    return static_cast<std::size_t>(found - interface_.inputs.begin());
  }

  void misfit(Span span, const ir::Function& other) {
    builder_.error(Code::E0209, span, "'" + other.name + "' cannot be the derivative of '" + function_.name + "'")
        .notes.push_back({"the function", other.span});
  }

  void derivative(const ast::Modification& written) {
    std::vector<bool> excluded(inputs_.size(), false);
    ir::FunctionDerivative made;
    made.ignored.assign(function_.inputs.size(), false);
    made.constant.assign(function_.inputs.size(), false);
    std::size_t order = 1;
    for (const ast::ModificationArgument& one : written.arguments) {
      if (one.name.parts.size() != 1 || one.modification == nullptr) continue;
      const std::string_view name = one.name.parts[0].text;
      const ast::Expression* value = one.modification->value;
      if (name == "order" && value != nullptr && value->kind == ast::ExpressionKind::integer && value->text.size() == 1)
        order = static_cast<std::size_t>(value->text[0] - '0');
      const bool none = name == "noDerivative", zero = name == "zeroDerivative";
      if (!none && !zero) continue;
      const std::size_t which = formal(value, one.span);
      if (which == inputs_.size()) return;
      excluded[which] = true;
      std::vector<bool>& flags = none ? made.ignored : made.constant;
      for (std::size_t k = 0; k < inputs_[which].all.size(); ++k) flags[inputs_[which].first + k] = true;
    }
    const ir::Function* other = named(*written.value);
    if (other == nullptr) return;
    made.function = other;
    const std::vector<Leaves> theirs = leaves_of(builder_.interfaces[other].inputs);
    bool fits = theirs.size() >= inputs_.size();
    for (std::size_t i = 0; i < inputs_.size() && fits; ++i) fits = theirs[i].is_like(inputs_[i]);
    if (!fits || !outputs_fit(*other)) return misfit(written.value->span, *other);
    const std::size_t extra = theirs.size() - inputs_.size();
    std::vector<std::size_t> changing;  // formals that have rates
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (inputs_[i].has_real() && !excluded[i]) changing.push_back(i);
    if (order > 1 && extra == order * changing.size()) return;  // that of the first order is enough
    const auto rates_fit = [&](const std::vector<std::size_t>& of) {
      if (of.size() != extra) return false;
      for (std::size_t k = 0; k < extra; ++k)
        if (!theirs[inputs_.size() + k].is_like(inputs_[of[k]])) return false;
      return true;
    };
    const auto add = [&](std::vector<std::size_t>& to, std::size_t which) {
      for (std::size_t k = 0; k < inputs_[which].all.size(); ++k) to.push_back(inputs_[which].first + k);
    };
    if (rates_fit(changing)) {
      for (const std::size_t which : changing) add(made.rates, which);
      function_.derivatives.push_back(std::move(made));
      return;
    }
    // the original is a derivative itself: the last of its inputs are rates, and come here with their own rates only
    std::vector<std::size_t> origins, rates;
    const std::size_t first_rate = inputs_.size() - std::min(extra, inputs_.size());
    for (const std::size_t which : changing) (which < first_rate ? origins : rates).push_back(which);
    if (origins.size() != rates.size() || !rates_fit(rates) || extra == 0) return misfit(written.value->span, *other);
    for (std::size_t k = 0; k < extra; ++k) {
      if (!inputs_[origins[k]].is_like(inputs_[rates[k]])) return misfit(written.value->span, *other);
      add(made.origins, origins[k]);
      add(made.rates, rates[k]);
    }
    function_.derivatives.push_back(std::move(made));
  }

  /// One output for each that has Real numbers.
  bool outputs_fit(const ir::Function& other) {
    const auto reals = [](const ir::Function& f) {
      std::vector<std::size_t> dimensions;
      for (const ir::FunctionVariable* output : f.outputs)
        if (output->type.base == BaseType::real) dimensions.push_back(output->type.dimensions.size());
      return dimensions;
    };
    return reals(function_) == reals(other);
  }

  void inverse(const ast::ModificationArgument& written) {
    if (written.name.parts.size() != 1 || written.modification == nullptr) return;
    const ast::Expression* call = written.modification->value;
    const auto own = std::ranges::find(interface_.inputs, written.name.parts[0].text, &Formal::name);
    if (own == interface_.inputs.end()) {
      builder_.error(Code::E0209, written.name.span, "'" + function_.name + "': there is no input of this name");
      return;
    }
    if (call == nullptr || call->kind != ast::ExpressionKind::call) {
      builder_.error(Code::E0204, written.span, "a call of the function that gives this input is expected");
      return;
    }
    ir::Function* other = named(*call);
    if (other == nullptr) return;
    const auto& formals = builder_.interfaces[other].inputs;
    const std::vector<Leaves> theirs = leaves_of(formals);
    const Leaves& target = inputs_[static_cast<std::size_t>(own - interface_.inputs.begin())];
    const auto is_real = [](const ir::FunctionVariable& variable) {
      return variable.type.base == BaseType::real && variable.type.is_scalar();
    };
    bool fits = function_.outputs.size() == 1 && is_real(*function_.outputs[0]) && target.all.size() == 1 &&
                is_real(*target.all[0]->function_variable) && other->outputs.size() == 1 &&
                is_real(*other->outputs[0]) && call->arguments.size() <= formals.size();
    ir::FunctionInverse made;
    made.function = other;
    made.input = target.first;
    constexpr std::size_t open = static_cast<std::size_t>(-1);
    made.arguments.assign(other->inputs.size(), open);
    for (std::size_t a = 0; a < call->arguments.size() && fits; ++a) {
      const ast::Argument& argument = call->arguments[a];
      const auto slot = argument.name.empty() ? formals.begin() + static_cast<std::ptrdiff_t>(a)
                                              : std::ranges::find(formals, argument.name.text, &Formal::name);
      const std::string_view name = name_in(argument.value);
      const auto input = std::ranges::find(interface_.inputs, name, &Formal::name);
      fits = slot != formals.end() && !name.empty() && name != own->name;
      if (!fits) break;
      const Leaves& to = theirs[static_cast<std::size_t>(slot - formals.begin())];
      if (input == interface_.inputs.end()) {
        fits = name == interface_.outputs[0].name && to.all.size() == 1 && is_real(*to.all[0]->function_variable);
        if (fits) made.arguments[to.first] = function_.inputs.size();
        continue;
      }
      const Leaves& from = inputs_[static_cast<std::size_t>(input - interface_.inputs.begin())];
      fits = from.is_like(to);
      for (std::size_t k = 0; k < to.all.size() && fits; ++k) made.arguments[to.first + k] = from.first + k;
    }
    fits = fits && std::ranges::find(made.arguments, open) == made.arguments.end() &&
           std::ranges::find(made.arguments, function_.inputs.size()) != made.arguments.end();
    // an inverse only helps to solve: one that does not fit (the Standard Library has such) is not used
    if (fits) function_.inverses.push_back(std::move(made));
  }

  Builder& builder_;
  ClassInstance& class_;
  ir::Function& function_;
  const Builder::Interface& interface_;
  std::vector<Leaves> inputs_;
};

}  // namespace

void Builder::read_annotations(ClassInstance& class_, ir::Function& function) {
  FunctionAnnotations(*this, class_, function).read();
}

/// function f = der(g, x, y)
ir::Function* Builder::derived_function(ClassInstance& class_) {
  const ast::Class& syntax = *class_.syntax;
  ClassInstance* of = classes_.lookup(syntax.base, *class_.parent);
  if (of == nullptr || of->syntax == nullptr) {
    unknown(Code::E0202, syntax.base.span, parts_of(syntax.base), *class_.parent,
            "unknown function '" + text_of(syntax.base) + "'",
            suggestion(text_of(syntax.base), classes_.visible_names(*class_.parent)));
    return nullptr;
  }
  const std::size_t errors = diagnostics_.error_count();
  const ir::Function* original = function_of(*of, syntax.base.span);
  if (original == nullptr) {
    if (diagnostics_.error_count() == errors)
      error(Code::E0210, syntax.base.span, "'" + class_.name + "' is defined as a derivative of itself");
    return nullptr;
  }
  if (of->syntax->partial) {
    error(Code::E0215, syntax.base.span, "'" + of->name + "' is partial: it has no derivative");
    return nullptr;
  }
  ir::Function& made = tree_->functions.emplace_back();
  made.name = class_.name;
  made.span = syntax.name.span;
  made.inputs = original->inputs;
  made.defaults = original->defaults;
  made.outputs = original->outputs;
  made.derived_from = original;
  made.is_complete = true;
  interfaces[&made] = interfaces[original];
  for (const ir::FunctionVariable* output : made.outputs) {
    if (output->type.base == BaseType::real) continue;
    error(Code::E0213, syntax.base.span,
          "'" + original->name + "' has no derivative: its output '" + std::string(output->name) + "' is not Real");
    return nullptr;
  }
  for (const ast::Identifier& name : syntax.derivative_variables) {
    const auto input =
        std::ranges::find_if(made.inputs, [&](const ir::FunctionVariable* one) { return one->name == name.text; });
    if (input == made.inputs.end()) {
      error(Code::E0209, name.span,
            "'" + original->name + "': there is no input '" + std::string(name.text) + "' to differentiate by");
      return nullptr;
    }
    if ((*input)->type.base != BaseType::real || !(*input)->type.is_scalar()) {
      error(Code::E0213, name.span, "a derivative is by a scalar Real input, not by " + print((*input)->type));
      return nullptr;
    }
    made.derived_by.push_back(static_cast<std::size_t>(input - made.inputs.begin()));
  }
  return &made;
}

}  // namespace sunder::instantiate
