// Calls of functions: written out, by a rule of cost, or called.
#include <algorithm>
#include <array>
#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "lower/function_bodies.hpp"
#include "lower/lowering.hpp"
#include "symbolic/derivatives.hpp"

namespace sunder::lower {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;

namespace {

constexpr std::int64_t most_elements = 100'000;

}  // namespace

std::vector<Index> ExpressionLowering::position(const std::vector<std::int64_t>& sizes, std::int64_t element) const {
  std::vector<Index> at(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    at[d] = Index(element % sizes[d] + 1);
    element /= sizes[d];
  }
  return at;
}

/// The value where it depends on nothing but what is known here.
std::optional<ir::Value> ExpressionLowering::evaluate_local(const Expression& given) {
  ir::Environment environment;
  const Expression* settled = closure_->variables.empty() ? &given : settle_sizes(given);
  if (settled == nullptr) return std::nullopt;
  const Expression& e = *settled;
  bool open = false;
  ir::walk(e, [&](const Expression& inner) {
    if (inner.kind == ExpressionKind::time) open = true;
    if (inner.kind == ExpressionKind::iterator && iterator_nodes_.contains(inner.iterator)) open = true;
    if (inner.kind == ExpressionKind::variable && context_.is_open(*inner.variable)) open = true;
    if (inner.kind == ExpressionKind::variable && inner.variable->variability == ir::Variability::parameter &&
        inner.variable->base == BaseType::real)
      open = true;  // it may be changed without compiling anew
    if (inner.kind != ExpressionKind::function_variable || open) return;
    const auto found = closure_->variables.find(inner.function_variable);
    if (found == closure_->variables.end() || !found->second.known) {
      open = true;
      return;
    }
    environment.function_variables.emplace(inner.function_variable, *found->second.known);
  });
  // sizes are known even where values are not; walk() does not look into them
  const auto sizes = [&](const Expression& inner, const auto& self) -> void {
    if (inner.kind == ExpressionKind::builtin &&
        (inner.builtin == ir::Builtin::size || inner.builtin == ir::Builtin::ndims)) {
      const Expression* of = inner.operands[0];
      while (of->kind == ExpressionKind::record && !of->operands.empty()) of = of->operands[0];
      const auto found = of->kind == ExpressionKind::function_variable ? closure_->variables.find(of->function_variable)
                                                                       : closure_->variables.end();
      if (found != closure_->variables.end() && !environment.function_variables.contains(found->first)) {
        ir::Value only;
        only.dimensions = found->second.dimensions;
        environment.function_variables.emplace(found->first, std::move(only));
      }
    }
    for (const Expression* operand : inner.operands)
      if (operand != nullptr) self(*operand, self);
    for (const ir::Subscript& subscript : inner.subscripts)
      if (subscript.value != nullptr) self(*subscript.value, self);
    for (const ir::IteratorRange& range : inner.iterators) self(*range.range, self);
  };
  if (open) return std::nullopt;
  sizes(e, sizes);
  return context_.indices.evaluate(e, std::move(environment), bindings_, loop_values_);
}

/// All elements of a value, and the value itself when it is known.
std::optional<Closure::Bound> ExpressionLowering::bind(const Expression& value) {
  Closure::Bound bound;
  if (value.type.base == BaseType::function) {
    if (value.kind == ExpressionKind::function_variable) {
      const auto found = closure_->variables.find(value.function_variable);
      if (found == closure_->variables.end()) return std::nullopt;
      return found->second;
    }
    bound.function = &value;
    bound.scope = closure_;
    return bound;
  }
  const bool counts = value.type.base == BaseType::integer || value.type.base == BaseType::boolean ||
                      value.type.base == BaseType::enumeration || value.type.base == BaseType::string ||
                      value.type.base == BaseType::object;
  if (counts) {
    if (auto known = evaluate_local(value)) {
      if (mentions_iterator(value))  // another value in every iteration
        for (const auto& [symbol, index] : bindings_)
          if (!index.is_constant() && !decide(index, value)) return std::nullopt;
      bound.dimensions = known->dimensions;
      if (value.type.base == BaseType::object) {
        bound.known = std::move(*known);
        return bound;
      }
      for (const double number_ : known->numbers) bound.nodes.push_back(number(number_));
      for (const std::string& text : known->strings) bound.nodes.push_back(text_number(text));
      bound.known = std::move(*known);
      return bound;
    }
    if (value.type.base == BaseType::object) {
      const std::string why = context_.indices.failure().message;
      if (auto moved = moved_table(value)) return moved;
      if (failed_) return std::nullopt;
      fail(value, Code::E0208,
           "the external object cannot be made: " +
               (why.empty() ? "what it is made of is not known at compile time" : why));
      return std::nullopt;
    }
    if (value.type.base == BaseType::string && !can_be_made(value)) return bound;  // used in messages at most
  }
  const auto sizes = sizes_of(value);
  if (!sizes) {
    fail(value, Code::E0208, "the size must be known at compile time");
    return std::nullopt;
  }
  bound.dimensions = *sizes;
  const std::int64_t count = ir::element_count(*sizes);
  if (count > most_elements) {
    fail(value, Code::E0305, "the array is too large to be passed to a function in an equation");
    return std::nullopt;
  }
  // all elements of a call at once: one by one, calls inside of calls would be carried out n^depth times
  if (value.kind == ExpressionKind::call && value.subscripts.empty() && !sizes->empty() && !computed(value)) {
    const Results results = failed_ ? nullptr : carry_out(value);
    if (results == nullptr || failed_) return std::nullopt;
    if (value.result >= results->size() ||
        static_cast<std::int64_t>((*results)[value.result].nodes.size()) != ir::element_count(*sizes)) {
      fail(value, Code::E0301, "the function gives its output no value");
      return std::nullopt;
    }
    return (*results)[value.result];
  }
  for (std::int64_t n = 0; n < count; ++n) {
    bound.nodes.push_back(lower(value, position(*sizes, n)));
    if (failed_) return std::nullopt;
  }
  // numbers that sizes may follow from
  if (value.type.base == BaseType::real && sizes->empty() && !closure_->variables.empty() && !mentions_iterator(value))
    bound.known = evaluate_local(value);
  return bound;
}

NodeId ExpressionLowering::function_variable(const Expression& e, const std::vector<Index>& subscripts) {
  const auto found = closure_->variables.find(e.function_variable);
  if (found == closure_->variables.end())
    return fail(e, Code::E0301, "'" + std::string(e.function_variable->name) + "' is used before it has a value");
  if (found->second.dimensions.empty()) {
    if (found->second.nodes.empty())
      return fail(e, Code::E0301, "'" + std::string(e.function_variable->name) + "' has no number");
    return found->second.nodes.front();
  }
  // subscripts may call functions, which have variables of their own: this one stays
  const std::shared_ptr<Closure> own = closure_;
  const std::vector<std::int64_t> dimensions = found->second.dimensions;
  if (const auto picked = runtime_subscript(e, subscripts, false)) return *picked;
  std::vector<Index> full;
  if (!full_subscripts(e, dimensions, subscripts, full)) return {};
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < full.size(); ++d) {
    const auto at = decide(full[d], e);
    if (!at) return {};
    if (*at < 1 || *at > dimensions[d])
      return fail(e, Code::E0302,
                  "subscript " + std::to_string(*at) + " is outside 1:" + std::to_string(dimensions[d]) + " of '" +
                      std::string(e.function_variable->name) + "'");
    offset = offset * dimensions[d] + *at - 1;
  }
  return own->variables.at(e.function_variable).nodes[static_cast<std::size_t>(offset)];
}

