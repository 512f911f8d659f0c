/// Inside of the pilot: what it expects of others, and what a flight among them costs.
#ifndef VEER_AVOID_PILOT_PILOT_H
#define VEER_AVOID_PILOT_PILOT_H

#include "veer/avoid.h"

#define VEER_PILOT_LEGS 10
#define VEER_PILOT_BODIES 32 ///< the nearest are looked at
/// Bodies of a leg are counted up to a multiple of this.
#define VEER_PILOT_LANES 4u
/// How far nearness is felt, own radii.
#define VEER_PILOT_FEELING_RADII 1.0f
/// Lengths below this count as this, m: what has no size at all is met all the same.
#define VEER_PILOT_LEAST_LENGTH 1e-3f

/// One leg of time: the bodies that a flight can come near to in it at all, as columns, so that it
/// is flown against all of them at once.
typedef struct VeerForecastLeg {
    float start, duration;      ///< s
    uint32_t lanes;             ///< a whole number of vectors: what is over is out of reach
    float x[VEER_PILOT_BODIES]; ///< m from the agent's centre now, at the start
    float y[VEER_PILOT_BODIES];
    float z[VEER_PILOT_BODIES];
    float way_x[VEER_PILOT_BODIES]; ///< m, until the end
    float way_y[VEER_PILOT_BODIES];
    float way_z[VEER_PILOT_BODIES];
    float reach[VEER_PILOT_BODIES]; ///< m, sum of the radii
    float trust[VEER_PILOT_BODIES]; ///< how far aside it goes too, as a part of what the agent does
} VeerForecastLeg;

/// Where bodies will be.
typedef struct VeerForecast {
    float horizon; ///< s
    uint32_t count;
    float attention[VEER_PILOT_BODIES];                      ///< s: how long each is looked at
    VeerVec3 places[VEER_PILOT_LEGS + 1][VEER_PILOT_BODIES]; ///< at the ends of the legs; 0: now
    VeerForecastLeg legs[VEER_PILOT_LEGS];
} VeerForecast;

/// Foresees the neighbours of a view up to a horizon: straight on, but for the bounces of those
/// that bounce, off each other and off the bounds.
void veer_pilot_foresee(const VeerView *view, float horizon, VeerForecast *forecast);

/// The cost of the danger on a flight that wishes `wish` from now on, with the body's own motion:
/// what it meets, soon more than late, and what it passes near. 0: nothing.
///
/// @param enough  no more than this need be told apart
float veer_pilot_danger(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish,
                        float enough);

/// Marks on the view's trace the flight that a wish means, leg by leg, and whither the bodies go
/// meanwhile.
///
/// @param flights  how many were flown to find it: the value of the marks of its legs
void veer_pilot_trace(const VeerView *view, const VeerForecast *forecast, VeerVec3 wish,
                      uint32_t flights);

#endif
