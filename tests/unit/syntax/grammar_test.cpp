// Every production of the grammar, in canonical form: such a text is parsed without a word and formatted to itself.
#include <doctest/doctest.h>

#include "helpers.hpp"

using namespace sunder;
using namespace sunder::ast;
using sunder::test::formatted;
using sunder::test::Parsed;

TEST_CASE("canonical texts of every production stay as they are") {
  const char* texts[] = {
      "",
      "within;\nmodel A\nend A;\n",
      "within A.B;\nfinal model C\nend C;\n",
      "class A\nend A;\nmodel B\nend B;\nrecord C\nend C;\nblock D\nend D;\nconnector E\nend E;\ntype F\nend F;\n"
      "package G\nend G;\nfunction H\nend H;\noperator I\nend I;\noperator record J\nend J;\n"
      "operator function K\nend K;\nexpandable connector L\nend L;\npure function M\nend M;\n"
      "impure function N\nend N;\npure operator function O\nend O;\nencapsulated partial model P\nend P;\n",
      "model A \"one\" + \"two\"\n  annotation(Icon);\nend A;\n",
      "type A = Real;\ntype B = input Real[3, :](each unit=\"m\") \"d\" annotation(X=1);\n"
      "connector C = output Real;\npackage D = .E.F(redeclare package M = N);\n",
      "type A = enumeration(a \"first\", b, c annotation(Evaluate=true)) \"d\";\ntype B = enumeration(:);\n"
      "type C = enumeration(x);\n",
      "function df = der(f, x, y) \"partial derivative\";\n",
      "package P\n  redeclare model extends A(x=1) \"d\"\n    Real y;\n  end A;\nend P;\n",
      "model A\n  import B;\n  import B.C;\n  import D = B.C \"why\";\n  import B.*;\n  import B.{C, D};\n"
      "  import .B.E annotation(X);\nend A;\n",
      "model A\n  extends B;\n  extends C(x=1, y(start=2)) annotation(X);\n  extends D(break x, z=1, break "
      "connect(a.b, c));\n"
      "end A;\n",
      "model A\n  Real x, y[2], z(start=1) = 2;\n  Real[3] v;\n  final parameter Integer n = 3 \"d\" "
      "annotation(E=true);\n"
      "  constant Real c = 1;\n  discrete Real d;\n  flow Real f;\n  stream Real s;\n  input Real i;\n  output Real "
      "o;\n"
      "  flow input Real fi;\n  inner outer B b;\n  redeclare final inner replaceable C cc;\n  .B.C g;\n  Real k if n "
      "> 1;\n"
      "  parameter Boolean e[n] := fill(true, n);\nend A;\n",
      "model A\n  replaceable Real x constrainedby Number(min=0) \"d\" annotation(choices(choice=1));\n"
      "  replaceable model M = N constrainedby L \"d\";\n  replaceable package P\n  end P;\nend A;\n",
      "model A\n  B b(x=1, each y=2, final z=3, each final w(start=1)=4, v \"d\", u=break);\n  C c();\n  C d(x.y=1);\n"
      "  D e(redeclare Real x, redeclare each final replaceable model M = N constrainedby L);\n"
      "  D f(each replaceable parameter Real y = 1 \"d\", final replaceable type T = Real(unit=\"m\"));\nend A;\n",
      "model A\n  Real x;\nprotected\n  Real y;\npublic\n  Real z;\ninitial equation\n  x = 1;\nequation\n  y = 1;\n"
      "initial algorithm\n  x := 1;\nalgorithm\n  z := 1;\nequation\nend A;\n",
      "model A\nequation\n  x = y \"d\" annotation(X);\n  (a, , b) = f(x);\n  connect(a.b[1], c) "
      "annotation(Line(points={{1, 2}, {3, 4}}));\n"
      "  assert(a > b, \"m\");\n  Connections.branch(a, b);\n  initialState(s);\n  transition(s, t, c > 1, "
      "immediate=false);\n"
      "  der(x) = if a then b else c;\n  initial() = b;\nend A;\n",
      "model A\nequation\n  for i in 1:3, j loop\n    x[i, j] = 1;\n  end for;\n  for k in {1, 2} loop\n  end "
      "for;\nend A;\n",
      "model A\nequation\n  if a then\n    x = 1;\n  elseif b then\n    x = 2;\n    y = 3;\n  else\n    x = 4;\n  end "
      "if;\n"
      "  if a then\n  end if;\n  if a then\n  else\n  end if \"d\";\nend A;\n",
      "model A\nequation\n  when {initial(), a} then\n    reinit(x, 1);\n  elsewhen b then\n    y = pre(y);\n  end "
      "when;\n"
      "  when Clock() then\n    z = 1;\n  end when;\nend A;\n",
      "function f\nalgorithm\n  x := 1 \"d\";\n  x[1].y := 2;\n  (a, , b) := f(x);\n  (a) := f(x);\n  f(x);\n  "
      ".A.f(x);\n"
      "  while a loop\n    break;\n  end while;\n  for i in 1:2 loop\n    return;\n  end for;\n  if a then\n    x := "
      "1;\n"
      "  elseif b then\n  else\n    y := 1;\n  end if;\n  when a then\n    x := 1;\n  elsewhen b then\n    x := 2;\n  "
      "end when;\nend f;\n",
      "function f\n  input Real x;\nexternal;\nend f;\n",
      "function f\nexternal \"C\" y = g(x, 1, size(x, 1)) annotation(Include=\"i\");\n  annotation(Inline=true);\nend "
      "f;\n",
      "function f\nexternal \"builtin\" annotation(X);\nend f;\n",
      "function f\nexternal g();\nend f;\n",
      "operator record Complex\n  encapsulated operator 'constructor'\n    function fromReal\n      input Real re;\n"
      "    end fromReal;\n  end 'constructor';\n  encapsulated operator function '+'\n  end '+';\nend Complex;\n",
  };
  for (const char* text : texts) {
    CAPTURE(text);
    const Parsed parsed(text);
    CHECK(parsed.messages() == "");
    CHECK(formatted(text) == text);
  }
}

