// `each` belongs to arrays: to the component itself, or to one around it that the modifier was written for.
package EachOfScalars
  model Cell
    parameter Real p = 1;
    parameter Real q[2] = {1, 2};
    Real x(start = 0, fixed = true);
  equation
    der(x) = p - x + q[1];
  end Cell;
  model Row
    Cell cell;
    Cell more[2](each p = 2);
  end Row;
  type Point = Real[3];
  model Right
    Cell a[2](each p = 2, each q = {3, 4}, each x(start = 1));
    Row b[2](cell(each p = 3), more(each p = 4));
    Row c(more(each q = {5, 6}));
    Point v(each start = 0, each fixed = true) "an array by its type";
  equation
    der(v) = zeros(3);
  end Right;
  model Wrong
    Cell a(each p = 2);
    Row b(cell(each q = {1, 2}));
    Real y(each start = 1, fixed = true);
  equation
    der(y) = -y;
  end Wrong;
  model Around "the modifier was not written for the array"
    Wrong w[2];
  end Around;
end EachOfScalars;
// run: check $FILE --model EachOfScalars.Right --set c.cell.p=7 --json
// json: states has "b[2].more[1].x"
// run: check $FILE --model EachOfScalars.Wrong
// status: 1
//err| $FILE:24:12: error[E0205]: 'each' in a modifier of 'a', which is no array
//err|         Cell a(each p = 2);
//err|                ^~~~~~~~~~
//err|   help: leave out 'each'
//err| $FILE:25:16: error[E0205]: 'each' in a modifier of 'b.cell', which is no array
//err|         Row b(cell(each q = {1, 2}));
//err|                    ^~~~~~~~~~~~~~~
//err|   help: leave out 'each'
//err| $FILE:26:12: error[E0205]: 'each' in a modifier of 'y', which is no array
//err|         Real y(each start = 1, fixed = true);
//err|                ^~~~~~~~~~~~~~
//err|   help: leave out 'each'
// run: check $FILE --model EachOfScalars.Around
// status: 1
//err| $FILE:24:12: error[E0205]: 'each' in a modifier of 'w[1].a', which is no array
//err|         Cell a(each p = 2);
//err|                ^~~~~~~~~~
//err|   help: leave out 'each'
//err| $FILE:25:16: error[E0205]: 'each' in a modifier of 'w[1].b.cell', which is no array
//err|         Row b(cell(each q = {1, 2}));
//err|                    ^~~~~~~~~~~~~~~
//err|   help: leave out 'each'
//err| $FILE:26:12: error[E0205]: 'each' in a modifier of 'w[1].y', which is no array
//err|         Real y(each start = 1, fixed = true);
//err|                ^~~~~~~~~~~~~~
//err|   help: leave out 'each'
