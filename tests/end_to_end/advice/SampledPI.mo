model SampledPI "a digital controller on a motor"
  Real w(start = 0, fixed = true), i(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true), sum(start = 0, fixed = true);
equation
  0.05*der(i) = u - 0.5*i - 0.2*w;
  0.1*der(w) = 0.2*i - 0.02*w;
  when sample(0, 0.05) then
    sum = pre(sum) + 0.05*(10 - w);
    u = 0.5*(10 - w) + 0.8*sum;
  end when;
  annotation(experiment(StopTime = 10));
end SampledPI;
