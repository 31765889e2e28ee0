package Loop
  model A
    input Real u;
    output Real y;
    Real z;
    Real x(start=1, fixed=true);
  equation
    z = x + 0.5*sin(u);
    y = z + 0.1*z^3;
    der(x) = -y;
  end A;
  model B
    input Real u;
    output Real y;
    Real x(start=0, fixed=true);
  equation
    y = tanh(u) + x;
    der(x) = if time > 3.7 then sqrt(3.7 - time) else 0;
  end B;
end Loop;
