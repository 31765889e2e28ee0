// The examples of the literature end where physics says they end. The printed numbers are compared by tests/reproduction.

// damped along the row, at rest across it
// run: simulate ../../examples/DoubleMass.mo --method cvode --stop 40 --json
// json: final.x1 ~ 0 1e-6
// json: final.x2 ~ 0 1e-6
// json: final.y1 == 0.0
// json: final.y2 == 0.0

// the undamped mode across the row grows under explicit Euler, and the certificate says so
// run: analyze ../../examples/DoubleMass.mo --fast x1,vx1,y1,vy1 --step 0.05 --json
// json: partition.certificate.spectral_radius ~ 1.00374170741 1e-9
// json: partition.certificate.stable == false
//err| warning[W0807]: with the step 0.05 and 4 fast states the linearised model grows from step to step (spectral radius 1.00374)

// the torque command goes through a lag of T: -10 w/(1 + w^2) with w = 2 pi T/5 at the end of two periods
// run: simulate ../../examples/MechanicalBrake.mo --method cvode --tolerance 1e-9 --json
// json: statistics.events == 2
// json: final.brake == 1.0
// json: final.tau ~ -0.625847782706 1e-7

// two methods agree about the swinging triangle
// run: simulate ../../examples/TriangleOfMasses.mo --method rk4 --step 0.0025 --tolerance 1e-11 --compare cvode --json
// json: statistics.steps == 8000
// json: comparison.epsilon ~ 0 3e-6

// w = sqrt(dp rho pi^2 r^5/(2 cf L))
// run: simulate ../../examples/HeatExchanger003.mo --method cvode --json
// json: final.wa ~ 37.4172785263 1e-10
// json: final.wb ~ 24.1527494321 1e-10

// the temperatures of the linear system that the steady state solves
// run: simulate ../../examples/HeatExchanger004.mo --method cvode --stop 100 --tolerance 1e-9 --json
// json: final.[Ta[10]] ~ 307.682734862 1e-10
// json: final.[Tb[10]] ~ 306.710718166 1e-10

// run: check ../../examples/HeatExchanger004.mo --set N=1000 --json
// json: state_count == 3000
// json: shapes == 2

// the weight on four springs, on the raised road; the torque against the springs about the centre of gravity
// run: simulate ../../examples/HalfCar.mo --method cvode --stop 20 --tolerance 1e-9 --json
// json: statistics.events == 1
// json: final.z ~ 0.0498979591837 1e-8
// json: final.theta ~ 0.00472411186697 1e-8