TEST_CASE("what was written is found in the tree") {
  const Parsed parsed(
      "within Q; encapsulated partial model A \"d\"\n"
      "  extends B(redeclare final model M = N, each x = 2, break y, break connect(a, b));\n"
      "  import X = Y.Z; import V.{S, T}; import W.*;\n"
      "protected\n"
      "  inner replaceable flow parameter input Real r[3](start = 1) = 2 if c \"r\" annotation(I) ;\n"
      "initial equation\n  for i in 1:3, j loop connect(p[i], q); end for;\n"
      "algorithm\n  (u, , v) := f(x); while b loop return; end while;\n"
      "  annotation(Z = 1);\nend A;");
  REQUIRE(parsed.messages() == "");
  const File& file = *parsed.tree;
  CHECK(file.within.parts[0].text == "Q");
  REQUIRE(file.classes.size() == 1);
  const Class& a = *file.classes[0];
  CHECK(a.encapsulated);
  CHECK(a.partial);
  CHECK(a.kind == ClassKind::model);
  CHECK(a.end_name.text == "A");
  REQUIRE(a.sections.size() == 4);
  const Element& extends = *a.sections[0].elements[0];
  CHECK(extends.kind == ElementKind::extends);
  REQUIRE(extends.modification->arguments.size() == 2);
  const ModificationArgument& redeclared = extends.modification->arguments[0];
  CHECK(redeclared.final_);
  CHECK(redeclared.name.parts.empty());
  CHECK(redeclared.element->redeclare);
  CHECK(redeclared.element->class_->base.parts[0].text == "N");
  CHECK(extends.modification->arguments[1].each);
  CHECK(extends.breaks[0].parts[0].text == "y");
  CHECK(extends.break_connections[0]->kind == EquationKind::connect);
  CHECK(a.sections[0].elements[1]->import_.alias.text == "X");
  CHECK(a.sections[0].elements[2]->import_.selected.size() == 2);
  CHECK(a.sections[0].elements[3]->import_.wildcard);
  CHECK(a.sections[1].visibility_written);
  const Element& r = *a.sections[1].elements[0];
  CHECK(r.visibility == Visibility::protected_);
  CHECK(r.inner);
  CHECK(!r.outer);
  CHECK(r.replaceable);
  CHECK(r.flow == FlowPrefix::flow);
  CHECK(r.variability == VariabilityPrefix::parameter);
  CHECK(r.causality == CausalityPrefix::input);
  REQUIRE(r.components.size() == 1);
  CHECK(r.components[0].subscripts.size() == 1);
  CHECK(r.components[0].modification->value->text == "2");
  CHECK(r.components[0].condition != nullptr);
  CHECK(r.components[0].comment.annotation->arguments.size() == 1);
  CHECK(parsed.sources.text(r.components[0].name.span) == "r");
  const EquationSection& equations = *a.sections[2].equations;
  CHECK(equations.initial);
  CHECK(equations.equations[0]->iterators[1].range == nullptr);
  CHECK(equations.equations[0]->body[0]->kind == EquationKind::connect);
  CHECK(parsed.sources.text(equations.equations[0]->body[0]->span) == "connect(p[i], q)");
  const AlgorithmSection& algorithm = *a.sections[3].algorithm;
  CHECK(algorithm.statements[0]->kind == StatementKind::multiple_assignment);
  CHECK(algorithm.statements[0]->left->operands[1] == nullptr);
  CHECK(algorithm.statements[1]->body[0]->kind == StatementKind::return_);
  CHECK(a.annotation->arguments[0].name.parts[0].text == "Z");
}

