#include "symbolic/procedure.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <utility>

#include "symbolic/apply.hpp"
#include "symbolic/derivatives.hpp"

namespace sunder::symbolic {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t most_steps = 10'000'000;
constexpr int deepest = 400;  // what the stack bears, with sanitizers too

using Kind = Instruction::Kind;

/// The arguments of one instruction, in place as long as there are few.
class Arguments {
 public:
  Arguments(const Tape& tape, const Instruction& one, const double* values) {
    const auto given = tape.arguments_of(one);
    if (given.size() > few) many_.resize(given.size());
    double* const to = given.size() > few ? many_.data() : some_;
    for (std::size_t k = 0; k < given.size(); ++k) to[k] = value_of(given[k], values);
    all_ = {to, given.size()};
  }
  [[nodiscard]] std::span<const double> all() const { return all_; }
  static double value_of(std::uint32_t given, const double* values) {
    const double value = values[given & ~Tape::subtracted];
    return (given & Tape::subtracted) != 0 ? -value : value;
  }

 private:
  static constexpr std::size_t few = 16;
  double some_[few];
  std::vector<double> many_;
  std::span<const double> all_;
};

double value_of_call(const Tape& tape, const Instruction& one, const double* values, std::string* why) {
  const Routine& routine = *tape.routines[one.payload];
  const Arguments arguments(tape, one, values);
  const double value = routine.value(arguments.all());
  if (why != nullptr && why->empty() && !std::isfinite(value)) *why = routine.complaint(arguments.all());
  return value;
}

/// Sums and products, of which most expressions are made, without a call of `apply`: the same, from left to right.
double value_of_operation(const Tape& tape, const Instruction& one, const double* values) {
  if (one.op != Op::add && one.op != Op::multiply)
    return apply(one.op, Arguments(tape, one, values).all(), one.payload);
  const auto given = tape.arguments_of(one);
  double value = Arguments::value_of(given[0], values);
  for (std::size_t k = 1; k < given.size(); ++k) {
    const double next = Arguments::value_of(given[k], values);
    value = one.op == Op::add ? value + next : value * next;
  }
  return value;
}

/// Values of all instructions of a tape, for slots that are registers. Without control flow that is a plain loop.
void run_tape(const Tape& tape, const double* registers, double* values, std::string* why) {
  const auto& code = tape.instructions;
  const auto skip = [&](std::size_t i, Kind until) {  // to the end of a branch, past those inside of it
    for (int inside = 0;; ++i) {
      if (code[i].kind == until && inside == 0) return i;
      if (code[i].kind == Kind::branch) ++inside;
      if (code[i].kind == Kind::merge) --inside;
    }
  };
  for (std::size_t i = 0; i < code.size(); ++i) {
    const Instruction& one = code[i];
    switch (one.kind) {
      case Kind::load: values[i] = registers[one.payload]; break;
      case Kind::constant: values[i] = one.value; break;
      case Kind::branch:
        if (values[tape.arguments_of(one)[0]] == 0) i = skip(i + 1, Kind::otherwise);
        break;
      case Kind::otherwise:
        i = skip(i + 1, Kind::merge);
        values[i] = values[tape.arguments_of(code[i])[0]];
        break;
      case Kind::merge: values[i] = values[tape.arguments_of(one)[1]]; break;
      case Kind::operation:
        values[i] = one.op == Op::call ? value_of_call(tape, one, values, why) : value_of_operation(tape, one, values);
        break;
    }
  }
}

/// What a thread remembers of its last calls: several outputs of one call cost one.
struct Remembered {
  std::uint64_t identity = 0;
  std::vector<double> arguments, outputs;
};
constexpr std::size_t remembered_calls = 1024;  // media have a dozen functions at every port

Remembered* remembered(std::uint64_t identity, std::span<const double> arguments) {
  thread_local std::vector<Remembered> calls(remembered_calls);
  std::uint64_t hash = identity * 0x9E3779B97F4A7C15ULL;
  for (const double argument : arguments) {
    std::uint64_t bits = 0;
    static_assert(sizeof bits == sizeof argument);
    std::copy_n(reinterpret_cast<const unsigned char*>(&argument), sizeof bits,
                reinterpret_cast<unsigned char*>(&bits));
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15ULL;
  }
  return &calls[(hash >> 32U) % remembered_calls];
}

/// 0 and -0 are equal and may give different values.
bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

thread_local int depth = 0;
thread_local std::uint64_t steps_left = 0;

/// One more call inside of the others of this thread.
class Level {
 public:
  Level() {
    if (depth++ == 0) steps_left = most_steps;
  }
  ~Level() { --depth; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
};

/// Making machine code takes as long as about so many runs step by step.
constexpr std::uint32_t runs_worth_code = 4000;
std::atomic<NativeProcedure (*)(const Procedure&)> native_maker{nullptr};

}  // namespace

void set_native_maker(NativeProcedure (*maker)(const Procedure&)) { native_maker = maker; }

class Procedure::Run {
 public:
  /// Who speaks: where to, and by which texts.
  struct Speech {
    const Texts& texts;
    std::vector<Said>& said;
  };
  Run(const Procedure& procedure, std::span<const double> arguments, std::string* why, const Speech* speech = nullptr)
      : procedure_(procedure),
        why_(why),
        speech_(speech),
        memory_(procedure.registers_ + procedure.longest_tape_, 0.0) {
    std::copy(arguments.begin(), arguments.end(), memory_.begin());
  }

