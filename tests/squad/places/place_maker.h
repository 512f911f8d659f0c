/// Searches for places to test.
#ifndef VEER_TEST_SQUAD_PLACE_MAKER_H
#define VEER_TEST_SQUAD_PLACE_MAKER_H

#include "veer/formation.h"

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "math/vec.h"
#include "support/suite.h"

enum { MOST = 64, SEED = 43 };

// Discs in the plane, and the calls of the callbacks.
typedef struct Ground {
    VeerVec3 discs[MOST];
    float radii[MOST];
    uint32_t disc_count;
    float platform; // m: radius of the floor; 0: no floor
    VeerVec3 probes[256];
    uint32_t probe_count;
} Ground;

static inline float clearance(void *context, VeerVec3 point)
{
    const Ground *ground = context;
    float least = INFINITY;
    for (uint32_t i = 0; i < ground->disc_count; i++) {
        least = min_f(least, length3(sub3(ground->discs[i], point)) - ground->radii[i]);
    }
    return least;
}

static inline float floor_below(void *context, VeerVec3 point)
{
    const Ground *ground = context;
    bool is_above = point.z >= 0.0f && length2(plane2(point)) <= ground->platform;
    return is_above ? point.z : INFINITY;
}

// Notes the probe, and finds it invalid.
static inline bool note(void *context, const VeerPlaceProbe *probe)
{
    Ground *ground = context;
    assert_true(ground->probe_count < 256u);
    ground->probes[ground->probe_count++] = probe->point;
    return false;
}

#endif
