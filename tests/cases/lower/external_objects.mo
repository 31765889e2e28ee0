// External objects of others: made once, unmade once, with what they remember.
package ExternalObjects
  class Counter
    extends ExternalObject;
    function constructor
      input String name;
      input Real first;
      output Counter made;
      external "C" made = counter_new(name, first) annotation(Include = "#include \"counter.h\"",
        IncludeDirectory = "modelica://ExternalObjects/external_objects");
    end constructor;
    function destructor
      input Counter made;
      external "C" counter_delete(made) annotation(Include = "#include \"counter.h\"",
        IncludeDirectory = "modelica://ExternalObjects/external_objects");
    end destructor;
  end Counter;
  impure function count
    input Counter counter;
    input Real by;
    output Real sum;
    external "C" sum = counter_add(counter, by) annotation(Include = "#include \"counter.h\"",
      IncludeDirectory = "modelica://ExternalObjects/external_objects");
  end count;
  function first_of
    input Counter counter;
    output Real first;
    external "C" first = counter_first(counter) annotation(Include = "#include \"counter.h\"",
      IncludeDirectory = "modelica://ExternalObjects/external_objects");
  end first_of;
  impure function note
    input Counter counter;
    input Real value;
    external "C" counter_note(counter, value) annotation(Include = "#include \"counter.h\"",
      IncludeDirectory = "modelica://ExternalObjects/external_objects");
  end note;
  // one that lives as long as a call
  function inside
    input Real x;
    output Real y;
  protected
    Counter own = Counter("inside", 7);
  algorithm
    y := x + first_of(own);
  end inside;
  model Runs
    Counter a = Counter("a", 10);
    parameter Counter b = Counter("b", 20);
    Counter unused = Counter("unused", 0);
    discrete Real sum(start = 0, fixed = true);
    Real y = first_of(a) + first_of(b) + time;
    parameter Real p = inside(1);
  equation
    when sample(0.25, 0.25) then
      sum = count(a, 1);
      note(b, time);
    end when;
    annotation(experiment(StopTime = 1));
  end Runs;
  function twice
    input Real x;
    output Real y = 2*x;
  algorithm
  end twice;
  model Computed
    Counter a = Counter("computed", twice(5));
    Real y = first_of(a);
  end Computed;
  model Unmade
    Counter a;
    Real y = first_of(a);
  end Unmade;
  // arrays of them, as variables and as arguments
  function total
    input Counter counters[:];
    input Real x;
    output Real y = 0;
  algorithm
    for i in 1:size(counters, 1) loop
      y := y + x*first_of(counters[i]);
    end for;
  end total;
  model Several
    Counter c[3] = {Counter("c" + String(i), i) for i in 1:3};
    Real y[3] = {time + first_of(c[i]) for i in 1:3};
    Real all = total(c[2:3], time);
  end Several;
  // what makes them needs what unmakes them, which is included there
  class Holder
    extends ExternalObject;
    function constructor
      input Real x;
      output Holder made;
      external "C" made = holder_new(x) annotation(Include = "
#include <stdlib.h>
void holder_delete(void* made);
static void* holder_new(double x) {
  double* made = malloc(sizeof *made);
  if (x < 0) holder_delete(made);
  *made = x;
  return made;
}");
    end constructor;
    function destructor
      input Holder made;
      external "C" holder_delete(made) annotation(Include = "
#include <stdlib.h>
void holder_delete(void* made) { free(made); }");
    end destructor;
  end Holder;
  function held
    input Holder holder;
    output Real x;
    external "C" x = held(holder) annotation(Include = "static double held(void* holder) { return *(double*)holder; }");
  end held;
  model Together
    Holder h = Holder(3);
    Real y = held(h) + time;
  end Together;
end ExternalObjects;
// run: simulate $FILE --model ExternalObjects.Runs --allow-external --method cvode --json
// json: final.sum == 14
// json: final.y ~ 31 1e-9
// json: final.p == 8
//err| made a
//err| made b
//err| made unused
//err| made inside
//err| unmade inside
//err| b notes 0.25
//err| b notes 0.5
//err| b notes 0.75
//err| b notes 1
//err| unmade unused
//err| unmade b
//err| unmade a
// run: simulate $FILE --model ExternalObjects.Runs --method cvode
// status: 1
//err| $FILE:47:17: error[E0312]: the external object 'a' cannot be made: the external function 'counter_new' is not among those that Sunder implements; --allow-external lets its code be loaded
//err|         Counter a = Counter("a", 10);
//err|                     ^~~~~~~~~~~~~~~~
// run: check $FILE --model ExternalObjects.Unmade --allow-external
// status: 1
//err| $FILE:70:13: error[E0312]: the external object 'a' is not made
//err|         Counter a;
//err|                 ^
//err|   help: give it a value: a call of its constructor
// run: export $FILE --model ExternalObjects.Runs --allow-external --output $TMP/Runs.fmu
// status: 1
//err| made a
//err| made b
//err| made unused
//err| made inside
//err| unmade inside
//err| b notes 0.25
//err| b notes 0.5
//err| b notes 0.75
//err| b notes 1
//err| $FILE:51:14: error[E1215]: 'ExternalObjects.first_of' is called in the run and has no C code: the model cannot be exported
//err|         Real y = first_of(a) + first_of(b) + time;
//err|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err| unmade unused
//err| unmade b
//err| unmade a
// run: simulate $FILE --model ExternalObjects.Several --allow-external --method cvode --json
// json: final.[y[3]] ~ 4 1e-9
// json: final.all ~ 5 1e-9
//err| made c1
//err| made c2
//err| made c3
//err| unmade c3
//err| unmade c2
//err| unmade c1
// run: simulate $FILE --model ExternalObjects.Computed --stop 1 --allow-external --method cvode --json
// json: final.y == 10
//err| made computed
//err| unmade computed
// run: simulate $FILE --model ExternalObjects.Together --stop 1 --allow-external --method cvode --json
// json: final.y == 4
