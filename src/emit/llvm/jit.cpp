#include "emit/llvm/jit.hpp"

#include "emit/llvm/machine_code.hpp"
#include "emit/llvm/native_procedures.hpp"
#include "emit/llvm/text.hpp"

namespace sunder::emit {

namespace {

class Jit final : public Code {
 public:
  explicit Jit(const Listing& listing) : text_(make_llvm_text(listing)) {
    compile_procedures_that_are_called_often();
    jit_ = start_linker();
    try {
      add(text_.optimised, true);
      if (!text_.plain.empty()) add(text_.plain, false);
      find_functions();
    } catch (...) {
      dispose();
      throw;
    }
    text_.optimised = {};
    text_.plain = {};
  }
  ~Jit() override { dispose(); }
  Jit(const Jit&) = delete;
  Jit& operator=(const Jit&) = delete;

  void run(std::uint32_t part, const Frame& frame, std::uint32_t begin, std::uint32_t end) const override {
    const auto& b = frame.base;
    for (std::uint32_t k = starts_[part]; k < starts_[part + 1]; ++k)
      functions_[k](b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], begin, end);
  }

 private:
  static_assert(space_count == 14, "functions take one pointer per space");
  using Function = void (*)(double*, double*, double*, double*, double*, double*, double*, double*, double*, double*,
                            double*, double*, double*, double*, std::int64_t, std::int64_t);

  void dispose() {
    if (jit_ != nullptr) LLVMConsumeError(LLVMOrcDisposeLLJIT(jit_));
    jit_ = nullptr;
  }

  void add(const std::string& text, bool optimised) {
    LLVMMemoryBufferRef object = compile_text(text, optimised);
    expect_success(LLVMOrcLLJITAddObjectFile(jit_, LLVMOrcLLJITGetMainJITDylib(jit_), object), "loading");
  }

  void find_functions() {
    for (const auto& part : text_.functions) {
      starts_.push_back(static_cast<std::uint32_t>(functions_.size()));
      for (const auto& function : part) {
        functions_.push_back(reinterpret_cast<Function>(find_function(jit_, function.name)));
      }
    }
    starts_.push_back(static_cast<std::uint32_t>(functions_.size()));
  }

  LlvmText text_;
  LLVMOrcLLJITRef jit_ = nullptr;
  std::vector<Function> functions_;
  std::vector<std::uint32_t> starts_;  // by part
};

// Nothing to run.
class Nothing final : public Code {
 public:
  void run(std::uint32_t, const Frame&, std::uint32_t, std::uint32_t) const override {}
};

}  // namespace

std::unique_ptr<Code> compile_with_llvm(const Listing& listing) {
  if (listing.kernels.empty()) return std::make_unique<Nothing>();
  return std::make_unique<Jit>(listing);
}

}  // namespace sunder::emit
