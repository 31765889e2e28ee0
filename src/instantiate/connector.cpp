#include "instantiate/connector.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::FlowKind;
using ir::Instance;
using ir::Operation;

// ---------------------------------------------------------------- expressions

Expression* Connector::make(ExpressionKind kind, ir::Type type, Span span, const std::vector<Expression*>& operands) {
  auto* out = builder_.arena().make<Expression>();
  out->kind = kind;
  out->type = type;
  out->span = span;
  out->operands = builder_.arena().copy(operands);
  return out;
}

Expression* Connector::number(double value, Span span) {
  Expression* out = make(ExpressionKind::number, {BaseType::real, {}}, span, {});
  out->number = value;
  return out;
}

Expression* Connector::zero(const ir::Type& type, Span span) {
  if (type.is_scalar()) return number(0, span);
  std::vector<Expression*> operands{number(0, span)};
  for (const std::int64_t n : type.dimensions) {
    operands.push_back(number(static_cast<double>(n), span));
    operands.back()->type.base = BaseType::integer;
  }
  Expression* out = make(ExpressionKind::builtin, type, span, operands);
  out->builtin = ir::Builtin::fill;
  return out;
}

Expression* Connector::chain(const std::vector<Expression*>& operands, const std::vector<Operation>& operations) {
  if (operands.size() == 1) return operands.front();
  ir::Type type = operands.front()->type;
  for (const Expression* one : operands)
    if (!one->type.is_scalar()) type.dimensions = one->type.dimensions;
  type.base = BaseType::real;
  Expression* out = make(ExpressionKind::chain, type, operands.front()->span, operands);
  out->operations = builder_.arena().copy(operations);
  return out;
}

Expression* Connector::reference(const Node& node) {
  Expression* out = make(ExpressionKind::variable, node.leaf->type(), node.span, {});
  out->variable = node.leaf;
  if (node.element < 0) return out;
  std::vector<ir::Subscript> subscripts(node.leaf->dimensions.size());
  std::int64_t rest = node.element;
  for (std::size_t d = subscripts.size(); d-- > 0;) {
    Expression* at = number(static_cast<double>(rest % node.leaf->dimensions[d] + 1), node.span);
    at->type.base = BaseType::integer;
    subscripts[d].value = at;
    rest /= node.leaf->dimensions[d];
  }
  out->subscripts = builder_.arena().copy(subscripts);
  out->type = out->type.with({});
  return out;
}

void Connector::equation(Expression* left, Expression* right, Span span) {
  auto* out = builder_.arena().make<ir::TypedEquation>();
  out->kind = ir::EquationKind::equality;
  out->span = span;
  out->left = left;
  out->right = right;
  builder_.tree().connections.push_back(out);
}

// ---------------------------------------------------------------- from connectors to variables

ClassInstance* Connector::constraint_of(Instance& instance) {
  if (instance.is_array) return nullptr;
  ClassInstance* class_ = builder_.pending(instance).class_;
  if (class_ == nullptr || class_->syntax == nullptr) return nullptr;
  return builder_.classes().member_class(*class_, "equalityConstraint");
}

void Connector::join_leaves(Node a, Node b) {
  if (collecting_graph_) return;
  const Instance& x = *a.leaf;
  const Instance& y = *b.leaf;
  const auto wrong = [&](const std::string& why) {
    builder_.error(Code::E0218, a.span, "'" + path_of(x) + "' and '" + path_of(y) + "' cannot be connected: " + why)
        .notes.push_back({"'" + path_of(x) + "' is declared here", x.span});
  };
  if (x.base != y.base && !(x.type().is_numeric() && y.type().is_numeric() && false))
    return wrong("they are " + print(x.type()) + " and " + print(y.type()));
  if (x.flow != y.flow) return wrong("only one of them is a flow or stream variable");
  const bool open = builder_.pending(x).is_declared_in_place || builder_.pending(y).is_declared_in_place ||
                    builder_.is_expandable(*x.parent) || builder_.is_expandable(*y.parent);
  if ((x.causality == ir::Causality::local) != (y.causality == ir::Causality::local) && !open &&
      x.variability > ir::Variability::parameter)
    return wrong("only one of them is an input or output");
  if ((x.variability <= ir::Variability::parameter) != (y.variability <= ir::Variability::parameter))
    return wrong("only one of them is a parameter or constant");
  if (x.variability <= ir::Variability::parameter && x.variability != y.variability)
    return wrong("one of them is a constant, the other a parameter");
  if (a.element < 0 && b.element < 0 && !same_sizes(x.dimensions, y.dimensions))
    return wrong("their sizes differ: " + print(x.type()) + " and " + print(y.type()));
  pairs_.push_back({a, b});
}

