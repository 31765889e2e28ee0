#include "emit/llvm/jit.hpp"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <mutex>
#include <stdexcept>

#include "emit/llvm/tape_text.hpp"
#include "emit/llvm/text.hpp"

namespace sunder::emit {

namespace {

// Failures here are not the user's: no memory, no permission to make memory executable, or text that is wrong.
[[noreturn]] void fail(const std::string& doing, const char* message) {
  throw std::runtime_error("machine code: " + doing + ": " + (message != nullptr ? message : "unknown error"));
}

void expect_success(LLVMErrorRef error, const char* doing) {
  if (error == nullptr) return;
  char* message = LLVMGetErrorMessage(error);
  const std::string kept(message);
  LLVMDisposeErrorMessage(message);
  fail(doing, kept.c_str());
}

void initialise_target() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
  });
}

// The machine this runs on. A feature the processor has but the operating system (or an emulator) hides is off.
class Target {
 public:
  explicit Target(bool optimised) {
    char* triple = LLVMGetDefaultTargetTriple();
    char* name = LLVMGetHostCPUName();
    char* features = LLVMGetHostCPUFeatures();
    LLVMTargetRef target = nullptr;
    char* message = nullptr;
    if (LLVMGetTargetFromTriple(triple, &target, &message) != 0) fail("finding the processor", message);
    machine_ = LLVMCreateTargetMachine(target, triple, name, features,
                                       optimised ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone, LLVMRelocPIC,
                                       LLVMCodeModelJITDefault);
    if (!optimised) LLVMSetTargetMachineFastISel(machine_, 1);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(name);
    LLVMDisposeMessage(features);
  }
  ~Target() { LLVMDisposeTargetMachine(machine_); }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  [[nodiscard]] LLVMTargetMachineRef get() const { return machine_; }

 private:
  LLVMTargetMachineRef machine_ = nullptr;
};

class ModuleOwner {
 public:
  explicit ModuleOwner(const std::string& text) : context_(LLVMContextCreate()) {
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text.data(), text.size(), "kernels");
    char* message = nullptr;
    if (LLVMParseIRInContext(context_, buffer, &module_, &message) != 0) {
      const std::string kept(message);
      LLVMDisposeMessage(message);
      LLVMContextDispose(context_);
      fail("reading the kernels", kept.c_str());
    }
  }
  ~ModuleOwner() {
    LLVMDisposeModule(module_);
    LLVMContextDispose(context_);
  }
  ModuleOwner(const ModuleOwner&) = delete;
  ModuleOwner& operator=(const ModuleOwner&) = delete;

  [[nodiscard]] LLVMModuleRef get() const { return module_; }

 private:
  LLVMContextRef context_;
  LLVMModuleRef module_ = nullptr;
};

LLVMMemoryBufferRef compile(const std::string& text, bool optimised) {
  const Target target(optimised);
  const ModuleOwner module(text);
  LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(target.get());
  LLVMSetModuleDataLayout(module.get(), layout);
  LLVMDisposeTargetData(layout);
  char* triple = LLVMGetTargetMachineTriple(target.get());
  LLVMSetTarget(module.get(), triple);
  LLVMDisposeMessage(triple);
  if (optimised) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module.get(), "default<O2>", target.get(), options);
    LLVMDisposePassBuilderOptions(options);
    expect_success(error, "optimising");
  }
  LLVMMemoryBufferRef object = nullptr;
  char* message = nullptr;
  if (LLVMTargetMachineEmitToMemoryBuffer(target.get(), module.get(), LLVMObjectFile, &message, &object) != 0)
    fail("making machine code", message);
  return object;
}

class Jit final : public Code {
 public:
  explicit Jit(const Listing& listing) : text_(make_llvm_text(listing)) {
    initialise_target();
    expect_success(LLVMOrcCreateLLJIT(&jit_, nullptr), "starting");
    try {
      define_callees();
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

  void define_callees() {
    std::vector<LLVMOrcCSymbolMapPair> symbols;
    for (const Callee& callee : callees()) {
      LLVMJITEvaluatedSymbol symbol{};
      symbol.Address = static_cast<LLVMOrcExecutorAddress>(reinterpret_cast<std::uintptr_t>(callee.address));
      symbol.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
      symbols.push_back({LLVMOrcLLJITMangleAndIntern(jit_, callee.name), symbol});
    }
    LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(jit_);
    expect_success(LLVMOrcJITDylibDefine(library, LLVMOrcAbsoluteSymbols(symbols.data(), symbols.size())),
                   "naming functions");
    // floor and its like, where the processor has no instruction for them
    LLVMOrcDefinitionGeneratorRef process = nullptr;
    expect_success(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(jit_),
                                                                        nullptr, nullptr),
                   "finding the C library");
    LLVMOrcJITDylibAddGenerator(library, process);
  }

  void add(const std::string& text, bool optimised) {
    LLVMMemoryBufferRef object = compile(text, optimised);
    expect_success(LLVMOrcLLJITAddObjectFile(jit_, LLVMOrcLLJITGetMainJITDylib(jit_), object), "loading");
  }

  void find_functions() {
    for (const auto& part : text_.functions) {
      starts_.push_back(static_cast<std::uint32_t>(functions_.size()));
      for (const auto& function : part) {
        LLVMOrcExecutorAddress address = 0;
        expect_success(LLVMOrcLLJITLookup(jit_, &address, function.name.c_str()), "linking");
        functions_.push_back(reinterpret_cast<Function>(static_cast<std::uintptr_t>(address)));
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
