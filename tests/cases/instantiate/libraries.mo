package P
  import Modelica.Units.SI;
  model Uses
    import Modelica.Constants.pi;
    import Modelica.Math.{sin, cos};
    SI.Resistance R = 1;
    Real x = pi;
  end Uses;
end P;

model Icon
  extends Modelica.Icons.Example;
end Icon;

model Dotted
  Modelica.Units.SI.Voltage v = 1;
  Real y = Modelica.Constants.pi;
  Real z = Modelica.Math.sin(1);
  Real w = Sin(1);
  Real u = lower.case;
end Dotted;
// run: check $FILE --model P.Uses
// status: 1
//err| $FILE:2:10: error[E0225]: there is no 'Modelica' in these files or on the library path
//err|       import Modelica.Units.SI;
//err|              ^~~~~~~~~~~~~~~~~
//err|   help: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
//err| $FILE:4:12: error[E0225]: there is no 'Modelica' in these files or on the library path
//err|         import Modelica.Constants.pi;
//err|                ^~~~~~~~~~~~~~~~~~~~~
//err|   help: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
//err| $FILE:5:12: error[E0225]: there is no 'Modelica' in these files or on the library path
//err|         import Modelica.Math.{sin, cos};
//err|                ^~~~~~~~~~~~~
//err|   help: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
// run: check $FILE --model Icon
// status: 1
//err| $FILE:12:11: error[E0225]: unknown class 'Modelica.Icons.Example': there is no 'Modelica' in these files or on the library path
//err|       extends Modelica.Icons.Example;
//err|               ^~~~~~~~~~~~~~~~~~~~~~
//err|   help: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
// run: check $FILE --model Dotted
// status: 1
//err| $FILE:16:3: error[E0225]: unknown type 'Modelica.Units.SI.Voltage': there is no 'Modelica' in these files or on the library path
//err|       Modelica.Units.SI.Voltage v = 1;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~
//err|   help: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
//err| $FILE:17:12: error[E0225]: unknown name 'Modelica': there is no 'Modelica' in these files or on the library path
//err|       Real y = Modelica.Constants.pi;
//err|                ^~~~~~~~~~~~~~~~~~~~~
//err|   help: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
//err| $FILE:18:12: error[E0225]: unknown function 'Modelica.Math.sin': there is no 'Modelica' in these files or on the library path
//err|       Real z = Modelica.Math.sin(1);
//err|                ^~~~~~~~~~~~~~~~~
//err|   help: give the directory that holds it with --library DIR, or in the environment variable MODELICAPATH
//err| $FILE:19:12: error[E0202]: unknown function 'Sin'
//err|       Real w = Sin(1);
//err|                ^~~
//err|   help: did you mean 'sin'?
//err| $FILE:20:12: error[E0201]: unknown name 'lower'
//err|       Real u = lower.case;
//err|                ^~~~~~~~~~
