// Layout: what the formatter does with space, line breaks and comments.
#include <doctest/doctest.h>

#include "helpers.hpp"

using sunder::test::formatted;

namespace {

struct FormatCase {
  const char* text;
  const char* expected;
};

}  // namespace

TEST_CASE("texts are brought into canonical form, and stay there") {
  const FormatCase cases[] = {
      {"model A Real x(start=1)=2*(a+b)^2 ;equation x=-y;if a>b then x=1;end if;end A;",
       "model A\n  Real x(start=1) = 2*(a + b)^2;\nequation\n  x = -y;\n  if a > b then\n    x = 1;\n  end if;\nend "
       "A;\n"},
      {"model A Real x = 2 .* y ./ z .^ w; Real y = 2.*x; end A;",
       "model A\n  Real x = 2 .* y ./ z .^ w;\n  Real y = 2.*x;\nend A;\n"},
      // at most one empty line, none at the edges of a block
      {"model A\n\n  Real x;\n\n\n\n  Real y;\n\nequation\n\n  x = 1;\n\nend A;\n\n\nmodel B end B;",
       "model A\n  Real x;\n\n  Real y;\n\nequation\n  x = 1;\nend A;\n\nmodel B\nend B;\n"},
      // comments stay between the tokens between which they were written
      {"// head\n/* block\n     kept */\nmodel A // name\n// own\nReal x; // after x\n  /* before */ Real y;\n\n  // "
       "last\nend A; // bye\n// end",
       "// head\n/* block\n     kept */\nmodel A // name\n  // own\n  Real x; // after x\n  /* before */ Real y;\n\n  "
       "// last\nend A; // bye\n// end\n"},
      {"model A\nequation\nif a then // one\nx=1;\n// two\nelse // three\n// four\ny=1; end if;\nend A;",
       "model A\nequation\n  if a then // one\n    x = 1;\n    // two\n  else // three\n    // four\n    y = 1;\n  end "
       "if;\nend A;\n"},
      {"model A\nReal x=f(a, // first\n  b /* second */, c);\nend A;",
       "model A\n  Real x = f(\n    a, // first\n    b /* second */ ,\n    c\n  );\nend A;\n"},
      {"model A\nReal x = a // one\n + b /* two */ * c;\nend A;",
       "model A\n  Real x = a // one\n    + b /* two */ *c;\nend A;\n"},
      {"model A Real x /* a */ ; /* b */ Real y; /**/ end A;",
       "model A\n  Real x /* a */ ; /* b */\n  Real y; /**/\nend A;\n"},
      {"// only a comment", "// only a comment\n"},
      // annotations and external functions stay where they are
      {"model M Real x; annotation(A=1); equation x = 1; end M;",
       "model M\n  Real x;\n  annotation(A=1);\nequation\n  x = 1;\nend M;\n"},
      {"model M annotation(A=1); protected Real x; equation x=1; public Real y=2; end M;",
       "model M\n  annotation(A=1);\nprotected\n  Real x;\nequation\n  x = 1;\npublic\n  Real y = 2;\nend M;\n"},
      {"function f output Real y; external \"C\" y=g() annotation(B=2); // here\n annotation(A=1); protected Real "
       "z; algorithm y:=1; end f;",
       "function f\n  output Real y;\nexternal \"C\" y = g() annotation(B=2); // here\n  annotation(A=1);\nprotected\n"
       "  Real z;\nalgorithm\n  y := 1;\nend f;\n"},
      // long texts are broken
      {"model A\n  parameter Modelica.Units.SI.Resistance resistanceOfTheConductor(start=1, min=0) = 1 \"Resistance of "
       "it\" annotation(Dialog(group=\"x\"));\nend A;",
       "model A\n  parameter Modelica.Units.SI.Resistance resistanceOfTheConductor(start=1, min=0) = 1\n"
       "    \"Resistance of it\" annotation(Dialog(group=\"x\"));\nend A;\n"},
      {"model A\nequation\n  aaaaaaaaaaaaaaaaaaaaaaaaa = bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb + "
       "cccccccccccccccccccccccccccccccc + ddddddddddddddddd;\nend A;",
       "model A\nequation\n  aaaaaaaaaaaaaaaaaaaaaaaaa = bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb + "
       "cccccccccccccccccccccccccccccccc\n"
       "    + ddddddddddddddddd;\nend A;\n"},
      {"model A\n annotation(Documentation(info=\"<html>\n  <p>\n</html>\"), "
       "Icon(graphics={Line(points={{0,0},{1,1}}), Text(textString=\"x\")}));\nend A;",
       "model A\n  annotation(\n    Documentation(info=\"<html>\n  <p>\n</html>\"),\n"
       "    Icon(graphics={Line(points={{0, 0}, {1, 1}}), Text(textString=\"x\")})\n  );\nend A;\n"},
      {"model A\n Real m[3,2] = [1000000000000000000, 2000000000000000000; 3000000000000000000, 4000000000000000000; "
       "5, 6];\nend A;",
       "model A\n  Real m[3, 2] = [\n    1000000000000000000, 2000000000000000000;\n    3000000000000000000, "
       "4000000000000000000;\n    5, 6\n  ];\nend A;\n"},
      {"model A\n Real y = if aaaaaaaaaaaaaaaaaaaaaaaaaaa then bbbbbbbbbbbbbbbbbbbbbbbbbbbbb elseif "
       "ccccccccccccccccccc then ddddddddddd else e;\nend A;",
       "model A\n  Real y = if aaaaaaaaaaaaaaaaaaaaaaaaaaa then bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\n"
       "    elseif ccccccccccccccccccc then ddddddddddd\n    else e;\nend A;\n"},
  };
  for (const FormatCase& c : cases) {
    CAPTURE(c.text);
    CHECK(formatted(c.text) == c.expected);
    CHECK(formatted(c.expected) == c.expected);
  }
}

TEST_CASE("texts that differ in more than spaces are told apart, with the place") {
  const std::string text = "model A // one\n  Real x; /* two */\nend A;\n";
  CHECK(!sunder::syntax::first_difference(text, "model   A\n// one\nReal x;/* two */ end A  ;"));
  CHECK(sunder::syntax::first_difference(text, "model A // one\n  Real y; /* two */\nend A;\n") == 22);  // a token
  CHECK(sunder::syntax::first_difference(text, "model A // one\n  Real x; /* two */\nend A\n") == text.size() - 2);
  CHECK(sunder::syntax::first_difference(text, text + "model") == text.size());
  CHECK(sunder::syntax::first_difference(text, "model A // one\n  Real x;\nend A;\n") == 25);            // a comment
  CHECK(sunder::syntax::first_difference(text, "model A // one\n  Real x /* two */;\nend A;\n") == 25);  // its place
  CHECK(sunder::syntax::first_difference(text, text + "// three") == text.size());
}
