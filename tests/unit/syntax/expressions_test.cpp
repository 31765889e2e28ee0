// How expressions are grouped: every one is printed back with all its structure in brackets.
#include <doctest/doctest.h>

#include "helpers.hpp"

using namespace sunder;
using namespace sunder::ast;

namespace {

std::string shape(const Expression* e);

std::string joined(List<Expression*> list, const std::string& between = ",") {
  std::string out;
  for (std::size_t i = 0; i < list.size(); ++i) out += (i > 0 ? between : "") + shape(list[i]);
  return out;
}

std::string shape(const Reference& reference) {
  std::string out = reference.global ? "." : "";
  for (std::size_t i = 0; i < reference.parts.size(); ++i) {
    if (i > 0) out += '.';
    out += reference.parts[i].name.text;
    if (!reference.parts[i].subscripts.empty()) out += "[" + joined(reference.parts[i].subscripts) + "]";
  }
  return out;
}

std::string shape(List<Iterator> iterators) {
  std::string out;
  for (const Iterator& i : iterators) {
    out += " for " + std::string(i.name.text);
    if (i.range != nullptr) out += " in " + shape(i.range);
  }
  return out;
}

std::string sign(Operator op) {
  const char* signs[] = {"+",    "-",   "*",  "/", "^",  ".+", ".-", ".*", "./", ".^",
                         "not ", "and", "or", "<", "<=", ">",  ">=", "==", "<>"};
  return signs[static_cast<int>(op)];
}

std::string shape(const Expression* e) {
  if (e == nullptr) return "_";
  switch (e->kind) {
    case ExpressionKind::error: return "ERROR";
    case ExpressionKind::integer: return "i" + std::string(e->text);
    case ExpressionKind::real: return "r" + std::string(e->text);
    case ExpressionKind::string: return std::string(e->text);
    case ExpressionKind::boolean: return e->boolean ? "TRUE" : "FALSE";
    case ExpressionKind::reference: return shape(e->reference);
    case ExpressionKind::unary: return "(" + sign(e->operator_) + shape(e->operands[0]) + ")";
    case ExpressionKind::binary:
      return "(" + shape(e->operands[0]) + " " + sign(e->operator_) + " " + shape(e->operands[1]) + ")";
    case ExpressionKind::chain: {
      std::string out = "(" + shape(e->operands[0]);
      for (std::size_t i = 0; i < e->operators.size(); ++i)
        out += " " + sign(e->operators[i]) + " " + shape(e->operands[i + 1]);
      return out + ")";
    }
    case ExpressionKind::if_: return "if(" + joined(e->operands) + ")";
    case ExpressionKind::function_argument:
    case ExpressionKind::call: {
      std::string out = (e->kind == ExpressionKind::call ? "" : "function ") + shape(e->reference) + "(";
      for (std::size_t i = 0; i < e->arguments.size(); ++i) {
        if (i > 0) out += ",";
        if (!e->arguments[i].name.empty()) out += std::string(e->arguments[i].name.text) + "=";
        out += shape(e->arguments[i].value);
      }
      return out + ")";
    }
    case ExpressionKind::array: return "{" + joined(e->operands) + "}";
    case ExpressionKind::matrix: {
      std::string out = "[";
      std::size_t at = 0;
      for (const std::uint32_t n : e->row_lengths) {
        out += "<" + joined(e->operands.subspan(at, n)) + ">";
        at += n;
      }
      return out + "]";
    }
    case ExpressionKind::range: return "range(" + joined(e->operands) + ")";
    case ExpressionKind::comprehension:
      return (e->boolean ? "each(" : "all(") + shape(e->operands[0]) + shape(e->iterators) + ")";
    case ExpressionKind::tuple: return "tuple(" + joined(e->operands) + ")";
    case ExpressionKind::parentheses: return "P" + shape(e->operands[0]);
    case ExpressionKind::end: return "END";
    case ExpressionKind::colon: return "ALL";
  }
  return "?";
}

struct ExpressionCase {
  const char* text;
  const char* expected;
};

}  // namespace

