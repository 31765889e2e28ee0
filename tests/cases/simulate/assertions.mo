// An assertion is watched like any relation, with or without noEvent; what cannot be watched is said.
model Assertions
  function f
    input Real x;
    output Real y = 2*x;
  end f;
  Real x(start = 0, fixed = true), w[3];
  parameter Real limit = 2, other = 3;
equation
  der(x) = 1;
  for i in 1:3 loop
    w[i] = i*x;
    assert(noEvent(w[i] < limit), "w is too large");
  end for;
  assert(f(x) < other, "x is too large");
  annotation(experiment(StopTime = 0.5));
end Assertions;
model Hidden
  function same
    input Real x;
    output Boolean y = x < 1;
  end same;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(same(x), "cannot be watched");
end Hidden;
// run: simulate $FILE --method cvode --model Assertions --json
// json: statistics.events == 0
// json: final[w[3]] ~ 1.5 1e-5
// run: simulate $FILE --method cvode --model Assertions --set limit=1.2 --json --tolerance 1e-9
// status: 3
// json: status.time ~ 0.4 1e-6
//err| $FILE:13:5: error[E0617]: assertion violated at time 0.4: w is too large
//err|         assert(noEvent(w[i] < limit), "w is too large");
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: simulate $FILE --model Assertions --set other=0.3 --json --method euler --step 0.2
// status: 3
// json: status.time ~ 0.15 1e-9
//err| $FILE:15:3: error[E0617]: assertion violated at time 0.15: x is too large
//err|       assert(f(x) < other, "x is too large");
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Hidden
//out| Hidden: the model is complete and can be simulated
//out|
//out|   equations     1 for 1 unknown
//out|   states        1: x
//out|   parameters    0
//out|   shapes        1 (kinds of equations)
//out|   blocks        1 block
//err| $FILE:26:10: warning[W0308]: this depends on something continuous that makes no events: the assertion is checked at other events only
//err|       assert(same(x), "cannot be watched");
//err|              ^~~~~~~
