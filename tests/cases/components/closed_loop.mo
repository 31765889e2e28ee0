// A loop of bodies needs a cut joint: the message says where the loop is closed, and by what.
package ClosedLoop
  model Plane "Four bars"
    inner Sunder.Planar.World world;
    Sunder.Planar.Fixed other(r={1, 0});
    Sunder.Planar.Revolute j1, j2, j3, j4;
    Sunder.Planar.Bar a(r={1, 0}), b(r={1, 0}), c(r={1, 0});
  equation
    connect(world.frame_b, j1.frame_a);
    connect(j1.frame_b, a.frame_a);
    connect(a.frame_b, j2.frame_a);
    connect(j2.frame_b, b.frame_a);
    connect(b.frame_b, j3.frame_a);
    connect(j3.frame_b, c.frame_a);
    connect(c.frame_b, j4.frame_a);
    connect(j4.frame_b, other.frame_b);
  end Plane;
  model Space "Two ways from the world to a body"
    inner Sunder.MultiBody.World world;
    Sunder.MultiBody.Free free;
    Sunder.MultiBody.Spherical ball;
    Sunder.MultiBody.BodyAtCentre body(m=1);
  equation
    connect(world.frame_b, free.frame_a);
    connect(free.frame_b, body.frame_a);
    connect(world.frame_b, ball.frame_a);
    connect(ball.frame_b, body.frame_a);
  end Space;
end ClosedLoop;
// run: check $FILE --model ClosedLoop.Plane
// status: 1
//err| $FILE:16:5: error[E0218]: a loop of connected components is closed here, through 'j4.frame_b'
//err|         connect(j4.frame_b, other.frame_b);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   help: make one joint of the loop a Sunder.Planar.CutJoint
// run: check $FILE --model ClosedLoop.Space
// status: 1
//err| $FILE:27:5: error[E0218]: a loop of connected components is closed here, through 'ball.frame_b'
//err|         connect(ball.frame_b, body.frame_a);
//err|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//err|   help: make one joint of the loop a Sunder.MultiBody.CutJoint
