// A model that calls functions in its run: loops whose end is a matter of the run, recursion, several outputs, tables,
// random numbers, an assertion inside.
package Parts
  class Table
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Integer smoothness;
      input Integer extrapolation = 2;
      input Boolean verbose = false;
      input String delimiter = ",";
      input Integer nHeaderLines = 0;
      output Table object;
      external "C" object = ModelicaStandardTables_CombiTable1D_init3(fileName, tableName, table, size(table, 1),
        size(table, 2), columns, size(columns, 1), smoothness, extrapolation, verbose, delimiter, nHeaderLines);
    end constructor;
    function destructor
      input Table object;
      external "C" ModelicaStandardTables_CombiTable1D_close(object);
    end destructor;
  end Table;

  class Surface
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer smoothness;
      input Integer extrapolation = 2;
      output Surface object;
      external "C" object = ModelicaStandardTables_CombiTable2D_init3(fileName, tableName, table, size(table, 1),
        size(table, 2), smoothness, extrapolation, false, ",", 0);
    end constructor;
    function destructor
      input Surface object;
      external "C" ModelicaStandardTables_CombiTable2D_close(object);
    end destructor;
  end Surface;

  function value
    input Table object;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(object, column, u);
  end value;

  function height
    input Surface object;
    input Real u;
    input Real v;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(object, u, v);
  end height;

  function random
    input Integer state_in[2];
    output Real number;
    output Integer state_out[2];
    external "C" ModelicaRandom_xorshift64star(state_in, state_out, number);
  end random;

  function root "by Newton's method, until nothing changes any more"
    input Real a;
    output Real x;
    output Real square;
  protected
    Real before;
    Integer n;
  algorithm
    assert(a > 0, "only positive numbers have a root");
    x := if a > 1 then a else 1;
    before := 0;
    n := 0;
    while abs(x - before) > 1e-15 * x and n < 100 loop
      before := x;
      x := (x + a / x) / 2;
      n := n + 1;
    end while;
    square := x * x;
  end root;

  function power "of itself"
    input Real x;
    input Real n;
    output Real y;
  algorithm
    y := if n < 0.5 then 1 else x * power(x, n - 1);
  end power;
end Parts;

model Calls
  parameter Real level = 2;
  parameter Real scale = Parts.power(level, 3) / 8;
  parameter Parts.Table table = Parts.Table("NoName", "NoName", [0, 0; 1, 2; 2, 3; 4, 0], {2}, 2);
  parameter Parts.Surface surface = Parts.Surface("NoName", "NoName", [0, 0, 1, 2; 0, 0, 1, 4; 1, 1, 2, 5; 2, 4, 5, 8], 1);
  Real x(start = 1.5, fixed = true);
  Real z(start = 0, fixed = true);
  Real r, square;
  Integer state[2](start = {1, 0}, each fixed = true);
  discrete Real drawn(start = 0, fixed = true);
  output Real y;
equation
  (r, square) = Parts.root(x * x + 1);
  der(x) = -scale * Parts.value(table, 1, x) / r + 0.1 * Parts.height(surface, x, z);
  der(z) = Parts.power(x, floor(level + 0.5)) - z + 0.01 * drawn;
  y = r + square + z;
algorithm
  when sample(0.1, 0.2) then
    (drawn, state) := Parts.random(pre(state));
  end when;
annotation(experiment(StopTime = 2));
end Calls;
