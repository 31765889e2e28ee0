// Random expressions have one value: at compile time, as the value of a parameter, folded in an equation, and computed
// from variables at run time by every back end.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <map>
#include <string>

#include "causalise/causalise.hpp"
#include "evaluate/evaluate.hpp"
#include "execute/compiled_model.hpp"
#include "flatten/flatten.hpp"
#include "instantiate/instantiate.hpp"
#include "library/library.hpp"
#include "lower/lower.hpp"
#include "syntax/parse.hpp"

using namespace sunder;

namespace {

// ---------------------------------------------------------------- random text
// All numbers are multiples of a small power of two and stay small, so that every operation is exact and the order in
// which a sum is added up cannot matter. Then equal means equal.

std::string pick(std::initializer_list<const char*> words) {
  return *rc::gen::elementOf(std::vector<std::string>(words.begin(), words.end()));
}

std::string boolean_text(int depth);
std::string integer_text(int depth);

std::string real_text(int depth) {
  if (depth == 0)
    return pick({"0.25", "1.5", "2", "7", "-0.75", "0.0", "r1", "r2", "i1", "(-r1)"}).insert(0, "(").append(")");
  const auto inner = [&] { return real_text(depth - 1); };
  switch (*rc::gen::inRange(0, 18)) {
    case 0: return "(" + inner() + " + " + inner() + ")";
    case 1: return "(" + inner() + " - " + inner() + " - " + inner() + ")";
    case 2: return "(" + pick({"3", "-2", "0.5", "i2"}) + "*" + inner() + ")";
    case 3: return "(" + inner() + "/" + pick({"2", "4.0", "(-2)"}) + ")";
    case 4: return "min(" + inner() + ", " + inner() + ")";
    case 5: return "max({" + inner() + ", " + inner() + ", " + inner() + "})";
    case 6: return "abs(" + inner() + ")";
    case 7: return "floor(" + inner() + ")";
    case 8: return "ceil(" + inner() + ")";
    case 9: return "mod(" + inner() + ", " + pick({"3", "-2", "0.5", "r2"}) + ")";
    case 10: return "rem(" + inner() + ", " + pick({"3", "-2", "0.5", "r2"}) + ")";
    case 11: return "div(" + inner() + ", " + pick({"3", "-2", "0.5", "r2"}) + ")";
    case 12:
      return "(if " + boolean_text(depth - 1) + " then " + inner() + " elseif " + boolean_text(depth - 1) + " then " +
             inner() + " else " + inner() + ")";
    case 13: return real_text(0) + "^" + pick({"0", "1", "2", "3"});
    case 14: return "sum(k*" + inner() + " for k in 1:" + pick({"1", "3"}) + ")";
    case 15: return "f(" + inner() + ", " + pick({"y = r1", "y = 2", "r2"}) + ")";
    case 16: return "g({" + inner() + ", " + inner() + "})";
    default: return integer_text(depth - 1);
  }
}

std::string integer_text(int depth) {
  if (depth == 0) return pick({"1", "2", "(-3)", "i1", "i2", "5"});
  const auto inner = [&] { return integer_text(depth - 1); };
  switch (*rc::gen::inRange(0, 7)) {
    case 0: return "(" + inner() + " + " + inner() + ")";
    case 1: return "integer(" + real_text(depth - 1) + ")";
    case 2: return "sign(" + real_text(depth - 1) + ")";
    case 3: return "mod(" + inner() + ", " + pick({"3", "-4", "i1"}) + ")";
    case 4: return "div(" + inner() + ", " + pick({"3", "-4", "i1"}) + ")";
    case 5: return "(-" + inner() + ")";
    default: return "(if " + boolean_text(depth - 1) + " then " + inner() + " else " + inner() + ")";
  }
}

std::string boolean_text(int depth) {
  if (depth == 0) return pick({"true", "false", "b1", "b2", "r1 > r2", "i1 == 3"}).insert(0, "(").append(")");
  switch (*rc::gen::inRange(0, 4)) {
    case 0: return "(" + boolean_text(depth - 1) + " and " + boolean_text(depth - 1) + ")";
    case 1: return "(" + boolean_text(depth - 1) + " or not " + boolean_text(depth - 1) + ")";
    case 2: return "(" + real_text(depth - 1) + pick({" < ", " <= ", " > ", " >= "}) + real_text(depth - 1) + ")";
    default: return "(" + integer_text(depth - 1) + pick({" == ", " <> "}) + integer_text(depth - 1) + ")";
  }
}

/// The expression four times: as a parameter, with parameters and with variables in equations, each variable of the
/// component `now` having the value of the parameter it is named after, but not before run time.
std::string model_text(const std::string& expression) {
  return "package P\n"
         "  function f input Real x; input Real y = 2; output Real z = x - 2*y; end f;\n"
         "  function g input Real v[2]; output Real z; protected Real w[2] = {v[2], v[1] + 1}; algorithm z := w[1] - "
         "w[2]; end g;\n"
         "  model Now input Real r1; input Real r2; input Integer i1; input Integer i2; input Boolean "
         "b1; input Boolean b2; Real value = " +
         expression +
         "; end Now;\n"
         "  model M\n"
         "    parameter Real r1 = 1.25; parameter Real r2 = -3.5; parameter Integer i1 = 3; parameter Integer i2 = "
         "-2;\n"
         "    parameter Boolean b1 = true; parameter Boolean b2 = i1 > 5;\n"
         "    parameter Real p = " +
         expression +
         ";\n"
         "    Real folded = " +
         expression +
         ";\n"
         "    Now now(r1 = if time < 9 then r1 else 0, r2 = if time < 9 then r2 else 0, i1 = if time < 9 then i1 else "
         "0,\n"
         "            i2 = if time < 9 then i2 else 0, b1 = if time < 9 then b1 else false, b2 = if time < 9 then b2 "
         "else true);\n"
         "  end M;\n"
         "end P;\n";
}

// ---------------------------------------------------------------- the ways to a value

std::string messages(const Diagnostics& diagnostics) {
  std::string out;
  for (const Diagnostic& d : diagnostics.all()) out += d.message + "\n";
  return out;
}

std::map<std::string, double> run(const ir::Dae& dae, emit::BackEnd back_end) {
  Outcome<ir::Plan> plan = causalise::causalise(dae, {});
  if (!plan.ok()) RC_FAIL(messages(plan.diagnostics()));
  const auto model = execute::make_compiled_model(std::make_shared<const ir::Plan>(plan.take()), {back_end});
  const auto context = model->create_context();
  std::vector<double> states(model->state_count());
  RC_ASSERT(model::initialise(*model, *context, 0.0, states));
  std::vector<double> values(model->description().variable_count());
  RC_ASSERT(model->record(*context, 0.0, states, values));
  std::map<std::string, double> out;
  for (const model::VariableIndex i : model->description().indices())
    out[model->description().variable_name(i)] = values[i.index()];
  return out;
}

void agrees(const std::string& expression) {
  SourceMap sources;
  const FileId file = sources.add("law.mo", model_text(expression));
  Outcome<ast::File> parsed = syntax::parse(sources, file);
  if (!parsed.ok()) RC_FAIL(messages(parsed.diagnostics()));
  const ast::File tree = parsed.take();
  Diagnostics none;
  library::Library classes(
      {&tree}, {}, [](const std::string&) { return nullptr; }, none);
  evaluate::ConstantEvaluator constants;
  auto instance = instantiate::instantiate(classes, "P.M", {}, constants);
  if (!instance.ok()) RC_FAIL(messages(instance.diagnostics()));
  const std::shared_ptr<ir::InstanceTree> root = instance.take();

  ir::EvaluationFailure failure;
  const auto expected = constants.value_of(*root->root->child("p")->binding, {}, failure);
  if (!expected) RC_FAIL(failure.message);

  auto dae = lower::lower(*flatten::flatten(root), constants, std::make_shared<symbolic::ShapeTable>());
  if (!dae.ok()) RC_FAIL(messages(dae.diagnostics()));
  for (const emit::BackEnd back_end : {emit::BackEnd::interpreter, emit::BackEnd::llvm}) {
    const std::map<std::string, double> values = run(*dae, back_end);
    for (const char* name : {"p", "folded", "now.value"}) {
      RC_LOG() << expression << ": " << name << " is " << values.at(name) << ", at compile time " << expected->number()
               << "\n";
      RC_ASSERT(values.at(name) == expected->number());
    }
  }
}

}  // namespace

TEST_CASE("an expression has the same value at compile time and at run time") {
  CHECK(rc::check("exact arithmetic", [] { agrees(real_text(*rc::gen::inRange(1, 4))); }));
}

TEST_CASE("functions of the C library give the same value at compile time and at run time") {
  CHECK(rc::check("one function of an exact argument", [] {
    const std::string function = pick({"sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "exp"});
    agrees(function + "(0.125*" + real_text(1) + ")");
  }));
}
