// Statements over numbered registers: what a function does that cannot be written out as one expression, because loops
// or its own depth are a matter of the run.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "symbolic/routine.hpp"
#include "symbolic/tape.hpp"
#include "symbolic/texts.hpp"

namespace sunder::symbolic {

class Procedure;

/// Machine code of a procedure: reads the inputs from the registers, the others of which are zero, and leaves the
/// outputs there. What loops may still do becomes less. 0: it fails.
struct NativeProcedure {
  using Function = int (*)(double* registers, std::uint64_t* steps_left);
  Function function = nullptr;        ///< null: there is none
  std::shared_ptr<const void> owner;  ///< of the code
};

/// Who makes it of procedures that are called often. Nobody, unless this was called.
void set_native_maker(NativeProcedure (*maker)(const Procedure&));

/// Built by whoever knows the statements, then completed; after that it is immutable and needs no pool.
class Procedure {
 public:
  Procedure(std::string name, std::uint32_t inputs) : name_(std::move(name)), inputs_(inputs), registers_(inputs) {}

  // Building. Slot k of an expression is register k; the inputs are the first registers.
  std::uint32_t add_registers(std::uint32_t count) { return std::exchange(registers_, registers_ + count); }
  /// All expressions are evaluated before the first register is written.
  void assign(std::vector<std::uint32_t> targets, std::vector<NodeId> values);
  /// Goes on at a place that is not known yet, if the condition is false; or in any case.
  std::size_t branch(NodeId condition);
  std::size_t jump(std::size_t to = 0);
  void land(std::size_t at) { steps_[at].to = steps_.size(); }
  [[nodiscard]] std::size_t here() const { return steps_.size(); }
  void fail(std::string message);
  /// The same with values of the run in the text that says why.
  void fail(std::string outline, std::shared_ptr<const Texts> texts, NodeId text);
  // What values do not need and `speak` carries out: a text, by its number; something that is done by computing it
  // (act), or told to whoever asked for the run, who does it (file_action.hpp); and what another procedure says.
  enum class Tone : std::uint8_t { print, warning, act, file };
  void say(Tone tone, NodeId text, Span place);
  void listen(const Procedure* to, std::vector<NodeId> arguments, Span place);
  void set_outputs(std::vector<std::uint32_t> registers) { outputs_ = std::move(registers); }
  /// Makes the code.
  void complete(const Pool& pool);

  struct Step {
    enum class Kind : std::uint8_t { assign, branch, jump, fail, say, listen };
    Kind kind = Kind::assign;
    std::size_t to = 0;  ///< branch, jump
    std::vector<std::uint32_t> targets;
    std::vector<NodeId> values;          ///< branch: the condition; fail, say: the text, if it is made in the run
    std::string message;                 ///< fail: as far as it is known at compile time
    std::shared_ptr<const Texts> texts;  ///< fail: of `values`
    Tape tape;
    Tone tone = Tone::print;           ///< say
    const Procedure* other = nullptr;  ///< listen: kept by the pool
    Span place;                        ///< say, listen
  };
  [[nodiscard]] static bool is_for_speech(const Step& step) {
    return step.kind == Step::Kind::say || step.kind == Step::Kind::listen;
  }

  /// Itself or one that it listens to.
  [[nodiscard]] bool acts_on_files() const;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t output_count() const { return outputs_.size(); }
  /// Of no other procedure of this process; 0: not complete, there is no value yet.
  [[nodiscard]] std::uint64_t identity() const { return identity_; }
  // What back ends write out.
  [[nodiscard]] bool is_complete() const { return identity_ != 0; }
  [[nodiscard]] std::uint32_t input_count() const { return inputs_; }
  [[nodiscard]] std::uint32_t register_count() const { return registers_; }
  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<std::uint32_t>& outputs() const { return outputs_; }
  [[nodiscard]] double output(std::span<const double> arguments, std::uint32_t which) const;
  [[nodiscard]] std::string complaint(std::span<const double> arguments) const;
  struct Said {
    Tone tone = Tone::print;
    std::string text;
    Span place;
  };
  /// Carries out the statements once more, for what they say. Returns why they fail, if they do.
  [[nodiscard]] std::string speak(std::span<const double> arguments, const Texts& texts, std::vector<Said>& said) const;
  /// The one expression that output k is; invalid: it takes more than that.
  [[nodiscard]] NodeId formula(std::uint32_t output) const;

