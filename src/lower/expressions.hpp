// Typed expressions -> interned scalar expressions over terms.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/dae.hpp"
#include "ir/instance.hpp"
#include "lower/index.hpp"
#include "lower/pattern.hpp"
#include "symbolic/borders.hpp"
#include "symbolic/courses.hpp"
#include "symbolic/routine.hpp"

namespace sunder::symbolic {
class Table;
}

namespace sunder::lower {

/// The variables of a function while it is carried out on expressions instead of numbers.
struct Closure {
  struct Bound {
    std::vector<std::int64_t> dimensions;
    std::vector<symbolic::NodeId> nodes;       ///< row-major
    std::optional<ir::Value> known;            ///< when it is known at compile time
    const ir::Expression* function = nullptr;  ///< of an input that is a function
    std::shared_ptr<Closure> scope;            ///< where its own arguments stand
  };
  std::unordered_map<const ir::FunctionVariable*, Bound> variables;
};

/// A function, with what is known of its arguments: sizes, and values.
using ProcedureKey = std::pair<const ir::Function*, std::vector<std::string>>;
/// An output: a routine for each element.
struct ProcedureResult {
  std::vector<std::int64_t> dimensions;
  std::vector<std::uint32_t> routines;
};

/// External functions that have no output: one ends the run, one says something, others do what nobody sees there (set
/// the state of random numbers that cannot be asked for).
inline constexpr std::string_view error_function = "ModelicaError";
inline constexpr std::string_view violation_prefix = "assertion violated: ";
inline constexpr std::string_view print_function = "ModelicaInternal_print";
inline constexpr std::string_view impure_random_function = "ModelicaRandom_impureRandom_xorshift1024star";
inline constexpr std::string_view impure_seed_function = "ModelicaRandom_setInternalState_xorshift1024star";
inline bool is_without_effect(std::string_view external) {
  return external == impure_seed_function || external == "ModelicaStreams_closeFile";
}

/// The text of a sample() that a clock is made of, and nobody wrote.
inline constexpr std::string_view clock_mark = "clock";

/// What a clocked equation asks of its clock.
struct ActiveClock {
  const ir::Expression* first_tick = nullptr;
  const ir::Expression* interval = nullptr;
  const ir::Expression* tick = nullptr;  ///< whether it ticks now
};

/// What is known of the model while lowering one equation.
struct LoweringContext {
  LoweringContext(symbolic::ShapeTable& shapes_, const ir::Dae& dae_,
                  const std::unordered_map<const ir::Instance*, ir::DeclarationId>& declarations_,
                  IndexMachine& indices_, Diagnostics& diagnostics_)
      : shapes(shapes_), dae(dae_), declarations(declarations_), indices(indices_), diagnostics(diagnostics_) {}

