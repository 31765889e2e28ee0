package Loop
  model Left
    input Real b;
    output Real a, c;
    Real x(start=0, fixed=true);
  equation
    der(x) = a - x;
    a = cos(b) + 0.5;
    c = 0.3*a*a + 0.1*b + 0.05*sin(time);
  end Left;
  model Right
    input Real a, c;
    output Real b;
    Real w(start=0, fixed=true);
  equation
    der(w) = b - w;
    b = 0.8*tanh(a - c);
  end Right;
end Loop;
