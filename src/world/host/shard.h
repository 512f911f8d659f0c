/// The door of shards: worlds that hold some of the agents of a larger one, and copies of those
/// near them. What spreads a world over processes goes by it (src/bridge/mpi); the core knows no
/// more of them than VeerParts.
///
/// An agent of a shard is its own, or a ghost: a copy of another shard's. Ghosts are there to be
/// seen, and decide nothing: in the middle of a tick, when all own agents that see none have
/// decided, they are put to where they are, and then get what contacts ask of them.
///
/// What cannot be spread so is shared: each process has the whole, and in the middle of a tick gets
/// the decisions of the agents that others decide for.
#ifndef VEER_WORLD_HOST_SHARD_H
#define VEER_WORLD_HOST_SHARD_H

#include "veer/shard.h"
#include "world/host/export.h"
#include "world/host/sections.h"
#include "world/tick/tick.h"

#define VEER_DECLARE_FIELD(type, name, rule) type name;
/// All that is saved of an agent, by values that mean the same in every shard.
typedef struct VeerShardAgent {
    VEER_AGENT_COLUMNS(VEER_DECLARE_FIELD, VEER_LEAVE_OUT)
    VEER_AGENT_BODY_COLUMNS(VEER_DECLARE_FIELD)
    VeerAgentId goal_target; ///< an obstacle's
    VeerProfile profile;     ///< users is 0
} VeerShardAgent;
#undef VEER_DECLARE_FIELD

/// What contacts ask of a ghost in a stage of a tick.
typedef struct VeerShardMove {
    VeerVec3 value;     ///< MOVED: its velocity, m/s; ROUND: displacement, m; CUT: x, 0 to 1
    uint32_t is_moving; ///< ROUND
} VeerShardMove;

/// What of a shard's own agents matters to how far they see.
typedef struct VeerShardReach {
    float sense_range; ///< m, the greatest
    float radius;      ///< m, the greatest
    float speed;       ///< m/s, the greatest that one has, or may have
    float far;         ///< m, the greatest coordinate
    float quickness;   ///< 1/s: the greatest, see veer_agent_quickness
    uint32_t count;    ///< agents that are its own
} VeerShardReach;

struct VeerShardDoor {
    /// What of a world cannot be spread over shards; NULL: nothing. Cost O(agents + obstacles).
    const char *(*refusal)(const VeerWorld *world);
    /// A shard without agents: time, obstacles and lists of behaviours are as in another world.
    /// Allocates. @param with_agents  with these, too, in the same slots: a shard with more room
    VeerStatus (*make)(const VeerWorld *from, uint32_t max_agents, bool with_agents,
                       VeerWorld **out);
    uint32_t (*id)(const VeerWorld *shard, uint32_t slot);
    VeerVec3 (*position)(const VeerWorld *shard, uint32_t slot);
    void (*get)(const VeerWorld *shard, uint32_t slot, VeerShardAgent *out);
    /// What others see of an agent, all else of it zero: what a ghost has.
    void (*get_seen)(const VeerWorld *shard, uint32_t slot, VeerShardAgent *out);
    /// Where an agent is, with what rounding took from that: the two alone are changed in *out.
    void (*get_place)(const VeerWorld *shard, uint32_t slot, VeerShardAgent *out);
    /// @param slot  of an agent that it takes the place of; VEER_NO_SLOT: a new one
    /// @return its slot; VEER_NO_SLOT: there is no room for it, or for its profile
    uint32_t (*put)(VeerWorld *shard, uint32_t slot, const VeerShardAgent *agent);
    /// Takes an agent out, which is no event.
    void (*drop)(VeerWorld *shard, uint32_t slot);
    /// Once agents are put and dropped between two ticks.
    void (*settle)(VeerWorld *shard);
    /// The pairs that touch, pairs[*count]; of their agents the handles are the shard's.
    const VeerPair *(*pairs)(const VeerWorld *shard, uint32_t *count);
    void (*sort_pairs)(VeerPair *pairs, uint32_t count);
    /// In any order. What there is no room for is dropped and counted.
    void (*set_pairs)(VeerWorld *shard, VeerPair *pairs, uint32_t count);
    /// @param kinds  kinds[slots]: VeerShardKind
    void (*reach)(const VeerWorld *shard, const uint8_t *kinds, VeerShardReach *out);
    /// m, from an agent's centre: what is beyond it does not matter to its next tick.
    float (*halo)(const VeerShardReach *greatest, float dt);
    /// What an agent adds to veer_world_hash.
    uint64_t (*hash)(const VeerWorld *shard, uint32_t slot);
    /// How many substeps a step of dt is made in.
    uint32_t (*substeps)(const VeerShardReach *greatest, float dt);
    VeerStatus (*substep)(VeerWorld *shard, const VeerParts *parts);
    void (*get_move)(const VeerWorld *shard, VeerShardStage stage, uint32_t slot,
                     VeerShardMove *out);
    void (*put_move)(VeerWorld *shard, VeerShardStage stage, uint32_t slot,
                     const VeerShardMove *move);
    /// Time, obstacles and all else that a shard has as the whole.
    void (*copy_rest)(VeerWorld *to, const VeerWorld *from);
    /// Steps a whole world, which other processes step, too: each decides for some of its agents.
    VeerStatus (*step_shared)(VeerWorld *whole, float dt, const VeerSharing *sharing);
    /// Appends the decisions of some entries of the index.
    /// @param words  words[VEER_DECISION_WORDS * (end - begin)] @return how many were written
    size_t (*get_decisions)(const VeerWorld *whole, uint32_t begin, uint32_t end, uint32_t *words);
    /// Takes over what get_decisions wrote elsewhere.
    void (*put_decisions)(VeerWorld *whole, uint32_t begin, uint32_t end, const uint32_t *words);
    // Packed states, by blocks of VEER_PACK_BLOCK bytes of the whole's state: see export.h, pack.h.
    uint32_t (*sections)(const VeerWorld *world, VeerShardSection *out);
    const unsigned char *(*state)(const VeerWorld *whole, size_t *size);
    void (*export_head)(const VeerWorld *whole, void *out);
    uint64_t (*sum)(uint64_t at, const void *bytes, size_t size);
    size_t (*pack)(const unsigned char *bytes, size_t size, unsigned char *out);
    VeerStatus (*import_begin)(VeerImport *import, VeerWorld *whole, const void *head,
                               uint64_t size);
    void (*import_feed)(VeerImport *import, const void *bytes, size_t size);
    VeerStatus (*import_end)(VeerImport *import, VeerStateFault *fault);
};

#endif
