/// Corners of bare walls: where taut paths turn.
#ifndef VEER_WORLD_OUTLINE_CORNERS_H
#define VEER_WORLD_OUTLINE_CORNERS_H

#include "space/tree.h"
#include "world/base/base.h"

/// Corners have numbers from 1: those of the two ends of each wall, on up to two sides of each.
#define VEER_CORNER_OF(wall, end, side) (((wall) << 2 | (end) << 1 | (side)) + 1u)

/// One body among the walls, which are seen from where it is: exact far from the origin too.
typedef struct VeerOutlineLook {
    const VeerWorld *world;
    VeerVec3 position, compensation;
    bool is_far;
    float radius;       ///< m
    float lower, upper; ///< m, of height
    uint32_t mask;      ///< layers of walls
} VeerOutlineLook;

VeerOutlineLook veer_outline_look(const VeerWorld *world, uint32_t slot);

/// Brings the corners of all ends up to date: where walls leave more than a half turn free about an
/// end, taut paths may turn there.
void veer_corners_build(VeerWorld *world);

/// Whether paths lead past a wall: a body meets it at all, by height and layer, and it rests. What
/// moves is left to avoidance.
bool veer_outline_meets(const VeerOutlineLook *look, uint32_t wall);
/// m, from the body to an end of a wall.
VeerVec2 veer_outline_end(const VeerOutlineLook *look, uint32_t wall, uint32_t end);

/// A corner as a body passes it. Offsets from the body, m.
typedef struct VeerCornerPass {
    VeerVec2 vertex;
    VeerVec2 at;       ///< the point that is as far from both walls
    VeerVec2 rim[2];   ///< where the turn begins and ends
    VeerVec2 edges[2]; ///< unit vectors along the sides of what it turns round
} VeerCornerPass;

/// How many points an end is passed at: 0: it is no corner.
uint32_t veer_corner_sides(const VeerWorld *world, uint32_t wall, uint32_t end);
VeerCornerPass veer_corner_pass(const VeerOutlineLook *look, uint32_t corner);

/// Visits walls near a segment (m, from the body). @param range  m
void veer_outline_sweep(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to, float range,
                        bool (*visit)(void *context, uint32_t wall), void *context);
/// Visits walls near a point, m from the body: see veer_tree_near.
void veer_outline_near(const VeerOutlineLook *look, VeerVec2 from, float range,
                       VeerTreeReach *visit, void *context);
/// Whether a wall leaves a body no room along a segment.
bool veer_outline_bars(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to, uint32_t wall);
/// Whether a body has room along a segment.
bool veer_outline_is_free(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to);
/// The first wall that a body meets on its straight way; VEER_NO_SLOT: none.
uint32_t veer_outline_hit(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to);

#endif
