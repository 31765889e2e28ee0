// External code that is not there, or does not fit what the function declares.
package ExternalCodeRefused
  function absent_library
    input Real x;
    output Real y;
    external "C" y = f(x) annotation(Library = "sunder_is_not_there");
  end absent_library;
  function absent_function
    input Real x;
    output Real y;
    external "C" y = sunder_is_not_there(x) annotation(Library = "m");
  end absent_function;
  function wrong_type
    input String s;
    output Real y;
    external "C" y = wrong_type(s) annotation(Include = "static double wrong_type(const int* s) { return *s; }");
  end wrong_type;
  function broken
    input Real x;
    output Real y;
    external "C" y = broken(x) annotation(Include = "static double broken(double x) { return x +; }");
  end broken;
  function fortran
    input Real x;
    output Real y;
    external "FORTRAN 77" y = other(x) annotation(Library = "m");
  end fortran;
  function whole
    input Real x;
    output Real y[2];
    external "C" y = whole(x) annotation(Include = "static double whole(double x) { return x; }");
  end whole;
  model AbsentLibrary
    Real y = absent_library(time);
  end AbsentLibrary;
  model AbsentFunction
    Real y = absent_function(time);
  end AbsentFunction;
  model WrongType
    Real y = wrong_type("a") + time;
  end WrongType;
  model Broken
    Real y = broken(time);
  end Broken;
  model Fortran
    Real y = fortran(time);
  end Fortran;
  model Whole
    Real y[2] = whole(time);
  end Whole;
  model UnknownName
    function f
      input Real x;
      output Real y;
      external "C" y = f(z) annotation(Library = "m");
    end f;
    Real y = f(time);
  end UnknownName;
end ExternalCodeRefused;
// run: check $FILE --model ExternalCodeRefused.AbsentLibrary --allow-external
// status: 1
//err| $FILE:34:14: error[E0312]: the external function 'f' of 'sunder_is_not_there' cannot be called: a library is not found: cannot find -lsunder_is_not_there: No such file or directory
//err|         Real y = absent_library(time);
//err|                  ^~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model ExternalCodeRefused.AbsentFunction --allow-external
// status: 1
//err| $FILE:37:14: error[E0312]: the external function 'sunder_is_not_there' of 'm' cannot be called: there is no function 'sunder_is_not_there' in 'm'
//err|         Real y = absent_function(time);
//err|                  ^~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model ExternalCodeRefused.WrongType --allow-external
// status: 1
//err| $FILE:40:14: error[E0312]: the external function 'wrong_type' cannot be called: the C compiler refuses the call of 'wrong_type': passing argument 1 of 'wrong_type' from incompatible pointer type [-Werror=incompatible-pointer-types]
//err|         Real y = wrong_type("a") + time;
//err|                  ^~~~~~~~~~~~~~~
// run: check $FILE --model ExternalCodeRefused.Broken --allow-external
// status: 1
//err| $FILE:43:14: error[E0312]: the external function 'broken' cannot be called: the C compiler refuses the call of 'broken': expected expression before ';' token
//err|         Real y = broken(time);
//err|                  ^~~~~~~~~~~~
// run: check $FILE --model ExternalCodeRefused.Fortran --allow-external
// status: 1
//err| $FILE:46:14: error[E0312]: the external function 'other' is written in 'FORTRAN 77': only C is called
//err|         Real y = fortran(time);
//err|                  ^~~~~~~~~~~~~
// run: check $FILE --model ExternalCodeRefused.Whole --allow-external
// status: 1
//err| $FILE:49:17: error[E0312]: the external function 'whole' cannot be called: what it returns must be a scalar
//err|         Real y[2] = whole(time);
//err|                     ^~~~~~~~~~~
// run: check $FILE --model ExternalCodeRefused.UnknownName --allow-external
// status: 1
//err| $FILE:55:26: error[E0201]: unknown name 'z'
//err|           external "C" y = f(z) annotation(Library = "m");
//err|                              ^
// run: check $FILE --model ExternalCodeRefused.AbsentLibrary
// status: 1
//err| $FILE:34:14: error[E0312]: the external function 'f' of 'sunder_is_not_there' is not among those that Sunder implements; --allow-external lets its code be loaded
//err|         Real y = absent_library(time);
//err|                  ^~~~~~~~~~~~~~~~~~~~