/// Whether the connection of two overconstrained records or types is only noted for the graph, or broken in it.
bool Connector::breaks_here(Instance& a, Instance& b, Span span) {
  if (a.is_array || b.is_array || constraint_of(a) == nullptr || constraint_of(b) == nullptr) return false;
  if (collecting_graph_) {
    graph_.push_back({&a, &b, span});
    return true;
  }
  const auto broken = broken_.find({&a, &b});
  if (broken == broken_.end()) return false;
  break_edge(graph_[broken->second]);
  return true;
}

void Connector::join(Instance& a, bool a_outside, Instance& b, bool b_outside, Span span) {
  if (a.is_absent || b.is_absent) return;
  if (breaks_here(a, b, span)) return;
  if (a.is_leaf() && b.is_leaf()) return join_leaves({&a, -1, a_outside, span}, {&b, -1, b_outside, span});
  const auto wrong = [&](const std::string& why) {
    builder_.error(Code::E0218, span, "'" + path_of(a) + "' and '" + path_of(b) + "' cannot be connected: " + why);
  };
  if (a.is_leaf() != b.is_leaf()) return wrong("one of them is a variable, the other is not");
  if (a.is_array || b.is_array) {
    if (!std::ranges::equal(a.dimensions, b.dimensions)) return wrong("their sizes differ");
    for (std::size_t i = 0; i < a.children.size(); ++i)
      join(*a.children[i], a_outside, *b.children[i], b_outside, span);
    return;
  }
  for (Instance* child : a.children) {
    if (child->is_absent) continue;
    Instance* other = builder_.child_of(b, child->name);
    if (other == nullptr) {
      wrong("only the first has an element '" + std::string(child->name) + "'");
      return;
    }
    join(child->target != nullptr ? *child->target : *child, a_outside, *other, b_outside, span);
  }
  for (const Instance* child : b.children)
    if (!child->is_absent && builder_.child_of(a, child->name) == nullptr) {
      wrong("only the second has an element '" + std::string(child->name) + "'");
      return;
    }
}

namespace {

/// annotation(__Sunder_loop = "what to do") of an equalityConstraint: its connectors bear no loop. Empty: they do.
std::string_view refused_loop(const ClassInstance& constraint) {
  if (constraint.syntax->annotation == nullptr) return {};
  for (const ast::ModificationArgument& one : constraint.syntax->annotation->arguments) {
    const ast::Expression* value = one.modification != nullptr ? one.modification->value : nullptr;
    if (text_of(one.name) == "__Sunder_loop" && value != nullptr && value->kind == ast::ExpressionKind::string)
      return value->text.substr(1, value->text.size() - 2);
  }
  return {};
}

}  // namespace

void Connector::break_edge(const Overconstrained& edge) {
  ClassInstance* class_ = constraint_of(*edge.a);
  if (const std::string_view help = refused_loop(*class_); !help.empty()) {
    builder_
        .error(Code::E0218, edge.span,
               "a loop of connected components is closed here, through '" + path_of(*edge.a->parent) + "'")
        .help = help;
    return;
  }
  ir::Function* function = builder_.function_of(*class_, edge.span);
  if (function == nullptr) return;
  Resolver resolver(builder_, {class_, nullptr});
  Expression* value = resolver.call_function(
      *function, {resolver.value_of(*edge.a, edge.span), resolver.value_of(*edge.b, edge.span)}, edge.span);
  if (!value->type.is_error()) equation(zero(value->type, edge.span), value, edge.span);
}

// ---------------------------------------------------------------- overconstrained graphs

