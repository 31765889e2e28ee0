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
//err| $FILE:2:10: error[E0202]: there is no 'Modelica' in this file, and libraries cannot be loaded yet
//err|       import Modelica.Units.SI;
//err|              ^~~~~~~~~~~~~~~~~
//err| $FILE:4:12: error[E0202]: there is no 'Modelica' in this file, and libraries cannot be loaded yet
//err|         import Modelica.Constants.pi;
//err|                ^~~~~~~~~~~~~~~~~~~~~
//err| $FILE:5:12: error[E0202]: there is no 'Modelica' in this file, and libraries cannot be loaded yet
//err|         import Modelica.Math.{sin, cos};
//err|                ^~~~~~~~~~~~~
// run: check $FILE --model Icon
// status: 1
//err| $FILE:12:11: error[E0202]: unknown class 'Modelica.Icons.Example': 'Modelica' looks like a library, and libraries cannot be loaded yet
//err|       extends Modelica.Icons.Example;
//err|               ^~~~~~~~~~~~~~~~~~~~~~
// run: check $FILE --model Dotted
// status: 1
//err| $FILE:16:3: error[E0202]: unknown type 'Modelica.Units.SI.Voltage': 'Modelica' looks like a library, and libraries cannot be loaded yet
//err|       Modelica.Units.SI.Voltage v = 1;
//err|       ^~~~~~~~~~~~~~~~~~~~~~~~~
//err| $FILE:17:12: error[E0201]: unknown name 'Modelica': 'Modelica' looks like a library, and libraries cannot be loaded yet
//err|       Real y = Modelica.Constants.pi;
//err|                ^~~~~~~~~~~~~~~~~~~~~
//err| $FILE:18:12: error[E0202]: unknown function 'Modelica.Math.sin': 'Modelica' looks like a library, and libraries cannot be loaded yet
//err|       Real z = Modelica.Math.sin(1);
//err|                ^~~~~~~~~~~~~~~~~
//err| $FILE:19:12: error[E0202]: unknown function 'Sin'
//err|       Real w = Sin(1);
//err|                ^~~
//err|   help: did you mean 'sin'?
//err| $FILE:20:12: error[E0201]: unknown name 'lower'
//err|       Real u = lower.case;
//err|                ^~~~~~~~~~
