// What an algorithm section cannot do is said where it stands.
model Continuous
  Integer n;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  n := if noEvent(x > 1) then 1 else 0;
end Continuous;

model Twice
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
algorithm
  when time > 1 then
    reinit(x, 0);
  end when;
algorithm
  when time > 2 then
    reinit(x, 1);
  end when;
end Twice;

model NoState
  Real x;
algorithm
  x := time;
  when time > 1 then
    reinit(x, 0);
  end when;
end NoState;

model AtStart
  discrete Real x(start = 0);
initial algorithm
  when time > 1 then
    x := 1;
  end when;
equation
  when time > 2 then
    x = 2;
  end when;
end AtStart;

model HiddenEvents
  discrete Real x(start = 0, fixed = true);
algorithm
  when noEvent(time > 1) then
    x := 1;
  end when;
end HiddenEvents;

model Range
  Real x[3];
algorithm
  for i in 1:4 loop
    x[i] := i;
  end for;
end Range;
// run: check $FILE --model Continuous
// status: 1
//err| $FILE:8:3: error[E0306]: 'n' changes at events only: it cannot be assigned something continuous
//err|       n := if noEvent(x > 1) then 1 else 0;
//err|       ^
// run: check $FILE --model Twice
// status: 1
//err| $FILE:21:5: error[E0307]: 'x' is reinitialised twice
//err|         reinit(x, 1);
//err|         ^~~~~~~~~~~~
//err|   note: $FILE:16:3: the other when-equation
//err|       when time > 1 then
//err|       ^~~~~~~~~~~~~~~~~~
// run: check $FILE --model NoState
// status: 1
//err| $FILE:30:12: error[E0306]: reinit needs a state: 'x' has no derivative
//err|         reinit(x, 0);
//err|                ^
// run: check $FILE --model AtStart
// status: 1
//err| $FILE:37:3: error[E0216]: a when-statement cannot stand in an initial algorithm
//err|       when time > 1 then
//err|       ^~~~~~~~~~~~~~~~~~
// run: check $FILE --model HiddenEvents
// status: 1
//err| $FILE:49:8: error[E0306]: the condition of a when-equation must change at events only: noEvent hides them
//err|       when noEvent(time > 1) then
//err|            ^~~~~~~~~~~~~~~~~
// run: check $FILE --model Range
// status: 1
//err| $FILE:58:7: error[E0302]: subscript 4 is outside 1:3
//err|         x[i] := i;
//err|           ^