/// Functions of texts and files, which are carried out at compile time only.
static bool is_of_texts(std::string_view external) {
  return std::ranges::any_of(std::array{"ModelicaStrings_", "ModelicaInternal_", "ModelicaIO_", "ModelicaStreams_"},
                             [&](const char* prefix) { return external.starts_with(prefix); });
}

/// Whether the function looks at texts or files, itself or by way of others.
bool ExpressionLowering::looks_at_texts(const ir::Function& function) {
  return reaches(function, context_.looking_at_texts,
                 [](const ir::Function& called) { return is_of_texts(called.external); });
}

/// Whether the function calls code of others, itself or by way of others.
bool Lowering::reaches_others(const ir::Function& function) {
  return reaches(function, reaching_others_, [&](const ir::Function& called) {
    std::string message;
    return indices_.values().foreign(called, message) != nullptr || !message.empty();
  });
}

/// A loop that runs as long as numbers say, or code that is not ours: such a function needs numbers.
static bool needs_numbers(const ir::Function& function) {
  const auto loops = [](std::span<ir::Statement* const> statements, const auto& self) -> bool {
    for (const ir::Statement* statement : statements) {
      if (statement->kind == ir::StatementKind::while_ || self(statement->body, self)) return true;
      for (const ir::StatementBranch& branch : statement->branches)
        if (self(branch.body, self)) return true;
    }
    return false;
  };
  return !function.external.empty() || loops(function.body, loops);
}

