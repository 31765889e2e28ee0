// Parameters found from conditions whose terms are of all sizes: the maximum of a difference of two exponentials, where
// it has half of its height, and its time constants. Equal time constants would make all residuals small, and are none.
model Impulse
  parameter Real rise = 1e-5, decay = 3.5e-4;
  parameter Real fast(fixed = false, start = rise, min = 1e-60), slow(fixed = false, start = decay, min = 1e-60);
  parameter Real top(fixed = false, start = 3.66e-5, min = 1e-60), tenth(fixed = false, start = 3.66e-7, min = 1e-60);
  parameter Real height(fixed = false, start = 1, min = 1e-60);
  Real x(start = 0, fixed = true);
  Real of_decay = slow, of_rise = fast;
  function pulse
    input Real t, slow, fast;
    output Real y = exp(-t/slow) - exp(-t/fast);
    annotation(Inline = true);
  end pulse;
initial equation
  exp(-top/slow)/slow = exp(-top/fast)/fast;
  height = pulse(top, slow, fast);
  0.1*height = pulse(tenth, slow, fast);
  0.9*height = pulse(tenth + 0.8*rise, slow, fast);
  0.5*height = pulse(tenth - 0.1*rise + decay, slow, fast);
equation
  der(x) = (pulse(time, slow, fast)/height - x)/decay;
end Impulse;
// run: simulate $FILE --model Impulse --method cvode --tolerance 1e-8 --stop 1e-3 --json
// json: final.of_decay ~ 4.70106612e-4 1e-7
// json: final.of_rise ~ 4.06395161e-6 1e-7
