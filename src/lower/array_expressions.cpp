// Arithmetic on arrays, one element at a time; reductions and comprehensions.
#include <algorithm>

#include "base/codes.hpp"
#include "lower/expressions.hpp"

namespace sunder::lower {

using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
using symbolic::NodeId;
using symbolic::Op;

namespace {

bool is_sum(Operation operation) {
  return operation == Operation::add || operation == Operation::subtract || operation == Operation::element_add ||
         operation == Operation::element_subtract;
}

/// Sizes of the first `operands` operands of a chain of products, combined by the rules of '*'.
std::vector<std::int64_t> product_sizes(const Expression& e, std::size_t operands) {
  std::vector<std::int64_t> sizes(e.operands[0]->type.dimensions.begin(), e.operands[0]->type.dimensions.end());
  for (std::size_t i = 1; i < operands; ++i) {
    const auto& next = e.operands[i]->type.dimensions;
    if (e.operations[i - 1] != Operation::multiply || sizes.empty() || next.empty()) {
      if (sizes.empty()) sizes.assign(next.begin(), next.end());
      continue;
    }
    sizes.pop_back();
    sizes.insert(sizes.end(), next.begin() + 1, next.end());
  }
  return sizes;
}

/// Whether two arrays meet in a '*': then elements are sums of products.
bool multiplies_arrays(const Expression& e) {
  bool array_so_far = !e.operands[0]->type.is_scalar();
  for (std::size_t i = 1; i < e.operands.size(); ++i) {
    const bool array = !e.operands[i]->type.is_scalar();
    if (array && array_so_far && e.operations[i - 1] == Operation::multiply) return true;
    array_so_far = array_so_far || array;
  }
  return false;
}

}  // namespace

NodeId ExpressionLowering::chain(const Expression& e, std::size_t operands, const std::vector<Index>& subscripts) {
  if (e.operations[0] == Operation::logical_and || e.operations[0] == Operation::logical_or)
    return logical_chain(e, subscripts);
  if (is_sum(e.operations[0])) return sum_chain(e, subscripts);
  if (!multiplies_arrays(e)) return product_chain(e, subscripts);  // a plain list of factors, however long
  constexpr std::size_t longest = 1000;
  if (operands > longest) return fail(e, Code::E0301, "a product of more than 1000 arrays is not supported");
  return array_product(e, operands, subscripts);
}

NodeId ExpressionLowering::sum_chain(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<NodeId> terms;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const NodeId term = lower(*e.operands[i], spread(*e.operands[i], subscripts));
    if (failed_) return {};
    const bool minus =
        i > 0 && (e.operations[i - 1] == Operation::subtract || e.operations[i - 1] == Operation::element_subtract);
    terms.push_back(minus ? pool.negate(term) : term);
  }
  return pool.make(Op::add, terms);
}

/// a * b / c * d: numerator and denominator are collected, as few divisions as there are in the text.
NodeId ExpressionLowering::product_chain(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<NodeId> factors;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const NodeId factor = lower(*e.operands[i], spread(*e.operands[i], subscripts));
    if (failed_) return {};
    const bool divides =
        i > 0 && (e.operations[i - 1] == Operation::divide || e.operations[i - 1] == Operation::element_divide);
    if (!divides) {
      factors.push_back(factor);
      continue;
    }
    const NodeId so_far = factors.size() == 1 ? factors.front() : pool.make(Op::multiply, factors);
    factors.assign(1, pool.divide(so_far, factor));
  }
  return factors.size() == 1 ? factors.front() : pool.make(Op::multiply, factors);
}

NodeId ExpressionLowering::logical_chain(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  NodeId left = lower(*e.operands[0], subscripts);
  for (std::size_t i = 1; i < e.operands.size() && !failed_; ++i) {
    const NodeId right = lower(*e.operands[i], subscripts);
    if (!failed_)
      left = pool.make(e.operations[i - 1] == Operation::logical_and ? Op::logical_and : Op::logical_or, {left, right});
  }
  return failed_ ? NodeId{} : left;
}

