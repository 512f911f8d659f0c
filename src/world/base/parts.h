/// Worlds that are not alone: one part of a larger one each, or the same one in many processes.
#ifndef VEER_WORLD_PARTS_H
#define VEER_WORLD_PARTS_H

#include "veer/space.h"
#include "veer/world.h"

/// When a world that is one part of a larger one hears of the others in the middle of its tick, so
/// that all is as in the whole.
typedef enum VeerShardStage {
    VEER_SHARD_SEEN = 0, ///< ghosts are put to where they are; no value
    VEER_SHARD_MOVED,    ///< ghosts get their displacements before contacts; no value
    VEER_SHARD_MOST,     ///< the value becomes the greatest of all parts
    VEER_SHARD_FOUND,    ///< the value becomes the sum of all parts
    VEER_SHARD_ROUND,    ///< ghosts get their displacements after a round; the greatest value
    VEER_SHARD_CUT,      ///< ghosts get what they may go of them; the greatest value
} VeerShardStage;

/// Whose an agent of a part is.
typedef enum VeerShardKind {
    VEER_SHARD_NOBODY = 0,
    VEER_SHARD_OWN,
    VEER_SHARD_GHOST ///< a copy of another part's: it is seen, and decides nothing
} VeerShardKind;

/// Which of the equal parts that a step is made in.
typedef struct VeerSubstep {
    uint32_t index, count;
} VeerSubstep;

/// What a world that is one part of a larger one has to know of the others in its tick.
typedef struct VeerParts {
    /// Asks the other parts. @return what the value is in the whole
    float (*ask)(void *user, VeerWorld *world, VeerShardStage stage, float value);
    void *user;
    const uint8_t *kinds; ///< kinds[max_agents], by slot: VeerShardKind
    VeerBounds inner;     ///< m: who is in it, lower <= position < upper, senses no ghost
    float step;           ///< s, of the whole step
    float dt;             ///< s, of this substep of it
    VeerSubstep substep;
} VeerParts;

/// How processes that have one world each, the same, decide together in the middle of its tick:
/// each for some of the agents.
typedef struct VeerSharing {
    /// Of count entries of agent_index this process decides for [*begin, *end).
    void (*part)(void *user, uint32_t count, uint32_t *begin, uint32_t *end);
    /// They are decided: all others get their decisions.
    void (*share)(void *user, VeerWorld *world);
    void *user;
} VeerSharing;

#endif
