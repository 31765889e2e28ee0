// Constants of packages that are records have values in equations and in functions.
package P
  record Pair
    Real a;
    Real b;
  end Pair;
  constant Pair unit = Pair(2, 3);
  constant Pair list[2] = {Pair(1, 10), Pair(4, 40)};
  function weighted
    input Real x;
    output Real y;
  algorithm
    y := unit.a*x + unit.b + sum(list.b);
  end weighted;
  function total
    input Pair p[:];
    output Real y = 0;
  algorithm
    for i in 1:size(p, 1) loop
      y := y + p[i].a*p[i].b;
    end for;
  end total;
  function first
    input Pair p;
    output Real y = p.a;
  algorithm
  end first;
  function twice
    input Pair p;
    output Pair q = Pair(2*p.a, p.b);
  algorithm
  end twice;
  function total_of_first "sizes of what functions give for every element"
    input Pair p[:];
    output Real y = sum(first({twice(p[k]) for k in 1:size(p, 1)}));
  algorithm
  end total_of_first;
end P;

model RecordConstants
  Real x = P.weighted(time);
  P.Pair p = P.unit;
  Real t = P.total({P.unit, P.Pair(time, 2), P.list[2]});
  Real f = P.total_of_first({P.Pair(time, 2), P.Pair(3, 4)});
  annotation(experiment(StopTime = 2));
end RecordConstants;
// run: simulate $FILE --model RecordConstants --method rosenbrock --json
// json: final.x == 57
// json: final[p.b] == 3
// json: final.t == 170
// json: final.f == 10
