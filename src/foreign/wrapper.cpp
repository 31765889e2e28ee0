#include "foreign/wrapper.hpp"

namespace sunder::foreign {

const std::string_view utilities_header = R"(#ifndef MODELICA_UTILITIES_H
#define MODELICA_UTILITIES_H
#include <stdarg.h>
#include <stddef.h>
void ModelicaMessage(const char* text);
void ModelicaFormatMessage(const char* format, ...);
void ModelicaVFormatMessage(const char* format, va_list arguments);
void ModelicaWarning(const char* text);
void ModelicaFormatWarning(const char* format, ...);
void ModelicaVFormatWarning(const char* format, va_list arguments);
__attribute__((noreturn)) void ModelicaError(const char* text);
__attribute__((noreturn)) void ModelicaFormatError(const char* format, ...);
__attribute__((noreturn)) void ModelicaVFormatError(const char* format, va_list arguments);
char* ModelicaAllocateString(size_t length);
char* ModelicaAllocateStringWithErrorReturn(size_t length);
char* ModelicaDuplicateString(const char* text);
char* ModelicaDuplicateStringWithErrorReturn(const char* text);
#endif
)";

namespace {

// The functions of the header. A library may have been bound to those of another wrapper: all of them do the same.
constexpr std::string_view utilities = R"(
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ModelicaUtilities.h>
struct sunder_host {
  void* (*fail)(const char* text);
  void* (*allocate)(unsigned long size);
  void (*say)(const char* text, int is_warning);
};
struct sunder_actual {
  double* numbers;
  const char** texts;
  void* object;
  unsigned long count;
};
static const struct sunder_host* sunder_given;
void sunder_connect(const struct sunder_host* host) { sunder_given = host; }
static const char* sunder_formatted(const char* format, va_list arguments) {
  va_list again;
  int length;
  char* text;
  va_copy(again, arguments);
  length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0) return format;
  text = (char*)sunder_given->allocate((unsigned long)length + 1);
  vsnprintf(text, (size_t)length + 1, format, arguments);
  return text;
}
void ModelicaMessage(const char* text) { sunder_given->say(text, 0); }
void ModelicaWarning(const char* text) { sunder_given->say(text, 1); }
void ModelicaError(const char* text) { longjmp(*(jmp_buf*)sunder_given->fail(text), 1); }
void ModelicaVFormatMessage(const char* format, va_list arguments) { ModelicaMessage(sunder_formatted(format, arguments)); }
void ModelicaVFormatWarning(const char* format, va_list arguments) { ModelicaWarning(sunder_formatted(format, arguments)); }
void ModelicaVFormatError(const char* format, va_list arguments) { ModelicaError(sunder_formatted(format, arguments)); }
void ModelicaFormatMessage(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatMessage(format, arguments);
  va_end(arguments);
}
void ModelicaFormatWarning(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatWarning(format, arguments);
  va_end(arguments);
}
void ModelicaFormatError(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  ModelicaVFormatError(format, arguments);
}
char* ModelicaAllocateString(size_t length) {
  char* text = (char*)sunder_given->allocate((unsigned long)length + 1);
  text[length] = 0;
  return text;
}
char* ModelicaAllocateStringWithErrorReturn(size_t length) { return ModelicaAllocateString(length); }
char* ModelicaDuplicateString(const char* text) {
  return strcpy(ModelicaAllocateString(strlen(text)), text);
}
char* ModelicaDuplicateStringWithErrorReturn(const char* text) { return ModelicaDuplicateString(text); }
static int* sunder_whole(const struct sunder_actual* from) {
  int* made = (int*)sunder_given->allocate((from->count + 1) * sizeof(int));
  unsigned long i;
  for (i = 0; i < from->count; ++i) made[i] = (int)from->numbers[i];
  return made;
}
static void sunder_keep(struct sunder_actual* to, const int* from, int truth) {
  unsigned long i;
  for (i = 0; i < to->count; ++i) to->numbers[i] = truth ? from[i] != 0 : from[i];
}
)";

std::string c_type(Kind kind) {
  switch (kind) {
    case Kind::real: return "double";
    case Kind::integer:
    case Kind::boolean: return "int";
    case Kind::text: return "const char*";
    case Kind::object:
    case Kind::record: return "void*";
  }
  return "void";
}

std::string declared_type(const Argument& argument) {
  if (argument.is_size) return "size_t";
  std::string type = c_type(argument.kind);
  if (argument.kind == Kind::record || argument.kind == Kind::object) return type;
  if (argument.is_output || argument.is_array) type += "*";
  const bool is_read = argument.is_array && !argument.is_output && argument.kind != Kind::text;
  return is_read ? "const " + type : type;
}

