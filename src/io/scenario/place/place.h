/// Where bodies are put: places of a file as positions.
#ifndef VEER_IO_PLACE_H
#define VEER_IO_PLACE_H

#include "io/base/packing.h"
#include "io/scenario/base/base.h"

/// Reads the place (or goal) at `node`.
/// @param kinds  VEER_PLACE_KINDS or VEER_GOAL_KINDS
bool veer_load_place(VeerLoader *loader, const VeerNode *node, uint32_t kinds, VeerPlaceSpec *spec);

/// How many bodies a place holds by itself; 0: any number.
uint32_t veer_place_count(const VeerPlaceSpec *spec);

/// What bodies are to be placed.
typedef struct VeerPlaceRequest {
    const VeerNode *node; ///< of the place, for messages
    const VeerPlaceSpec *spec;
    const float *radii; ///< radii[count], m
    uint32_t count;
    VeerPurpose purpose;
    uint32_t owner;         ///< with the purpose: whose random numbers
    uint32_t other_count;   ///< so many groups, the first, keep their ground
    bool is_goal;           ///< the goals of the others are what counts
    const VeerVec3 *starts; ///< starts[count], from which there should be a path; NULL: no matter
} VeerPlaceRequest;

/// Finds a position for each of request->count bodies: out[count].
bool veer_place_bodies(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out);

/// Random places that do not overlap: discs and boxes.
bool veer_place_random(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out);

/// Adds the balls that are where they were put; or for goals: that stay there.
void veer_place_add_balls(const VeerScenario *scenario, bool is_goal, VeerPacking *packing);

/// Whether a body of this radius and gap is clear of all walls, blocks and boxes, and of what is
/// blocked on the map.
/// Cost O(vertices of all).
bool veer_is_clear_of_walls(const VeerLoader *loader, VeerVec3 position, float side);

#endif