NodeId ExpressionLowering::array_product(const Expression& e, std::size_t operands,
                                         const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (operands == 1) return lower(*e.operands[0], subscripts);
  const Expression& last = *e.operands[operands - 1];
  const Operation operation = e.operations[operands - 2];
  const std::vector<std::int64_t> left_sizes = product_sizes(e, operands - 1);
  if (operation != Operation::multiply || left_sizes.empty() || last.type.is_scalar()) {
    const NodeId a = array_product(e, operands - 1, left_sizes.empty() ? std::vector<Index>{} : subscripts);
    const NodeId b = failed_ ? NodeId{} : lower(last, spread(last, subscripts));
    if (failed_) return {};
    const bool divides = operation == Operation::divide || operation == Operation::element_divide;
    return divides ? pool.divide(a, b) : pool.multiply(a, b);
  }
  std::vector<NodeId> terms;
  const std::size_t rows = left_sizes.size() - 1;  // subscripts that belong to the left factor
  std::int64_t inner_size = left_sizes.back();
  if (inner_size == ir::open_size) {
    const auto known = sizes_of(last);
    if (!known) return fail(last, Code::E0208, "the size must be known at compile time");
    inner_size = known->front();
  }
  for (std::int64_t k = 1; k <= inner_size; ++k) {
    std::vector<Index> left(subscripts.begin(), subscripts.begin() + static_cast<std::ptrdiff_t>(rows));
    left.emplace_back(k);
    std::vector<Index> right{Index(k)};
    right.insert(right.end(), subscripts.begin() + static_cast<std::ptrdiff_t>(rows), subscripts.end());
    const NodeId a = array_product(e, operands - 1, left);
    const NodeId b = failed_ ? NodeId{} : lower(last, right);
    if (failed_) return {};
    terms.push_back(pool.multiply(a, b));
  }
  return reduce(Op::add, terms, e);
}

NodeId ExpressionLowering::reduce(Op op, const std::vector<NodeId>& items, const Expression& at) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (items.empty()) {
    if (op == Op::add) return pool.constant(0);
    if (op == Op::multiply) return pool.constant(1);
    return fail(at, Code::E0301, "the smallest or largest of no elements does not exist");
  }
  if (items.size() == 1) return items.front();
  if (op == Op::add || op == Op::multiply) return pool.make(op, items);
  std::vector<NodeId> level = items;  // in pairs of pairs: a chain of a thousand would be a thousand deep
  while (level.size() > 1) {
    std::vector<NodeId> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) next.push_back(pool.make(op, {level[i], level[i + 1]}));
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  return level.front();
}

namespace {

Op reduction_op(Builtin builtin) {
  switch (builtin) {
    case Builtin::product: return Op::multiply;
    case Builtin::min: return Op::min;
    case Builtin::max: return Op::max;
    default: return Op::add;
  }
}

}  // namespace

NodeId ExpressionLowering::all_elements(const Expression& e, Op op) {
  const auto found = sizes_of(e);
  if (!found) return fail(e, Code::E0208, "the size must be known at compile time");
  const std::vector<std::int64_t>& sizes = *found;
  std::vector<NodeId> items;
  std::vector<Index> at(sizes.size(), Index(1));
  const std::int64_t count = ir::element_count(sizes);
  for (std::int64_t n = 0; n < count; ++n) {
    std::int64_t rest = n;
    for (std::size_t d = sizes.size(); d-- > 0;) {
      at[d] = Index(rest % sizes[d] + 1);
      rest /= sizes[d];
    }
    items.push_back(lower(e, at));
    if (failed_) return {};
  }
  return reduce(op, items, e);
}

/// Another iteration may have another range: the pattern holds only while its length is the same.
void ExpressionLowering::decide_length(const Expression& range, std::int64_t length) {
  if (range.kind == ExpressionKind::range && range.operands.size() == 2) {
    const auto first = context_.indices.translate(*range.operands[0], bindings_);
    const auto last = context_.indices.translate(*range.operands[1], bindings_);
    if (first && last && first->general == nullptr && last->general == nullptr) {
      const Index difference = *last - *first;
      if (!difference.is_constant())
        decisions_.push_back(
            {Decision::Kind::index, Operation::equal, nullptr, {}, difference, difference.affine_value(loop_values_)});
      return;
    }
  }
  decisions_.push_back({Decision::Kind::length, Operation::equal, &range, bindings_, {}, length});
}

