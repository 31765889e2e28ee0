model M
  Real speed(start = 1);
  parameter Real gain = 2;
equation
  der(speed) = -gian*sped + foo.bar;
end M;
// run: check $FILE
// status: 1