bool is_whole(Kind kind) { return kind == Kind::integer || kind == Kind::boolean; }

/// The text before, in and after the call for one argument, whose values begin at number `at`.
struct Conversions {
  std::string before, inside, after;

  void add(const Argument& argument, std::size_t& at) {
    const std::string own = "a[" + std::to_string(at) + "]", name = std::to_string(at);
    if (!inside.empty()) inside += ", ";
    if (argument.kind == Kind::record) {
      add_record(argument, at);
      return;
    }
    ++at;
    if (argument.kind == Kind::object) {
      inside += own + ".object";
    } else if (argument.is_size) {
      inside += "(size_t)" + own + ".numbers[0]";
    } else if (argument.is_array && is_whole(argument.kind)) {
      before += "  int* whole_" + name + " = sunder_whole(&" + own + ");\n";
      inside += "whole_" + name;
      if (argument.is_output)
        after +=
            "  sunder_keep(&" + own + ", whole_" + name + ", " + (argument.kind == Kind::boolean ? "1" : "0") + ");\n";
    } else if (argument.is_array || (argument.is_output && !is_whole(argument.kind))) {
      // texts are `char**` in some declarations, `const char**` in others
      inside += argument.kind == Kind::text && argument.is_array ? "(void*)" + own + ".texts"
                : argument.kind == Kind::text                    ? own + ".texts"
                                                                 : own + ".numbers";
    } else if (argument.is_output) {
      before += "  int one_" + name + " = (int)" + own + ".numbers[0];\n";
      inside += "&one_" + name;
      after +=
          "  sunder_keep(&" + own + ", &one_" + name + ", " + (argument.kind == Kind::boolean ? "1" : "0") + ");\n";
    } else if (argument.kind == Kind::text) {
      inside += own + ".texts[0]";
    } else {
      inside += (is_whole(argument.kind) ? "(int)" : "") + own + ".numbers[0]";
    }
  }

  void add_record(const Argument& argument, std::size_t& at) {
    const std::string name = "record_" + std::to_string(at);
    std::string fields, values;
    for (std::size_t i = 0; i < argument.fields.size(); ++i) {
      const Argument& field = argument.fields[i];
      const std::string own = "a[" + std::to_string(at++) + "]", member = "f" + std::to_string(i);
      fields += " " + c_type(field.kind) + " " + member + ";";
      if (i > 0) values += ", ";
      values +=
          field.kind == Kind::text ? own + ".texts[0]" : (is_whole(field.kind) ? "(int)" : "") + own + ".numbers[0]";
      if (!argument.is_output) continue;
      if (field.kind == Kind::text)
        after += "  " + own + ".texts[0] = " + name + "." + member + ";\n";
      else
        after +=
            "  " + own + ".numbers[0] = " + name + "." + member + (field.kind == Kind::boolean ? " != 0" : "") + ";\n";
    }
    before += "  struct {" + fields + " } " + name + " = {" + values + "};\n";
    inside += "(void*)&" + name;
  }
};

}  // namespace

std::string wrapper_of(const Signature& signature) {
  std::string text;
  for (const std::string& include : signature.includes) text += include + "\n";
  text += utilities;
  if (signature.includes.empty()) {
    text +=
        "extern " + (signature.result ? c_type(*signature.result) : std::string("void")) + " " + signature.name + "(";
    for (std::size_t i = 0; i < signature.arguments.size(); ++i)
      text += (i > 0 ? ", " : "") + declared_type(signature.arguments[i]);
    text += signature.arguments.empty() ? "void);\n" : ");\n";
  }
  Conversions conversions;
  std::size_t at = 0;
  for (const Argument& argument : signature.arguments) conversions.add(argument, at);
  std::string call = signature.name + "(" + conversions.inside + ");\n";
  if (signature.result) {
    switch (*signature.result) {
      case Kind::text: call = "r->texts[0] = " + call; break;
      case Kind::object: call = "r->object = (void*)" + call; break;
      case Kind::boolean: call = "r->numbers[0] = 0 != " + call; break;
      default: call = "r->numbers[0] = " + call;
    }
  }
  text += "static void sunder_work(struct sunder_actual* a, struct sunder_actual* r) {\n  (void)a;\n  (void)r;\n" +
          conversions.before + "  " + call + conversions.after + "}\n";
  text +=
      "int sunder_call(struct sunder_actual* a, struct sunder_actual* r, void** jump) {\n"
      "  jmp_buf here;\n"
      "  *jump = &here;\n"
      "  if (setjmp(here) != 0) return 1;\n"
      "  sunder_work(a, r);\n"
      "  return 0;\n"
      "}\n";
  return text;
}

}  // namespace sunder::foreign
