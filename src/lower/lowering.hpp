// The work of lowering one flat model, from declarations to rows.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/arena.hpp"
#include "base/outcome.hpp"
#include "ir/flat.hpp"
#include "lower/clocks.hpp"
#include "lower/loops.hpp"

namespace sunder::lower {

/// A parameter, a constant, or an input of the model itself (which nothing drives).
bool is_known(const ir::Instance& variable);

class Lowering {
 public:
  Lowering(const ir::FlatModel& model, ir::ValueSource& values, std::shared_ptr<symbolic::ShapeTable> shapes,
           bool allow_files);

  Outcome<ir::Dae> run();

 private:
  // declarations
  bool declare();
  std::vector<const ir::Instance*> differentiated() const;
  /// All expressions of the model.
  void walk_all(const std::function<void(const ir::Expression&)>& visit) const;
  bool reserve(ir::Declaration& declaration, Span span);
  bool add(const ir::Instance& variable, const std::string& name, const std::string& description);
  bool add_derivative(const ir::Instance& variable);
  ir::OriginId origin(Span span, std::string_view path, std::string rule = {});

  // parameters and attributes
  void parameters();
  std::vector<const ir::Instance*> needs_of(const ir::Instance& parameter);
  void walk_taken(const ir::Expression& e, const std::function<void(const ir::Expression&)>& visit);
  std::vector<bool> fixed_flags(const ir::Instance& variable);
  void find_open_parameters();
  void find_following();
  void find_conditions();
  void find_initial_calls();
  void assign(const ir::Instance& parameter);
  void assign_element(const ir::Instance& parameter, std::uint32_t first, const ir::ElementValue& element);
  void attributes(const ir::Instance& variable);
  void column(const ir::Instance& variable, const ir::InstanceAttribute& attribute,
              ir::OperandColumn ir::Declaration::*member);

  // equations
  void equations();
  void emit(const Nest& nest, const ir::Expression* left, const ir::Expression* right, Span span,
            std::string_view path);
  void when(const Nest& nest, const ir::TypedEquation& equation, std::string_view path);
  void lower_equation(const Nest& nest, const ir::TypedEquation& equation, std::string_view path);
  void conditional(const Nest& nest, const ir::TypedEquation& equation, std::string_view path);
  bool is_structural(const ir::Expression& condition) const;
  bool check_assertion(const Nest& nest, const ir::TypedEquation& equation, std::string_view path);
  void assertion(const Nest& nest, const ir::TypedEquation& equation, std::string_view path);

  /// The branches of if-equations, decided in the run, that something stands in.
  struct Taken {
    std::span<const ir::TypedBranch> branches;
    std::size_t index = 0;
    const Taken* outer = nullptr;
  };
  bool make_object(const ir::Instance& variable);

  // algorithm sections
  class Section;
  void algorithm(const ir::FlatAlgorithm& algorithm);
  void call_for_effects(const Nest& nest, const ir::TypedEquation& equation, std::string_view path,
                        const ir::TypedEquation* when, std::size_t branch, const Taken* where = nullptr);
  void lower_section(std::span<ir::Statement* const> statements, Span span, const std::string& path,
                     const IteratorBindings& bindings = {}, const std::vector<std::int64_t>& loop_values = {});
  void call_section(Section& section, const std::string& reason, Span span, const std::string& path);
  const ir::Expression* value_before(const ir::Instance& variable);
  ir::Expression* reference_to(const ir::Instance& variable);
  bool reaches_others(const ir::Function& function);
  void add_effect(const ExpressionLowering::Effect& effect, const ir::Row& condition, const ir::Row& value,
                  const ir::Row& text, bool moves, ir::OriginId from);

