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
//out| model M
//out|   parameter Integer n = 3;
//out|   parameter Boolean cold = true;
//out|   parameter Real c.C = 2;
//out|   Real c.T(start = 20, fixed = true);
//out|   input Real c.q = w[1];
//out|   Real w[3];
//out|   discrete Real last(start = 0, fixed = true);
//out|   Boolean hot;
//out| initial equation
//out|   w[n] = 0;
//out| equation
//out|   c.C * der(c.T) = c.q;
//out|   for i in 1:n - 1 loop
//out|     w[i] = i * (c.T - time);
//out|   end for;
//out|   der(w[n]) = if hot then -w[n] else 1;
//out|   hot = c.T > 21;
//out|   assert(c.T < 100, "boils");
//out|   when hot then
//out|     last = time;
//out|   end when;
//out| end M;
// run: check $FILE --dump=flat --set n=2 --json
// json: stage == "flat"
