/// How a recording is laid out: a head, what it begins with, packed, then ticks. docs/replay.md.
#ifndef VEER_IO_REPLAY_FORMAT_H
#define VEER_IO_REPLAY_FORMAT_H

#include "veer/replay.h"

#define VEER_REPLAY_MAGIC "veerplay"
/// Grows when the same bytes begin to mean something else.
#define VEER_REPLAY_FORMAT 4u

/// The head.
typedef struct VeerReplayHead {
    unsigned char magic[8];
    uint32_t format, library; ///< VEER_REPLAY_FORMAT, VEER_VERSION
    uint64_t size;            ///< bytes of the beginning
    uint64_t packed;          ///< bytes that it takes, packed
    uint32_t check, unused;   ///< of the packed bytes; 0
} VeerReplayHead;

_Static_assert(sizeof(VeerReplayHead) == 40, "the same on every machine, without padding");

/// The first byte of a tick: a VeerAdvance, or the end, and what follows.
enum {
    VEER_TICK_END = 3,
    VEER_TICK_KIND = 3,
    VEER_TICK_HAS_DT = 4,        ///< another dt than the tick before
    VEER_TICK_HAS_CHANGES = 8,   ///< the host did something
    VEER_TICK_HAS_CALLBACKS = 16 ///< VeerReplayTick.has_callbacks
};

/// Bytes of a tick's check, the last that it has.
#define VEER_TICK_CHECK 2u

/// Takes a world on by a VeerAdvance. @return as the world does; VEER_BAD_VALUE for none
static inline VeerStatus veer_advance_world(VeerWorld *world, unsigned advance, float dt)
{
    switch (advance) {
    case VEER_ADVANCE_STEP:
        return veer_world_step(world, dt);
    case VEER_ADVANCE_STEER:
        return veer_world_steer(world, dt);
    case VEER_ADVANCE_MOVED:
        return veer_world_moved(world, dt);
    default:
        return VEER_BAD_VALUE;
    }
}

#endif