  // if-equations whose condition changes during the run
  struct Residual {
    ir::Expression* value = nullptr;  ///< zero when the equation holds
    Span span;
    std::string target = {};  ///< what stands on its left side, if that is a variable
  };
  static void bring_in_order(const std::vector<Residual>& first, std::vector<Residual>& other);
  static bool differ_only_in_grouping(const std::vector<std::vector<Residual>>& branches);
  std::vector<Residual> elements_of(const std::vector<Residual>& residuals);
  void runtime_conditional(const Nest& nest, std::span<const ir::TypedBranch> branches, Span span,
                           std::string_view path);
  bool residuals(const Nest& nest, const Taken& where, std::span<ir::TypedEquation* const> body, std::string_view path,
                 std::vector<Residual>& out);
  bool choose_residuals(const Nest& nest, std::span<const ir::TypedBranch> branches, Span span, std::string_view path,
                        const Taken* outer, std::vector<Residual>& out);
  bool loop_residuals(const Nest& nest, const Taken& where, const ir::TypedEquation& loop, std::string_view path,
                      std::vector<Residual>& out);
  bool same_sizes(const Residual& first, const Residual& other);
  void assert_while_taken(const Nest& nest, const Taken& where, const ir::TypedEquation& equation,
                          std::string_view path);

  // when-equations: what a branch does, with all loops and conditions around it
  struct Action {
    const ir::TypedEquation* equation = nullptr;
    std::size_t branch = 0;
    Nest nest;
  };
  bool collect(const Nest& nest, std::span<ir::TypedEquation* const> body, std::size_t branch,
               std::vector<Action>& actions);
  bool choose_in_when(const Nest& nest, const ir::TypedEquation& equation, std::size_t branch,
                      std::vector<Action>& actions);
  void assign_in_when(const ir::TypedEquation& when, std::span<const Action* const> same, std::string_view path);
  void reinitialise(const ir::TypedEquation& when, const Action& action, std::string_view path);
  void note_reinit(ir::VariableId target, const void* when, Span when_span, Span span);
  void check_in_when(const ir::TypedEquation& when, const Action& action, std::string_view path);
  struct Message {
    std::vector<std::string> texts{{}};  ///< before, between and after the values
    std::vector<const ir::Expression*> values;
    std::vector<ir::MessageValue> formats;

    void add(symbolic::TextFormat format, const ir::Expression& value) {
      formats.emplace_back().format = std::move(format);
      values.push_back(&value);
      texts.emplace_back();
    }
  };
  void read_message(const ir::Expression& message, Message& out);
  bool write_speech(const SpeechPattern& speech, const std::vector<Term>& terms,
                    const std::vector<std::int64_t>& loop_values);
  void add_checks(const Nest& nest, const ir::Expression& condition, ir::Check check, const ir::Expression& written);
  [[nodiscard]] std::vector<const ir::Instance*> assigned_in_when();

  // clocked partitions
  struct Ticks {  ///< of one clock, whatever partitions have it
    ClockOfPartition clock;
    const ir::Instance *tick = nullptr, *ticked = nullptr;  ///< it ticks; it has done so before
    // of event clocks: the condition, whether it held in the round before, ticks of the base clock, time of the last
    const ir::Instance *condition = nullptr, *held = nullptr, *count = nullptr, *last = nullptr;
  };
  const ir::Instance* generate(std::string_view name, ir::BaseType base, std::span<const std::int64_t> dimensions = {});
  void declare_clocked_rates();
  // stages of solver methods
  struct Stage {
    double node = 0;                                                      ///< the part of the step that is over
    const ir::Instance* time = nullptr;                                   ///< null: that of the tick
    std::unordered_map<const ir::Instance*, const ir::Instance*> copies;  ///< of the partition's variables
    std::unordered_map<std::uint32_t, std::uint32_t> scalars;             ///< the same, scalar by scalar
  };
  struct PartitionStages {
    const ir::Instance *interval = nullptr, *step = nullptr;  ///< to the tick before; the same, 0 at the first tick
    std::vector<Stage> stages;                                ///< none: a method without
  };
  enum class Source : std::uint8_t { own, fixed, time, moving_input, discrete_input };
  struct ClockedScalar {
    std::uint32_t partition = 0;
    const ir::Instance* variable = nullptr;
    std::uint32_t element = 0;
  };
  void declare_stages();
  /// pre() of every element of a clocked variable.
  const std::vector<ir::Operand>& operands_before(const ir::Instance& variable);
  [[nodiscard]] Source source_of(ir::Operand operand, std::uint32_t partition) const;
  void copy_rows_for_stages();
  [[nodiscard]] ir::Operand operand_at_stage(std::uint32_t partition, const Stage& stage, ir::Operand operand) const;
  bool input_at_stage(std::uint32_t partition, const Stage& stage, const ir::Equation& equation,
                      const std::vector<ir::Operand>& operands, ir::Equation& copy);
  void staged_states(std::uint32_t partition);
  bool declare_clocks();
  void clock_equations();
  [[nodiscard]] double interval_of(const Ticks& ticks) const;
  ir::Expression* interval_of(std::uint32_t partition);
  ir::Expression* first_tick(std::uint32_t partition);
  void use_clock(std::uint32_t partition);
  void clocked_equation(std::uint32_t partition, const Nest& nest, const ir::TypedEquation& equation,
                        std::string_view path);
  void clocked_assertion(std::uint32_t partition, const Nest& nest, const ir::TypedEquation& equation,
                         std::string_view path);
  void clocked_algorithm(std::uint32_t partition, const ir::FlatAlgorithm& algorithm);
  void clocked_states();
  ir::Expression* with_rates(ir::Expression* e);
  ir::TypedEquation with_rates(const ir::TypedEquation& equation);
  void complete_clocked();
  void hold_between_ticks(ir::Equation& row, ir::VariableId variable, ir::Operand tick, ir::Operand before);
  ir::Expression* constant(double value, const ir::Type& type, Span span);
  ir::Expression* operation(ir::Operation operation, const ir::Type& type, ir::Expression* left, ir::Expression* right);

