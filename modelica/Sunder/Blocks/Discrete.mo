within Sunder.Blocks;
package Discrete "Blocks that act at instants"
  partial block Sampled "One input, one output, at instants"
    extends SISO;
    parameter Real samplePeriod(unit="s") "time from one instant to the next";
    parameter Real startTime(unit="s") = 0 "first instant";
    Boolean sampleTrigger "now";
  equation
    sampleTrigger = sample(startTime, samplePeriod);
  end Sampled;

  block Sampler "Takes the input at instants and holds it"
    extends Sampled;
  protected
    discrete Real held(start=0, fixed=true);
  equation
    when sampleTrigger then
      held = u;
    end when;
    y = held;
  end Sampler;

  block UnitDelay "The input at the instant before"
    extends Sampled;
    parameter Real y_start = 0 "until the second instant";
  protected
    discrete Real held(start=y_start, fixed=true);
    discrete Real out(start=y_start, fixed=true);
  equation
    when sampleTrigger then
      out = pre(held);
      held = u;
    end when;
    y = out;
  end UnitDelay;

  block PI "A controller that acts at instants"
    extends Sampled;
    parameter Real k = 1 "gain";
    parameter Real T(unit="s") "integration time";
  protected
    discrete Real x(start=0, fixed=true) "integral";
    discrete Real out(start=0, fixed=true);
  equation
    when sampleTrigger then
      x = pre(x) + samplePeriod/T*u;
      out = k*(x + u);
    end when;
    y = out;
  end PI;

  block TransferFunction "A quotient of polynomials in z"
    extends Sampled;
    parameter Real b[:] = {1} "numerator, the highest power first; not longer than the denominator";
    parameter Real a[:] = {1, 0} "denominator, the highest power first; a[1] is not zero";
  protected
    parameter Integer n = size(a, 1) - 1 "instants it remembers";
    parameter Real numerator[n + 1] = cat(1, zeros(n + 1 - size(b, 1)), b)/a[1];
    discrete Real x[n](each start=0, each fixed=true) "what it remembers, the latest first";
    discrete Real now(start=0, fixed=true) "the latest, at this instant";
    discrete Real out(start=0, fixed=true);
  equation
    when sampleTrigger then
      now = u - (a[2:n + 1]*pre(x))/a[1];
      out = numerator[1]*now + numerator[2:n + 1]*pre(x);
      x = cat(1, {now}, pre(x[1:n - 1]));
    end when;
    y = out;
  end TransferFunction;

  block FirstOrderHold "Goes on from an instant as it went between the two before"
    extends Sampled;
  protected
    discrete Real held(start=0, fixed=true);
    discrete Real slope(start=0, fixed=true);
    discrete Real last(start=0, fixed=true, unit="s") "instant";
    discrete Boolean second(start=false, fixed=true) "there was an instant before";
  equation
    when sampleTrigger then
      held = u;
      slope = if pre(second) then (u - pre(held))/samplePeriod else 0;
      last = time;
      second = true;
    end when;
    y = held + slope*(time - last);
  end FirstOrderHold;

  block TriggeredSampler "Takes the input whenever a signal becomes true, and holds it"
    extends SISO;
    parameter Real y_start = 0 "until then";
    BooleanInput trigger;
  protected
    discrete Real held(start=y_start, fixed=true);
  equation
    when trigger then
      held = u;
    end when;
    y = held;
  end TriggeredSampler;
end Discrete;
