/// Inside of the pilot: what it expects of others (forecast.c), and what a manoeuvre among them
/// costs when it is simulated (danger.c).
#ifndef VEER_AVOID_PILOT_PILOT_H
#define VEER_AVOID_PILOT_PILOT_H

#include "veer/avoid.h"

#define VEER_PILOT_LEGS 10
#define VEER_PILOT_BODIES 32 ///< the nearest are looked at
/// Bodies of a leg are counted up to a multiple of this.
#define VEER_PILOT_LANES 4u

/// One leg of time: the bodies that a manoeuvre can come near to in it at all, as columns, so that
/// it is simulated against all of them at once.
typedef struct VeerForecastLeg {
    float start, duration;      ///< s
    uint32_t lanes;             ///< a whole number of vectors: empty lanes are out of reach
    float x[VEER_PILOT_BODIES]; ///< m from the agent's centre now, at the start
    float y[VEER_PILOT_BODIES];
    float z[VEER_PILOT_BODIES];
    float move_x[VEER_PILOT_BODIES]; ///< m, until the end
    float move_y[VEER_PILOT_BODIES];
    float move_z[VEER_PILOT_BODIES];
    float reach[VEER_PILOT_BODIES]; ///< m, sum of the radii
    float doubt[VEER_PILOT_BODIES]; ///< m, by which the gap may be off
    float trust[VEER_PILOT_BODIES]; ///< how far aside it goes itself, as a part of what the agent
                                    ///< does
} VeerForecastLeg;

/// Where bodies will be.
typedef struct VeerForecast {
    float horizon; ///< s
    uint32_t count;
    float attention[VEER_PILOT_BODIES];                      ///< s: how long each is heeded
    float doubt[VEER_PILOT_BODIES];                          ///< m: by which gaps may be off
    VeerVec3 places[VEER_PILOT_LEGS + 1][VEER_PILOT_BODIES]; ///< at the ends of the legs; 0: now
    VeerForecastLeg legs[VEER_PILOT_LEGS];
} VeerForecast;

/// Predicts the neighbours of a view up to a horizon: straight on, but for the bounces of those
/// that bounce, off each other and off the bounds.
void veer_pilot_foresee(const VeerView *view, float horizon, VeerForecast *forecast);

/// The cost of the danger on a manoeuvre, simulated with the body's own motion: what it meets, soon
/// more than late, and what it passes near. 0: nothing.
///
/// @param command  m/s, the velocity that the body is told to have from now on
/// @param enough   costs beyond this need not be told apart
float veer_pilot_danger(const VeerView *view, const VeerForecast *forecast, VeerVec3 command,
                        float enough);

/// Marks on the view's trace the simulated manoeuvre, leg by leg, and where the bodies go
/// meanwhile.
///
/// @param simulations  how many it took to find it: the value of the marks of its legs
void veer_pilot_trace(const VeerView *view, const VeerForecast *forecast, VeerVec3 command,
                      uint32_t simulations);

/// As veer_avoid_pilot, for a view that is good.
VeerAvoidResult veer_pilot_decide(const VeerView *view, const VeerAvoidParams *params,
                                  VeerVec3 preferred);

#endif
