// Fourteen functions, each calling the next one twice: written out they would be 16 000 calls.
function f1
  input Real x;
  output Real y = f2(x + 1) - f2(x*0.5);
algorithm
end f1;
function f2
  input Real x;
  output Real y = f3(x + 2) - f3(x*0.5);
algorithm
end f2;
function f3
  input Real x;
  output Real y = f4(x + 3) - f4(x*0.5);
algorithm
end f3;
function f4
  input Real x;
  output Real y = f5(x + 4) - f5(x*0.5);
algorithm
end f4;
function f5
  input Real x;
  output Real y = f6(x + 5) - f6(x*0.5);
algorithm
end f5;
function f6
  input Real x;
  output Real y = f7(x + 6) - f7(x*0.5);
algorithm
end f6;
function f7
  input Real x;
  output Real y = f8(x + 7) - f8(x*0.5);
algorithm
end f7;
function f8
  input Real x;
  output Real y = f9(x + 8) - f9(x*0.5);
algorithm
end f8;
function f9
  input Real x;
  output Real y = f10(x + 9) - f10(x*0.5);
algorithm
end f9;
function f10
  input Real x;
  output Real y = f11(x + 10) - f11(x*0.5);
algorithm
end f10;
function f11
  input Real x;
  output Real y = f12(x + 11) - f12(x*0.5);
algorithm
end f11;
function f12
  input Real x;
  output Real y = f13(x + 12) - f13(x*0.5);
algorithm
end f12;
function f13
  input Real x;
  output Real y = f14(x + 13) - f14(x*0.5);
algorithm
end f13;
function f14
  input Real x;
  output Real y = x^2;
algorithm
end f14;
model ManyCalls
  Real x(start = 1, fixed = true);
  Real y = f1(x);
equation
  der(x) = 1;
  annotation(experiment(StopTime = 1));
end ManyCalls;
// run: simulate $FILE --model ManyCalls --method rosenbrock --json
// json: final.y ~ 2.2181973457336426 1e-10
