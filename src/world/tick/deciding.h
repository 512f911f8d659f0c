/// What decisions read and write of agents, in the order of their places.
///
/// Agents decide in the order of cells, and their columns are stored by slot: each would be a line
/// of memory of its own. What a batch needs is noted before by who goes through slots, and taken
/// over after it.
#ifndef VEER_WORLD_TICK_DECIDING_H
#define VEER_WORLD_TICK_DECIDING_H

#include "world/tick/tick.h"

/// How an agent comes to its safe velocity.
typedef enum VeerDecides {
    VEER_DECIDES_NOTHING = 0, ///< it keeps its preferred one
    VEER_DECIDES_IN_BATCH,    ///< with others: see batch.h
    VEER_DECIDES_ALONE,
} VeerDecides;

/// What a decision in a batch reads of an agent and then what came of it, beside its VeerCrowdBody.
struct VeerDeciding {
    VeerVec2 velocity; ///< m/s: the preferred one; then the safe one
    union {
        float velocity_z; ///< m/s, in space
        float height;     ///< m, in the plane
    };
    float max_speed;        ///< m/s
    float jam;              ///< of its VeerCrowdMemory
    float reach, clearance; ///< as VeerScratchColumns
    uint16_t profile;
    uint8_t kind; ///< a VeerDecides
    uint8_t is_avoiding;
};

/// m/s: the preferred one; then the safe one.
static inline VeerVec3 veer_deciding_velocity(const VeerWorld *world, uint32_t entry)
{
    const VeerDeciding *notes = &world->deciding[entry];
    float z = world->def.space == VEER_SPATIAL ? notes->velocity_z : 0.0f;
    return (VeerVec3){notes->velocity.x, notes->velocity.y, z};
}

/// Notes what an agent decides by, once its preferred velocity is known.
void veer_deciding_note(VeerWorld *world, uint32_t slot);
/// Notes what an agent decided in a batch.
void veer_deciding_answer(const VeerWorld *world, uint32_t entry, const VeerAvoidResult *result);
/// Has an agent decide alone, who is told by its columns.
void veer_deciding_leave(VeerWorld *world, uint32_t entry);
/// Takes over what the agents with the entries [begin, end) decided, but for those that decided
/// alone.
void veer_deciding_take(VeerWorld *world, uint32_t begin, uint32_t end);

#endif