/// Once for all elements that are read of it.
std::shared_ptr<const ir::Value> ExpressionLowering::computed(const Expression& e) {
  const bool same_everywhere = closure_->variables.empty() && !mentions_iterator(e);
  if (same_everywhere)
    if (const auto known = computed_.find(&e); known != computed_.end()) return known->second;
  auto value = computed_now(e);
  auto made = value ? std::make_shared<const ir::Value>(std::move(*value)) : nullptr;
  if (same_everywhere && !failed_) computed_.emplace(&e, made);
  return made;
}

/// A call with numbers is a number. Empty: it is a matter of the run, or wrong (`failed_`).
std::optional<ir::Value> ExpressionLowering::computed_now(const Expression& e) {
  if (e.function == nullptr || !closure_->variables.empty() || speaks(*e.function) ||
      e.function->external == impure_random_function)
    return std::nullopt;
  bool numbers = true, parameters = true;
  ir::walk(e, [&](const Expression& inner) {
    const bool variable = inner.kind == ExpressionKind::variable && !inner.variable->is_package_constant;
    const bool varies = inner.kind == ExpressionKind::time || inner.kind == ExpressionKind::function_variable ||
                        (inner.kind == ExpressionKind::builtin && ir::speaks_of_events(inner.builtin));
    numbers = numbers && !variable && !varies;
    parameters = parameters && !varies && (!variable || !context_.is_open(*inner.variable));
  });
  std::string message;  // code of others can be called in the run
  const bool is_ours =
      e.function->external.empty() || context_.indices.values().foreign(*e.function, message) == nullptr;
  if (!is_ours && e.function->impure) return std::nullopt;
  const bool at_once = is_ours && (needs_numbers(*e.function) || looks_at_texts(*e.function));
  if (!numbers && !(parameters && at_once)) return std::nullopt;
  auto value = context_.indices.evaluate(e, bindings_, loop_values_);
  if (!value && at_once) {
    if (message.empty())
      fail(e, Code::E0208, "'" + e.function->name + "' cannot be computed: " + context_.indices.failure().message);
    else
      fail(e, Code::E0312, message);
  }
  if (!value || value->base == BaseType::string) return std::nullopt;
  if (mentions_iterator(e))  // another value in every iteration
    for (const auto& [symbol, index] : bindings_)
      if (!index.is_constant() && !decide(index, e)) return std::nullopt;
  return value;
}

NodeId ExpressionLowering::call(const Expression& e, const std::vector<Index>& subscripts) {
  if (const auto value = computed(e)) {
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < value->dimensions.size() && d < subscripts.size(); ++d) {
      const auto at = decide(subscripts[d], e);
      if (!at) return {};
      offset = offset * value->dimensions[d] + *at - 1;
    }
    if (static_cast<std::size_t>(offset) < value->numbers.size())
      return number(value->numbers[static_cast<std::size_t>(offset)]);
  }
  if (failed_) return {};
  const Results results = carry_out(e);
  if (!results || failed_) return {};
  if (e.result >= results->size()) return fail(e, Code::E0301, "the function gives no value");
  const Closure::Bound& bound = (*results)[e.result];
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < bound.dimensions.size() && d < subscripts.size(); ++d) {
    const auto at = decide(subscripts[d], e);
    if (!at) return {};
    offset = offset * bound.dimensions[d] + *at - 1;
  }
  if (static_cast<std::size_t>(offset) >= bound.nodes.size())
    return fail(
        e, Code::E0301,
        "'" + (e.function != nullptr ? e.function->name : std::string("the function")) + "' gives its output no value");
  return bound.nodes[static_cast<std::size_t>(offset)];
}

/// Once for all elements of an equation that the results are read in.
ExpressionLowering::Results ExpressionLowering::carry_out(const Expression& e) {
  const bool in_equation = closure_->variables.empty() && making_ == nullptr && inline_depth_ == 0 &&
                           e.function != nullptr && &e != called_only_ && &e != keeps_guards_of_ &&
                           !mentions_iterator(e);
  if (!in_equation) return carry_out_now(e);
  const std::pair key(&e, no_event_depth_ > 0);
  if (const auto known = carried_out_.find(key); known != carried_out_.end()) return known->second;
  Results results = carry_out_now(e);
  if (results != nullptr && !failed_) carried_out_.emplace(key, results);
  return results;
}

