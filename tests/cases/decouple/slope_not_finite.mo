model SlopeNotFinite "der(x) has an infinite slope where x and y are equal"
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = sqrt(x - y) - x;
  der(y) = -y;
end SlopeNotFinite;
// run: analyze $FILE
// status: 1
//err| $FILE:2:8: error[E0803]: at the operating point der(x) depends on 'x' with the slope inf
//err|       Real x(start = 1, fixed = true), y(start = 1, fixed = true);
//err|            ^
