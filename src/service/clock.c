/// The clock: what frames took is paid back in steps, of which no frame makes too many.
#include "veer/clock.h"
#include "math/vec.h"

#define USUAL_STEPS 5u

VeerClock veer_clock_default(float dt)
{
    return is_tick(dt) ? (VeerClock){0.0, dt, USUAL_STEPS} : (VeerClock){0.0, 0.0f, 0};
}

/// s, at least 0 and at most `most`; NaN is 0.
static double within(double seconds, double most)
{
    return !(seconds > 0.0) ? 0.0 : seconds < most ? seconds : most;
}

uint32_t veer_clock_advance(VeerClock *clock, double seconds)
{
    if (!clock || !is_tick(clock->dt)) {
        return 0;
    }
    double dt = (double)clock->dt;
    double most = ((double)clock->max_steps + 1.0) * dt;
    double left = within(clock->left, dt) + within(seconds, most);
    double steps = trunc(left / dt);
    clock->left = within(left - steps * dt, dt);
    return steps < (double)clock->max_steps ? (uint32_t)steps : clock->max_steps;
}

float veer_clock_fraction(const VeerClock *clock)
{
    bool is_good = clock && is_tick(clock->dt);
    return is_good ? (float)(within(clock->left, (double)clock->dt) / (double)clock->dt) : 0.0f;
}
