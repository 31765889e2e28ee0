// What is connected to a bus and has no known type is diagnosed.
expandable connector Bus
end Bus;
model Sensor
  Unknown y;
end Sensor;
model M
  Sensor sensor;
  Bus bus;
equation
  connect(sensor.y, bus.speed);
end M;
// run: check $FILE --model M
// status: 1
//err| $FILE:5:3: error[E0202]: unknown type 'Unknown'
//err|       Unknown y;
//err|       ^~~~~~~
//err| $FILE:11:11: error[E0218]: 'sensor.y' is not a connector
//err|       connect(sensor.y, bus.speed);
//err|               ^~~~~~~~
//err|   note: $FILE:5:11: declared here
//err|       Unknown y;
//err|               ^
