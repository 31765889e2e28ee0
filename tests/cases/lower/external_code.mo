// External functions that are code of others, compiled and loaded because the option says so.
package ExternalCode
  function root
    input Real x;
    output Real y;
    external "C" y = cbrt(x) annotation(Library = "m");
  end root;
  // everything an argument can be, in and out
  function statistics
    input Real a[:, :];
    input Integer k[:];
    input Boolean positive;
    input String unit;
    output Real mean;
    output Integer doubled[size(k, 1)];
    output Boolean is_large;
    output String label;
    external "C" statistics(a, size(a, 1), size(a, 2), k, size(k, 1), positive, unit, mean, doubled, is_large, label)
      annotation(Include = "
#include \"ModelicaUtilities.h\"
#include <stdio.h>
static void statistics(const double* a, size_t rows, size_t columns, const int* k, size_t n, int positive,
    const char* unit, double* mean, int* doubled, int* is_large, const char** label) {
  double sum = 0;
  char* text = ModelicaAllocateString(60);
  for (size_t i = 0; i < rows * columns; ++i) sum += a[i] * (double)(i + 1);
  *mean = sum / (double)(rows * columns);
  for (size_t i = 0; i < n; ++i) doubled[i] = 2 * k[i];
  *is_large = *mean > 10 && positive;
  snprintf(text, 60, \"%g %s\", *mean, unit);
  *label = text;
}");
  end statistics;
  // no call is written: inputs and outputs in their order, arrays with their sizes, the only output is returned
  function dot
    input Real u[:];
    input Real v[size(u, 1)];
    output Real y;
    external "C" annotation(Include = "
#include <stddef.h>
static double dot(const double* u, size_t n, const double* v, size_t m) {
  double sum = 0;
  for (size_t i = 0; i < n && i < m; ++i) sum += u[i] * v[i];
  return sum;
}");
  end dot;
  function square
    input Real x;
    output Real y;
    external "C" y = square(x) annotation(Include = "static double square(double x) { return x * x; }");
    annotation(derivative = slope);
  end square;
  function slope
    input Real x;
    input Real dx;
    output Real dy = 2*x*dx;
  algorithm
  end slope;
  function refuses
    input Real x;
    output Real y;
    external "C" y = refuses(x) annotation(Include = "
#include \"ModelicaUtilities.h\"
static double refuses(double x) {
  if (x > 0.5) ModelicaFormatError(\"%.3f is too much\", x);
  return x;
}");
  end refuses;
  record Point
    Real x;
    Integer n;
  end Point;
  function moved
    input Point p;
    output Point q;
    external "C" moved(p, q) annotation(Include = "
struct point { double x; int n; };
static void moved(const struct point* p, struct point* q) {
  q->x = p->x + 0.5;
  q->n = p->n + 1;
}");
  end moved;
  model Runs
    Real x(start = 8, fixed = true);
    Real length = dot({x, 2}, {1, x});
    parameter Real p = root(27);
    parameter Integer n = integer(root(8) + 0.5);
    Real v[n] = fill(x, n);
    Real z(start = 1);
    Point q(n(start = 0, fixed = true), x(start = 0, fixed = true));
    String label(start = "");
    Real shown(start = 0, fixed = true);
    Integer seen[2](each start = 0, each fixed = true);
    Boolean large(start = false, fixed = true);
  equation
    der(x) = -root(x);
    square(z) = x + 1;
    when time > 0.5 then
      q = moved(Point(x, n));
      (shown, seen, large, label) = statistics([time, 0], {4, 5}, false, "s");
    end when;
    annotation(experiment(StopTime = 1));
  end Runs;
  model Refuses
    Real x(start = 0, fixed = true);
    Real y = refuses(x);
  equation
    der(x) = 1;
    annotation(experiment(StopTime = 1));
  end Refuses;
  model RefusesAtOnce
    parameter Integer n = integer(refuses(2));
    Real x[n];
  equation
    x = fill(time, n);
  end RefusesAtOnce;
  // of two functions of one name, here and in this program, code of others means its own
  function own
    input Real x;
    output Real y;
    external "C" y = own(x) annotation(Include = "
double dlamch_(const char* what) { return what[0] == 'E' ? 42 : 0; }
static double own(double x) { return x*dlamch_(\"E\"); }");
  end own;
  // declared as some do, without const
  function count_of
    input String names[:];
    output Integer n;
    external "C" n = count_of(names, size(names, 1)) annotation(Include = "
#include <string.h>
static int count_of(char** names, size_t n) {
  int all = 0;
  for (size_t i = 0; i < n; ++i) all += (int)strlen(names[i]);
  return all;
}");
  end count_of;
  model OwnNames
    parameter Integer n = count_of({"one", "three"});
    Real y = own(time) + n;
  end OwnNames;
end ExternalCode;
// run: simulate $FILE --model ExternalCode.Runs --allow-external --method cvode --tolerance 1e-9 --json
// json: final.x ~ 6.0858061945 1e-6
// json: final.p ~ 3 1e-12
// json: final.length ~ 18.2574185835 1e-6
// json: final.z ~ 2.661918 1e-6
// json: final[seen[2]] == 10
// json: final.large == 0
// json: final.shown ~ 0.25 1e-9
// json: final[q.n] == 3
// json: final.label == "0.25 s"
// run: simulate $FILE --model ExternalCode.Runs --method cvode
// status: 1
//err| $FILE:88:12: error[E0208]: the size of 'v' must be known at compile time: the external function 'cbrt' of 'm' is not among those that Sunder implements; --allow-external lets its code be loaded
//err|         Real v[n] = fill(x, n);
//err|                ^
//err|   note: $FILE:87:35: because of this
//err|         parameter Integer n = integer(root(8) + 0.5);
//err|                                       ^~~~~~~
// run: check $FILE --model ExternalCode.Refuses
// status: 1
//err| $FILE:106:14: error[E0312]: the external function 'refuses' is not among those that Sunder implements; --allow-external lets its code be loaded
//err|         Real y = refuses(x);
//err|                  ^~~~~~~~~~
// run: simulate $FILE --model ExternalCode.Refuses --allow-external --method cvode
// status: 3
//err| $FILE:106:14: error[E0501]: 'ExternalCode.refuses' fails: 0.502 is too much in the equation 'y = ExternalCode.refuses(x)' at time 0.502
//err|         Real y = refuses(x);
//err|                  ^~~~~~~~~~
//err|   note: in the equation y = ExternalCode.refuses(x)
// run: check $FILE --model ExternalCode.RefusesAtOnce --allow-external
// status: 1
//err| $FILE:113:12: error[E0208]: the size of 'x' must be known at compile time: 'ExternalCode.refuses' fails: 2.000 is too much
//err|         Real x[n];
//err|                ^
//err|   note: $FILE:112:35: because of this
//err|         parameter Integer n = integer(refuses(2));
//err|                                       ^~~~~~~~~~
//err| $FILE:115:20: error[E0208]: the size must be known at compile time: 'ExternalCode.refuses' fails: 2.000 is too much
//err|         x = fill(time, n);
//err|                        ^
//err|   note: $FILE:112:35: because of this
//err|         parameter Integer n = integer(refuses(2));
//err|                                       ^~~~~~~~~~
// run: simulate $FILE --model ExternalCode.OwnNames --stop 1 --allow-external --method cvode --json
// json: final.y == 50