  bool run() {
    if (depth > deepest) return refuse("calls itself more than " + std::to_string(deepest) + " levels deep");
    double* const values = memory_.data() + procedure_.registers_;
    for (std::size_t at = 0; at < procedure_.steps_.size();) {
      const Step& step = procedure_.steps_[at];
      if (steps_left-- == 0) {
        steps_left = 1;
        return refuse("takes more than ten million steps");
      }
      switch (step.kind) {
        case Step::Kind::assign:
          run_tape(step.tape, memory_.data(), values, why_);
          for (std::size_t k = 0; k < step.targets.size(); ++k) memory_[step.targets[k]] = values[step.tape.outputs[k]];
          ++at;
          break;
        case Step::Kind::branch:
          run_tape(step.tape, memory_.data(), values, why_);
          // a condition without a value would choose at random
          if (std::isnan(values[step.tape.outputs[0]])) return refuse("meets a condition that has no value");
          at = values[step.tape.outputs[0]] == 0 ? step.to : at + 1;
          break;
        case Step::Kind::jump: at = step.to; break;
        case Step::Kind::fail:
          if (why_ != nullptr && why_->empty()) *why_ = reason(step);
          return false;
        case Step::Kind::say:
        case Step::Kind::listen:
          if (speech_ != nullptr && !speak(step)) return false;
          ++at;
          break;
      }
    }
    return true;
  }

  [[nodiscard]] double operator[](std::uint32_t number) const { return memory_[number]; }

 private:
  std::vector<double> values_of(const Step& step) {
    double* const values = memory_.data() + procedure_.registers_;
    run_tape(step.tape, memory_.data(), values, why_);
    std::vector<double> found;
    for (const std::uint32_t output : step.tape.outputs) found.push_back(values[output]);
    return found;
  }
  std::string reason(const Step& step) {
    if (step.values.empty()) return step.message;
    run_tape(step.tape, memory_.data(), memory_.data() + procedure_.registers_, nullptr);
    return step.texts->at(memory_[procedure_.registers_ + step.tape.outputs[0]]);
  }
  bool speak(const Step& step) {
    const std::vector<double> values = values_of(step);
    if (step.kind == Step::Kind::say && step.tone == Tone::act) return !std::isnan(values.front());
    if (step.kind == Step::Kind::say) {
      speech_->said.push_back({step.tone, speech_->texts.at(values.front()), step.place});
      return true;
    }
    Run inner(*step.other, values, why_, speech_);
    return inner.run();
  }
  bool refuse(const std::string& message) {
    if (why_ != nullptr && why_->empty()) *why_ = "'" + procedure_.name_ + "' " + message;
    return false;
  }