ExpressionLowering::Results ExpressionLowering::carry_out_now(const Expression& e) {
  constexpr int most = 1'000'000;
  if (++calls_ > most) {
    fail(e, Code::E0305, "more than a million function calls in one equation");
    return nullptr;
  }
  const ir::Function* function = e.function;
  std::vector<std::optional<Closure::Bound>> given;
  for (const Expression* operand : e.operands) {
    given.emplace_back();
    if (operand == nullptr) continue;
    given.back() = bind(*operand);
    if (!given.back()) return nullptr;
  }
  if (function == nullptr) {
    const auto found = closure_->variables.find(e.function_variable);
    if (found == closure_->variables.end() || found->second.function == nullptr) {
      fail(e, Code::E0301, "the function is not known here");
      return nullptr;
    }
    const Expression& reference = *found->second.function;
    const std::shared_ptr<Closure> own = std::exchange(closure_, found->second.scope);
    function = reference.function;
    std::vector<std::optional<Closure::Bound>> all(function->inputs.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i < reference.operands.size() && reference.operands[i] != nullptr)
        all[i] = bind(*reference.operands[i]);
      else if (next < given.size())
        all[i] = std::move(given[next++]);
    }
    closure_ = own;
    given = std::move(all);
  }
  if (failed_) return nullptr;
  calls_around_.push_back({&e, {}});
  for (const auto& [symbol, turn] : bindings_) calls_around_.back().turns.push_back(turn);
  Results results = call_with(*function, std::move(given), e);
  calls_around_.pop_back();
  return results;
}

/// Written out, called, or one of ours.
ExpressionLowering::Results ExpressionLowering::call_with(const ir::Function& function,
                                                          std::vector<std::optional<Closure::Bound>> given,
                                                          const Expression& e) {
  CallKey key{&function, {}};
  const bool keeps_guards = &e == keeps_guards_of_;
  bool keyed = !keeps_guards && !function.impure;
  for (const auto& one : given) {
    if (one && one->function != nullptr) keyed = false;
    if (!one || (one->nodes.empty() && one->known)) keyed = keyed && !one;
    if (one)
      for (const NodeId node : one->nodes) key.second.push_back(node);
    key.second.emplace_back();  // a boundary
  }
  const bool heard = inline_depth_ == 0 || making_ != nullptr;  // else by the one around it
  if (heard && speaks(function)) add_voice(function, given, e, false);
  if (failed_) return nullptr;
  if (&e == called_only_) return call_procedure(function, std::move(given), e);
  if (keyed)
    if (const auto known = inlined_.find(key); known != inlined_.end()) return known->second;
  if (!function.external.empty()) {
    if (const Results results = call_external(function, given, e); results != nullptr || failed_) return results;
  }
  if (function.derived_from != nullptr) return call_derived(function, std::move(given), e);
  if (is_annotated(function) && keeps_guards && inline_depth_ == 0) {
    add_voice(function, std::move(given), e, true);
    return std::make_shared<std::vector<Closure::Bound>>();
  }
  if (is_annotated(function)) {
    Results results = call_annotated(function, std::move(given), e);
    if (results != nullptr && keyed) inlined_.emplace(std::move(key), results);
    return results;
  }
  const double counted_before = context_.open_counts.empty() ? 0 : context_.open_counts.back();
  Results results = write_out(function, given, e, keeps_guards);
  if (results == nullptr && !context_.open_counts.empty()) context_.open_counts.back() = counted_before;  // not done
  if (results == nullptr && wants_call_ && keeps_guards && inline_depth_ == 0) {
    failed_ = wants_call_ = false;
    recursive_ = nullptr;
    add_voice(function, std::move(given), e, true);
    return std::make_shared<std::vector<Closure::Bound>>();
  }
  if (results == nullptr && keeps_guards) return nullptr;  // the one around it is called, and asks there
  if (results == nullptr && wants_call_ && (recursive_ == nullptr || recursive_ == &function)) {
    failed_ = wants_call_ = false;
    recursive_ = nullptr;
    results = call_procedure(function, given, e);
  }
  if (results != nullptr && keyed) inlined_.emplace(std::move(key), results);
  return results;
}

