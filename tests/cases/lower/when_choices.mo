// If-equations inside of when-equations choose between values of the moment.
package Choices
  model Counts
    Integer up(start = 0), down(start = 0);
    discrete Real last(start = -1);
  equation
    when sample(0.1, 0.1) then
      if sin(20*time) > 0 then
        up = pre(up) + 1;
        down = pre(down);
        last = time;
      elseif time > 10 then
        last = 0;
        up = 0;
        down = 0;
      else
        down = pre(down) + 1;
        last = pre(last);
        up = pre(up);
      end if;
    end when;
    annotation(experiment(StopTime = 0.75));
  end Counts;
  model Uneven
    Integer n(start = 0), m(start = 0);
  equation
    when sample(0.1, 0.1) then
      if time > 0.5 then
        n = pre(n) + 1;
        m = 1;
      else
        n = 0;
      end if;
    end when;
  end Uneven;
end Choices;
// sin(20 t) at 0.1 ... 0.7: +, -, -, +, -, -, +
// run: simulate $FILE --model Choices.Counts --method cvode --json
// json: final.up == 3
// json: final.down == 4
// json: final.last ~ 0.7 1e-12
// run: check $FILE --model Choices.Uneven
// status: 1
//err| $FILE:28:7: error[E0304]: every branch of an if-equation inside of a when-equation must give the same variables values
//err|           if time > 0.5 then
//err|           ^~~~~~~~~~~~~~~~~~
//err|   help: choose between values: v = if ... then ... else pre(v)