  const Procedure& procedure_;
  std::string* why_;
  const Speech* speech_;
  Level level_;
  std::vector<double> memory_;
};

void Procedure::assign(std::vector<std::uint32_t> targets, std::vector<NodeId> values) {
  Step step;
  step.targets = std::move(targets);
  step.values = std::move(values);
  steps_.push_back(std::move(step));
}

std::size_t Procedure::branch(NodeId condition) {
  Step step;
  step.kind = Step::Kind::branch;
  step.values = {condition};
  steps_.push_back(std::move(step));
  return steps_.size() - 1;
}

std::size_t Procedure::jump(std::size_t to) {
  Step step;
  step.kind = Step::Kind::jump;
  step.to = to;
  steps_.push_back(std::move(step));
  return steps_.size() - 1;
}

void Procedure::fail(std::string message) {
  Step step;
  step.kind = Step::Kind::fail;
  step.message = std::move(message);
  steps_.push_back(std::move(step));
}

void Procedure::fail(std::string outline, std::shared_ptr<const Texts> texts, NodeId text) {
  fail(std::move(outline));
  steps_.back().texts = std::move(texts);
  steps_.back().values = {text};
}

void Procedure::say(Tone tone, NodeId text, Span place) {
  Step step;
  step.kind = Step::Kind::say;
  step.tone = tone;
  step.values = {text};
  step.place = place;
  steps_.push_back(std::move(step));
}

void Procedure::listen(const Procedure* to, std::vector<NodeId> arguments, Span place) {
  Step step;
  step.kind = Step::Kind::listen;
  step.other = to;
  step.values = std::move(arguments);
  step.place = place;
  steps_.push_back(std::move(step));
}

void Procedure::complete(const Pool& pool) {
  static std::atomic<std::uint64_t> count{0};
  identity_ = ++count;
  for (Step& step : steps_) {
    if (step.values.empty()) continue;
    step.tape = make_tape(pool, step.values);
    for (std::shared_ptr<const Routine>& routine : step.tape.routines)
      if (const auto* called = dynamic_cast<const ProcedureOutput*>(routine.get())) routine = called->without_keeping();
    longest_tape_ = std::max(longest_tape_, step.tape.instructions.size());
  }
}

NativeProcedure::Function Procedure::native() const {
  if (const NativeProcedure::Function made = native_.load(std::memory_order_acquire)) return made;
  const auto maker = native_maker.load();
  if (maker == nullptr || runs_.fetch_add(1, std::memory_order_relaxed) != runs_worth_code) return nullptr;
  NativeProcedure made = maker(*this);
  native_owner_ = std::move(made.owner);
  native_.store(made.function, std::memory_order_release);
  return made.function;
}

bool Procedure::run_native(NativeProcedure::Function code, std::span<const double> arguments,
                           std::vector<double>& outputs) const {
  const Level level;
  if (depth > deepest || steps_left == 0) return false;
  --steps_left;
  constexpr std::size_t few = 128;
  double some[few];
  std::vector<double> many;
  if (registers_ > few) many.resize(registers_);
  double* const registers = registers_ > few ? many.data() : some;
  std::ranges::copy(arguments, registers);
  std::fill(registers + arguments.size(), registers + registers_, 0.0);
  if (code(registers, &steps_left) == 0) return false;
  for (const std::uint32_t number : outputs_) outputs.push_back(registers[number]);
  return true;
}

double Procedure::output(std::span<const double> arguments, std::uint32_t which) const {
  if (identity_ == 0) return not_a_number;
  Remembered* last = remembered(identity_, arguments);
  if (last->identity == identity_ && same_bits(last->arguments, arguments)) return last->outputs[which];
  std::vector<double> outputs;
  if (const NativeProcedure::Function code = native()) {
    if (!run_native(code, arguments, outputs)) outputs.assign(outputs_.size(), not_a_number);
  } else {
    Run run(*this, arguments, nullptr);
    const bool good = run.run();
    for (const std::uint32_t number : outputs_) outputs.push_back(good ? run[number] : not_a_number);
  }
  // calls inside of this one may have taken the place
  last->identity = identity_;
  last->arguments.assign(arguments.begin(), arguments.end());
  last->outputs = std::move(outputs);
  return last->outputs[which];
}

std::string Procedure::complaint(std::span<const double> arguments) const {
  std::string why;
  Run run(*this, arguments, &why);
  static_cast<void>(run.run());
  return why.empty() ? "'" + name_ + "' has no finite value" : why;
}

bool Procedure::acts_on_files() const {
  std::vector<const Procedure*> known{this};
  for (std::size_t next = 0; next < known.size(); ++next) {
    for (const Step& step : known[next]->steps_) {
      if (step.kind == Step::Kind::say && step.tone == Tone::file) return true;
      if (step.kind == Step::Kind::listen && std::ranges::find(known, step.other) == known.end())
        known.push_back(step.other);
    }
  }
  return false;
}

std::string Procedure::speak(std::span<const double> arguments, const Texts& texts, std::vector<Said>& said) const {
  std::string why;
  const Run::Speech speech{texts, said};
  Run run(*this, arguments, &why, &speech);
  if (run.run()) return {};
  return why.empty() ? "'" + name_ + "' has no finite value" : why;
}

NodeId Procedure::formula(std::uint32_t output) const {
  if (steps_.size() != 1 || steps_[0].kind != Step::Kind::assign || identity_ == 0) return {};
  const auto at = std::ranges::find(steps_[0].targets, outputs_[output]);
  return at != steps_[0].targets.end() ? steps_[0].values[static_cast<std::size_t>(at - steps_[0].targets.begin())]
                                       : NodeId{};
}

std::optional<std::uint32_t> Procedure::inverse(std::uint32_t input) const {
  const auto found = inverses_.find(input);
  return found != inverses_.end() ? std::optional(found->second) : std::nullopt;
}

Procedure::Derivative Procedure::derivative(std::uint32_t input) const {
  if (const auto known = derivatives_.find(input); known != derivatives_.end()) return known->second;
  const auto made = std::make_shared<Procedure>(name_ + "'" + std::to_string(input + 1), inputs_);
  made->registers_ = 2 * registers_;
  made->outputs_ = outputs_;
  for (const std::uint32_t output : outputs_) made->outputs_.push_back(output + registers_);
  return derivatives_.emplace(input, Derivative{made, static_cast<std::uint32_t>(outputs_.size())}).first->second;
}

/// The same steps; every assignment gives the derivatives too. Conditions count as constant.
void Procedure::differentiate(Pool& pool, const Procedure& of, std::uint32_t input) {
  if (!steps_.empty()) return;
  const std::uint32_t n = of.registers_;
  const bool formulas = of.steps_.size() == 1 && of.steps_[0].kind == Step::Kind::assign;  // stay such
  if (!formulas) assign({n + input}, {pool.constant(1)});
  for (const Step& step : of.steps_) {
    steps_.push_back(step);
    steps_.back().tape = {};
    if (step.kind == Step::Kind::branch || step.kind == Step::Kind::jump) ++steps_.back().to;  // the one in front
    if (step.kind != Step::Kind::assign) continue;
    for (std::size_t k = 0; k < step.targets.size(); ++k) {
      std::vector<std::pair<std::uint32_t, NodeId>> rates;
      if (formulas) {
        rates.emplace_back(input, pool.constant(1));
      } else {
        for (const NodeId node : children_first(pool, {&step.values[k], 1})) {
          if (pool[node].op != Op::slot) continue;
          const std::uint32_t slot = pool[node].payload;  // a copy: the pool moves when it grows
          rates.emplace_back(slot, pool.slot(slot + n));
        }
      }
      steps_.back().targets.push_back(step.targets[k] + n);
      steps_.back().values.push_back(Derivatives(pool, step.values[k]).along(pool, rates));
    }
  }
  complete(pool);
}

NodeId write_out_calls(Pool& pool, NodeId root) {
  constexpr int most_levels = 8;
  for (int level = 0; level < most_levels; ++level) {
    std::unordered_map<NodeId, NodeId> made;
    bool some = false;
    const std::vector<NodeId> order = children_first(pool, {&root, 1});
    for (const NodeId node : order) {
      const Node copy = pool[node];
      std::vector<NodeId> children(pool.children(node).begin(), pool.children(node).end());
      bool changed = false;
      for (NodeId& child : children) {
        const NodeId other = made.at(child);
        changed = changed || other != child;
        child = other;
      }
      made[node] = changed ? pool.make(copy.op, children, copy.payload) : node;
      if (copy.op != Op::call) continue;
      const auto* output = dynamic_cast<const ProcedureOutput*>(pool.routine(copy.payload).get());
      const NodeId formula = output != nullptr ? output->procedure().formula(output->which()) : NodeId{};
      if (!formula.valid()) continue;
      made[node] = pool.substitute(formula, children);
      some = true;
    }
    root = made.at(root);
    if (!some) break;
  }
  return root;
}

std::string ProcedureOutput::name() const {
  return procedure_->output_count() == 1 ? procedure_->name() : procedure_->name() + "." + std::to_string(which_ + 1);
}

std::shared_ptr<const Routine> ProcedureOutput::without_keeping() const {
  const std::shared_ptr<const Procedure> kept_by_others(std::shared_ptr<const Procedure>(), procedure_.get());
  return std::make_shared<ProcedureOutput>(kept_by_others, which_);
}

std::shared_ptr<const Routine> ProcedureOutput::partial(Pool& pool, std::uint32_t argument) const {
  static_cast<void>(pool);
  const Procedure::Derivative made = procedure_->derivative(argument);
  if (made.procedure == nullptr) return nullptr;
  auto routine = std::make_shared<ProcedureOutput>(made.procedure, which_ + made.first);
  if (made.procedure->is_complete()) return routine;
  routine->open_ = made.procedure;
  routine->of_ = procedure_;
  routine->input_ = argument;
  return routine;
}

void ProcedureOutput::complete(Pool& pool) const {
  if (open_ != nullptr) open_->differentiate(pool, *of_, input_);
}

bool ProcedureOutput::is_zero(const Pool& pool) const {
  const NodeId formula = procedure_->formula(which_);
  return formula.valid() && pool.is_constant(formula, 0);
}

double Failure::value(std::span<const double>) const { return not_a_number; }

}  // namespace sunder::symbolic
