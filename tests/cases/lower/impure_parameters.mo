// Parameters that impure functions of others give: asked once, when the model is compiled. Functions that look into texts by way of others.
package ImpureParameters
  impure function ask
    input Real x;
    output Real y[2];
    external "C" ask(x, y) annotation(Include = "static void ask(double x, double* y) { static int asked = 0; y[0] = x; y[1] = ++asked; }");
  end ask;
  impure function by_way
    input Real x;
    output Real y[2];
  algorithm
    y := 10*ask(x);
  end by_way;
  model M
    parameter Real a[2] = ask(3);
    parameter Real b[2] = by_way(a[1] + 1);
    parameter Boolean many = a[1] > 2;
    Real x[integer(a[1])] = fill(time, integer(a[1]));
    Real y = if many then a[2] + time else 0;
  end M;
  function find
    input String text;
    output Real number;
  protected
    Integer next;
  algorithm
    (next, number) := scan(text);
  end find;
  function scan
    input String text;
    input Integer start = 1;
    input Boolean is_unsigned = false;
    output Integer next;
    output Real number;
    external "C" ModelicaStrings_scanReal(text, start, is_unsigned, next, number);
  end scan;
  model Texts
    parameter String s = "2.5 m";
    parameter Real number = find(s);
    Real y = number*time;
  end Texts;
end ImpureParameters;
// run: simulate $FILE --model ImpureParameters.M --stop 1 --allow-external --method cvode --json
// json: final[a[1]] == 3
// json: final[b[1]] == 40
// json: final[x[3]] == 1
// run: check $FILE --model ImpureParameters.M
// status: 1
//err| $FILE:18:12: error[E0208]: the size of 'x' must be known at compile time: the external function 'ask' is not among those that Sunder implements; --allow-external lets its code be loaded
//err|         Real x[integer(a[1])] = fill(time, integer(a[1]));
//err|                ^~~~~~~~~~~~~
//err|   note: $FILE:15:27: because of this
//err|         parameter Real a[2] = ask(3);
//err|                               ^~~~~~
// run: simulate $FILE --model ImpureParameters.Texts --stop 1 --method cvode --json
// json: final.y == 2.5
