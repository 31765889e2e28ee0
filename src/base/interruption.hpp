// Whether this process was asked to stop: what a program tells its caller in the end.
#pragma once

namespace sunder {

/// The signal that a SignalScope has routed to its token; 0: none.
int received_signal();

}  // namespace sunder
