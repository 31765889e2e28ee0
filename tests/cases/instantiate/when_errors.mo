model M
  Real x(start = 0, fixed = true);
  Integer n;
  parameter Real p = 1;
equation
  der(x) = 1;
  reinit(x, 0);
  terminate("outside");
  when x then
    n = 1;
  end when;
  when x > 1 then
    when x > 2 then
      n = 2;
    end when;
    x + 1 = 2;
    p = 2;
    reinit(x);
    reinit(x, {1, 2});
    terminate(3);
  end when;
  n = pre(x + 1) + pre(1);
  n = if edge(x) then 1 else 2;
  n = if sample(1) then 1 else 2;
end M;
// run: check $FILE
// status: 1
//err| $FILE:7:3: error[E0216]: reinit can only stand in a when-equation
//err|       reinit(x, 0);
//err|       ^~~~~~~~~~~~
//err| $FILE:8:3: error[E0216]: terminate can only stand in a when-equation
//err|       terminate("outside");
//err|       ^~~~~~~~~~~~~~~~~~~~
//err| $FILE:9:8: error[E0204]: the condition must be Boolean or a vector of Booleans, not Real
//err|       when x then
//err|            ^
//err| $FILE:13:5: error[E0216]: a when-equation cannot stand inside of another one
//err|         when x > 2 then
//err|         ^~~~~~~~~~~~~~~
//err| $FILE:16:5: error[E0216]: an equation in a when-equation must have a variable on its left side
//err|         x + 1 = 2;
//err|         ^~~~~
//err| $FILE:17:5: error[E0216]: an equation in a when-equation must have a variable on its left side
//err|         p = 2;
//err|         ^
//err| $FILE:18:5: error[E0209]: reinit takes a state and its new value
//err|         reinit(x);
//err|         ^~~~~~~~~
//err| $FILE:19:5: error[E0205]: the state and its new value do not fit: Real and Integer[2]
//err|         reinit(x, {1, 2});
//err|         ^~~~~~~~~~~~~~~~~
//err| $FILE:20:5: error[E0209]: terminate takes a String message
//err|         terminate(3);
//err|         ^~~~~~~~~~~~
//err| $FILE:22:11: error[E0204]: 'pre' takes a variable
//err|       n = pre(x + 1) + pre(1);
//err|               ^~~~~
//err| $FILE:22:24: error[E0204]: 'pre' takes a variable
//err|       n = pre(x + 1) + pre(1);
//err|                            ^
//err| $FILE:23:15: error[E0204]: 'edge' needs a Boolean variable, not Real
//err|       n = if edge(x) then 1 else 2;
//err|                   ^
//err| $FILE:24:10: error[E0204]: the condition must be Boolean, not Integer
//err|       n = if sample(1) then 1 else 2;
//err|              ^~~~~~~~~