bool ExpressionLowering::expand(const Expression& e, std::size_t iterator_, std::vector<NodeId>& items) {
  if (iterator_ == e.iterators.size()) {
    items.push_back(lower(*e.operands[0], spread(*e.operands[0], reduced_at_)));
    return !failed_;
  }
  const ir::IteratorRange& range = e.iterators[iterator_];
  const auto values = closure_->variables.empty() ? context_.indices.evaluate(*range.range, bindings_, loop_values_)
                                                  : evaluate_local(*range.range);
  if (!values) {
    fail(*range.range, Code::E0208, "the range must be known at compile time: " + context_.indices.failure().message);
    return false;
  }
  const bool varies = mentions_iterator(*range.range);
  if (varies) decide_length(*range.range, static_cast<std::int64_t>(values->numbers.size()));
  for (std::size_t k = 0; k < values->numbers.size() && !failed_; ++k) {
    std::optional<Index> index = Index(static_cast<std::int64_t>(values->numbers[k]));
    if (varies) index = vector_element(*range.range, Index(static_cast<std::int64_t>(k) + 1));
    if (!index) return false;
    bindings_[range.symbol] = *index;
    if (!expand(e, iterator_ + 1, items)) return false;
  }
  bindings_.erase(range.symbol);
  return !failed_;
}

NodeId ExpressionLowering::reduction(const Expression& e, const std::vector<Index>& subscripts) {
  std::vector<NodeId> items;
  reduced_at_ = subscripts;
  if (!expand(e, 0, items)) return {};
  return reduce(reduction_op(e.builtin), items, e);
}

NodeId ExpressionLowering::comprehension(const Expression& e, const std::vector<Index>& subscripts) {
  const std::size_t loops = e.iterators.size();
  for (std::size_t i = 0; i < loops; ++i) {
    const ir::IteratorRange& range = e.iterators[loops - 1 - i];  // the last iterator is the first dimension
    const auto index = vector_element(*range.range, subscripts[i]);
    if (!index) return {};
    bindings_[range.symbol] = *index;
  }
  const NodeId node =
      lower(*e.operands[0], {subscripts.begin() + static_cast<std::ptrdiff_t>(loops), subscripts.end()});
  for (const ir::IteratorRange& range : e.iterators) bindings_.erase(range.symbol);
  return node;
}

NodeId ExpressionLowering::builtin(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  static constexpr Op unary[] = {Op::sin,  Op::cos,  Op::tan,  Op::asin,  Op::acos, Op::atan,
                                 Op::sinh, Op::cosh, Op::tanh, Op::exp,   Op::log,  Op::log10,
                                 Op::sqrt, Op::abs,  Op::sign, Op::floor, Op::ceil, Op::floor};
  static_assert(std::size(unary) == static_cast<std::size_t>(Builtin::integer) + 1);
  if (e.builtin <= Builtin::integer) {
    const NodeId argument = lower(*e.operands[0], subscripts);
    if (failed_) return {};
    if (e.builtin == Builtin::floor || e.builtin == Builtin::integer) return rounded(ir::HeldKind::floor, argument, e);
    if (e.builtin == Builtin::ceil) return rounded(ir::HeldKind::ceil, argument, e);
    return pool.make(unary[static_cast<std::size_t>(e.builtin)], {argument});
  }
  const bool pair = e.operands.size() == 2;
  Op op = Op::add;
  switch (e.builtin) {
    case Builtin::atan2: op = Op::atan2; break;
    case Builtin::mod: op = Op::mod; break;
    case Builtin::rem: op = Op::rem; break;
    case Builtin::div: op = Op::div; break;
    case Builtin::min:
    case Builtin::max:
      op = reduction_op(e.builtin);
      if (!pair) return all_elements(*e.operands[0], op);
      break;
    case Builtin::sum:
    case Builtin::product: return all_elements(*e.operands[0], reduction_op(e.builtin));
    case Builtin::der:
      return e.operands[0]->kind == ExpressionKind::variable ? variable(*e.operands[0], subscripts, true)
                                                             : total_derivative(*e.operands[0], subscripts);
    case Builtin::homotopy: return homotopy(e, subscripts);
    case Builtin::residue: {
      const NodeId variable = lower(*e.operands[0], subscripts);
      return failed_ ? NodeId{} : pool.make(Op::residue, {variable});
    }
    case Builtin::relax: {
      const NodeId variable = lower(*e.operands[0], subscripts);
      return failed_ ? NodeId{} : pool.make(Op::relax, {variable});
    }
    case Builtin::no_event:
    case Builtin::smooth: {
      const Expression& inner = *e.operands[e.builtin == Builtin::smooth ? 1 : 0];
      const int more = context_.in_assertion ? 0 : 1;
      no_event_depth_ += more;
      const NodeId node = lower(inner, subscripts);
      no_event_depth_ -= more;
      return node;
    }
    default: return ir::speaks_of_events(e.builtin) ? event_builtin(e, subscripts) : array_builtin(e, subscripts);
  }
  const NodeId a = lower(*e.operands[0], spread(*e.operands[0], subscripts));
  const NodeId b = failed_ ? NodeId{} : lower(*e.operands[1], spread(*e.operands[1], subscripts));
  if (failed_) return {};
  const bool divides = op == Op::mod || op == Op::rem || op == Op::div;
  if (!divides || no_event_depth_ > 0 || (is_discrete(a) && is_discrete(b))) return pool.make(op, {a, b});
  const NodeId whole = rounded(op == Op::mod ? ir::HeldKind::floor : ir::HeldKind::truncate, pool.divide(a, b), e);
  return op == Op::div ? whole : pool.subtract(a, pool.multiply(whole, b));
}

