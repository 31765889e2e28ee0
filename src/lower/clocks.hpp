// Which variables and equations belong to which clock: partitions of the flat model, found from what stands together in
// equations, and their clocks, found from constructors and from the operators between partitions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/flat.hpp"
#include "lower/index.hpp"

namespace sunder::lower {

struct Ratio {
  std::int64_t over = 0, under = 1;  ///< without common factors, under > 0

  [[nodiscard]] double value() const { return static_cast<double>(over) / static_cast<double>(under); }
  friend bool operator==(const Ratio&, const Ratio&) = default;
};

/// What a constructor says: ticks in equal distances from the start of the run on, or whenever a condition becomes
/// true.
struct BaseClock {
  double interval = 0;                        ///< of an event clock: what interval() is at its first tick
  const ir::Expression* condition = nullptr;  ///< null: periodic
  Span span;
};

/// How derivatives of a clocked partition become differences (docs/modelica.md).
enum class SolverMethod : std::uint8_t {
  none,
  explicit_euler,
  explicit_midpoint,
  explicit_runge_kutta,
  implicit_euler,
  implicit_trapezoid
};

/// Ticks number shift, shift + factor, shift + 2 factor, … of its base clock; of periodic ones fractions too.
struct ClockOfPartition {
  std::uint32_t base = 0;
  Ratio shift{0, 1}, factor{1, 1};
  friend bool operator==(const ClockOfPartition&, const ClockOfPartition&) = default;
};

class ClockInference {
 public:
  ClockInference(const ir::FlatModel& model, IndexMachine& indices, Diagnostics& diagnostics)
      : model_(model), indices_(indices), diagnostics_(diagnostics) {}

  /// False after a diagnostic.
  bool run();

  static constexpr std::uint32_t none = 0xFFFFFFFFU;
  /// The partition of a variable, an equation or an algorithm section of the model; none: it has no clock.
  [[nodiscard]] std::uint32_t partition_of(const void* what) const;
  [[nodiscard]] const std::vector<ClockOfPartition>& partitions() const { return partitions_; }
  [[nodiscard]] const BaseClock& base(const ClockOfPartition& of) const { return bases_[of.base]; }
  [[nodiscard]] SolverMethod method(std::uint32_t partition) const { return methods_[partition]; }
  /// A variable that was made for another one: it has its clock.
  void add_to_partition_of(const void* variable, const void* made) { nodes_[made] = nodes_.at(variable); }

 private:
  using Node = std::uint32_t;
  /// target = operator(source): its ticks are those of the source, shifted and counted by these.
  struct Relation {
    Node target, source;
    std::optional<Ratio> factor;  ///< empty: to be inferred
    Ratio shift{0, 1};            ///< in intervals of the source
    Span span;
  };

  [[nodiscard]] bool speaks_of_clocks() const;
  void collect();
  Node make_node();
  Node node_of(const void* what);
  const std::vector<Node>& elements_of(const ir::Instance& variable);
  std::vector<Node> elements_of(const ir::Expression& e);
  Node find(Node node);
  void unite(Node a, Node b);
  void mark_clocked(Node node, Span at);
  void mark_continuous(Node node, Span at);
  void walk(const ir::Expression& e, Node node);
  void walk_builtin(const ir::Expression& e, Node node);
  void construct(const ir::Expression& e, Node node);
  void convert(const ir::Expression& e, Node node);
  void define(Node node, BaseClock clock);
  void set_method(Node node, const ir::Expression& e);
  void equation(const ir::TypedEquation& equation, Node node);
  void statements(std::span<ir::Statement* const> list, Node node);
  std::optional<double> number(const ir::Expression& e, const char* what);
  bool solve();
  bool relate(const Relation& relation, bool backwards, const ClockOfPartition& from, ClockOfPartition& to);
  void say_different(Span at, Span first);

  const ir::FlatModel& model_;
  IndexMachine& indices_;
  Diagnostics& diagnostics_;
  std::unordered_map<const void*, Node> nodes_;
  std::unordered_map<const ir::Instance*, std::vector<Node>> elements_;  // of variables that are clocks
  std::vector<Node> parents_;
  struct Marks {
    Span clocked, continuous, differentiated;
    std::uint32_t base = none;
    SolverMethod method = SolverMethod::none;
    Span method_span;
  };
  std::vector<Marks> marks_;
  std::vector<BaseClock> bases_;
  std::vector<Relation> relations_;
  std::vector<ClockOfPartition> partitions_;
  std::vector<SolverMethod> methods_;  // by partition
  std::vector<std::uint32_t> partition_of_root_;
};

}  // namespace sunder::lower
