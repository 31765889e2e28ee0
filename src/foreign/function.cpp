#include "foreign/function.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "base/program.hpp"
#include "base/text.hpp"
#include "foreign/wrapper.hpp"

namespace sunder::foreign {

namespace {

namespace fs = std::filesystem;

/// What external code may ask for during a call. There is one call at a time.
struct Present {
  void* jump = nullptr;
  std::string error;
  std::vector<std::unique_ptr<char[]>> memory;
};

struct Process {
  std::recursive_mutex mutex;  // an object may be unmade while a call is prepared
  Present present;
  std::map<std::string, std::shared_ptr<const Function>> loaded;  // by wrapper and libraries; never unloaded
  std::map<double, std::weak_ptr<Object>> objects;
  double next_object = 1;
};

Process& process() {
  static auto* const one = new Process;  // outlives everything: objects may be unmade at the very end
  return *one;
}

void* fail(const char* text) {
  process().present.error = text != nullptr ? text : "";
  return process().present.jump;
}
void* allocate(unsigned long size) {
  process().present.memory.push_back(std::make_unique<char[]>(size));
  return process().present.memory.back().get();
}
/// As it comes, like whatever else such code may print.
void say(const char* text, int is_warning) {
  const std::string_view said = text != nullptr ? text : "";
  std::fprintf(stderr, "%s%.*s%s", is_warning != 0 ? "warning: " : "", static_cast<int>(said.size()), said.data(),
               said.ends_with('\n') ? "" : "\n");
}

constexpr WrapperHost host{fail, allocate, say};

/// A folder that goes away again.
struct Folder {
  std::string path;
  Folder() {
    std::string made = (fs::temp_directory_path() / "sunder-XXXXXX").string();
    if (mkdtemp(made.data()) != nullptr) path = made;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  Folder(Folder&&) = delete;
  Folder& operator=(Folder&&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  [[nodiscard]] bool write(const std::string& name, std::string_view text) const {
    std::ofstream file(path + "/" + name);
    file << text;
    file.close();
    return !path.empty() && file.good();
  }
};

/// The lines that say what is wrong, without where in a file that nobody has seen.
std::string errors_in(const std::string& said) {
  std::string found;
  std::size_t at = 0, kept = 0;
  while (at < said.size() && kept < 3) {
    const std::size_t end = std::min(said.find('\n', at), said.size());
    const std::string line = said.substr(at, end - at);
    at = end + 1;
    std::size_t from = line.find("error: ");
    if (from != std::string::npos) from += 7;
    if (from == std::string::npos) from = line.find("undefined reference");
    if (from == std::string::npos) from = line.find("cannot find -l");
    if (from == std::string::npos || line.find("ld returned") != std::string::npos) continue;
    found += (kept++ > 0 ? "; " : "") + printable(line.substr(from));
  }
  return found.empty() ? printable(said.substr(0, 300)) : found;
}

std::string named(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

/// The entry of the compiled wrapper; null after setting `message`.
void* build(const Signature& signature, const std::string& wrapper, std::string& message) {
  const Folder folder;
  if (!folder.write("wrapper.c", wrapper) || !folder.write("ModelicaUtilities.h", utilities_header)) {
    message = "no file can be written in '" + fs::temp_directory_path().string() + "'";
    return nullptr;
  }
  std::vector<std::string> words{c_compiler(),
                                 "-std=gnu11",
                                 "-O1",
                                 "-fPIC",
                                 "-Werror=implicit-function-declaration",
                                 "-Werror=int-conversion",
                                 "-Werror=incompatible-pointer-types",
                                 "-shared",
                                 "-Wl,--no-undefined",
                                 "-Wl,-Bsymbolic",  // its own functions, not those of the same name in this program
                                 "-o",
                                 "wrapper.so"};
  for (const std::string& one : signature.include_directories) words.push_back("-I" + one);
  words.insert(words.end(), {"-I.", "wrapper.c"});
  for (const std::string& one : signature.library_directories)
    words.insert(words.end(), {"-L" + one, "-Wl,-rpath," + one});
  for (const std::string& one : signature.libraries) {
    const bool is_file = one.ends_with(".so") || one.ends_with(".a") || one.ends_with(".o");
    if (!is_file) {
      words.push_back("-l" + one);
      continue;
    }
    std::string path = one;
    for (const std::string& directory : signature.library_directories)
      if (std::error_code ignored; path == one && fs::exists(directory + "/" + one, ignored))
        path = directory + "/" + one;
    words.push_back(path);
  }
  words.emplace_back("-lm");
  const EndedProgram ended = run_program(folder.path, words);
  if (ended.error != 0) {
    message = "the C compiler '" + c_compiler() + "' cannot be started (" + std::strerror(ended.error) + ")";
    return nullptr;
  }
  if (!ended.fine()) {
    const bool lacks_library = ended.said.find("cannot find -l") != std::string::npos;
    const bool lacks_function = ended.said.find("undefined reference to `" + signature.name + "'") != std::string::npos;
    if (lacks_library)
      message = "a library is not found: " + errors_in(ended.said);
    else if (lacks_function && !signature.libraries.empty())
      message = "there is no function '" + signature.name + "' in " + named(signature.libraries);
    else
      message = "the C compiler refuses the call of '" + signature.name + "': " + errors_in(ended.said);
    return nullptr;
  }
  void* const library = dlopen((folder.path + "/wrapper.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* why = dlerror();
    message = "the library cannot be loaded: " + printable(why != nullptr ? why : "");
    return nullptr;
  }
  using Connect = void (*)(const WrapperHost*);
  const auto connect = reinterpret_cast<Connect>(dlsym(library, "sunder_connect"));
  void* const entry = dlsym(library, "sunder_call");
  if (connect == nullptr || entry == nullptr) {
    message = "the library cannot be loaded: it hides what calls it";
    return nullptr;
  }
  connect(&host);
  return entry;
}

}  // namespace

std::shared_ptr<const Function> Function::load(const Signature& signature, std::string& message) {
  const std::string wrapper = wrapper_of(signature);
  std::string key = wrapper;
  for (const auto* list : {&signature.include_directories, &signature.library_directories, &signature.libraries})
    for (const std::string& one : *list) key += '\n' + one;
  Process& all = process();
  const std::lock_guard lock(all.mutex);
  if (const auto known = all.loaded.find(key); known != all.loaded.end()) return known->second;
  void* const entry = build(signature, wrapper, message);
  if (entry == nullptr) return nullptr;
  return all.loaded[key] = std::make_shared<const Function>(signature, entry);
}

bool Function::call(std::vector<Actual>& arguments, Actual& result, std::string& message) const {
  return call(arguments, result, nullptr, message);
}

bool Function::call(std::vector<Actual>& arguments, Actual& result, void** object, std::string& message) const {
  Process& all = process();
  const std::lock_guard lock(all.mutex);
  std::vector<std::vector<const char*>> texts(arguments.size() + 1);
  std::vector<WrapperActual> raw(arguments.size() + 1);
  const auto prepare = [&](Actual& from, std::size_t i) {
    for (const std::string& text : from.texts) texts[i].push_back(text.c_str());
    raw[i] = {from.numbers.data(), texts[i].data(), from.object != nullptr ? from.object->pointer_ : nullptr,
              from.numbers.size()};
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) prepare(arguments[i], i);
  prepare(result, arguments.size());
  Present& present = all.present;
  present = {};
  using Call = int (*)(WrapperActual*, WrapperActual*, void**);
  const bool failed = reinterpret_cast<Call>(entry_)(raw.data(), &raw.back(), &present.jump) != 0;
  if (failed) message = present.error.empty() ? "'" + signature_.name + "' has failed" : present.error;
  const auto keep = [&](Actual& to, std::size_t i) {
    for (std::size_t k = 0; k < to.texts.size(); ++k) {
      const char* const text = texts[i][k];
      if (text != to.texts[k].c_str()) to.texts[k] = text != nullptr ? text : "";
    }
  };
  if (!failed) {
    for (std::size_t i = 0; i < arguments.size(); ++i) keep(arguments[i], i);
    keep(result, arguments.size());
    if (object != nullptr) *object = raw.back().object;
  }
  present = {};
  return !failed;
}

std::shared_ptr<Object> Object::make(const Function& constructor, std::vector<Actual>& arguments,
                                     std::shared_ptr<const Function> destructor, std::string& message) {
  void* pointer = nullptr;
  Actual none;
  if (!constructor.call(arguments, none, &pointer, message)) return nullptr;
  auto made = std::make_shared<Object>(pointer, std::move(destructor));
  Process& all = process();
  const std::lock_guard lock(all.mutex);
  all.objects[made->number()] = made;
  return made;
}

Object::Object(void* pointer, std::shared_ptr<const Function> destructor)
    : pointer_(pointer), destructor_(std::move(destructor)) {
  Process& all = process();
  const std::lock_guard lock(all.mutex);
  number_ = all.next_object++;
}

Object::~Object() {
  Process& all = process();
  const std::lock_guard lock(all.mutex);
  all.objects.erase(number_);
  if (destructor_ == nullptr) return;
  // like Function::call, of an object that nobody else can hold any more
  WrapperActual raw[2] = {{nullptr, nullptr, pointer_, 0}, {nullptr, nullptr, nullptr, 0}};
  using Call = int (*)(WrapperActual*, WrapperActual*, void**);
  static_cast<void>(reinterpret_cast<Call>(destructor_->entry_)(raw, raw + 1, &all.present.jump));  // the end anyway
  all.present = {};
}

std::shared_ptr<Object> Object::find(double number) {
  Process& all = process();
  const std::lock_guard lock(all.mutex);
  const auto found = all.objects.find(number);
  return found != all.objects.end() ? found->second.lock() : nullptr;
}

}  // namespace sunder::foreign
