model M
  parameter Real p = time;
  parameter Real q = 1;
  constant Real c = q;
  parameter Real initial_one(fixed = false, start = 1);
  Real x = 1/(2 - 2);
  Real y[3];
  Real z;
  String s = "text" + String(time);
equation
  for i in 1:0:3 loop
    y[i] = 1;
  end for;
  for i in 1:integer(z) loop
    y[i] = 1;
  end for;
  y[{1, 4}] = {1, 2};
  if time > 1 then
    z = 1;
  end if;
initial equation
  initial_one = 2;
end M;
// run: check $FILE
// status: 1
//err| $FILE:2:22: error[E0208]: 'p' is a parameter: its value cannot depend on time
//err|       parameter Real p = time;
//err|                          ^~~~
//err| $FILE:4:21: error[E0208]: 'c' is a constant: its value cannot depend on 'q', which may change
//err|       constant Real c = q;
//err|                         ^
//err| $FILE:9:14: error[E0306]: a variable that changes at events only cannot follow something continuous
//err|       String s = "text" + String(time);
//err|                  ^~~~~~~~~~~~~~~~~~~~~
//err| $FILE:11:12: error[E0208]: the step of the loop is zero
//err|       for i in 1:0:3 loop
//err|                ^~~~~
//err| $FILE:14:14: error[E0208]: the limits of a loop must be known at compile time: 'z' is not a parameter: its value is not known at compile time
//err|       for i in 1:integer(z) loop
//err|                  ^~~~~~~~~~
//err| $FILE:17:3: error[E0302]: subscript 4 is outside 1:3 of 'y'
//err|       y[{1, 4}] = {1, 2};
//err|       ^~~~~~~~~
//err| $FILE:18:3: error[E0304]: this if-equation needs an else branch: its condition changes during the run
//err|       if time > 1 then
//err|       ^~~~~~~~~~~~~~~~
