// Integers and Booleans that are results of functions of something continuous follow it, like Reals; what compares them
// makes events.
package P
  record State
    Real T;
    Integer phase;
  end State;
  function state
    input Real h;
    output State s;
  algorithm
    s.phase := if h > 1 and h < 2 then 2 else 1;
    s.T := if s.phase == 2 then 1 else if h < 1 then h else h - 1;
  end state;
  function both
    input Real u;
    output Real y;
    output Integer i;
  algorithm
    i := if u > 0.5 then 2 else 1;
    y := u*i;
  end both;
  model M
    Real h(start = 0.5, fixed = true);
    State s = state(h);
    Real y;
    Integer i;
    Boolean late = i > 1;
    discrete Real at(start = -1, fixed = true);
  equation
    der(h) = 1;
    (y, i) = both(time);
    when late then
      at = time;
    end when;
  end M;
  model Before "its value before an event is nothing that is kept"
    Integer i, j;
    Real y;
  equation
    (y, i) = both(time);
    j = pre(i);
  end Before;
  model Next "what is computed from them without a relation follows, too, one way or the other"
    Integer i, j, k;
    State s[2];
    Integer n(start = 0, fixed = true) "counts events";
  equation
    (, i) = both(time);
    j = i + 1;
    j = k;
    s[2] = state(3*time);
    s[1] = if j > 2 then s[2] else state(0.5);
    when s[1].phase > 1 then
      n = pre(n) + 1;
    end when;
  end Next;
  function high
    input Real u;
    output Boolean b;
  algorithm
    b := u > 0.5;
  end high;
  model When "conditions that follow make the events of what they trigger"
    Boolean b = high(time), c = not b, e = b and time > 0.7;
    Integer n(start = 0, fixed = true), m(start = 0, fixed = true), p(start = 0, fixed = true);
    discrete Real at(start = -1, fixed = true);
    Integer i;
  equation
    (, i) = both(time);
    when {not c} then
      n = pre(n) + 1;
      at = time;
    end when;
    when e then
      m = pre(m) + 1;
    end when;
    when i == 2 then
      p = pre(p) + 1;
    end when;
  end When;
end P;
// run: simulate $FILE --model P.M --method rk4 --step 0.25 --stop 1.2 --output $TMP/r.csv --json
// json: final.at ~ 0.5 1e-9
// json: final.i == 2
// json: final.y ~ 2.4 1e-12
// json: statistics.events == 1
// run: simulate $FILE --model P.M --method cvode --stop 1.2 --json
// json: final.at ~ 0.5 1e-9
// json: final.y ~ 2.4 1e-12
// run: simulate $FILE --model P.Before --stop 1
// status: 1
//err| $FILE:42:13: error[E0306]: pre() needs a variable that changes at events only; 'i' is continuous
//err|         j = pre(i);
//err|                 ^
// run: simulate $FILE --model P.Next --method cvode --stop 0.6 --json
// json: final.k == 3
// json: final.[s[1].phase] == 2
// json: final.[s[2].phase] == 2
// json: final.n == 1
// run: simulate $FILE --model P.Next --method cvode --stop 1 --json
// json: final.[s[1].phase] == 1
// json: final.n == 1
// run: simulate $FILE --model P.When --method rk4 --step 0.3 --stop 0.9 --json
// json: final.n == 1
// json: final.m == 1
// json: final.p == 1
// json: final.at ~ 0.5 1e-9
// run: simulate $FILE --model P.When --method cvode --stop 0.9 --json
// json: final.n == 1
// json: final.m == 1
// json: final.at ~ 0.5 1e-9
