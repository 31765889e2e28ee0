package P
  record Point
    Real x;
    Real y;
  end Point;
  record Line
    Point a;
    Point b;
    Real w[2] = {1, 2};
  end Line;
  function add
    input Point a;
    input Point b;
    output Point c;
  algorithm
    c.x := a.x + b.x;
    c.y := a.y + b.y;
  end add;
  function middle
    input Line l;
    output Point c = Point(0.5*(l.a.x + l.b.x), 0.5*(l.a.y + l.b.y));
    output Real length;
  algorithm
    length := sqrt((l.a.x - l.b.x)^2 + (l.a.y - l.b.y)^2);
  end middle;
  model M
    Point p(x = time, y = 2);
    Point q = add(p, Point(0, y = 1));
    Line l(a = p, b(x = 3, y = 6));
    Point m;
    Real d;
    Point many[2] = {p, q};
    Real xs[2] = many.x;
  equation
    (m, d) = middle(l);
    annotation(experiment(StopTime = 3));
  end M;
  model Wrong
    Point p = Point(1, 2, 3);
    Point q = Point(z = 1);
    Real r = p;
  end Wrong;
end P;
// run: simulate $FILE --model P.M --method cvode --json
// json: final[q.y] == 3
// json: final[m.y] == 4
// json: final.d == 4
// json: final[xs[2]] == 3
// run: check $FILE --model P.Wrong
// status: 1
//err| $FILE:39:15: error[E0209]: 'P.Point': too many arguments
//err|         Point p = Point(1, 2, 3);
//err|                   ^~~~~~~~~~~~~~
//err|   note: $FILE:2:10: the record
//err|       record Point
//err|              ^~~~~
//err| $FILE:40:21: error[E0209]: 'P.Point': there is no field 'z'
//err|         Point q = Point(z = 1);
//err|                         ^
//err|   note: $FILE:2:10: the record
//err|       record Point
//err|              ^~~~~
//err| $FILE:41:14: error[E0204]: 'r' must be Real, not P.Point
//err|         Real r = p;
//err|                  ^