void Connector::count() {
  collecting_graph_ = true;
  for (const Builder::Connection& connection : builder_.connections)
    for (std::size_t i = 0; i < connection.left.size() && i < connection.right.size(); ++i) {
      Instance& a = *connection.left[i].first;
      Instance& b = *connection.right[i].first;
      builder_.cardinality_[&a] += 1;
      builder_.cardinality_[&b] += 1;
      if (connection.left[i].second.empty() && connection.right[i].second.empty())
        join(a, connection.left_outside, b, connection.right_outside, connection.span);
    }
  collecting_graph_ = false;
  solve_graph();
  builder_.connections_known_ = true;
}

void Connector::solve_graph() {
  std::map<Instance*, Instance*> up;
  const auto find = [&](Instance* node) {
    for (;;) {
      Instance*& above = up.try_emplace(node, node).first->second;
      if (above == node) return node;
      node = above = up.try_emplace(above, above).first->second;  // ways become shorter as they are walked
    }
  };
  std::map<Instance*, std::vector<Instance*>> tree;
  const auto link = [&](Instance* a, Instance* b) {
    Instance* x = find(a);
    Instance* y = find(b);
    if (x == y) return false;
    up[x] = y;
    tree[a].push_back(b);
    tree[b].push_back(a);
    return true;
  };
  std::vector<Instance*> roots;
  std::vector<std::pair<double, Instance*>> potential;
  std::vector<std::pair<Instance*, Instance*>> branches;
  for (const Builder::GraphCall& call : builder_.graph_calls) {
    find(call.first);
    switch (call.kind) {
      case Builder::GraphCall::Kind::branch:
        if (!link(call.first, call.second))
          builder_.error(Code::E0218, call.span, "the branches of the overconstrained graph form a loop");
        branches.emplace_back(call.first, call.second);
        break;
      case Builder::GraphCall::Kind::root: roots.push_back(call.first); break;
      case Builder::GraphCall::Kind::potential_root: potential.emplace_back(call.priority, call.first); break;
    }
  }
  // definite roots are joined to each other, as if by one node, so that a way between two of them is broken
  for (std::size_t i = 1; i < roots.size(); ++i) {
    Instance* x = find(roots[0]);
    Instance* y = find(roots[i]);
    if (x == y)
      builder_.error(Code::E0218, roots[i]->span, "two roots of an overconstrained graph are joined by branches");
    else
      up[y] = x;
  }
  for (std::size_t i = 0; i < graph_.size(); ++i)
    if (!link(graph_[i].a, graph_[i].b)) broken_.try_emplace({graph_[i].a, graph_[i].b}, i);
  std::ranges::stable_sort(potential, [](const auto& a, const auto& b) { return a.first < b.first; });
  std::map<Instance*, bool> has_root;
  for (Instance* root : roots) has_root[find(root)] = true;
  for (const auto& [priority, node] : potential) {
    if (has_root[find(node)]) continue;
    has_root[find(node)] = true;
    roots.push_back(node);
  }
  std::map<Instance*, Instance*> parent;
  std::vector<Instance*> open;
  for (Instance* root : roots) {
    builder_.roots_[root] = true;
    if (!parent.contains(root)) open.push_back(root);
    parent.emplace(root, nullptr);
  }
  for (std::size_t i = 0; i < open.size(); ++i)
    for (Instance* next : tree[open[i]]) {
      if (parent.contains(next)) continue;
      parent[next] = open[i];
      open.push_back(next);
    }
  for (const auto& [a, b] : branches) {
    if (parent.contains(b) && parent[b] == a) builder_.rooted_[a] = true;
    if (parent.contains(a) && parent[a] == b) builder_.rooted_[b] = true;
  }
}

std::optional<double> Builder::connection_value(const ir::Expression& call) {
  if (!connections_known_ || call.variable == nullptr) return std::nullopt;
  switch (call.builtin) {
    case ir::Builtin::cardinality: {
      const auto found = cardinality_.find(call.variable);
      return found != cardinality_.end() ? found->second : 0.0;
    }
    case ir::Builtin::is_root: return roots_.contains(call.variable) ? 1.0 : 0.0;
    case ir::Builtin::rooted: return rooted_.contains(call.variable) ? 1.0 : 0.0;
    default: return std::nullopt;
  }
}

