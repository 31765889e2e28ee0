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
// run: check $FILE --model ExternalCodeRefused.AbsentFunction --allow-external
// status: 1
// run: check $FILE --model ExternalCodeRefused.WrongType --allow-external
// status: 1
// run: check $FILE --model ExternalCodeRefused.Broken --allow-external
// status: 1
// run: check $FILE --model ExternalCodeRefused.Fortran --allow-external
// status: 1
// run: check $FILE --model ExternalCodeRefused.Whole --allow-external
// status: 1
// run: check $FILE --model ExternalCodeRefused.UnknownName --allow-external
// status: 1
// run: check $FILE --model ExternalCodeRefused.AbsentLibrary
// status: 1
