model M
  Real x(start = 1, fixed = true);
  Real y, z;
equation
  der(x) = -x;
  if noEvent(x > 0.5) then
    y = 1;
    z = x;
  else
    y = 2;
  end if;
end M;
// run: check $FILE
// status: 1
//err| $FILE:6:3: error[E0304]: the branches of this if-equation have different numbers of equations: 2 and 1
//err|       if noEvent(x > 0.5) then
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~
