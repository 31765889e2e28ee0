package Sunder
  "Components for models that mix fast and slow: blocks, circuits, mechanics, heat, flow"
  function relax "A mark for the order of solution; its value is its argument"
    input Real x "an unknown, at one place of one equation";
    output Real y "the same";
  algorithm
    y := x;
    annotation(
      Inline=true,
      smoothOrder=100,
      Documentation(info="<html>
<p>In the equation where it stands, and only there, the marked unknown may count as known when the order of solution is
looked for. The solution is the same with and without it, in any tool.</p>
</html>")
    );
  end relax;

  function residue "A mark for the order of solution; its value is zero"
    input Real x "the unknown that the equation is left for";
    output Real y "zero";
  algorithm
    y := 0;
    annotation(Inline=true, smoothOrder=100);
  end residue;
  annotation(
    version="0.1.0",
    Documentation(info="<html>
<p>The library that comes with Sunder; it is found without any option. Connectors are those of the Modelica Standard
Library in name and meaning, so that models can be moved.</p>
</html>")
  );
end Sunder;