TEST_CASE("the tree as text shows one node a line") {
  const Parsed parsed("model A\n  parameter Real x(min=0) = -1 \"d\";\nequation\n  f(x, y=a[1] + b);\nend A;\n");
  CHECK(print_tree(*parsed.tree) ==
        "file\n"
        "  model A long\n"
        "    elements\n"
        "      element components public parameter Real\n"
        "        component x\n"
        "          modification ()\n"
        "            modify min\n"
        "              modification\n"
        "                value integer 0\n"
        "            value unary -\n"
        "              integer 1\n"
        "          description\n"
        "            string \"d\"\n"
        "    equations\n"
        "      equation call\n"
        "        left call\n"
        "          part f\n"
        "          argument\n"
        "            reference\n"
        "              part x\n"
        "          argument y\n"
        "            chain +\n"
        "              reference\n"
        "                part a\n"
        "                  subscripts\n"
        "                    integer 1\n"
        "              reference\n"
        "                part b\n"
        "    end A\n");
}

TEST_CASE("trees differ when the texts differ in anything but space and comments") {
  const std::pair<const char*, const char*> pairs[] = {
      {"model A Real x; end A;", "model A Real y; end A;"},
      {"model A Real x; end A;", "block A Real x; end A;"},
      {"model A Real x = 1; end A;", "model A Real x := 1; end A;"},
      {"model A Real x; end A;", "model A protected Real x; end A;"},
      {"model A public Real x; end A;", "model A Real x; end A;"},
      {"model A Real x = (a); end A;", "model A Real x = a; end A;"},
      {"model A Real x = f({a for i}); end A;", "model A Real x = f(a for i); end A;"},
      {"model A Real x = [1, 2]; end A;", "model A Real x = [1; 2]; end A;"},
      {"model A Real x = a + b; end A;", "model A Real x = a - b; end A;"},
      {"model A equation x = 1; end A;", "model A initial equation x = 1; end A;"},
      {"model A equation x = 1; end A;", "model A equation x = 1; equation end A;"},
      {"model A B b(); end A;", "model A B b; end A;"},
      {"model A B b(each x = 1); end A;", "model A B b(final x = 1); end A;"},
      {"within; model A end A;", "model A end A;"},
      {"final model A end A;", "model A end A;"},
      {"model A extends B(break x); end A;", "model A extends B(x); end A;"},
      {"type A = enumeration(:);", "type A = enumeration();"},
      {"model A import B.*; end A;", "model A import B; end A;"},
      {"model A import B = C; end A;", "model A import C; end A;"},
      {"function f external \"C\"; end f;", "function f external; end f;"},
      {"model A equation if a then else end if; end A;", "model A equation if a then end if; end A;"},
      {"model A Real x = .a; end A;", "model A Real x = a; end A;"},
      {"model A annotation(X); end A;", "model A end A;"},
      {"model A \"d\" end A;", "model A end A;"},
  };
  for (const auto& [first, second] : pairs) {
    CAPTURE(first);
    const Parsed a(first);
    const Parsed b(second);
    const Parsed same(std::string("// c\n ") + first);
    REQUIRE(a.messages() + b.messages() == "");
    CHECK(!same_tree(*a.tree, *b.tree));
    CHECK(same_tree(*a.tree, *same.tree));
  }
}

TEST_CASE("a byte order mark and other line ends are accepted") {
  CHECK(formatted("\xEF\xBB\xBFmodel A // c\r\n  Real x;\r\nend A;\r\n") == "model A // c\n  Real x;\nend A;\n");
}
