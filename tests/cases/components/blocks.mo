// Every block against its closed solution.
package BlocksCases
  import Sunder.Blocks.*;
  model Lags
    Sources.Step step;
    Continuous.Integrator integrator(k=2, y_start=1);
    Continuous.FirstOrder first(T=0.5, k=3);
    Continuous.SecondOrder second(w=2, D=1);
    Continuous.Derivative derivative(T=0.1);
    Continuous.PI pi(k=2, T=4);
    Continuous.TransferFunction quotient(b={1, 3}, a={1, 3, 2});
    Continuous.TransferFunction gain(b={6}, a={3});
    Continuous.StateSpace matrices(A=[0, 1; -2, -3], B=[0; 1], C=[3, 1]);
  equation
    connect(step.y, integrator.u);
    connect(step.y, first.u);
    connect(step.y, second.u);
    connect(step.y, derivative.u);
    connect(step.y, pi.u);
    connect(step.y, quotient.u);
    connect(step.y, gain.u);
    connect(step.y, matrices.u[1]);
    annotation(experiment(StopTime=1));
  end Lags;
  model Controlled "Without a limit the loop is of first order; with one the output saturates"
    Sources.Constant wanted(k=1);
    Continuous.LimPID controller(k=2);
    Continuous.Integrator plant;
    Continuous.LimPID limited(k=10, Ti=1, yMax=0.5);
    Continuous.Integrator other;
  equation
    connect(wanted.y, controller.u_s);
    connect(plant.y, controller.u_m);
    connect(controller.y, plant.u);
    connect(wanted.y, limited.u_s);
    connect(other.y, limited.u_m);
    connect(limited.y, other.u);
    annotation(experiment(StopTime=1));
  end Controlled;
  model Instants
    Sources.Clock clock;
    Discrete.Sampler sampler(samplePeriod=0.3);
    Discrete.UnitDelay delay(samplePeriod=0.3);
    Discrete.PI pi(k=2, T=1, samplePeriod=0.5);
  equation
    connect(clock.y, sampler.u);
    connect(clock.y, delay.u);
    connect(clock.y, pi.u);
    annotation(experiment(StopTime=1));
  end Instants;
  model Signals
    Sources.Ramp ramp(height=2, duration=2, startTime=1, offset=1);
    Sources.Sine sine(amplitude=2, f=0.25, offset=1);
    Sources.Pulse pulse(amplitude=3, width=40, period=0.5);
    Sources.TimeTable table(table=[0, 0; 1, 10; 3, 0]);
    Sources.BooleanPulse beat(period=0.4, width=50);
    Sources.BooleanStep late(startTime=1.5);
    Continuous.Integrator area;
    Logical.And both;
    Logical.Or either;
    Logical.Not opposite;
    Logical.Greater greater;
    Logical.GreaterThreshold above(threshold=1.2);
    Logical.Hysteresis hysteresis(uLow=0.5, uHigh=2.5);
    Logical.Switch switch;
    Logical.Timer timer;
  equation
    connect(pulse.y, area.u);
    connect(beat.y, both.u1);
    connect(late.y, both.u2);
    connect(beat.y, either.u1);
    connect(late.y, either.u2);
    connect(late.y, opposite.u);
    connect(ramp.y, greater.u1);
    connect(sine.y, greater.u2);
    connect(ramp.y, above.u);
    connect(sine.y, hysteresis.u);
    connect(ramp.y, switch.u1);
    connect(late.y, switch.u2);
    connect(sine.y, switch.u3);
    connect(late.y, timer.u);
    annotation(experiment(StopTime=2));
  end Signals;
  model Arithmetic
    Sources.Constant three(k=3), minus(k=-2);
    Math.Gain gain(k=4);
    Math.Add add(k1=1, k2=10);
    Math.Feedback feedback;
    Math.Product product;
    Math.Division division;
    Math.Sum sum(n=2, k={1, 2});
    Math.Abs abs;
    Math.Max max;
    Math.Min min;
    Math.Sin sin;
    Math.Limiter limiter(uMax=1.5);
    Math.DeadZone zone(uMax=1);
    Math.Table table(table=[-1, 1; 0, 0; 2, 4]);
  equation
    connect(three.y, gain.u);
    connect(three.y, add.u1);
    connect(minus.y, add.u2);
    connect(three.y, feedback.u1);
    connect(minus.y, feedback.u2);
    connect(three.y, product.u1);
    connect(minus.y, product.u2);
    connect(three.y, division.u1);
    connect(minus.y, division.u2);
    connect(three.y, sum.u[1]);
    connect(minus.y, sum.u[2]);
    connect(minus.y, abs.u);
    connect(three.y, max.u1);
    connect(minus.y, max.u2);
    connect(three.y, min.u1);
    connect(minus.y, min.u2);
    connect(three.y, sin.u);
    connect(three.y, limiter.u);
    connect(minus.y, zone.u);
    connect(minus.y, table.u);
    annotation(experiment(StopTime=1));
  end Arithmetic;
end BlocksCases;
// run: simulate $FILE --model BlocksCases.Lags --method rosenbrock --tolerance 1e-9 --json
// json: final.[integrator.y] ~ 3 1e-8
// json: final.[first.y] ~ 2.5939941503 1e-8
// json: final.[second.y] ~ 0.5939941503 1e-8
// json: final.[derivative.y] ~ 0.00045399930 1e-6
// json: final.[pi.y] ~ 2.5 1e-8
// json: final.[quotient.y] ~ 0.8319087593 1e-8
// json: final.[gain.y] ~ 2 1e-12
// json: final.[matrices.y[1]] ~ 0.8319087593 1e-8
// run: simulate $FILE --model BlocksCases.Controlled --method rosenbrock --tolerance 1e-9 --json
// json: final.[plant.y] ~ 0.8646647168 1e-8
// json: final.[other.y] ~ 0.5 1e-8
// run: simulate $FILE --model BlocksCases.Instants --method rosenbrock --tolerance 1e-9 --json
// json: final.[sampler.y] ~ 0.9 1e-9
// json: final.[delay.y] ~ 0.6 1e-9
// json: final.[pi.y] ~ 3.5 1e-9
// run: simulate $FILE --model BlocksCases.Signals --method rosenbrock --tolerance 1e-9 --json
// json: final.[ramp.y] ~ 2 1e-9
// json: final.[sine.y] ~ 1 1e-9
// json: final.[area.y] ~ 2.4 1e-8
// json: final.[table.y] ~ 5 1e-9
// json: final.[both.y] == 1
// json: final.[either.y] == 1
// json: final.[opposite.y] == 0
// json: final.[greater.y] == 1
// json: final.[above.y] == 1
// json: final.[hysteresis.y] == 1
// json: final.[switch.y] ~ 2 1e-9
// json: final.[timer.y] ~ 0.5 1e-9
// run: simulate $FILE --model BlocksCases.Arithmetic --json
// json: final.[gain.y] == 12
// json: final.[add.y] == -17
// json: final.[feedback.y] == 5
// json: final.[product.y] == -6
// json: final.[division.y] == -1.5
// json: final.[sum.y] == -1
// json: final.[abs.y] == 2
// json: final.[max.y] == 3
// json: final.[min.y] == -2
// json: final.[sin.y] ~ 0.1411200080598672 1e-12
// json: final.[limiter.y] == 1.5
// json: final.[zone.y] == -1
// json: final.[table.y] == 2
