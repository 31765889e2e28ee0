// At the instant of a time event, functions of the time see it on the side of the relation that makes the event: a
// rounding error before, the function below would give the same instant again, and nothing would happen any more.
package InstantsExact
  function next
    input Real t, at[:], period;
    output Real y;
  protected
    Integer k, n;
  algorithm
    k := integer(t/period);
    n := 1;
    for i in 1:size(at, 1) loop
      if t >= at[i] + k*period then
        n := i + 1;
      end if;
    end for;
    if n > size(at, 1) then
      n := 1;
      k := k + 1;
    end if;
    y := at[n] + k*period;
  end next;
  model Hours
    parameter Real at[:] = 3600*{7, 19};
    discrete Real later;
    discrete Real n(start = 0, fixed = true);
  initial equation
    later = next(time, at, 86400);
  equation
    when time >= pre(later) then
      later = next(time, at, 86400);
      n = pre(n) + 1;
    end when;
    annotation(experiment(StartTime = -86400, StopTime = 864000));
  end Hours;
  model Scaled
    parameter Real at[:] = {0.1, 0.7};
    discrete Real later;
    discrete Real n(start = 0, fixed = true);
  initial equation
    later = next(time/86400, at, 1);
  equation
    when time/86400 > pre(later) then
      later = next(time/86400, at, 1);
      n = pre(n) + 1;
    end when;
    annotation(experiment(StartTime = -86400, StopTime = 864000));
  end Scaled;
end InstantsExact;
// run: simulate $FILE --model InstantsExact.Hours --method cvode --json
// json: final.n == 22
// run: simulate $FILE --model InstantsExact.Scaled --method cvode --json
// json: final.n == 22