TEST_CASE("expressions are grouped by the precedence of the grammar") {
  const ExpressionCase cases[] = {
      {"a", "a"},
      {"1", "i1"},
      {"1.", "r1."},
      {"1e3", "r1e3"},
      {".5E-2", "r.5E-2"},
      {"2.5", "r2.5"},
      {"true", "TRUE"},
      {"false", "FALSE"},
      {"\"a\\\"b\"", "\"a\\\"b\""},
      {"'a b'.c", "'a b'.c"},
      {".A.B", ".A.B"},
      {"a.b[1].c[:, end - 1]", "a.b[i1].c[ALL,(END - i1)]"},
      {"x[y[end]]", "x[y[END]]"},
      {"a + b - c", "(a + b - c)"},
      {"-a + b", "((-a) + b)"},
      {"-a*b", "(-(a * b))"},
      {"+a", "(+a)"},
      {".-a .+ b", "((.-a) .+ b)"},
      {"a*b/c", "(a * b / c)"},
      {"a + b*c^d", "(a + (b * (c ^ d)))"},
      {"a .* b ./ c .^ d", "(a .* b ./ (c .^ d))"},
      {"-a^2", "(-(a ^ i2))"},
      {"a < b", "(a < b)"},
      {"a <= b + 1", "(a <= (b + i1))"},
      {"a <> b or c == d and not e >= f", "((a <> b) or ((c == d) and (not (e >= f))))"},
      {"a > b and c and d", "((a > b) and c and d)"},
      {"not a", "(not a)"},
      {"1:n", "range(i1,n)"},
      {"1:2:n + 1", "range(i1,i2,(n + i1))"},
      {"if a then b else c", "if(a,b,c)"},
      {"if a then b elseif c then d else e + 1", "if(a,b,c,d,(e + i1))"},
      {"(a)", "Pa"},
      {"(a + b)*c", "(P(a + b) * c)"},
      {"(a, , b)", "tuple(a,_,b)"},
      {"(, b)", "tuple(_,b)"},
      {"(a, )", "tuple(a,_)"},
      {"{1, 2}", "{i1,i2}"},
      {"{{1}, {2}}", "{{i1},{i2}}"},
      {"[1, 2; 3, 4]", "[<i1,i2><i3,i4>]"},
      {"[a; b]", "[<a><b>]"},
      {"{i^2 for i in 1:3}", "all((i ^ i2) for i in range(i1,i3))"},
      {"sum(x[i] for i)", "sum(each(x[i] for i))"},
      {"{a for i in 1:2, j in {1, 2}}", "all(a for i in range(i1,i2) for j in {i1,i2})"},
      {"f()", "f()"},
      {"f(a, b=1, c=\"s\")", "f(a,b=i1,c=\"s\")"},
      {"f(function g(a=1, b=2), 3)", "f(function g(a=i1,b=i2),i3)"},
      {"f(u=function g())", "f(u=function g())"},
      {"der(x)", "der(x)"},
      {"initial()", "initial()"},
      {"pure(f(x))", "pure(f(x))"},
      {"Clock(3, 10)", "Clock(i3,i10)"},
      {"hold(sample(u, c)) + previous(x)", "(hold(sample(u,c)) + previous(x))"},
  };
  for (const ExpressionCase& c : cases) {
    CAPTURE(c.text);
    SourceMap sources;
    Arena arena;
    const auto outcome = syntax::parse_expression(sources, sources.add("e", c.text), arena);
    CHECK(outcome.ok());
    CHECK(shape(*outcome) == c.expected);
  }
}

TEST_CASE("a text that is not one expression is refused with its place") {
  const ExpressionCase cases[] = {
      {"", "1:1"},      {"1 2", "1:3"},   {"a +", "1:4"},       {"f(a", "1:4"},     {"a = b", "1:3"},
      {"x[end", "1:6"}, {"end", "1:1"},   {"f(a=1, 2)", "1:8"}, {"1:2:3:4", "1:6"}, {"a $", "1:3"},
      {"a*-b", "1:3"},  {"a^b^c", "1:4"}, {"a<b<c", "1:4"},     {"{}", "1:2"},      {"a.", "1:3"},
  };
  for (const ExpressionCase& c : cases) {
    CAPTURE(c.text);
    SourceMap sources;
    Arena arena;
    const auto outcome = syntax::parse_expression(sources, sources.add("e", c.text), arena);
    REQUIRE(outcome.diagnostics().error_count() == 1);
    REQUIRE(outcome.has_value());
    CHECK(sources.describe(outcome.diagnostics().all()[0].span) == std::string("e:") + c.expected);
  }
}

TEST_CASE("a million terms are one flat node") {
  std::string text = "a";
  for (int i = 0; i < 1'000'000; ++i) text += i % 2 == 0 ? "+b" : "-c";
  SourceMap sources;
  Arena arena;
  const auto outcome = syntax::parse_expression(sources, sources.add("e", text), arena);
  REQUIRE(outcome.ok());
  CHECK((*outcome)->kind == ExpressionKind::chain);
  CHECK((*outcome)->operands.size() == 1'000'001);
  CHECK((*outcome)->operators[1] == Operator::subtract);
}