  symbolic::ShapeTable& shapes;
  const ir::Dae& dae;
  const std::unordered_map<const ir::Instance*, ir::DeclarationId>& declarations;
  IndexMachine& indices;
  Diagnostics& diagnostics;
  bool in_when = false;             ///< the equation stands in a when-equation: it is looked at during events only
  bool at_start = false;            ///< the equation holds at the start only: its relations make no events
  std::deque<ir::Expression> made;  ///< expressions that are not in the text
  std::deque<std::vector<ir::Subscript>> made_subscripts;
  std::deque<std::vector<ir::Expression*>> made_operands;
  std::deque<ir::FunctionVariable> made_variables;
  std::deque<std::string> made_texts;
  std::map<ProcedureKey, std::vector<ProcedureResult>> procedures;
  std::map<ProcedureKey, double> procedure_calls;  ///< that one call of it makes at most, itself included
  std::vector<double> open_counts;                 ///< of those that are being made
  std::map<std::string, std::uint32_t> routines;   ///< external ones
  std::map<std::vector<double>, std::shared_ptr<const symbolic::Table>> tables;  ///< by their description
  std::vector<const ir::Function*> open_formulas;                                ///< annotated functions, likewise
  std::vector<const ir::Function*> procedures_around;                            ///< that are being made, likewise
  int open_procedures = 0;                                                       ///< that are being made
  int open_calls = 0;  ///< functions that are being written out, inside of each other and of procedures
  std::shared_ptr<symbolic::Texts> texts = std::make_shared<symbolic::Texts>();  ///< that variables can have
  std::unordered_map<const ir::Function*, bool> looking_at_texts;                ///< itself, or by way of others
  std::unordered_map<const ir::Function*, bool> speaking;                        ///< whether a call may say something
  std::map<ProcedureKey, const symbolic::Procedure*> speakers;                   ///< kept by the pool
  std::unordered_map<std::string, std::uint32_t> failures;  ///< routines that have no value, by their message
  /// Parameters that the initial equations determine (fixed = false), and those that follow from them.
  std::unordered_set<const ir::Instance*> found_at_start;
  /// Whether the value is known no earlier than at the start of the run.
  [[nodiscard]] bool is_open(const ir::Instance& variable) const {
    return variable.variability > ir::Variability::parameter || found_at_start.contains(&variable);
  }
  const ActiveClock* clock = nullptr;  ///< of a clocked equation
  /// Writes down what a function says, for one iteration. False after a diagnostic.
  std::function<bool(const SpeechPattern&, const std::vector<Term>&, const std::vector<std::int64_t>&)> write_speech;
  /// Boolean scalars that an equation gives the value of an expression.
  std::unordered_map<const ir::Instance*, const ir::Expression*> conditions;
  symbolic::Borders borders{shapes.pool()};
  /// Calls that are carried out at the start: one of them may seed the generator of impure random numbers.
  std::vector<const ir::Expression*> initial_calls;
  bool allow_files = false;   ///< the model may write files
  bool in_assertion = false;  ///< noEvent does not count: what must hold at all times is watched at all times
};

/// A number or text that comes out of an external function.
struct ExternalValue {
  static constexpr std::size_t of_result = static_cast<std::size_t>(-1);
  /// What stands for it in the equation: by argument (or of_result), element and type.
  using Output = std::function<symbolic::NodeId(std::size_t argument, std::size_t element, ir::BaseType base)>;
};

/// Lowers one scalar expression for one set of decisions.
class ExpressionLowering {
 public:
  ExpressionLowering(LoweringContext& context, const IteratorBindings& bindings,
                     const std::vector<std::int64_t>& loop_values)
      : context_(context), bindings_(bindings), loop_values_(loop_values), closure_(std::make_shared<Closure>()) {
    if (context.at_start || context.in_when) no_event_depth_ = 1;
  }

  /// The element of the expression at the subscripts (empty for a scalar). Invalid after a diagnostic.
  symbolic::NodeId lower(const ir::Expression& expression, const std::vector<Index>& subscripts);
  /// Moves constant parts into derived parameters and interns: the pattern of left - right (or right alone).
  Pattern finish(symbolic::NodeId left, symbolic::NodeId right);
  /// The same of one element of an array equation: all of them share the terms, and functions are carried out once.
  Part element_part(symbolic::NodeId left, symbolic::NodeId right);

  /// Like `finish`, of one expression among several. Where the others contain a value that was shared, they read the
  /// variable that has it.
  Part part(symbolic::NodeId left, symbolic::NodeId right);
  void share(symbolic::NodeId value, symbolic::NodeId variable);
  std::vector<Term> take_terms() { return std::move(terms_); }
  std::vector<SpeechPattern> take_speech();

