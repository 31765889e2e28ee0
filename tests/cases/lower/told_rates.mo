// Derivatives that are told are not linear in rates where an input brings its own rate along: they are no sum of
// derivatives by the inputs, and those of the statements are taken. A turned frame is its
// cosine, its sine and its angular velocity in one vector, or in a record.
package Frames
  function resolve1
    input Real R[3];
    input Real v2[2];
    output Real v1[2];
  algorithm
    v1 := {R[1]*v2[1] - R[2]*v2[2], R[2]*v2[1] + R[1]*v2[2]};
    annotation(derivative(noDerivative=R)=resolve1_der, InlineAfterIndexReduction=true);
  end resolve1;
  function resolve1_der
    input Real R[3];
    input Real v2[2];
    input Real v2_der[2];
    output Real v1_der[2];
  algorithm
    v1_der := resolve1(R, v2_der + R[3]*{-v2[2], v2[1]});
    annotation(Inline=true);
  end resolve1_der;
  function resolve2
    input Real R[3];
    input Real v1[2];
    output Real v2[2];
  algorithm
    v2 := {R[1]*v1[1] + R[2]*v1[2], -R[2]*v1[1] + R[1]*v1[2]};
    annotation(derivative(noDerivative=R)=resolve2_der, InlineAfterIndexReduction=true);
  end resolve2;
  function resolve2_der
    input Real R[3];
    input Real v1[2];
    input Real v1_der[2];
    output Real v2_der[2];
  protected
    Real t[2] = resolve2(R, v1);
  algorithm
    v2_der := resolve2(R, v1_der) - R[3]*{-t[2], t[1]};
    annotation(Inline=true);
  end resolve2_der;
  record Orientation
    Real T[3];
    Real w;
  end Orientation;
  function resolve
    input Orientation R;
    input Real v2[2];
    output Real v1[2];
  algorithm
    v1 := {R.T[1]*v2[1] - R.T[2]*v2[2], R.T[2]*v2[1] + R.T[1]*v2[2]};
    annotation(derivative(noDerivative=R)=resolve_der, InlineAfterIndexReduction=true);
  end resolve;
  function resolve_der
    input Orientation R;
    input Real v2[2];
    input Real v2_der[2];
    output Real v1_der[2];
  algorithm
    v1_der := resolve(R, v2_der + R.w*{-v2[2], v2[1]});
    annotation(Inline=true);
  end resolve_der;
  model TurnedByRecord
    extends Turned(r=resolve(Orientation({cos(phi), sin(phi), 0}, w), {2 + time, time^3}));
  end TurnedByRecord;
  model Turned "first and second derivatives, beside those by hand"
    Real phi = time^2, w = der(phi);
    Real R[3] = {cos(phi), sin(phi), w};
    Real r[2] = resolve1(R, {2 + time, time^3}), v[2] = der(r), a[2] = der(v);
    Real r2[2] = resolve2(R, {2 + time, time^3}), v2[2] = der(r2), a2[2] = der(v2);
    Real q[2] = {cos(phi)*(2 + time) - sin(phi)*time^3, sin(phi)*(2 + time) + cos(phi)*time^3},
      qv[2] = der(q), qa[2] = der(qv);
    Real q2[2] = {cos(phi)*(2 + time) + sin(phi)*time^3, -sin(phi)*(2 + time) + cos(phi)*time^3},
      qv2[2] = der(q2), qa2[2] = der(qv2);
    Real wrong = sum(abs(v - qv)) + sum(abs(a - qa)) + sum(abs(v2 - qv2)) + sum(abs(a2 - qa2));
    annotation(experiment(StopTime=1));
  end Turned;
  model Pendulum "beside the equation by hand"
    parameter Real g = 9.81, L = 2;
    Real phi(start=1, fixed=true), w(start=0, fixed=true);
    Real psi(start=1, fixed=true), v(start=0, fixed=true);
    Real R[3] = {cos(phi), sin(phi), w};
    Real r[2] = resolve1(R, {0, -L}), u[2] = der(r), a[2] = der(u), f;
    Real wrong = abs(phi - psi);
  equation
    w = der(phi);
    a = {0, -g} - f*r;
    v = der(psi);
    der(v) = -g/L*sin(psi);
    annotation(experiment(StopTime=10));
  end Pendulum;
end Frames;
// run: simulate $FILE --model Frames.Turned --method cvode --json
// json: final.wrong ~ 0 1e-10
// run: simulate $FILE --model Frames.TurnedByRecord --method cvode --json
// json: final.wrong ~ 0 1e-10
// run: simulate $FILE --model Frames.Pendulum --method cvode --tolerance 1e-10 --json
// json: final.wrong ~ 0 1e-6
