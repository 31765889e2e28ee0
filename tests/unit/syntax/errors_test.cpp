// What users read when they mistype: exact text, place and caret; several errors in one run, in order, no cascades.
#include <doctest/doctest.h>

#include "helpers.hpp"

using namespace sunder;
using sunder::test::formatted;
using sunder::test::Parsed;

namespace {

struct Case {
  const char* text;
  const char* expected;
};

}  // namespace

TEST_CASE("messages name what was expected and point at it") {
  const Case cases[] = {
      {"model A\n  Real x\n  Real y;\nend A;\n",
       "a.mo:2:9: error[E0106]: expected ';' after the declaration\n"
       "      Real x\n"
       "            ^\n"},
      {"model 1\n  Real x;\n",
       "a.mo:1:7: error[E0105]: expected the name of a class, found the number 1\n"
       "    model 1\n"
       "          ^\n"
       "a.mo:3:1: error[E0109]: missing the end of a class before the end of the file\n"
       "    \n"
       "    ^\n"
       "  note: a.mo:1:1: the class starts here\n"
       "    model 1\n"
       "    ^~~~~\n"},
      {"function f\n  output Real y;\nexternal \"C\";\nexternal \"C\";\nend f;\n",
       "a.mo:4:1: error[E0105]: a function has one external declaration only\n"
       "    external \"C\";\n"
       "    ^~~~~~~~\n"
       "  note: a.mo:3:1: the first one is here\n"
       "    external \"C\";\n"
       "    ^~~~~~~~~~~~\n"},
      {"model A\nequation\n  x = 1 2;\nend A;\n",
       "a.mo:3:8: error[E0106]: expected ';' after the equation, found the number 2\n"
       "      x = 1 2;\n"
       "           ^\n"},
      {"model A\nequation\n  x := 1;\nend A;\n",
       "a.mo:3:5: error[E0107]: an equation is written with '=', found ':='\n"
       "      x := 1;\n"
       "        ^~\n"
       "  help: ':=' assigns in an algorithm\n"},
      {"model A\nequation\n  x*(y) == 1;\nend A;\n",
       "a.mo:3:9: error[E0107]: an equation is written with '=', found '=='\n"
       "      x*(y) == 1;\n"
       "            ^~\n"
       "  help: '==' compares two values\n"},
      {"model A\nalgorithm\n  x = 1;\nend A;\n",
       "a.mo:3:5: error[E0107]: an assignment is written with ':=', found '='\n"
       "      x = 1;\n"
       "        ^\n"
       "  help: '=' stands in equations, '==' compares\n"},
      {"model A\n  Real x == 1;\nend A;\n",
       "a.mo:2:10: error[E0107]: expected '=', found '=='\n"
       "      Real x == 1;\n"
       "             ^~\n"
       "  help: '=' gives a value, '==' compares\n"},
      {"model A\nequation\n  if x = 1 then\n    y = 2;\n  end if;\nend A;\n",
       "a.mo:3:8: error[E0107]: expected 'then' after the condition, found '='\n"
       "      if x = 1 then\n"
       "           ^\n"
       "  help: '==' compares two values\n"},
      {"model A\n  Real x;\nend B;\n",
       "a.mo:3:5: error[E0108]: expected 'end A', found 'end B'\n"
       "    end B;\n"
       "        ^\n"
       "  note: a.mo:1:1: 'A' starts here\n"
       "    model A\n"
       "    ^~~~~~~\n"},
      {"model A\nend;\n",
       "a.mo:2:4: error[E0108]: expected the name of the class: 'end A'\n"
       "    end;\n"
       "       ^\n"
       "  note: a.mo:1:1: 'A' starts here\n"
       "    model A\n"
       "    ^~~~~~~\n"},
      {"package P\n  model A\n    Real x;\nend P;\n",
       "a.mo:4:1: error[E0109]: missing 'end A;'\n"
       "    end P;\n"
       "    ^~~\n"
       "  note: a.mo:2:3: 'A' starts here\n"
       "      model A\n"
       "      ^~~~~~~\n"},
      {"model A\n  Real x;\n",
       "a.mo:3:1: error[E0109]: missing 'end A;' before the end of the file\n"
       "    \n"
       "    ^\n"
       "  note: a.mo:1:1: 'A' starts here\n"
       "    model A\n"
       "    ^~~~~~~\n"},
      {"model A\nequation\n  for i in 1:2 loop\n    x[i] = 1;\nend A;\n",
       "a.mo:5:1: error[E0109]: missing 'end for;'\n"
       "    end A;\n"
       "    ^~~\n"
       "  note: a.mo:3:3: the 'for' starts here\n"
       "      for i in 1:2 loop\n"
       "      ^~~\n"},
      {"model A\nequation\n  when a then\n    x = 1;\n  end if;\nend A;\n",
       "a.mo:5:3: error[E0110]: expected 'end when', found 'end if'\n"
       "      end if;\n"
       "      ^~~~~~\n"
       "  note: a.mo:3:3: the 'when' starts here\n"
       "      when a then\n"
       "      ^~~~\n"},
      {"model A\nequation\n  end if;\nend A;\n",
       "a.mo:3:3: error[E0110]: 'end if' closes nothing that is open\n"
       "      end if;\n"
       "      ^~~\n"},
      {"model A\n  Real input;\nend A;\n",
       "a.mo:2:8: error[E0111]: 'input' is a keyword of Modelica and cannot be the name of a component\n"
       "      Real input;\n"
       "           ^~~~~\n"
       "  help: choose another name\n"},
      {"model A\nequation\n  if x > 1\n    y = 2;\n  end if;\nend A;\n",
       "a.mo:3:11: error[E0105]: expected 'then' after the condition\n"
       "      if x > 1\n"
       "              ^\n"},
      {"model A\nequation\n  for i in 1:3 do\n    x = 1;\n  end for;\nend A;\n",
       "a.mo:3:16: error[E0105]: expected 'loop' after the range of the loop, found 'do'\n"
       "      for i in 1:3 do\n"
       "                   ^~\n"},
      {"model A\n  x = 1;\nend A;\n",
       "a.mo:2:5: error[E0105]: expected the name of a component of type 'x', found '='\n"
       "      x = 1;\n"
       "        ^\n"
       "  help: equations stand after 'equation', statements after 'algorithm'\n"},
      {"model A\nequation\n  Real x;\nend A;\n",
       "a.mo:3:3: error[E0105]: expected an equation, found a declaration\n"
       "      Real x;\n"
       "      ^~~~\n"
       "  help: declarations stand before 'equation'\n"},
      {"model A\n  Real x = f(1,\n    (2 + 3;\nend A;\n",
       "a.mo:3:11: error[E0105]: expected ')' to close the parenthesis, found ';'\n"
       "        (2 + 3;\n"
       "              ^\n"},
      {"model A\n  Real x = {1,\n    2;\nend A;\n",
       "a.mo:3:6: error[E0105]: expected '}' to close the array, found ';'\n"
       "        2;\n"
       "         ^\n"
       "  note: a.mo:2:12: it is opened here\n"
       "      Real x = {1,\n"
       "               ^\n"},
      {"model A\n  Real y = a && b;\nend A;\n",
       "a.mo:2:14: error[E0101]: '&&' is not an operator of Modelica\n"
       "      Real y = a && b;\n"
       "                 ^~\n"
       "  help: write 'and'\n"},
      {"model A\n  String s = \"abc;\nend A;\n",
       "a.mo:2:14: error[E0102]: this string is never closed\n"
       "      String s = \"abc;\n"
       "                 ^\n"
       "  help: close it with '\"'\n"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(Parsed(c.text).messages() == c.expected);
  }
}

TEST_CASE("independent errors are all reported, in order, without cascades") {
  const Case cases[] = {
      {"model A\n"
       "  Real input;\n"
       "  parameter Real p(start = 1;\n"
       "  Real z = a*-b;\n"
       "  Real w = a^b^c;\n"
       "  Real good;\n"
       "  final parameter inner Real q;\n"
       "equation\n"
       "  y + 1;\n"
       "  y = ;\n"
       "  z = 1\n"
       "  w = 2;\n"
       "end B;\n",
       "2:8 E0111 3:29 E0105 4:14 E0112 5:15 E0112 7:19 E0105 9:8 E0113 10:7 E0105 11:8 E0106 13:5 E0108"},
      {"model A\nequation\n  x = [1, 2; 3 4; 5, 6];\n  y = [1; 2;\n  z = 3 3;\nend A;\n", "3:16 E0105 5:5 E0105"},
      {"model A\n  Real x = 1 $ 2;\n  Real é;\n  Real s = \"\\q\";\n  Real n = 3x;\n  Real 'abc;\n  Real z\nend A\n",
       "2:14 E0101 3:8 E0101 4:13 E0103 5:12 E0103 6:8 E0102 7:9 E0106 8:6 E0106"},
      {"model A\n  for i in 1:3 loop\n    x[i] = 1;\n  end for;\n  Real y = ;\nend A;\n", "2:3 E0105 5:12 E0105"},
      {"model A\nequation\n  if a > then\n    x = 1;\n  else\n    y = ;\n  end if;\n  z = );\nend A;\n",
       "3:10 E0105 6:9 E0105 8:7 E0105"},
      {"function f\n  input Real x\n  output Real y;\nalgorithm\n  y := x\n  return\nend f;\nmodel B\nend B\nmodel C "
       "end D;\n",
       "2:15 E0106 5:9 E0106 6:9 E0106 9:6 E0106 10:13 E0108"},
      {"model 1\n  Real x;\nend A;\nmodel B\n  Real y z;\nend B;\n", "1:7 E0105 5:9 E0106"},
      {"equation\n  x = 1;\nmodel A\n  Real x = ;\nend A;\n", "1:1 E0105 2:3 E0105 4:12 E0105"},
      {"model A\n  Real x(min = , max = 2);\n  B b(redeclare C, x = 1);\n  extends ;\n  import ;\nend A;\n",
       "2:16 E0105 3:18 E0105 4:11 E0105 5:10 E0105"},
      {"model A\nalgorithm\n  (a, b) := c;\n  connect(a, b);\n  f(x) := 2;\n  while x\n    y := 1;\n  end while;\n  "
       "Real q;\nend A;\n",
       "3:13 E0113 4:3 E0113 5:3 E0113 6:10 E0105 9:3 E0105"},
      {"model A\n  annotation(X);\n  annotation(Y);\nend A;\n", "3:3 E0105"},
      {"model A\n  Real x;\nequation\n  x = 1;\n", "5:1 E0109"},
      {"package P\n  model A\n    model B\n      Real x;\n", "5:1 E0109"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(Parsed(c.text).places() == c.expected);
  }
}

TEST_CASE("what is right around an error is in the tree") {
  const Parsed parsed(
      "model A\n  Real x;\n  Real y = ;\n  Real z;\nequation\n  x = 1;\n  y = );\n  z = 2;\nend A;\nmodel B\nend B;\n");
  CHECK(parsed.tree.diagnostics().error_count() == 2);
  REQUIRE(parsed.tree->classes.size() == 2);
  const ast::Class& a = *parsed.tree->classes[0];
  CHECK(a.sections[0].elements.size() == 3);
  CHECK(a.sections[1].equations->equations.size() == 3);
  CHECK(parsed.tree->classes[1]->name.text == "B");
}

TEST_CASE("at most twenty errors are kept, and all are counted") {
  std::string text = "model A\n";
  for (int i = 0; i < 50; ++i) text += "  Real x = ;\n";
  const Parsed parsed(text + "end A;\n");
  CHECK(parsed.tree.diagnostics().all().size() == 20);
  CHECK(parsed.tree.diagnostics().error_count() == 50);
}

TEST_CASE("a file with syntax errors is not formatted") {
  CHECK(formatted("model A\n  Real x = ;\nend A;\n") ==
        "a.mo:2:12: error[E0105]: expected an expression, found ';'\n"
        "      Real x = ;\n"
        "               ^\n"
        "error[E0114]: 'a.mo' has syntax errors and is left as it is\n");
}
