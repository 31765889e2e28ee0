model M "arrays, loops, conditions and when-equations are kept"
  model Cell
    parameter Real C = 1;
    Real T(start = 20, fixed = true);
    input Real q;
  equation
    C*der(T) = q;
  end Cell;
  parameter Integer n = 3;
  parameter Boolean cold = true;
  Cell c(C = 2, q = w[1]);
  Real w[n];
  discrete Real last(start = 0, fixed = true);
  Boolean hot;
initial equation
  w[n] = 0;
equation
  for i in 1:n - 1 loop
    w[i] = i*(c.T - time);
  end for;
  der(w[n]) = if hot then -w[n] else 1;
  hot = c.T > 21;
  if cold then
    assert(c.T < 100, "boils");
  end if;
  when hot then
    last = time;
  end when;
end M;
// run: check $FILE --dump=flat
// run: check $FILE --dump=flat --set n=2 --json
// json: stage == "flat"
