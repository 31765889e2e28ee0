package P
  type T
    Real x;
  end T;
  model Type
    T t;
  end Type;
  model Stream
    stream Real h = 1;
  end Stream;
  model Cardinality
    Real x = 1;
    Integer n = cardinality(x);
  end Cardinality;
  model Derivative
    constant Integer i = 1;
    Real a = der(i);
  end Derivative;
  function two
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := u;
    b := 2*u;
  end two;
  model Several
    Real a[2], b[2];
  equation
    (a, b) = two({1, 2});
  end Several;
  function constants
    input Real u;
    output Real y;
  protected
    constant Real c = 1;
  algorithm
    c := 2;
    y := c*u;
  end constants;
  model Constants
    Real y = constants(time);
  end Constants;
end P;
// run: check $FILE --model P.Type
// status: 1
//err| $FILE:3:5: error[E0221]: the type 'P.T' is of one of the predefined types: it cannot have elements
//err|         Real x;
//err|         ^~~~~~
// run: check $FILE --model P.Stream
// status: 1
//err| $FILE:9:5: error[E0221]: only elements of connectors can be stream variables
//err|         stream Real h = 1;
//err|         ^~~~~~~~~~~~~~~~~
// run: check $FILE --model P.Cardinality
// status: 1
//err| $FILE:13:29: error[E0204]: 'cardinality' takes a connector
//err|         Integer n = cardinality(x);
//err|                                 ^
// run: check $FILE --model P.Derivative
// status: 1
//err| $FILE:17:18: error[E0213]: der() takes a continuous Real variable
//err|         Real a = der(i);
//err|                      ^
//err|   note: $FILE:16:22: 'i' is declared here
//err|         constant Integer i = 1;
//err|                          ^
// run: check $FILE --model P.Several
// status: 1
//err| $FILE:30:14: error[E0209]: 'P.two' is called for every element of its arguments: that gives one result, not several
//err|         (a, b) = two({1, 2});
//err|                  ^~~~~~~~~~~
// run: check $FILE --model P.Constants
// status: 1
//err| $FILE:38:5: error[E0204]: 'c' is a constant: it cannot be assigned
//err|         c := 2;
//err|         ^