  /// What a statement of an algorithm section does besides assigning.
  struct Effect {
    const ir::Statement* statement = nullptr;
    const ir::Statement* when = nullptr;  ///< around it
    symbolic::NodeId condition;           ///< of an assertion outside of when: what must hold; else when to act
    symbolic::NodeId value;               ///< reinit
    std::int64_t element = 0;             ///< of the state, row-major
    symbolic::NodeId text;                ///< what is said: the number of the text, made when it is
    std::string known;                    ///< of it, at compile time
  };
  /// Algorithm sections: what a variable is before the first statement, the statements, what became of it.
  bool begin(const ir::FunctionVariable& variable, const ir::Expression& value, std::span<const std::int64_t> sizes);
  bool carry_out(std::span<ir::Statement* const> section);
  [[nodiscard]] const std::vector<symbolic::NodeId>& value_of(const ir::FunctionVariable& variable) const {
    return closure_->variables.at(&variable).nodes;
  }
  [[nodiscard]] const std::vector<Effect>& effects() const { return effects_; }
  /// Whether the section failed without a diagnostic because it cannot be written out, and why.
  [[nodiscard]] bool wants_call() const { return wants_call_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  symbolic::NodeId element(const ir::Expression& e, std::span<const std::int64_t> sizes, std::int64_t which);

  [[nodiscard]] bool failed() const { return failed_; }
  /// How String() is asked to write, where that is known.
  std::optional<symbolic::TextFormat> format_of(const ir::Expression& e);
  /// Whether the value changes at events only.
  bool is_discrete(symbolic::NodeId node);

 private:
  using NodeId = symbolic::NodeId;
  using Node = ir::Expression;

  NodeId fail(const Node& at, Code code, std::string message);
  NodeId number(double value);
  NodeId slot_of(Term term);
  bool is_literal(NodeId root);
  NodeId iterator(const Node& e);
  NodeId variable(const Node& e, const std::vector<Index>& subscripts, bool derivative);
  NodeId function_variable(const Node& e, const std::vector<Index>& subscripts);
  bool full_subscripts(const Node& e, std::span<const std::int64_t> sizes, const std::vector<Index>& outer,
                       std::vector<Index>& out);
  std::optional<Index> vector_element(const Node& e, const Index& position);
  NodeId any(const Node& e, const std::vector<Index>& subscripts);
  NodeId range(const Node& e, const Index& position);
  NodeId chain(const Node& e, std::size_t operands, const std::vector<Index>& subscripts);
  NodeId sum_chain(const Node& e, const std::vector<Index>& subscripts);
  NodeId product_chain(const Node& e, const std::vector<Index>& subscripts);
  NodeId logical_chain(const Node& e, const std::vector<Index>& subscripts);
  NodeId array_product(const Node& e, std::size_t operands, const std::vector<Index>& subscripts);
  NodeId relation(const Node& e);
  NodeId homotopy(const ir::Expression& e, const std::vector<Index>& subscripts);
  NodeId text(const Node& e, const std::vector<Index>& subscripts);
  struct MadeText;
  bool gives_texts(const ir::Function& function);
  NodeId made_text(const Node& e, const std::vector<Index>& subscripts, bool only_said, const std::string& prefix = {});
  NodeId text_of(const symbolic::TextPattern& pattern, std::vector<NodeId> arguments, bool only_said);
  bool read_text(const Node& e, const std::vector<Index>& subscripts, MadeText& out);
  /// Whether the run can make this text: no part of it is a matter of functions that run at compile time only.
  bool can_be_made(const Node& e);
  NodeId text_number(const std::string& text);
  std::uint32_t order_of_texts();
  NodeId held(ir::HeldKind kind, NodeId row, const Node& at);
  NodeId held(Term term);
  NodeId rounded(ir::HeldKind kind, NodeId argument, const Node& at);
  NodeId event_builtin(const Node& e, const std::vector<Index>& subscripts);
  NodeId before(const Node& variable, const std::vector<Index>& subscripts);
  NodeId active(const Node& condition, const std::vector<Index>& subscripts);
  NodeId sample(const Node& e);
  NodeId recorded(const Node& e, ir::Delay::Kind kind, const std::vector<NodeId>& values,
                  std::vector<std::uint32_t> constants);
  NodeId read_course(symbolic::CourseRoutine::Kind kind, int end, const std::vector<NodeId>& arguments);
  NodeId delayed(const Node& e, const std::vector<Index>& subscripts);
  NodeId flown(const Node& e);
  NodeId clocked_builtin(const Node& e, const std::vector<Index>& subscripts);
  std::uint32_t term_of_constant(NodeId node);
  NodeId power(const Node& e, const std::vector<Index>& subscripts);
  NodeId conditional(const Node& e, const std::vector<Index>& subscripts);
  NodeId beyond_borders(NodeId branch, std::span<const NodeId> conditions);
  const std::vector<NodeId>& relations_of(NodeId condition);
  NodeId builtin(const Node& e, const std::vector<Index>& subscripts);
  NodeId array_builtin(const Node& e, const std::vector<Index>& subscripts);
  NodeId reduce(symbolic::Op op, const std::vector<NodeId>& items, const Node& at);
  NodeId reduction(const Node& e, const std::vector<Index>& subscripts);
  void decide_length(const Node& range, std::int64_t length);
  bool expand(const Node& e, std::size_t iterator, std::vector<NodeId>& items);
  NodeId comprehension(const Node& e, const std::vector<Index>& subscripts);
  NodeId call(const Node& e, const std::vector<Index>& subscripts);
  std::shared_ptr<const ir::Value> computed(const Node& e);
  std::optional<ir::Value> computed_now(const Node& e);
  /// The function and all elements of its inputs.
  using CallKey = std::pair<const ir::Function*, std::vector<NodeId>>;
  using Results = std::shared_ptr<const std::vector<Closure::Bound>>;
  Results carry_out(const Node& e);
  Results carry_out_now(const Node& e);
  Results call_with(const ir::Function& function, std::vector<std::optional<Closure::Bound>> given, const Node& e);
  Results write_out(const ir::Function& function, std::vector<std::optional<Closure::Bound>> given, const Node& e,
                    bool keeps_guards = false);
  bool declare_all(const ir::Function& function, const Node& at,
                   const std::function<bool(const ir::FunctionVariable&)>& declared);
  bool is_of_its_size(const ir::FunctionVariable& variable, const std::string& what, const Node& at);
  bool run_body(const ir::Function& function, const std::shared_ptr<Closure>& inner, const Node& at);
  // external functions
  std::uint32_t routine(const std::string& key, const std::function<std::shared_ptr<const symbolic::Routine>()>& make);
  Results call_external(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                        const Node& at);
  Results call_subroutine(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                          const Node& at);
  Results call_subroutine(const ir::Function& function);
  /// `work` with the variables of the function, as far as they have values before the call.
  std::optional<Closure::Bound> external_argument(const Node& written);
  Results external_results(const ir::Function& function, const std::vector<const Node*>& written,
                           const ExternalValue::Output& output);
  Results inside(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given, const Node& at,
                 const std::function<Results()>& work);
  Results call_foreign(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                       const Node& at);
  Results call_foreign(const ir::Function& function, const std::shared_ptr<const foreign::Function>& code);
  Results call_impure_random(const std::vector<std::optional<Closure::Bound>>& given, const Node& at);
  bool seed_impure_random(const Node& call);
  Results call_fourier(const std::vector<std::optional<Closure::Bound>>& given);
  std::optional<Closure::Bound> moved_table(const ir::Expression& value);
  symbolic::NodeId read_moved(const Closure::Bound& moved, const std::vector<symbolic::NodeId>& arguments,
                              std::uint32_t number, bool is_event);
  Results call_table(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                     const Node& at);
  // what functions say
  using Given = std::vector<std::optional<Closure::Bound>>;
  struct Voice {
    const symbolic::Procedure* speaker = nullptr;
    NodeId condition;
    std::vector<NodeId> arguments;
    Span span;
    std::size_t effects = 0;  ///< of the section, that come before
    bool in_when = false, asserts = false;
  };
  bool speaks(const ir::Function& function);
  bool looks_at_texts(const ir::Function& function);
  NodeId said_text(const Node& e, const std::string& prefix);
  NodeId printed_text(const Node& call);
  const symbolic::Procedure* speaker(const ir::Function& function, Given& given, std::vector<NodeId>& arguments,
                                     const Node& at);
  void add_voice(const ir::Function& function, Given given, const Node& e, bool asserts);
  void speak_now(symbolic::Procedure& procedure);
  void call_for_act(const Node& call);
  // what a model does to files (file_actions.cpp)
  bool acts_on_files(const ir::Function& function) const;
  bool prints_to_file(const Node& call);
  bool may_act_on_files(const ir::Function& function, const Node& at);
  bool tell_file_action(const ir::Function& function, const Given& given, symbolic::Procedure& procedure,
                        const Node& at);
  Results call_file_action(const ir::Function& function, const Node& at);
  bool act(const ir::Function& function, symbolic::Procedure& procedure, const Node& at);
  // what cannot be written out is called
  std::optional<ProcedureKey> procedure_key(const ir::Function& function, Given& given, std::vector<NodeId>& arguments);
  struct Making;
  Results call_procedure(const ir::Function& function, std::vector<std::optional<Closure::Bound>> given,
                         const Node& at);
  const std::vector<ProcedureResult>* callable(const ir::Function& function,
                                               std::vector<std::optional<Closure::Bound>>& given,
                                               std::vector<NodeId>& arguments, bool as_formulas, const Node& at);
  void enter_procedure();
  void read_registers(Closure::Bound& bound, std::uint32_t& next);
  bool capture(Closure::Bound& bound);
  // functions that say how they are differentiated or solved, and derivatives of functions
  static bool is_annotated(const ir::Function& function) {
    return !function.derivatives.empty() || !function.inverses.empty();
  }
  Results call_annotated(const ir::Function& function, std::vector<std::optional<Closure::Bound>> given,
                         const Node& at);
  Results call_derived(const ir::Function& function, std::vector<std::optional<Closure::Bound>> given, const Node& at);
  bool fill_in_defaults(const ir::Function& function, std::vector<std::optional<Closure::Bound>>& given,
                        const Node& at);
  const ir::FunctionDerivative* derivative_of(const ir::Function& function,
                                              const std::vector<std::optional<Closure::Bound>>& given);
  bool make_callable(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                     const ProcedureKey& key, bool as_formulas, const Node& at);
  bool make_formulas(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                     const ProcedureKey& key, const Node& at);
  bool add_derivatives(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                       const ProcedureKey& key, const Node& at);
  std::vector<NodeId> derivatives_by(const ir::Function& function, const ir::FunctionDerivative& derivative,
                                     const std::vector<ProcedureResult>& outputs,
                                     const std::vector<Closure::Bound>& inputs, std::size_t input, std::size_t element,
                                     const Node& at);
  bool add_inverses(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                    const ProcedureKey& key, const Node& at);
  bool make_procedure(const ir::Function& function, const std::vector<std::optional<Closure::Bound>>& given,
                      const ProcedureKey& key, const Node& at);
  Closure::Bound scalar_zero();
  bool store(const ir::FunctionVariable& variable, Closure::Bound value, const Node& at);
  std::vector<Closure::Bound> bound_now(std::span<const ir::FunctionVariable* const> variables);
  bool store_all(std::span<const ir::FunctionVariable* const> targets, const std::vector<Closure::Bound>& before,
                 std::size_t guards, const Node& at);
  void forget(std::span<ir::Statement* const> statements);
  bool compile(std::span<ir::Statement* const> statements);
  bool compile(const ir::Statement& statement);
  bool compile_branch(const ir::Statement& statement, std::size_t which);
  bool compile_while(const ir::Statement& statement);
  bool compile_loop(const ir::Statement& statement, std::size_t depth);
  bool compile_range(const ir::Statement& statement, std::size_t depth);
  enum class Flow { next, break_, return_, failed };
  Flow run(std::span<ir::Statement* const> statements);
  Flow run(const ir::Statement& statement);
  /// Where control has left the loop or function at hand, as values of the run decide; invalid: nowhere.
  struct Left {
    NodeId breaks, returns;
    [[nodiscard]] bool some() const { return breaks.valid() || returns.valid(); }
  };
  Flow go_on(const std::function<Flow()>& rest);
  NodeId or_else(NodeId a, NodeId b);
  Flow branch(const ir::Statement& statement, std::size_t which);
  Flow repeat(const ir::Statement& statement);
  Flow iterate(const ir::Statement& statement, std::size_t depth, std::span<const double> values);
  Flow assertion(const ir::Statement& statement);
  Flow too_much(std::string message);
  void guard(NodeId condition, const std::string& message, NodeId text = {});
  NodeId guarded(NodeId value, std::size_t first);
  NodeId failing_unless(NodeId condition, NodeId value, const std::string& message);
  std::string message_text(const Node& e);
  struct Pick;
  std::vector<NodeId> moving_range(const Node& subscript);
  std::optional<Pick> pick(const ir::Subscript& subscript, std::int64_t size);
  bool keeps_its_size(const Node& left, const Closure::Bound& after);
  bool put(const Node& left, const Closure::Bound& part);
  Flow either(NodeId condition, const std::function<Flow()>& yes, const std::function<Flow()>& no);
  Flow when(const ir::Statement& statement, std::size_t which);
  NodeId when_it_is(NodeId condition, NodeId text);
  Flow effect(const ir::Statement& statement);
  Flow call_for_effects(const ir::Statement& statement);
  struct Guarded {
    NodeId condition;
    std::string message;  ///< as far as it is known at compile time
    NodeId text;          ///< valid: all of it, as the run finds it
  };
  using Guards = std::vector<Guarded>;
  std::optional<Guards> guards_of(const Node& call);
  NodeId and_path(NodeId condition);
  NodeId not_on_path();
  Flow loop(const ir::Statement& statement, std::size_t depth);
  bool assign(const ir::Statement& statement);
  bool declare(const ir::FunctionVariable& variable);
  std::optional<Closure::Bound> bind(const Node& value);
  std::optional<std::vector<std::int64_t>> sizes_of(const Node& e);
  std::optional<ir::Value> evaluate_local(const Node& given);
  const Node* settle_sizes(const Node& e);
  std::optional<NodeId> runtime_subscript(const Node& e, const std::vector<Index>& subscripts, bool derivative);
  NodeId total_derivative(const Node& e, const std::vector<Index>& subscripts);
  std::vector<Index> position(const std::vector<std::int64_t>& sizes, std::int64_t element) const;
  NodeId all_elements(const Node& e, symbolic::Op op);
  std::optional<std::int64_t> decide(const Index& index, const Node& at);
  std::optional<bool> decide(const Node& condition);
  std::optional<bool> decide_comparison(const Node& relation);
  bool is_zero(const Index& difference);
  /// Whether the condition is a matter of loop variables and structural parameters.
  bool is_decidable(const Node& condition);
  /// Subscripts for an operand that may be a scalar among arrays.
  static std::vector<Index> spread(const Node& operand, const std::vector<Index>& subscripts);
  std::uint32_t add_derived(NodeId node);
  NodeId extract(NodeId root);
  NodeId read_shared(NodeId root, NodeId own);
  NodeId extracted(NodeId node);
  bool is_constant(NodeId node);
  bool all_terms(NodeId root, bool Term::*flag, std::unordered_map<NodeId, bool>& known);

  LoweringContext& context_;
  IteratorBindings bindings_;
  const std::vector<std::int64_t>& loop_values_;
  std::shared_ptr<Closure> closure_;
  std::vector<Term> terms_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> term_index_;
  std::vector<Decision> decisions_;
  std::unordered_map<NodeId, bool> constant_, discrete_, literal_;
  std::map<std::tuple<ir::HeldKind, symbolic::ShapeId, std::vector<std::uint32_t>>, NodeId> held_;
  std::unordered_map<NodeId, NodeId> now_of_held_;  // relations that are held: whether they hold at this point
  std::unordered_map<NodeId, std::vector<NodeId>> relations_of_;  // those that a condition is made of
  std::unordered_map<NodeId, NodeId> extracted_;
  std::vector<Index> reduced_at_;
  int depth_ = 0;
  int inline_depth_ = 0;
  int calls_ = 0;
  std::unordered_map<const ir::Expression*, std::shared_ptr<const ir::Value>>
      computed_;                                                           // calls that are numbers, or not
  std::map<std::pair<const ir::Expression*, bool>, Results> carried_out_;  // calls in equations; without events or with
  int inner_calls_ = 0;                 // inside of the outermost function that is being inlined
  std::map<CallKey, Results> inlined_;  // the same call again is the same expression
  int statements_ = 0;
  Left left_;
  Guards guards_;                        // what must hold, and what to say otherwise
  NodeId path_;                          // whether control comes here; invalid: always
  const ir::Statement* when_ = nullptr;  // around the statement at hand
  std::vector<Effect> effects_;
  std::vector<Voice> voices_;
  std::vector<std::pair<NodeId, bool>> choices_;  // of if-expressions around what is being lowered: what must hold
  std::unordered_map<NodeId, NodeId> shared_;     // values of a section, and the variables that have them
  int no_event_depth_ = 0;
  bool in_condition_ = false;  // of a when-equation
  bool failed_ = false;
  /// Why the function at hand cannot be written out; it, or this one around it, is called then.
  bool wants_call_ = false;
  const Node* keeps_guards_of_ = nullptr;  // the call whose results nobody reads
  const Node* called_only_ = nullptr;      // the same in a procedure: it is not written out
  const ir::Function* recursive_ = nullptr;
  std::string reason_;
  struct Inlined {
    const ir::Function* function = nullptr;
    int open_choices = 0;
  };
  std::vector<Inlined> inlining_;
  struct CallAround {
    const Node* call = nullptr;
    std::vector<Index> turns;  // of the loops around it
  };
  std::vector<CallAround> calls_around_;  // of the function at hand, the outermost first
  int open_choices_ = 0;                  // branches that values of the run decide on
  Making* making_ = nullptr;
  bool in_procedure_ = false;                                             // slots are its registers
  std::unordered_map<const ir::IteratorSymbol*, NodeId> iterator_nodes_;  // of loops of a procedure
};

}  // namespace sunder::lower
