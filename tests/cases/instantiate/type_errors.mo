model M
  Real a = 1 + "text";
  Boolean b = 3;
  Real c = if 1 then 2 else 3;
  Real d = not 2;
  Integer i = 1.5;
  Real e = if true then 1 else {1, 2};
  parameter Real p(start = "x") = 1;
equation
  a = b;
end M;
// run: check $FILE
// status: 1
