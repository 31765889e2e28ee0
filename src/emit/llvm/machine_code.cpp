#include "emit/llvm/machine_code.hpp"

#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <mutex>
#include <stdexcept>
#include <vector>

#include "emit/llvm/tape_text.hpp"

namespace sunder::emit {

namespace {

[[noreturn]] void fail(const std::string& doing, const char* message) {
  throw std::runtime_error("machine code: " + doing + ": " + (message != nullptr ? message : "unknown error"));
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

void define_callees(LLVMOrcLLJITRef linker) {
  std::vector<LLVMOrcCSymbolMapPair> symbols;
  for (const Callee& callee : callees()) {
    LLVMJITEvaluatedSymbol symbol{};
    symbol.Address = static_cast<LLVMOrcExecutorAddress>(reinterpret_cast<std::uintptr_t>(callee.address));
    symbol.Flags.GenericFlags = LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
    symbols.push_back({LLVMOrcLLJITMangleAndIntern(linker, callee.name), symbol});
  }
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(linker);
  expect_success(LLVMOrcJITDylibDefine(library, LLVMOrcAbsoluteSymbols(symbols.data(), symbols.size())),
                 "naming functions");
  // floor and its like, where the processor has no instruction for them
  LLVMOrcDefinitionGeneratorRef process = nullptr;
  expect_success(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process, LLVMOrcLLJITGetGlobalPrefix(linker),
                                                                      nullptr, nullptr),
                 "finding the C library");
  LLVMOrcJITDylibAddGenerator(library, process);
}

}  // namespace

void expect_success(LLVMErrorRef error, const char* doing) {
  if (error == nullptr) return;
  char* message = LLVMGetErrorMessage(error);
  const std::string kept(message);
  LLVMDisposeErrorMessage(message);
  fail(doing, kept.c_str());
}

LLVMMemoryBufferRef compile_text(const std::string& text, bool optimised) {
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

LLVMOrcLLJITRef start_linker() {
  initialise_target();
  LLVMOrcLLJITRef linker = nullptr;
  expect_success(LLVMOrcCreateLLJIT(&linker, nullptr), "starting");
  try {
    define_callees(linker);
  } catch (...) {
    LLVMConsumeError(LLVMOrcDisposeLLJIT(linker));
    throw;
  }
  return linker;
}

void* find_function(LLVMOrcLLJITRef linker, const std::string& name) {
  LLVMOrcExecutorAddress address = 0;
  expect_success(LLVMOrcLLJITLookup(linker, &address, name.c_str()), "linking");
  return reinterpret_cast<void*>(static_cast<std::uintptr_t>(address));
}

}  // namespace sunder::emit
