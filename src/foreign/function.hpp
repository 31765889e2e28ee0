// Functions of other languages, from libraries of the user: a wrapper in C is written for each, compiled by the C
// compiler together with what the function's annotation includes, linked with its libraries and loaded.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sunder::foreign {

enum class Kind : std::uint8_t { real, integer, boolean, text, object, record };

struct Argument {
  Kind kind = Kind::real;
  bool is_array = false;
  bool is_output = false;          ///< the function writes it
  bool is_size = false;            ///< a size of an array: size_t
  std::vector<Argument> fields{};  ///< record: a pointer to a structure of these, which are scalars
};

/// How C sees the function, and where it is.
struct Signature {
  std::string name;
  std::vector<Argument> arguments;
  std::optional<Kind> result;         ///< what it returns
  std::vector<std::string> includes;  ///< lines of C that declare or define it; none: it is declared as the types say
  std::vector<std::string> include_directories, library_directories, libraries;
};

class Object;

/// One argument of a call (of a record: one for each field), row-major.
struct Actual {
  std::vector<double> numbers{};
  std::vector<std::string> texts{};
  std::shared_ptr<Object> object{};
};

class Function {
 public:
  /// Null after setting `message`. Equal signatures are loaded once per process.
  static std::shared_ptr<const Function> load(const Signature& signature, std::string& message);

  /// One at a time in the whole process: such functions know nothing of threads. False after setting `message`: the
  /// function has reported an error. `result` has place for what is returned.
  bool call(std::vector<Actual>& arguments, Actual& result, std::string& message) const;
  [[nodiscard]] const Signature& signature() const { return signature_; }

  Function(Signature signature, void* entry) : signature_(std::move(signature)), entry_(entry) {}

 private:
  friend class Object;
  bool call(std::vector<Actual>& arguments, Actual& result, void** object, std::string& message) const;

  Signature signature_;
  void* entry_;
};

/// An external object: made by its constructor, unmade by its destructor when nobody needs it any more.
class Object {
 public:
  /// Null after setting `message`.
  static std::shared_ptr<Object> make(const Function& constructor, std::vector<Actual>& arguments,
                                      std::shared_ptr<const Function> destructor, std::string& message);
  Object(void* pointer, std::shared_ptr<const Function> destructor);
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  Object(Object&&) = delete;
  Object& operator=(Object&&) = delete;
  ~Object();

  /// By which values know it: never that of another object.
  [[nodiscard]] double number() const { return number_; }
  /// Null: there is none any more.
  static std::shared_ptr<Object> find(double number);

 private:
  friend class Function;
  void* pointer_;
  std::shared_ptr<const Function> destructor_;
  double number_;
};

}  // namespace sunder::foreign