  /// What gives the derivatives of all outputs by one input.
  struct Derivative {
    std::shared_ptr<Procedure> procedure;  ///< null: they are zero
    std::uint32_t first = 0;               ///< which of its outputs is the derivative of output 0
  };
  /// The same with the derivatives of all registers by one input, unless others were set.
  Derivative derivative(std::uint32_t input) const;
  void set_derivative(std::uint32_t input, std::shared_ptr<Procedure> given) const {
    derivatives_[input] = {std::move(given), 0};
  }
  /// See Routine::ignores_rate.
  void ignore_rate(std::uint32_t input) const { ignored_rates_.insert(input); }
  [[nodiscard]] bool ignores_rate(std::uint32_t input) const { return ignored_rates_.contains(input); }
  /// The routine that gives this input from the output (of one that has no other) and the other inputs, in this order.
  void set_inverse(std::uint32_t input, std::uint32_t routine) const { inverses_[input] = routine; }
  [[nodiscard]] std::optional<std::uint32_t> inverse(std::uint32_t input) const;
  /// Called once the pool can be asked for it; the second time nothing happens.
  void differentiate(Pool& pool, const Procedure& of, std::uint32_t input);

 private:
  class Run;

  /// Null: it is carried out step by step.
  [[nodiscard]] NativeProcedure::Function native() const;
  [[nodiscard]] bool run_native(NativeProcedure::Function code, std::span<const double> arguments,
                                std::vector<double>& outputs) const;

  std::string name_;
  std::uint32_t inputs_ = 0;
  std::uint32_t registers_ = 0;
  std::size_t longest_tape_ = 0;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> outputs_;
  std::uint64_t identity_ = 0;
  mutable std::map<std::uint32_t, Derivative> derivatives_;  ///< while compiling
  mutable std::map<std::uint32_t, std::uint32_t> inverses_;  ///< likewise
  mutable std::set<std::uint32_t> ignored_rates_;            ///< likewise
  mutable std::atomic<std::uint32_t> runs_{0};
  mutable std::atomic<NativeProcedure::Function> native_{nullptr};
  mutable std::shared_ptr<const void> native_owner_;  ///< set once, by the thread whose run was one too many
};

/// The expression with calls replaced by the formulas they stand for, where procedures are no more than that.
NodeId write_out_calls(Pool& pool, NodeId root);

/// One output of a procedure.
class ProcedureOutput final : public Routine {
 public:
  ProcedureOutput(std::shared_ptr<const Procedure> procedure, std::uint32_t which)
      : procedure_(std::move(procedure)), which_(which) {}

  [[nodiscard]] std::string name() const override;
  [[nodiscard]] double value(std::span<const double> arguments) const override {
    return procedure_->output(arguments, which_);
  }
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool& pool, std::uint32_t argument) const override;
  [[nodiscard]] bool ignores_rate(std::uint32_t argument) const override { return procedure_->ignores_rate(argument); }
  void complete(Pool& pool) const override;
  [[nodiscard]] bool is_zero(const Pool& pool) const override;
  /// The same for the steps of procedures: those that call each other in a circle would never be freed. The pool, or
  /// the procedure that one is the derivative of, keeps it.
  [[nodiscard]] std::shared_ptr<const Routine> without_keeping() const;
  [[nodiscard]] std::string complaint(std::span<const double> arguments) const override {
    return procedure_->complaint(arguments);
  }
  [[nodiscard]] const Procedure& procedure() const { return *procedure_; }
  [[nodiscard]] std::uint32_t which() const { return which_; }

 private:
  std::shared_ptr<const Procedure> procedure_;
  std::uint32_t which_;
  // of a derivative that is not complete yet
  std::shared_ptr<Procedure> open_;
  std::shared_ptr<const Procedure> of_;
  std::uint32_t input_ = 0;
};

/// Has no value: the message says why.
class Failure final : public Routine {
 public:
  explicit Failure(std::string message) : message_(std::move(message)) {}

  [[nodiscard]] std::string name() const override { return "fail"; }
  [[nodiscard]] double value(std::span<const double>) const override;
  [[nodiscard]] std::shared_ptr<const Routine> partial(Pool&, std::uint32_t) const override { return nullptr; }
  [[nodiscard]] std::string complaint(std::span<const double>) const override { return message_; }
  [[nodiscard]] const std::string& message() const { return message_; }

 private:
  std::string message_;
};

}  // namespace sunder::symbolic
