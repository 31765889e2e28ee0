// Inputs and outputs that alias elimination and the wrapping could trip over.
package Odd
  model StateOfInput
    input Real u;
    output Real y = x;
    Real x(start=1, fixed=true);
  equation
    der(x) = u;
  end StateOfInput;
  model Slope
    input Real u;
    output Real y;
    Real x(start=1, fixed=true);
  equation
    der(x) = u - x;
    y = der(x);
  end Slope;
  model Through
    input Real u(start=3);
    output Real y = u;
    Real x(start=1, fixed=true);
  equation
    der(x) = -x;
  end Through;
  model Twins
    input Real u;
    output Real y = x;
    output Real z = y;
    output Real w = -x;
    Real x(start=1, fixed=true);
  equation
    der(x) = u;
  end Twins;
  model Constant
    parameter Real k = 2;
    input Real u;
    output Real y = k;
    output Real z = 3;
    Real x(start=1, fixed=true);
  equation
    der(x) = u;
  end Constant;
  model Bound
    input Real u = sin(time);
    input Real v;
    output Real y = x;
    Real x(start=1, fixed=true);
  equation
    der(x) = u + v;
  end Bound;
  model Equated
    input Real u;
    output Real y = x;
    Real x(start=1, fixed=true);
  equation
    der(x) = u;
    u = sin(time);
  end Equated;
  model Matrix
    input Real u[2,3](start={{1,2,3},{4,5,6}});
    output Real y[3,2];
    Real x(start=1, fixed=true);
  equation
    der(x) = u[1,1] - x;
    for i in 1:3 loop
      for j in 1:2 loop
        y[i,j] = u[j,i]*(i + 10*j) + x;
      end for;
    end for;
  end Matrix;
  model Mixed "only Reals are ports; the others keep their start values"
    input Boolean on(start=true);
    input Integer gain(start=4);
    input Real v;
    output Integer count;
    output Real z = x;
    Real x(start=1, fixed=true);
  equation
    der(x) = if on then gain*v else -x;
    count = if x > 2 then 1 else 0;
  end Mixed;
  model Stateless
    input Real u;
    output Real y = 2*u;
  end Stateless;
  model OutputIsState
    input Real u;
    output Real x(start=1, fixed=true);
  equation
    der(x) = u;
  end OutputIsState;
  model model_ "component and class of one name"
    Odd.Slope model_(u=u);
    input Real u;
    output Real y = model_.y;
  end model_;
end Odd;
// run: linearize $FILE --model Odd.StateOfInput --json
// json: b == [[1.0]]
// json: c == [[1.0]]
// json: d == [[0.0]]
// run: linearize $FILE --model Odd.Slope --json
// json: a == [[-1.0]]
// json: c == [[-1.0]]
// json: d == [[1.0]]
// run: linearize $FILE --model Odd.Through --json
// json: d == [[1.0]]
// run: linearize $FILE --model Odd.Twins --json
// json: outputs == ["y", "z", "w"]
// json: c == [[1.0], [1.0], [-1.0]]
// run: linearize $FILE --model Odd.Constant --json
// json: c == [[0.0], [0.0]]
// run: linearize $FILE --model Odd.Bound --json
// json: inputs == ["v"]
// json: b == [[1.0]]
// run: linearize $FILE --model Odd.Equated
// status: 1
//err| $FILE:57:5: error[E0401]: the model has 3 equations for 2 unknowns
//err|         u = sin(time);
//err|         ^~~~~~~~~~~~~
//err|   note: $FILE:57:5: over-determined: u = sin(time)
//err|         u = sin(time);
//err|         ^~~~~~~~~~~~~
//err|   help: remove 1 equation
// run: linearize $FILE --model Odd.Matrix --json
// json: inputs == ["u[1,1]", "u[1,2]", "u[1,3]", "u[2,1]", "u[2,2]", "u[2,3]"]
// json: d[1] == [0.0, 0.0, 0.0, 21.0, 0.0, 0.0]
// json: d[5] == [0.0, 0.0, 0.0, 0.0, 0.0, 23.0]
// run: linearize $FILE --model Odd.Mixed --json
// json: inputs == ["v"]
// json: outputs == ["z"]
// json: b == [[4.0]]
// run: linearize $FILE --model Odd.Stateless --json
// json: d == [[2.0]]
// run: linearize $FILE --model Odd.OutputIsState --json
// json: states == ["x"]
// json: outputs == ["x"]
// json: c == [[1.0]]
// run: linearize $FILE --model Odd.model_ --json
// json: states == ["model_.x"]
// json: d == [[1.0]]
