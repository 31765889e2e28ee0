// What is asked of connectors has no meaning in a function (found by fuzzing: it ended the program).
model M
  function f
    input Real c[:];
    output Real y;
  algorithm
    assert(cardinality(c) > 0, "connected");
    y := c[1];
  end f;
  Real x = f({time});
end M;
// run: check $FILE
// status: 1
//err| $FILE:7:12: error[E0204]: 'cardinality' speaks of a connector of a model: it cannot stand here
//err|         assert(cardinality(c) > 0, "connected");
//err|                ^~~~~~~~~~~~~~