// ---------------------------------------------------------------- sets

std::size_t Connector::node_of(const Node& node) {
  const auto [known, added] = ids_.try_emplace({node.leaf, node.element, node.outside}, nodes_.size());
  if (added) {
    nodes_.push_back(node);
    up_.push_back(known->second);
  }
  return known->second;
}

std::size_t Connector::root_of(std::size_t node) {
  while (up_[node] != node) node = up_[node] = up_[up_[node]];
  return node;
}

void Connector::connect() {
  for (const Builder::Connection& connection : builder_.connections) {
    for (std::size_t i = 0; i < connection.left.size(); ++i) {
      const auto& [a, a_at] = connection.left[i];
      const auto& [b, b_at] = connection.right[i];
      if (!a->is_leaf() || !b->is_leaf()) {
        join(*a, connection.left_outside, *b, connection.right_outside, connection.span);
        continue;
      }
      const auto element = [](const Instance& leaf, const std::vector<std::int64_t>& at) {
        if (at.empty()) return std::int64_t{-1};
        std::int64_t offset = 0;
        for (std::size_t d = 0; d < at.size(); ++d) offset = offset * leaf.dimensions[d] + at[d] - 1;
        return offset;
      };
      join_leaves({a, element(*a, a_at), connection.left_outside, connection.span},
                  {b, element(*b, b_at), connection.right_outside, connection.span});
    }
  }
  if (builder_.diagnostics().has_errors()) return;
  // where some are joined element by element, all that are joined with them are
  for (const Pair& pair : pairs_) {
    if (pair.a.element >= 0) split_.insert(pair.a.leaf);
    if (pair.b.element >= 0) split_.insert(pair.b.leaf);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Pair& pair : pairs_) {
      if (pair.a.element >= 0 || pair.b.element >= 0 || pair.a.leaf->dimensions.empty()) continue;
      if (split_.contains(pair.a.leaf) != split_.contains(pair.b.leaf)) {
        split_.insert(pair.a.leaf);
        split_.insert(pair.b.leaf);
        changed = true;
      }
    }
  }
  const auto unite = [&](const Node& a, const Node& b) {
    const std::size_t x = root_of(node_of(a));
    const std::size_t y = root_of(node_of(b));
    if (x != y) up_[std::max(x, y)] = std::min(x, y);
  };
  for (const Pair& pair : pairs_) {
    const bool whole = pair.a.element < 0 && pair.b.element < 0;
    if (!whole || !split_.contains(pair.a.leaf)) {
      unite(pair.a, pair.b);
      continue;
    }
    const std::int64_t count = ir::element_count(pair.a.leaf->dimensions);
    for (std::int64_t k = 0; k < count; ++k) {
      Pair one = pair;
      one.a.element = one.b.element = k;
      unite(one.a, one.b);
    }
  }
  sets_.resize(nodes_.size());
  for (std::size_t node = 0; node < nodes_.size(); ++node) sets_[root_of(node)].push_back(node);
  drop_unused();
  for (const std::vector<std::size_t>& set : sets_) {
    if (set.empty() || nodes_[set.front()].leaf->is_absent) continue;
    const Instance& first = *nodes_[set.front()].leaf;
    if (first.flow == FlowKind::flow)
      flows(set);
    else if (first.flow == FlowKind::potential)
      potentials(set);
    else
      outside_streams(set);
  }
  unconnected_flows(*builder_.tree().root, false);
  streams();
}

