/// Decisions, packed: a mask of what is not zero, then that.
#include "world/tick/decision.h"

#include "space/index.h"

#include <string.h>

/// What most decisions leave zero, word by word.
typedef struct Sparse {
    VeerVec3 safe;
    VeerAvoidMemory memory;
    float clearance;
} Sparse;

enum {
    SPARSE_WORDS = sizeof(Sparse) / sizeof(uint32_t),
    IS_AVOIDING = 1 << SPARSE_WORDS,
    IS_QUEUING = IS_AVOIDING << 1,
    HAS_NEAR = IS_AVOIDING << 2,   ///< the range of what is near follows, then so many entries
    NEAR_SHIFT = SPARSE_WORDS + 3, ///< of their count
};

_Static_assert(sizeof(Sparse) % sizeof(uint32_t) == 0, "whole words");
_Static_assert(1 + SPARSE_WORDS + 1 + VEER_MAX_CONTACTS <= VEER_DECISION_WORDS, "there is room");

static VeerSensedNear *near_of(const VeerWorld *world, uint32_t slot)
{
    return &world->sensed_near[world->agent_index->keys[slot]];
}

static uint32_t count_near(const VeerSensedNear *near)
{
    uint32_t count = 0;
    while (count < VEER_MAX_CONTACTS && near->entries[count] != VEER_NO_SLOT) {
        count++;
    }
    return count;
}

static uint32_t write_near(const VeerSensedNear *near, uint32_t *words)
{
    uint32_t count = count_near(near);
    memcpy(words, &near->range, sizeof *words);
    memcpy(words + 1, near->entries, count * sizeof *words);
    return 1u + count;
}

static uint32_t flags_of(const VeerWorld *world, uint32_t slot)
{
    const VeerSensedNear *near = near_of(world, slot);
    uint32_t flags = world->agent.is_avoiding[slot] ? IS_AVOIDING : 0;
    flags |= world->map.head && world->map.routes.all[slot].is_queuing ? IS_QUEUING : 0;
    return near->range > 0.0f ? flags | HAS_NEAR | count_near(near) << NEAR_SHIFT : flags;
}

uint32_t veer_decision_write(const VeerWorld *world, uint32_t slot, uint32_t *words)
{
    Sparse sparse = {world->agent.safe[slot], world->agent.memory[slot],
                     world->scratch.clearance[slot]};
    uint32_t all[SPARSE_WORDS], count = 1, mask = flags_of(world, slot);
    memcpy(all, &sparse, sizeof all);
    for (uint32_t i = 0; i < SPARSE_WORDS; ++i) {
        words[count] = all[i];
        count += all[i] != 0;
        mask |= (uint32_t)(all[i] != 0) << i;
    }
    words[0] = mask;
    return mask & HAS_NEAR ? count + write_near(near_of(world, slot), words + count) : count;
}

/// @param words  words[1 + count]
static void read_near(VeerSensedNear *near, uint32_t count, const uint32_t *words)
{
    memcpy(&near->range, words, sizeof *words);
    memcpy(near->entries, words + 1, count * sizeof *words);
    if (count < VEER_MAX_CONTACTS) {
        near->entries[count] = VEER_NO_SLOT;
    }
}

uint32_t veer_decision_read(VeerWorld *world, uint32_t slot, const uint32_t *words)
{
    uint32_t all[SPARSE_WORDS], count = 1, mask = words[0];
    Sparse sparse;
    for (uint32_t i = 0; i < SPARSE_WORDS; ++i) {
        bool is_set = mask >> i & 1u;
        all[i] = is_set ? words[count] : 0;
        count += is_set;
    }
    memcpy(&sparse, all, sizeof all);
    world->agent.safe[slot] = sparse.safe;
    world->agent.memory[slot] = sparse.memory;
    world->scratch.clearance[slot] = sparse.clearance;
    world->agent.is_avoiding[slot] = (mask & IS_AVOIDING) != 0;
    near_of(world, slot)->range = 0.0f;
    if (world->map.head) {
        world->map.routes.all[slot].is_queuing = (mask & IS_QUEUING) != 0;
    }
    if (!(mask & HAS_NEAR)) {
        return count;
    }
    read_near(near_of(world, slot), mask >> NEAR_SHIFT, words + count);
    return count + 1u + (mask >> NEAR_SHIFT);
}
