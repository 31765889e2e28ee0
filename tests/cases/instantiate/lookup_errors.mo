// Names that are there, but cannot be used from where they are written.
package P
  package C
    constant Real c = 1;
  protected
    constant Real secret = 2;
  end C;
  model Part
    Real x = 1;
  protected
    Real hidden = 2;
  end Part;
  model M
    parameter Integer n = 3;
    function f
      input Real x;
      output Real y = n*x + time;
    end f;
    Part part;
    Part left_out if false;
    Real a = f(1);
    Real b = part.hidden;
    Real c = left_out.x;
    Real d = C.nothing + C.secret;
    Real e = Part;
    Real g = part;
    Real h = part.y;
    annotation(experiment(StopTime = 1));
  end M;
end P;
// run: check $FILE
// status: 1
//err| $FILE:17:23: error[E0201]: 'n' of 'P.M' is not a constant: it cannot be used here
//err|           output Real y = n*x + time;
//err|                           ^
//err|   note: $FILE:14:23: declared here
//err|         parameter Integer n = 3;
//err|                           ^
//err| $FILE:17:29: error[E0201]: a function does not know the time: make it an input
//err|           output Real y = n*x + time;
//err|                                 ^~~~
//err| $FILE:22:19: error[E0201]: 'part.hidden' is protected: it cannot be used from outside
//err|         Real b = part.hidden;
//err|                       ^~~~~~
//err|   note: $FILE:11:10: declared here
//err|         Real hidden = 2;
//err|              ^~~~~~
//err| $FILE:23:14: error[E0201]: 'left_out' is not there: its condition is false
//err|         Real c = left_out.x;
//err|                  ^~~~~~~~
//err| $FILE:24:14: error[E0201]: class 'P.C' has no constant 'nothing'
//err|         Real d = C.nothing + C.secret;
//err|                  ^~~~~~~~~
//err| $FILE:24:26: error[E0201]: 'secret' is protected: it cannot be used from outside
//err|         Real d = C.nothing + C.secret;
//err|                              ^~~~~~~~
//err|   note: $FILE:6:19: declared here
//err|         constant Real secret = 2;
//err|                       ^~~~~~
//err| $FILE:25:14: error[E0201]: 'P.Part' is a class, not a value
//err|         Real e = Part;
//err|                  ^~~~
//err| $FILE:26:14: error[E0204]: 'part' is a component, not a variable
//err|         Real g = part;
//err|                  ^~~~
//err| $FILE:27:19: error[E0201]: 'part' has no element 'y'
//err|         Real h = part.y;
//err|                       ^
