/// Telling worlds apart: which field of whom is the first that differs between two, and, by eight
/// bytes a tick, which agent differs from that of another machine.
#ifndef VEER_DIFF_H
#define VEER_DIFF_H

#include "veer/world.h"

/// The first thing that differs between two worlds.
typedef struct VeerWorldDifference {
    const char *what; ///< the field, as "agent.position"; a constant. NULL: nothing differs
    uint32_t slot;    ///< of the agent, the obstacle, the squad ... that it is of; else 0
    uint32_t id;      ///< of an agent its id; else 0
    uint32_t number;  ///< which number of the field: a coordinate of a vector; of a struct a byte
    double a, b;      ///< that number in each world, rounded to a double
} VeerWorldDifference;

/// Names the first thing that differs between the states of two worlds: their clock, then agents
/// by slot, obstacles, squads, the map, routes, and what else they consist of. Of what is there in
/// one world only, that is what is named ("agent.is_alive"). Equal states have equal hashes; states
/// with equal hashes may differ in what does not matter, as in which slots agents are.
///
/// @param out  filled with VEER_OK, else untouched
/// @return VEER_OK, also when they differ; VEER_BAD_VALUE for NULL; VEER_BUSY within a step;
///         VEER_WRONG_DEF, VEER_WRONG_MAP: they were made by different ones
/// Cost O(state).
VEER_API VeerStatus veer_world_diff(const VeerWorld *a, const VeerWorld *b,
                                    VeerWorldDifference *out);

/// Sums over a state, small enough to be sent to peers or kept for every tick.
typedef struct VeerWorldDigest {
    uint32_t hash;     ///< the lower half of veer_world_hash
    uint32_t weighted; ///< the same sum with a weight for each part
} VeerWorldDigest;

/// The digest of a world; zeros where its hash is 0. Cost as veer_world_hash.
VEER_API VeerWorldDigest veer_world_digest(const VeerWorld *world);

/// What has a hash of its own in that of a world.
typedef enum VeerPartKind {
    VEER_PART_NONE = 0, ///< nothing differs
    VEER_PART_SEVERAL,  ///< more than one part, or one that only the other world has
    VEER_PART_CLOCK,    ///< seed and time
    VEER_PART_AGENT,
    VEER_PART_OBSTACLE,
    VEER_PART_BEHAVIOUR_LIST,
    VEER_PART_SQUAD,
    VEER_PART_ASSIGNMENT, ///< of members to places, under way
    VEER_PART_MAP,        ///< with links and shared fields
    VEER_PART_MESSAGES,   ///< that wait
    VEER_PART_KIND_COUNT
} VeerPartKind;

/// A part of a world.
typedef struct VeerWorldPart {
    VeerPartKind kind; ///< what it is
    uint32_t name;     ///< an agent's id; an obstacle's, a list's or a squad's slot; else 0
} VeerWorldPart;

/// The name of a kind of part ("agent", "behaviour list", ...); NULL for any other number.
VEER_API const char *veer_part_kind_name(VeerPartKind kind);

/// Which part of a world differs from that of another, by the other's digest: an agent that is the
/// first to go another way is named at the tick when it does. Where several differ, it says so, but
/// for a chance of parts / 2^32.
///
/// @param other  the digest of the other world, of the same tick
/// @return the part; VEER_PART_SEVERAL also where two agents of one id may be meant
/// Cost O(agents + obstacles).
VEER_API VeerWorldPart veer_world_locate(const VeerWorld *world, VeerWorldDigest other);

#endif
