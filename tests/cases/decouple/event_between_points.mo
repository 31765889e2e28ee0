model EventBetweenPoints "at an event the state jumps, and with it its time scale 2 / (3 x^2)"
  Real x(start = 1, fixed = true);
equation
  der(x) = -x^3;
  when time > 1 then
    reinit(x, 10);
  end when;
end EventBetweenPoints;
// run: analyze $FILE --at 0.9,1.001 --json
// json: operating_points[0].time_scales[0] ~ 1.8666667 1e-4
// json: operating_points[1].time_scales[0] ~ 0.008 1e-4
// json: variables[0].point == 1
