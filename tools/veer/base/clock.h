/// Clocks, in seconds.
#ifndef VEER_TOOLS_CLOCK_H
#define VEER_TOOLS_CLOCK_H

/// On a clock that only goes forward.
double veer_clock_wall(void);

/// Processor time of this thread: what else runs on the machine does not count.
double veer_clock_thread(void);

#endif
