// Signals for motions, decisions and instants; a stop, a valve and a pump: against closed solutions.
package MotionCases
  import Sunder.Blocks.*;
  model Signals
    Sources.Motion motion(height=2, duration=1, startTime=0.5, offset=1);
    Continuous.Integrator way(y_start=1), speed;
    Sources.Constant one(k=1), minus(k=-2);
    Sources.BooleanStep begin(startTime=0.3), stop(startTime=0.9);
    Discrete.TransferFunction filter(b={1, 0}, a={1, -0.5}, samplePeriod=0.1);
    Discrete.TransferFunction late(b={2}, a={2, 0, 0}, samplePeriod=0.1);
    Logical.Less less;
    Logical.LessThreshold below(threshold=-2);
    Logical.Xor either;
    Logical.Latch latch, held;
    Math.Cos cos;
    Math.Sqrt sqrt;
    Math.Exp exp;
    Math.Sign sign;
  equation
    connect(motion.yd, way.u);
    connect(motion.ydd, speed.u);
    connect(one.y, filter.u);
    connect(motion.y, late.u);
    connect(minus.y, less.u1);
    connect(one.y, less.u2);
    connect(minus.y, below.u);
    connect(begin.y, either.u1);
    connect(stop.y, either.u2);
    connect(begin.y, latch.set);
    connect(stop.y, latch.reset);
    connect(either.y, held.set);
    connect(below.y, held.reset);
    connect(minus.y, cos.u);
    connect(one.y, sqrt.u);
    connect(minus.y, exp.u);
    connect(minus.y, sign.u);
    assert(abs(way.y - motion.y) < 1e-7, "yd is not the rate of y");
    assert(abs(speed.y - motion.yd) < 1e-6, "ydd is not the rate of yd");
    annotation(experiment(StopTime=1.05));
  end Signals;
  model Bounce "A body meets an elastic stop after 0.5 s and comes back at the same speed after half a period"
    Sunder.Translational.Mass body(m=1, s(start=1.5, fixed=true), v(start=-2, fixed=true));
    Sunder.Translational.Stop stop(c=100, s_rel0=0.5);
    Sunder.Translational.Fixed wall;
    Sunder.Translational.Mass pulled(m=2, s(fixed=true), v(fixed=true));
    Sunder.Translational.ConstantForce force(f_constant=6);
    Sunder.Translational.PowerSensor power;
    Sunder.Translational.AccelerationSensor acceleration;
  equation
    connect(wall.flange, stop.flange_a);
    connect(stop.flange_b, body.flange_a);
    connect(force.flange, power.flange_a);
    connect(power.flange_b, pulled.flange_a);
    connect(pulled.flange_b, acceleration.flange);
    annotation(experiment(StopTime=2));
  end Bounce;
  model Flows "A valve half open; a pump against two resistances with a vessel between, which warms up by 1 K with rho*V/m_flow"
    import Sunder.ThermoFluid.*;
    Source high(p=2e5), low(p=1e5), basin(p=1e5, T=300), sink(p=1e5);
    Valve valve(linear=1e4, leak=0);
    Pump pump;
    Resistance pipe(linear=1e3);
    LinearResistance half_pipe(linear=1e3);
    Vessel vessel(n=3, V=0.1, T(start=300, fixed=true));
    Sunder.Thermal.FixedHeatFlow heat(Q_flow=4190*5);
    TemperatureSensor warm;
    Sources.Constant half(k=0.5), lift(k=1e4);
  equation
    connect(high.port, valve.port_a);
    connect(valve.port_b, low.port);
    connect(half.y, valve.opening);
    connect(basin.port, pump.port_a);
    connect(pump.port_b, warm.port_a);
    connect(warm.port_b, pipe.port_a);
    connect(pipe.port_b, vessel.port[1]);
    connect(vessel.port[3], half_pipe.port_a);
    connect(half_pipe.port_b, sink.port);
    connect(heat.port, vessel.wall);
    connect(lift.y, pump.lift);
    annotation(experiment(StopTime=1));
  end Flows;
end MotionCases;
// run: simulate $FILE --model MotionCases.Signals --method rosenbrock --tolerance 1e-9 --json
// json: final.[motion.y] ~ 2.18625375 1e-9
// json: final.[filter.y] ~ 1.9990234375 1e-12
// json: final.[late.y] ~ 1.32616 1e-9
// json: final.[less.y] == 1
// json: final.[below.y] == 0
// json: final.[either.y] == 0
// json: final.[latch.y] == 0
// json: final.[held.y] == 1
// json: final.[cos.y] ~ -0.4161468365 1e-9
// json: final.[sqrt.y] == 1
// json: final.[exp.y] ~ 0.1353352832 1e-9
// json: final.[sign.y] == -1
// run: simulate $FILE --model MotionCases.Bounce --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[body.s] ~ 2.8716814693 1e-7
// json: final.[body.v] ~ 2 1e-7
// json: final.[power.power] ~ 36 1e-8
// json: final.[acceleration.a] ~ 3 1e-9
// run: simulate $FILE --model MotionCases.Flows --method rosenbrock --tolerance 1e-9 --json
// json: final.[valve.m_flow] ~ 5 1e-9
// json: final.[pipe.m_flow] ~ 5 1e-9
// json: final.[warm.T] ~ 300 1e-9
// json: final.[vessel.T] ~ 300.0488659 1e-9
