// Subroutines of LAPACK: at compile time, in the run, with derivatives where there are some.
package LinearAlgebra
  function solve "x with A*x = b"
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)] = b;
    output Integer info;
  protected
    Integer n = size(A, 1);
    Real work[size(A, 1), size(A, 1)] = A;
    Integer pivots[size(A, 1)];
  external "FORTRAN 77" dgesv(n, 1, work, n, pivots, x, n, info);
  end solve;

  function checked
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)];
  protected
    Integer info;
  algorithm
    (x, info) := solve(A, b);
    assert(info == 0, "the matrix is singular");
  end checked;

  function eigenvalues "by ascending size, of a symmetric matrix"
    input Real A[:, size(A, 1)];
    output Real lambda[size(A, 1)];
    output Real vectors[size(A, 1), size(A, 1)] = A;
    output Integer info;
  protected
    Integer n = size(A, 1);
    Integer length = 64*size(A, 1);
    Real work[length];
  external "FORTRAN 77" dsyev("V", "U", n, vectors, n, lambda, work, length, info);
  end eigenvalues;

  function singular_values
    input Real A[:, :];
    output Real sigma[min(size(A, 1), size(A, 2))];
    output Integer info;
  protected
    Integer m = size(A, 1), n = size(A, 2), length = 100 + 10*size(A, 1) + 10*size(A, 2);
    Real copy[size(A, 1), size(A, 2)] = A;
    Real u[1, 1], v[1, 1];
    Real work[length];
  external "FORTRAN 77" dgesvd("N", "N", m, n, copy, m, sigma, u, 1, v, 1, work, length, info);
  end singular_values;

  function norm "the largest sum of a row"
    input Real A[:, :];
    output Real value;
  protected
    Real work[size(A, 1)];
  external "FORTRAN 77" value = dlange("I", size(A, 1), size(A, 2), A, size(A, 1), work);
  end norm;

  model Known
    parameter Real x[2] = checked([2, 1; 1, 3], {3, 5});
    parameter Real sigma[2] = singular_values([3, 0; 0, 4; 0, 0]);
    parameter Real row = norm([1, -2, 3; 4, 5, -6]);
    parameter Integer n = integer(x[2] + 0.6) "structural";
    Real y[n] = {i*time for i in 1:n};
    annotation(experiment(StopTime = 1));
  end Known;

  // A = [2 + t, 1; 1, 3], b = {t, 1}: x = {(3*t - 1), (2 + t - t)}/(5 + 3*t)
  model Run
    Real x[2] = checked([2 + time, 1; 1, 3], {time, 1});
    Real slope = der(x[1]) "by A*x' = b' - A'*x";
    Real z(start = 0, fixed = true);
    Real lambda[2];
    Real v[2, 2];
    Real row = norm([time, -2; 3, time]);
  equation
    der(z) = checked([2, z; z, 3], {1, time})*{1, 1} - z;
    (lambda, v) = eigenvalues([2, time; time, 2]);
    annotation(experiment(StopTime = 1));
  end Run;

  model Singular
    parameter Real x[2] = checked([1, 2; 2, 4], {3, 5});
    annotation(experiment(StopTime = 1));
  end Singular;
  model SingularInTheRun
    Real x[2] = checked([1, 2; 2, 5 - time], {3, 5});
    annotation(experiment(StopTime = 2));
  end SingularInTheRun;
  function wrong
    input Real a;
    output Integer info;
  external "FORTRAN 77" dgesv(a, info);
  end wrong;
  model WrongCall
    parameter Integer i = wrong(1);
  end WrongCall;
  model NoDerivative
    Real s[2] = singular_values([3, time; 0, 4]);
    Real ds = der(s[1]);
    annotation(experiment(StopTime = 1));
  end NoDerivative;
end LinearAlgebra;
// run: simulate $FILE --model LinearAlgebra.Known --method cvode --json
// json: final[x[1]] ~ 0.8 1e-14
// json: final[x[2]] ~ 1.4 1e-14
// json: final[sigma[1]] ~ 4 1e-14
// json: final[sigma[2]] ~ 3 1e-14
// json: final.row ~ 15 1e-14
// json: final[y[2]] ~ 2 1e-14
// run: simulate $FILE --model LinearAlgebra.Run --method rosenbrock --tolerance 1e-8 --json
// json: final[x[1]] ~ 0.25 1e-12
// json: final[x[2]] ~ 0.25 1e-12
// json: final.slope ~ 0.28125 1e-10
// json: final[lambda[1]] ~ 1 1e-12
// json: final[lambda[2]] ~ 3 1e-12
// json: final.row ~ 4 1e-12
// run: simulate $FILE --model LinearAlgebra.Singular --method cvode
// status: 3
//err| $FILE:82:27: error[E0505]: the parameter 'x[1]' is nan
//err|         parameter Real x[2] = checked([1, 2; 2, 4], {3, 5});
//err|                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation x[1] = fail()
// run: simulate $FILE --model LinearAlgebra.SingularInTheRun --method cvode
// status: 3
//err| $FILE:86:17: error[E0501]: assertion violated: the matrix is singular in the equation 'x[1] = (if dgesv(5 - time, 3, 5) == 0 then dgesv(5 - time, 3, 5) else fail())' at time 1
//err|         Real x[2] = checked([1, 2; 2, 5 - time], {3, 5});
//err|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation x[1] = (if dgesv(5 - time, 3, 5) == 0 then dgesv(5 - time, 3, 5) else fail())
// run: check $FILE --model LinearAlgebra.WrongCall
// status: 1
//err| $FILE:95:27: error[E0208]: the value of 'i' cannot be computed: 'dgesv' takes 8 arguments
//err|         parameter Integer i = wrong(1);
//err|                               ^~~~~~~~
// run: simulate $FILE --model LinearAlgebra.NoDerivative --method cvode
// status: 3
//err| $FILE:98:17: error[E0501]: the derivative of 'dgesvd' is not known in the equation 'der(s[1]) = fail(3, time, 4)' at time 0
//err|         Real s[2] = singular_values([3, time; 0, 4]);
//err|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   note: in the equation der(s[1]) = fail(3, time, 4)
// run: export $FILE --model LinearAlgebra.Run --output $TMP/run.fmu
// status: 1
//err| $FILE:69:17: error[E1215]: 'dgesv' is called in the run and has no C code: the model cannot be exported
//err|         Real x[2] = checked([2 + time, 1; 1, 3], {time, 1});
//err|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
