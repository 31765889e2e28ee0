// --fast takes states, arrays and components: each of these stands for all of its states.
package FastNames
  model Sensor
    parameter Real u = 1;
    Real y(start = 0, fixed = true);
    Real z(start = 0, fixed = true);
  equation
    der(y) = 1000*(u - y);
    der(z) = 500*(y - z);
  end Sensor;

  model Plant
    Sensor sensor(u = 2);
    Real x[2](each start = 1, each fixed = true);
    Real xx(start = 1, fixed = true);
  equation
    der(x[1]) = -x[1];
    der(x[2]) = x[1] - x[2];
    der(xx) = -0.5*xx;
    annotation(experiment(StopTime = 1));
  end Plant;
end FastNames;
// run: simulate $FILE --model FastNames.Plant --method multirate --fast sensor --json
// json: status.ok == true
// json: partition.fast == ["sensor.y", "sensor.z"]
// run: simulate $FILE --model FastNames.Plant --method mixed-euler --step 0.001 --fast sensor.y,x --json
// json: partition.fast == ["sensor.y", "x[1]", "x[2]"]
// run: simulate $FILE --model FastNames.Plant --method rosenbrock --fast sens
// status: 1
//err| error[E0801]: the model has no state 'sens'
