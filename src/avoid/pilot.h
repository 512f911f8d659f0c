/// Inside of the pilot: what it expects of others, and what a flight among them costs.
#ifndef VEER_AVOID_PILOT_H
#define VEER_AVOID_PILOT_H

#include "veer/avoid.h"

#define VEER_PILOT_LEGS 8
#define VEER_PILOT_BODIES 32 ///< the nearest are looked at

/// Where bodies will be, as columns: each leg of time is flown against all of them at once.
typedef struct VeerForecast {
    uint32_t count;
    uint32_t lanes; ///< count, rounded up to a whole vector: what lies beyond is out of reach
    float times[VEER_PILOT_LEGS + 1]; ///< s
    float x[VEER_PILOT_LEGS + 1][VEER_PILOT_BODIES];
    float y[VEER_PILOT_LEGS + 1][VEER_PILOT_BODIES];
    float z[VEER_PILOT_LEGS + 1][VEER_PILOT_BODIES];
    float reach[VEER_PILOT_BODIES]; ///< m, sum of the radii
} VeerForecast;

/// Foresees the neighbours of a view up to a horizon: straight on, but for the next bounce of each
/// that bounces, off another or off the bounds.
void veer_pilot_foresee(const VeerView *view, float horizon, VeerForecast *forecast);

/// The cost of the danger on a flight that wishes `wish` from now on, with the body's own motion:
/// what it meets, soon more than late, and what it passes near. 0: nothing.
///
/// @param enough  no more than this need be told apart
float veer_pilot_danger(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish,
                        float enough);

/// Marks on the view's trace the flight that a wish means, and whither the bodies go meanwhile.
void veer_pilot_trace(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish);

/// Where a body is at the end of a leg (0: now), m from the agent's centre now.
static inline VeerVec3 veer_forecast_place(const VeerForecast *forecast, uint32_t body, int leg)
{
    return (VeerVec3){forecast->x[leg][body], forecast->y[leg][body], forecast->z[leg][body]};
}

#endif
