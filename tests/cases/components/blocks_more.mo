// Limits, delays, decisions, tables of two inputs: every block against its closed solution.
package MoreBlocks
  import Sunder.Blocks.*;
  model Rates
    Sources.Step step(height=2);
    Sources.Sine sine(f=0.5);
    Continuous.LimIntegrator limited(outMax=0.5);
    Continuous.Der rate;
    Continuous.PID pid(k=2, Ti=4, Td=0.1, Nd=10);
    Continuous.SlewRateLimiter slow(rising=0.5, Td=1e-3);
    Continuous.FixedDelay late(delayTime=0.25);
    Sources.Clock clock;
    Discrete.FirstOrderHold hold(samplePeriod=0.4);
    Discrete.TriggeredSampler triggered;
    Sources.BooleanStep when_true(startTime=0.7);
  equation
    connect(step.y, limited.u);
    connect(sine.y, rate.u);
    connect(step.y, pid.u);
    connect(step.y, slow.u);
    connect(clock.y, late.u);
    connect(clock.y, hold.u);
    connect(clock.y, triggered.u);
    connect(when_true.y, triggered.trigger);
    annotation(experiment(StopTime=1));
  end Rates;
  model Signals
    Sources.Cosine cosine(amplitude=2, f=0.125);
    Sources.ExpSine dying(amplitude=2, f=0.25, damping=0.5);
    Sources.SawTooth saw(amplitude=3, period=0.8);
    Sources.Trapezoid trapezoid(amplitude=2, rising=0.1, width=0.3, falling=0.2, period=0.8);
    Sources.BooleanConstant yes;
    Sources.BooleanTable table(table={0.3, 0.5, 0.9});
    Continuous.Integrator area, sawArea;
    Logical.GreaterEqual greater;
    Logical.LessEqual less;
    Logical.LogicalSwitch choice;
    Logical.Pre before;
    Logical.OnDelay delayed(delayTime=0.05), late(delayTime=0.2);
    Logical.Counter counter;
    Math.IntegerToReal count;
    Math.BooleanToReal number(realTrue=4, realFalse=-1);
  equation
    connect(trapezoid.y, area.u);
    connect(saw.y, sawArea.u);
    connect(saw.y, greater.u1);
    connect(trapezoid.y, greater.u2);
    connect(saw.y, less.u1);
    connect(trapezoid.y, less.u2);
    connect(greater.y, choice.u1);
    connect(table.y, choice.u2);
    connect(less.y, choice.u3);
    connect(table.y, before.u);
    connect(table.y, delayed.u);
    connect(table.y, late.u);
    connect(table.y, counter.u);
    connect(counter.y, count.u);
    connect(table.y, number.u);
    annotation(experiment(StopTime=1));
  end Signals;
  model Arithmetic
    Sources.Constant half(k=0.5), two(k=2), minus(k=-1.6);
    Math.Table2D table(table=[0, 1, 3; 0, 10, 30; 1, 20, 60]);
    Math.Add3 sum(k1=1, k2=10, k3=100);
    Math.MultiProduct product(n=3);
    Math.MatrixGain matrix(K=[1, 2; 3, 4; 5, 6]);
    Math.Power power;
    Math.Tan tan;
    Math.Asin asin;
    Math.Acos acos;
    Math.Atan atan;
    Math.Atan2 atan2;
    Math.Tanh tanh;
    Math.Log log;
    Math.Log10 log10;
    Math.VariableLimiter limiter;
    Math.RealToInteger whole;
  equation
    connect(half.y, table.u1);
    connect(two.y, table.u2);
    connect(half.y, sum.u1);
    connect(two.y, sum.u2);
    connect(minus.y, sum.u3);
    connect(half.y, product.u[1]);
    connect(two.y, product.u[2]);
    connect(minus.y, product.u[3]);
    connect(half.y, matrix.u[1]);
    connect(two.y, matrix.u[2]);
    connect(two.y, power.u1);
    connect(half.y, power.u2);
    connect(half.y, tan.u);
    connect(half.y, asin.u);
    connect(half.y, acos.u);
    connect(half.y, atan.u);
    connect(half.y, atan2.u1);
    connect(minus.y, atan2.u2);
    connect(half.y, tanh.u);
    connect(two.y, log.u);
    connect(two.y, log10.u);
    connect(two.y, limiter.u);
    connect(half.y, limiter.limit1);
    connect(minus.y, limiter.limit2);
    connect(minus.y, whole.u);
    annotation(experiment(StopTime=1));
  end Arithmetic;
  model Heat "Two resistances of heat in a row, a collector, a pressure and a flow between two sources"
    import Sunder.Thermal.*;
    import Sunder.ThermoFluid;
    FixedTemperature hot(T=400), cold(T=300);
    ThermalResistor first(R=2);
    ConvectiveResistor second(Rc=3);
    RelativeTemperatureSensor difference;
    ThermalCollector collector(m=2);
    FixedHeatFlow heater[2](Q_flow={3, 4});
    HeatCapacitor lump(C=7, T(start=300, fixed=true));
    ThermoFluid.Source left(p=3e5), right(p=1e5);
    ThermoFluid.LinearResistance a(linear=1e5), b(linear=1e5);
    ThermoFluid.MassFlowSensor through;
    ThermoFluid.PressureSensor pressure;
  equation
    connect(hot.port, first.port_a);
    connect(first.port_b, second.solid);
    connect(second.fluid, cold.port);
    connect(first.port_b, difference.port_a);
    connect(cold.port, difference.port_b);
    for k in 1:2 loop
      connect(heater[k].port, collector.port_a[k]);
    end for;
    connect(collector.port_b, lump.port);
    connect(left.port, a.port_a);
    connect(a.port_b, through.port_a);
    connect(through.port_b, b.port_a);
    connect(b.port_b, right.port);
    connect(pressure.port, b.port_a);
    annotation(experiment(StopTime=2));
  end Heat;