NodeId ExpressionLowering::array_builtin(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  switch (e.builtin) {
    case Builtin::zeros: return pool.constant(0);
    case Builtin::ones: return pool.constant(1);
    case Builtin::fill: {
      const std::size_t own = e.operands.size() - 1;
      return lower(*e.operands[0], {subscripts.begin() + static_cast<std::ptrdiff_t>(own), subscripts.end()});
    }
    case Builtin::integer_of:
    case Builtin::enumeration_of: return lower(*e.operands[0], subscripts);
    case Builtin::matrix: {
      std::vector<Index> inner = subscripts;
      inner.resize(e.operands[0]->type.dimensions.size(), Index(1));
      return lower(*e.operands[0], inner);
    }
    case Builtin::outer_product: {
      const NodeId a = lower(*e.operands[0], {subscripts[0]});
      const NodeId b = failed_ ? NodeId{} : lower(*e.operands[1], {subscripts[1]});
      return failed_ ? NodeId{} : pool.multiply(a, b);
    }
    case Builtin::symmetric: {
      const auto row = decide(subscripts[0], e);
      const auto column = row ? decide(subscripts[1], e) : std::nullopt;
      if (!column) return {};
      return *row <= *column ? lower(*e.operands[0], {Index(*row), Index(*column)})
                             : lower(*e.operands[0], {Index(*column), Index(*row)});
    }
    case Builtin::skew: {
      const auto row = decide(subscripts[0], e);
      const auto column = row ? decide(subscripts[1], e) : std::nullopt;
      if (!column) return {};
      if (*row == *column) return pool.constant(0);
      const std::int64_t third = 6 - *row - *column;
      const NodeId value = lower(*e.operands[0], {Index(third)});
      if (failed_) return {};
      const bool negative = (*row % 3) + 1 == *column;
      return negative ? pool.negate(value) : value;
    }
    case Builtin::cat: {
      const auto along = static_cast<std::size_t>(e.operands[0]->number) - 1;
      auto at = decide(subscripts[along], e);
      if (!at) return {};
      for (std::size_t i = 1; i < e.operands.size(); ++i) {
        const auto sizes = sizes_of(*e.operands[i]);
        if (!sizes) return fail(*e.operands[i], Code::E0208, "the size must be known at compile time");
        const std::int64_t own = along < sizes->size() ? (*sizes)[along] : 1;
        if (*at > own) {
          *at -= own;
          continue;
        }
        std::vector<Index> inner = subscripts;
        inner[along] = Index(*at);
        inner.resize(sizes->size(), Index(1));
        return lower(*e.operands[i], inner);
      }
      return fail(e, Code::E0302, "a subscript is out of range");
    }
    case Builtin::transpose: return lower(*e.operands[0], {subscripts[1], subscripts[0]});
    case Builtin::identity:
    case Builtin::diagonal: {
      bool on_diagonal = false;
      if (subscripts[0].general == nullptr && subscripts[1].general == nullptr) {
        on_diagonal = is_zero(subscripts[0] - subscripts[1]);
      } else {
        const auto row = decide(subscripts[0], e);
        const auto column = row ? decide(subscripts[1], e) : std::nullopt;
        if (!column) return {};
        on_diagonal = *row == *column;
      }
      if (!on_diagonal) return pool.constant(0);
      return e.builtin == Builtin::identity ? pool.constant(1) : lower(*e.operands[0], {subscripts[0]});
    }
    case Builtin::linspace: {
      const NodeId first = lower(*e.operands[0], {});
      const NodeId last = failed_ ? NodeId{} : lower(*e.operands[1], {});
      const auto at = failed_ ? std::nullopt : decide(subscripts[0], e);
      if (!at) return {};
      const auto points = sizes_of(e);
      if (!points) return fail(e, Code::E0208, "the number of points must be known at compile time");
      if ((*points)[0] < 2)
        return fail(e, Code::E0205, "linspace needs at least 2 points, not " + std::to_string((*points)[0]));
      const double part = static_cast<double>(*at - 1) / static_cast<double>((*points)[0] - 1);
      return pool.add(first, pool.multiply(number(part), pool.subtract(last, first)));
    }
    case Builtin::scalar:
      return lower(*e.operands[0], std::vector<Index>(e.operands[0]->type.dimensions.size(), Index(1)));
    case Builtin::vector: {
      auto at = decide(subscripts[0], e);
      if (!at) return {};
      const auto sizes = sizes_of(*e.operands[0]);  // those of the type are not known in functions
      if (!sizes) return fail(e, Code::E0208, "the sizes of what vector() is given must be known at compile time");
      std::vector<Index> inner(sizes->size(), Index(1));
      std::int64_t rest = *at - 1;
      for (std::size_t d = sizes->size(); d-- > 0;) {
        inner[d] = Index(rest % (*sizes)[d] + 1);
        rest /= (*sizes)[d];
      }
      return lower(*e.operands[0], inner);
    }
    case Builtin::cross: {
      const auto at = decide(subscripts[0], e);
      if (!at) return {};
      const Index next(*at % 3 + 1);
      const Index after((*at + 1) % 3 + 1);
      const NodeId a = lower(*e.operands[0], {next});
      const NodeId b = lower(*e.operands[1], {after});
      const NodeId c = lower(*e.operands[0], {after});
      const NodeId d = lower(*e.operands[1], {next});
      return failed_ ? NodeId{} : pool.subtract(pool.multiply(a, b), pool.multiply(c, d));
    }
    case Builtin::semi_linear: {
      const NodeId x = lower(*e.operands[0], spread(*e.operands[0], subscripts));
      const NodeId positive = lower(*e.operands[1], spread(*e.operands[1], subscripts));
      const NodeId negative = lower(*e.operands[2], spread(*e.operands[2], subscripts));
      if (failed_) return {};
      const NodeId forward = pool.make(Op::greater_equal, {x, pool.constant(0)});
      return pool.make(Op::select, {forward, pool.multiply(x, positive), pool.multiply(x, negative)});
    }
    case Builtin::delay: return delayed(e, subscripts);
    case Builtin::spatial_distribution: return flown(e);
    case Builtin::size:
    case Builtin::ndims: {
      const auto value =
          closure_->variables.empty() ? context_.indices.evaluate(e, bindings_, loop_values_) : evaluate_local(e);
      const auto at = value && !subscripts.empty() ? decide(subscripts[0], e) : std::optional<std::int64_t>(1);
      if (!value || !at)
        return fail(e, Code::E0208, "the size must be known at compile time: " + context_.indices.failure().message);
      return number(value->numbers[static_cast<std::size_t>(*at - 1)]);
    }
    default:
      return fail(e, Code::E0301, "'" + std::string(ir::name_of(e.builtin)) + "' is not supported in equations yet");
  }
}

}  // namespace sunder::lower