/// The outputs as expressions; null when that is not possible or not worth it (`wants_call_`), or wrong.
ExpressionLowering::Results ExpressionLowering::write_out(const ir::Function& function,
                                                          std::vector<std::optional<Closure::Bound>> given,
                                                          const Expression& e, bool keeps_guards) {
  constexpr int most_inside = 500;  // functions that call functions twice, with other arguments, grow like 2^n
  constexpr std::size_t deepest = 100;
  const auto again = std::ranges::find(inlining_, &function, &Inlined::function);
  const bool as_deep_as_values_say = again != inlining_.end() && open_choices_ > again->open_choices;
  const std::size_t outermost = in_procedure_ ? 1 : 0;
  if (inlining_.size() <= outermost) inner_calls_ = 0;
  const bool too_many = inlining_.size() > outermost && ++inner_calls_ > most_inside;
  if (as_deep_as_values_say || too_many || inlining_.size() >= deepest) {
    failed_ = wants_call_ = true;
    recursive_ = as_deep_as_values_say ? &function : too_many ? inlining_[outermost].function : nullptr;
    return nullptr;
  }
  if (in_procedure_ && !context_.open_counts.empty()) context_.open_counts.back() += 1;
  const auto inner = std::make_shared<Closure>();
  for (std::size_t i = 0; i < function.inputs.size() && i < given.size(); ++i)
    if (given[i]) inner->variables[function.inputs[i]] = std::move(*given[i]);
  inlining_.push_back({&function, open_choices_});
  ++context_.open_calls;
  ++inline_depth_;
  const int quiet = keeps_guards && context_.in_assertion ? 0 : 1;
  no_event_depth_ += quiet;  // what a function does makes no events, unless it is watched by what is asserted here
  const std::size_t guards = guards_.size();
  const std::shared_ptr<Closure> own = std::exchange(closure_, inner);
  IteratorBindings own_bindings = std::exchange(bindings_, {});
  Making* const making = std::exchange(making_, nullptr);
  const bool good = run_body(function, inner, e);
  auto results = std::make_shared<std::vector<Closure::Bound>>();
  for (const ir::FunctionVariable* output : function.outputs) {
    const auto found = closure_->variables.find(output);
    results->push_back(good && found != closure_->variables.end() ? found->second : Closure::Bound{});
    for (NodeId& node : results->back().nodes) node = guarded(node, guards);
    if (guards_.size() > guards) results->back().known.reset();
  }
  if (!keeps_guards) guards_.resize(guards);
  closure_ = own;
  bindings_ = std::move(own_bindings);
  making_ = making;
  no_event_depth_ -= quiet;
  --inline_depth_;
  --context_.open_calls;
  open_choices_ = inlining_.back().open_choices;
  inlining_.pop_back();
  return good && !failed_ ? results : nullptr;
}

/// der(expression) by the chain rule.
NodeId ExpressionLowering::total_derivative(const Expression& e, const std::vector<Index>& subscripts) {
  const NodeId node = lower(e, subscripts);
  if (failed_) return {};
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<std::uint32_t> order;
  std::vector<NodeId> open{node};
  std::unordered_map<NodeId, bool> seen;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (!seen.emplace(at, true).second) continue;
    if (pool[at].op == Op::slot) order.push_back(pool[at].payload);
    for (const NodeId inner : pool.children(at)) open.push_back(inner);
  }
  std::vector<std::pair<std::uint32_t, NodeId>> rates;
  for (const std::uint32_t slot : order) {
    const Term term = terms_[slot];
    if (term.constant || term.discrete) continue;
    if (term.kind == Term::Kind::time) {
      rates.emplace_back(slot, pool.constant(1));
      continue;
    }
    if (term.kind != Term::Kind::element) return fail(e, Code::E0213, "der() of this expression is not supported");
    Term rate = term;
    rate.declaration = context_.dae.declarations[term.declaration.index()].derivative;
    if (!rate.declaration.valid()) return fail(e, Code::E0213, "der() of this expression is not supported");
    rates.emplace_back(slot, slot_of(std::move(rate)));
  }
  return symbolic::Derivatives(pool, node, symbolic::Ancestry::Residue::ignored, symbolic::Rates::in_time)
      .along(pool, rates);
}

}  // namespace sunder::lower