end MoreBlocks;
// run: simulate $FILE --model MoreBlocks.Rates --method rosenbrock --tolerance 1e-9 --json
// differs: passes because derivatives of aliases are variables too
// json: final.[limited.y] ~ 0.5 1e-8
// json: final.[rate.y] ~ -3.1415926536 1e-8
// json: final.[pid.y] ~ 5 1e-8
// json: final.[slow.y] ~ 0.5 1e-8
// json: final.[late.y] ~ 0.75 1e-8
// json: final.[hold.y] ~ 1 1e-8
// json: final.[triggered.y] ~ 0.7 1e-8
// run: simulate $FILE --model MoreBlocks.Signals --method rosenbrock --tolerance 1e-9 --json
// json: final.[cosine.y] ~ 1.4142135624 1e-9
// json: final.[dying.y] ~ 1.2130613194 1e-9
// json: final.[saw.y] ~ 0.75 1e-9
// json: final.[sawArea.y] ~ 1.275 1e-8
// json: final.[trapezoid.y] ~ 2 1e-9
// json: final.[area.y] ~ 1.2 1e-8
// json: final.[yes.y] == 1
// json: final.[table.y] == 1
// json: final.[greater.y] == 0
// json: final.[less.y] == 1
// json: final.[choice.y] == 0
// json: final.[before.y] == 1
// json: final.[delayed.y] == 1
// json: final.[late.y] == 0
// json: final.[counter.y] == 2
// json: final.[count.y] == 2
// json: final.[number.y] == 4
// run: simulate $FILE --model MoreBlocks.Arithmetic --json
// json: final.[table.y] ~ 30 1e-12
// json: final.[sum.y] ~ -139.5 1e-12
// json: final.[product.y] ~ -1.6 1e-12
// json: final.[matrix.y[3]] ~ 14.5 1e-12
// json: final.[power.y] ~ 1.4142135623731 1e-12
// json: final.[tan.y] ~ 0.5463024898438 1e-12
// json: final.[asin.y] ~ 0.5235987755983 1e-12
// json: final.[acos.y] ~ 1.0471975511966 1e-12
// json: final.[atan.y] ~ 0.4636476090008 1e-12
// json: final.[atan2.y] ~ 2.8387077852148 1e-12
// json: final.[tanh.y] ~ 0.4621171572600 1e-12
// json: final.[log.y] ~ 0.6931471805599 1e-12
// json: final.[log10.y] ~ 0.3010299956640 1e-12
// json: final.[limiter.y] == 0.5
// json: final.[whole.y] == -2
// run: simulate $FILE --model MoreBlocks.Heat --method rosenbrock --tolerance 1e-9 --json
// json: final.[first.Q_flow] ~ 20 1e-9
// json: final.[difference.T_rel] ~ 60 1e-9
// json: final.[lump.T] ~ 302 1e-9
// json: final.[through.m] ~ 1 1e-9
// json: final.[pressure.p] ~ 200000 1e-9
