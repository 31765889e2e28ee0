#include "emit/llvm/native_procedures.hpp"

#include <stdexcept>
#include <string>

#include "emit/llvm/machine_code.hpp"
#include "emit/llvm/tape_text.hpp"

namespace sunder::emit {

namespace {

using symbolic::NativeProcedure;
using symbolic::Procedure;
using Step = Procedure::Step;

/// The optimiser's time grows faster than the length.
constexpr std::size_t longest_optimised = 2500;

std::string label(std::size_t step) { return "step" + std::to_string(step); }

struct ProcedureText {
  std::string text;
  bool is_long = false;  ///< too long for the optimiser
};

/// A function as `NativeProcedure` has it.
class ProcedureWriter {
 public:
  explicit ProcedureWriter(const Procedure& procedure) : procedure_(procedure) {}

  ProcedureText run(const std::string& name) {
    const auto& steps = procedure_.steps();
    function_.line("br label %" + label(0));
    for (at_ = 0; at_ < steps.size(); ++at_) {
      function_.start_block(label(at_));
      write(steps[at_]);
    }
    function_.start_block(label(at_));
    function_.line("ret i32 1");
    function_.start_block("fails");
    function_.line("ret i32 0");
    ProcedureText made;
    made.is_long = function_.instructions > longest_optimised;
    made.text = "define i32 @" + name + "(ptr noalias nocapture %r, ptr noalias nocapture %left) #0 {\nentry:\n" +
                function_.body + "}\n" + declarations();
    return made;
  }

 private:
  void write(const Step& step) {
    switch (step.kind) {
      case Step::Kind::assign: {
        const std::vector<std::string> values = tape(step);
        for (std::size_t k = 0; k < step.targets.size(); ++k)
          function_.line("store double " + values[k] + ", ptr " + place(step.targets[k]));
        go_on(at_ + 1);
        break;
      }
      case Step::Kind::branch: {
        const std::string condition = tape(step).front();
        // a condition without a value would choose at random
        const std::string none = function_.value("fcmp uno double " + condition + ", " + condition);
        const std::string decided = function_.fresh("decided");
        function_.line("br i1 " + none + ", label %fails, label %" + decided);
        function_.start_block(decided);
        const std::string is_false = function_.value("fcmp oeq double " + condition + ", " + number_text(0));
        function_.line("br i1 " + is_false + ", label %" + label(step.to) + ", label %" + label(at_ + 1));
        break;
      }
      case Step::Kind::jump: jump(step.to); break;
      case Step::Kind::fail: function_.line("br label %fails"); break;
      case Step::Kind::say:
      case Step::Kind::listen: go_on(at_ + 1); break;  // values do not need them
    }
  }

  void go_on(std::size_t to) { function_.line("br label %" + label(to)); }

  /// Loops go back, and what they may still do becomes less; also by what they call, which the optimiser does not know.
  void jump(std::size_t to) {
    if (to > at_) return go_on(to);
    const std::string left = function_.value("load volatile i64, ptr %left");
    const std::string turn = std::to_string(at_ - to + 1);
    const std::string ends = function_.value("icmp ult i64 " + left + ", " + turn);
    const std::string again = function_.fresh("again");
    function_.line("br i1 " + ends + ", label %fails, label %" + again);
    function_.start_block(again);
    function_.line("store volatile i64 " + function_.value("sub i64 " + left + ", " + turn) + ", ptr %left");
    go_on(to);
  }

  std::vector<std::string> tape(const Step& step) {
    return write_tape(function_, step.tape,
                      [this](std::uint32_t number) { return function_.value("load double, ptr " + place(number)); });
  }

  std::string place(std::uint32_t number) {
    return function_.value("getelementptr double, ptr %r, i64 " + std::to_string(number));
  }

  const Procedure& procedure_;
  FunctionText function_;
  std::size_t at_ = 0;
};

/// Of the whole process, and never taken down: procedures of any model may still run when the process ends.
LLVMOrcLLJITRef linker() {
  static LLVMOrcLLJITRef made = start_linker();
  return made;
}

/// Code that is taken out of memory with its procedure.
std::shared_ptr<const void> add(const ProcedureText& written) {
  LLVMOrcResourceTrackerRef tracker = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(linker()));
  std::shared_ptr<const void> owner(static_cast<const void*>(tracker), [tracker](const void*) {
    LLVMConsumeError(LLVMOrcResourceTrackerRemove(tracker));
    LLVMOrcReleaseResourceTracker(tracker);
  });
  expect_success(LLVMOrcLLJITAddObjectFileWithRT(linker(), tracker, compile_text(written.text, !written.is_long)),
                 "loading");
  return owner;
}

}  // namespace

NativeProcedure make_native(const Procedure& procedure) {
  try {
    const std::string name = "procedure" + std::to_string(procedure.identity());
    NativeProcedure native;
    native.owner = add(ProcedureWriter(procedure).run(name));
    native.function = reinterpret_cast<NativeProcedure::Function>(find_function(linker(), name));
    return native;
  } catch (const std::runtime_error&) {
    return {};  // no memory for more code: step by step it works, too
  }
}

void compile_procedures_that_are_called_often() { symbolic::set_native_maker(make_native); }

}  // namespace sunder::emit
