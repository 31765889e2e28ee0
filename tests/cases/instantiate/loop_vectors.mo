// Loops over numbers that do not count, over texts and over records: by position, so that nothing is rounded.
package P
  record R
    Real a;
    Real b[2];
  end R;
  function add
    input Real u[:];
    output Real y = 0;
  algorithm
    for x in u loop
      y := y + x;
    end for;
    y := y + sum(x for x in 0.1:0.1:0.3);
  end add;
  function count "how often the step fits, found during the run"
    input Real step;
    output Real n = 0;
  algorithm
    for x in 0:step:1 loop
      n := n + 1;
    end for;
  end count;
  model M
    parameter Real p[3] = {0.5, 1.25, 2};
    Real a = sum(x for x in {0.5, 1.5});
    Real b[3] = {2*x for x in 0.5:0.25:1};
    Real c = sum(x*time for x in p);
    Real d = add({0.5, 1.5});
    Real d2 = add({time, 2*time});
    Real e;
    Real g[3];
    parameter Real h = sum(x for x in 0.5:1:2.5);
    Real n = count(0.1 + 0.1*time);
    Real smallest = min({x for x in 0.5:0.25:1.5});
    R rs[2] = {R(1, {2, 3}), R(time, {4, 5})};
    Real r = sum(one.a + one.b[2] for one in rs);
    String s[3];
    Real l[3];
  algorithm
    e := 0;
    for x in 0.25:0.25:1 loop
      e := e + x;
    end for;
  equation
    for i in 1:3 loop
      g[i] = sum(x*i for x in {0.5, 0.25});
    end for;
    for text in {"one", "two", "three"} loop
      s[if text == "one" then 1 elseif text == "two" then 2 else 3] = text + "!";
    end for;
    for x in 0.5:0.5:1.5 loop
      l[integer(2*x)] = x;
    end for;
  end M;
  function spoil
    input Real u[:];
    output Real v[size(u, 1)];
  algorithm
    v := u;
    for x in v loop
      v[1] := v[1] + x;
    end for;
  end spoil;
  model Changed
    Real y[2] = spoil({1, time});
  end Changed;
end P;
// run: simulate $FILE --model P.M --json
// json: final.[a] ~ 2 1e-9
// json: final.[b[1]] ~ 1 1e-9
// json: final.[b[2]] ~ 1.5 1e-9
// json: final.[b[3]] ~ 2 1e-9
// json: final.[c] ~ 3.75 1e-9
// json: final.[d] ~ 2.6 1e-9
// json: final.[d2] ~ 3.6 1e-9
// json: final.[e] ~ 2.5 1e-9
// json: final.[g[3]] ~ 2.25 1e-9
// json: final.[h] ~ 4.5 1e-9
// json: final.[n] ~ 6 1e-9
// json: final.[smallest] ~ 0.5 1e-9
// json: final.[r] ~ 10 1e-9
// json: final.[l[1]] ~ 0.5 1e-9
// json: final.[l[3]] ~ 1.5 1e-9
// json: final.[s[3]] == "three!"
// run: check $FILE --model P.Changed
// status: 1
//err| $FILE:61:14: error[E0203]: a loop that changes the vector it runs over is not supported yet
//err|         for x in v loop
//err|                  ^
//err|   help: copy the vector to another variable before the loop, and run over the copy