void Connector::potentials(const std::vector<std::size_t>& set) {
  // the same variable may be there twice, from inside and from outside
  std::vector<std::size_t> distinct;
  for (const std::size_t node : set) {
    const bool known = std::ranges::any_of(distinct, [&](std::size_t other) {
      return nodes_[other].leaf == nodes_[node].leaf && nodes_[other].element == nodes_[node].element;
    });
    if (!known) distinct.push_back(node);
  }
  std::vector<const Node*> sources;  // outputs of components, and inputs of the component itself
  for (const std::size_t node : set) {
    const Node& own = nodes_[node];
    bool hidden = false;
    for (const Instance* at = own.leaf; at != nullptr && at->is_connector; at = at->parent)
      hidden = hidden || at->is_protected;
    const bool gives = own.outside ? own.leaf->causality == ir::Causality::input && !hidden
                                   : own.leaf->causality == ir::Causality::output;
    if (gives && !builder_.pending(*own.leaf).is_declared_in_place) sources.push_back(&own);
  }
  if (sources.size() > 1) {
    builder_.error(Code::E0218, sources[1]->span,
                   "two sources of a signal are connected: '" + path_of(*sources[0]->leaf) + "' and '" +
                       path_of(*sources[1]->leaf) + "'");
    return;
  }
  for (std::size_t i = 1; i < distinct.size(); ++i) {
    const Node& a = nodes_[distinct[0]];
    const Node& b = nodes_[distinct[i]];
    if (a.leaf->variability <= ir::Variability::parameter && b.leaf->variability <= ir::Variability::parameter) {
      auto* check = builder_.arena().make<ir::TypedEquation>();
      Expression* x = reference(a);
      if (!x->type.is_scalar()) continue;
      Expression* equal = make(ExpressionKind::relation, {BaseType::boolean, {}}, b.span, {x, reference(b)});
      equal->operations = builder_.arena().copy(std::vector<Operation>{Operation::equal});
      Expression* text = make(ExpressionKind::string, {BaseType::string, {}}, b.span, {});
      text->text = builder_.arena().copy(std::string_view("'" + path_of(*a.leaf) + "' and '" + path_of(*b.leaf) +
                                                          "' are connected and must be equal"));
      check->kind = ir::EquationKind::assert_;
      check->span = b.span;
      check->left = equal;
      check->right = text;
      builder_.tree().connections.push_back(check);
      continue;
    }
    equation(reference(a), reference(b), b.span);
  }
}

void Connector::flows(const std::vector<std::size_t>& set) {
  std::vector<Expression*> operands;
  std::vector<Operation> operations;
  for (const std::size_t node : set) {
    Expression* one = reference(nodes_[node]);
    if (operands.empty() && nodes_[node].outside) {
      one = make(ExpressionKind::negate, one->type, one->span, {one});
    } else if (!operands.empty()) {
      operations.push_back(nodes_[node].outside ? Operation::subtract : Operation::add);
    }
    operands.push_back(one);
  }
  const Span span = nodes_[set.back()].span;
  Expression* sum = chain(operands, operations);
  equation(sum, zero(sum->type, span), span);
}

/// What no connection reaches from outside carries no flow.
void Connector::unconnected_flows(Instance& instance, bool in_connector) {
  if (instance.is_absent || instance.target != nullptr) return;
  if (instance.is_leaf()) {
    if (instance.flow != FlowKind::flow || !in_connector || instance.base == BaseType::error) return;
    if (!split_.contains(&instance)) {
      if (ids_.contains({&instance, -1, false})) return;
      Expression* one = reference({&instance, -1, false, instance.span});
      equation(one, zero(one->type, instance.span), instance.span);
      return;
    }
    const std::int64_t count = ir::element_count(instance.dimensions);
    for (std::int64_t k = 0; k < count; ++k)
      if (!ids_.contains({&instance, k, false}))
        equation(reference({&instance, k, false, instance.span}), number(0, instance.span), instance.span);
    return;
  }
  const bool inside = in_connector || instance.is_connector;
  for (Instance* child : instance.children)
    unconnected_flows(*child, inside && (instance.is_connector || in_connector));
}

// ---------------------------------------------------------------- streams

Instance* Connector::flow_of(const Instance& stream) {
  for (const Instance* at = stream.parent; at != nullptr; at = at->parent) {
    for (Instance* child : at->children)
      if (child->flow == FlowKind::flow && child->is_leaf()) return child;
    if (at->is_connector && !at->is_array) break;
  }
  return nullptr;
}