  // expressions that are not in the text
  ir::Expression* make(ir::ExpressionKind kind, ir::Type type, Span span, const std::vector<ir::Expression*>& operands);
  ir::Expression* call(ir::Builtin builtin, ir::Type type, ir::Expression* operand);
  /// Whether this branch of the when-equation acts: its condition has become true, and none before it has.
  ir::Expression* acts(const ir::TypedEquation& when, std::size_t branch);

  void place_held();
  void place_delayed();
  ir::Equation recorded_equation(const ir::Row& value, ir::VariableId variable, ir::OriginId origin);
  void mark_structural();
  void finish();

  const ir::FlatModel& model_;
  ir::Dae dae_;
  Diagnostics diagnostics_;
  Arena arena_;
  std::unordered_map<const ir::Instance*, ir::DeclarationId> declarations_;
  IndexMachine indices_;
  RowWriter rows_;
  std::unordered_set<const ir::Instance*> when_assigned_;
  std::unordered_set<const ir::Instance*> following_;  // see find_following
  std::set<std::vector<std::uint64_t>> spoken_;  ///< calls whose speech was written down: several rows share one call
  std::deque<ir::Function> functions_;           ///< that algorithm sections became
  std::unordered_map<std::uint32_t, std::pair<const void*, Span>> reinitialised_;  ///< by variable: the when, its place
  ClockInference clocks_;
  std::deque<ir::Instance> generated_;  ///< variables that are not in the text
  std::vector<Ticks> tick_sources_;
  std::vector<std::size_t> ticks_of_;  ///< by partition
  ActiveClock clock_in_use_;
  std::vector<const ir::Instance*> clocked_states_;  ///< clocked variables that are differentiated, and …
  std::unordered_map<const ir::Instance*, const ir::Instance*> clocked_rates_;  ///< … their derivatives
  std::vector<std::pair<std::size_t, std::uint32_t>> clocked_rows_;             ///< equations and their partitions
  std::unordered_set<const ir::Instance*> assigned_by_clock_;                   ///< by clocked algorithm sections
  std::vector<PartitionStages> stages_;                                         ///< by partition
  std::vector<const ir::Instance*> stage_variables_;                            ///< all that were made for them
  std::unordered_map<std::uint32_t, ClockedScalar> clocked_scalars_;            ///< by scalar, where there are stages
  std::unordered_map<const ir::Instance*, std::vector<ir::Operand>> before_;
  LoweringContext context_;
  std::unordered_map<const ir::Function*, bool> reaching_others_;
  LoopRunner loops_;
};

}  // namespace sunder::lower
