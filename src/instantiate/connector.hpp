// Connections: which variables are equal, which flows sum to zero, what streams mix.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "instantiate/builder.hpp"
#include "ir/typed.hpp"

namespace sunder::instantiate {

class Connector {
 public:
  explicit Connector(Builder& builder) : builder_(builder) {}

  /// Expandable connectors get what those they are connected with have.
  void settle_expandable();
  /// How often each connector is connected, and the roots of overconstrained graphs: equations may ask.
  void count();
  /// The equations.
  void connect();

 private:
  struct Node {  ///< one variable of a connector, or one element of it, seen from inside or outside
    ir::Instance* leaf = nullptr;
    std::int64_t element = -1;  ///< -1: all of it
    bool outside = false;
    Span span;
  };
  struct Pair {
    Node a, b;
  };
  struct Overconstrained {
    ir::Instance *a = nullptr, *b = nullptr;
    Span span;
  };

  void join(ir::Instance& a, bool a_outside, ir::Instance& b, bool b_outside, Span span);
  void join_leaves(Node a, Node b);
  ClassInstance* constraint_of(ir::Instance& instance);
  void solve_graph();
  void drop_unused();
  bool breaks_here(ir::Instance& a, ir::Instance& b, Span span);
  void break_edge(const Overconstrained& edge);
  std::size_t node_of(const Node& node);
  std::size_t root_of(std::size_t node);
  void potentials(const std::vector<std::size_t>& set);
  void flows(const std::vector<std::size_t>& set);
  void streams();
  bool never_brings(const Node& own);
  ir::Expression* stream_mix(const std::vector<std::size_t>& set, std::size_t skip, Span span);
  ir::Expression* in_stream(ir::Instance& leaf, const ir::Expression& at);
  void outside_streams(const std::vector<std::size_t>& set);
  void unconnected_flows(ir::Instance& instance, bool in_connector);
  ir::Expression* reference(const Node& node);
  ir::Expression* make(ir::ExpressionKind kind, ir::Type type, Span span, const std::vector<ir::Expression*>& operands);
  ir::Expression* chain(const std::vector<ir::Expression*>& operands, const std::vector<ir::Operation>& operations);
  ir::Expression* number(double value, Span span);
  ir::Expression* zero(const ir::Type& type, Span span);
  void equation(ir::Expression* left, ir::Expression* right, Span span);
  ir::Instance* flow_of(const ir::Instance& stream);

  Builder& builder_;
  std::vector<Pair> pairs_;
  std::vector<Overconstrained> graph_;
  std::map<std::pair<const ir::Instance*, const ir::Instance*>, std::size_t> broken_;  ///< which of graph_
  std::unordered_set<const ir::Instance*> split_;
  std::vector<Node> nodes_;
  std::map<std::tuple<const ir::Instance*, std::int64_t, bool>, std::size_t> ids_;
  std::vector<std::size_t> up_;
  std::vector<std::vector<std::size_t>> sets_;
  std::vector<std::size_t> set_of_;
  bool collecting_graph_ = false;
};

}  // namespace sunder::instantiate