/// Whether nothing ever flows out of the component through this connector, as the least value of its flow says (a
/// sensor): then it brings nothing to the mixture, however small all flows become.
bool Connector::never_brings(const Node& own) {
  const Instance* flow = own.outside ? nullptr : flow_of(*own.leaf);
  const Expression* least = flow == nullptr ? nullptr : flow->attributes().minimum.value;
  if (least == nullptr || !least->type.is_scalar()) return false;
  const std::optional<ir::Value> value = builder_.evaluate(*least, "");
  return value && value->number() >= 0;
}

/// The mixture of what flows into the set, as one of its members sees it.
Expression* Connector::stream_mix(const std::vector<std::size_t>& set, std::size_t skip, Span span) {
  std::vector<Expression*> above, below;
  const ir::Type real{BaseType::real, {}};
  std::vector<std::size_t> others;
  for (const std::size_t node : set)
    if (node != skip) others.push_back(node);
  const auto value = [&](std::size_t node) {
    const Node& own = nodes_[node];
    if (!own.outside) return reference(own);
    return in_stream(*own.leaf, *reference(own));
  };
  if (others.empty()) return nullptr;
  if (others.size() == 1) return value(others[0]);
  std::erase_if(others, [&](std::size_t node) { return never_brings(nodes_[node]); });
  if (others.empty()) return nullptr;
  if (others.size() == 1) return value(others[0]);
  for (const std::size_t node : others) {
    const Node& own = nodes_[node];
    Instance* flow = flow_of(*own.leaf);
    if (flow == nullptr) return value(node);
    Expression* rate = reference({flow, -1, false, span});
    if (!own.outside) rate = make(ExpressionKind::negate, real, span, {rate});
    Expression* inwards = make(ExpressionKind::builtin, real, span, {rate, number(1e-15, span)});
    inwards->builtin = ir::Builtin::max;
    above.push_back(chain({inwards, value(node)}, {Operation::multiply}));
    below.push_back(inwards);
  }
  Expression* top = chain(above, std::vector<Operation>(above.size() - 1, Operation::add));
  Expression* bottom = chain(below, std::vector<Operation>(below.size() - 1, Operation::add));
  return chain({top, bottom}, {Operation::divide});
}

/// What would flow into the component through this connector.
Expression* Connector::in_stream(Instance& leaf, const Expression& at) {
  const auto found = ids_.find({&leaf, -1, false});
  Expression* own = make(ExpressionKind::variable, at.type, at.span, {});
  own->variable = &leaf;
  own->subscripts = at.subscripts;
  if (found == ids_.end()) return own;
  Expression* mix = stream_mix(sets_[root_of(found->second)], found->second, at.span);
  if (mix == nullptr) return own;
  if (at.subscripts.empty()) return mix;
  Expression* picked = make(ExpressionKind::index, at.type, at.span, {mix});
  picked->subscripts = at.subscripts;
  return picked;
}

/// A connector of the component itself passes on what its insides mix.
void Connector::outside_streams(const std::vector<std::size_t>& set) {
  for (const std::size_t node : set) {
    if (!nodes_[node].outside) continue;
    Expression* mix = stream_mix(set, node, nodes_[node].span);
    if (mix != nullptr) equation(reference(nodes_[node]), mix, nodes_[node].span);
  }
}

void Connector::streams() {
  for (Expression* call : builder_.stream_calls) {
    Expression* operand = call->operands[0];
    if (operand->kind != ExpressionKind::variable) continue;
    auto& leaf = const_cast<Instance&>(*operand->variable);  // NOLINT: the builder owns it
    Expression* inwards = in_stream(leaf, *operand);
    const Span span = call->span;
    if (call->builtin == ir::Builtin::in_stream) {
      *call = *inwards;
      call->span = span;
      continue;
    }
    Instance* flow = flow_of(leaf);
    if (flow == nullptr) {
      *call = *inwards;
      continue;
    }
    Expression* condition = make(ExpressionKind::relation, {BaseType::boolean, {}}, span,
                                 {reference({flow, -1, false, span}), number(0, span)});
    condition->operations = builder_.arena().copy(std::vector<Operation>{Operation::greater});
    Expression* choice = make(ExpressionKind::if_, call->type, span, {condition, inwards, operand});
    *call = *choice;
  }
}

}  // namespace sunder::instantiate
