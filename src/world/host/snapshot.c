/// Rollback and hash: the state as one block.
#include "world/host/snapshot.h"
#include "base/hash.h"
#include "veer/diff.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/map/map.h"
#include "world/predict/predict.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

#include <stddef.h>
#include <string.h>

size_t veer_world_save_size(const VeerWorld *world)
{
    return world ? world->state_size : 0;
}

VeerStatus veer_world_save(const VeerWorld *world, void *out, size_t size)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_place(&refusal, out, "out");
    veer_need(&refusal, size >= veer_world_save_size(world), "size",
              "must be veer_world_save_size or more", (double)size);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    memcpy(out, world->state_block, world->state_size);
    return VEER_OK;
}

void veer_world_resume(VeerWorld *world)
{
    veer_world_note_move(world);
    world->profile_table->is_made = false;
    world->built_wall_version = world->outline_version = 0;
    world->event_count = 0;
    veer_map_rebuild(world);
    world->foresight.is_standing = false;
}

VeerStatus veer_world_restore(VeerWorld *world, const void *saved, size_t size)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, world, "world");
    veer_need_object(&refusal, saved, "saved");
    veer_need(&refusal, size >= veer_world_save_size(world), "size",
              "must be veer_world_save_size or more", (double)size);
    veer_need_that(&refusal,
                   refusal.status != VEER_OK ||
                       memcmp(saved, &world->head->fingerprint, sizeof(uint64_t)) == 0,
                   "saved", "must be of a world with the same def and map");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    memcpy(world->state_block, saved, world->state_size);
    veer_world_note_poses(world, world->agent.position, world->agent.heading);
    veer_world_resume(world);
    return VEER_OK;
}

static uint64_t hash_cover(uint64_t hash, const VeerCover *cover)
{
    hash = veer_hash_words(hash, cover, offsetof(VeerCover, z));
    return cover->z != 0.0f ? veer_hash_words(hash, &cover->z, sizeof cover->z) : hash;
}

static uint64_t hash_route(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    if (!world->map.head) {
        return hash;
    }
    const VeerRoute *route = &world->map.routes.all[slot];
    VeerRoute told = *route;
    told.skip = 0; // where in a chunk depends on how often it was trimmed
    hash = veer_hash_words(hash, &told, offsetof(VeerRoute, chunk));
    uint32_t chunk = route->chunk, at = route->skip;
    for (uint32_t i = 0; i < route->count; i++, at++) {
        for (; at >= VEER_CHUNK_POINTS; at -= VEER_CHUNK_POINTS) {
            chunk = world->map.routes.chunks[chunk].next;
        }
        hash = veer_hash_words(hash, &world->map.routes.chunks[chunk].points[at], sizeof(VeerVec3));
    }
    hash = veer_link_use_hash(world, slot, hash);
    const VeerRouteGate *gate = world->map.traffic.gates ? &world->map.traffic.gates[slot] : NULL;
    hash = gate && gate->state != VEER_GATE_NONE ? veer_hash_words(hash, gate, sizeof *gate) : hash;
    const VeerPassage *passages = world->map.traffic.passages;
    hash = passages && veer_route_is_on(world, slot)
               ? veer_hash_words(hash, &passages[slot], sizeof *passages)
               : hash;
    hash = veer_maze_hash(world, slot, hash);
    return hash_cover(hash, &world->map.covers.agents[slot]);
}

/// Of the costs, in whole words: there is room behind them.
static size_t costs_size(const VeerWorld *world)
{
    return ((size_t)world->def.map.grid.width * world->def.map.grid.height + 3u) / 4u * 4u;
}

static uint64_t hash_map(const VeerWorld *world)
{
    const VeerWorldMap *map = &world->map;
    uint64_t hash = veer_hash_mix(map->shape.numbers[0]);
    for (size_t i = 0; i < map->shape.words; i++) {
        hash = veer_hash_add(hash, map->blocked[i]);
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; slot++) {
        hash = hash_cover(hash, &map->covers.obstacles[slot]);
    }
    hash = veer_hash_words(hash, map->head->radii, sizeof map->head->radii);
    hash = veer_links_hash(world, hash);
    hash = map->grid.costs ? veer_hash_words(hash, map->grid.costs, costs_size(world)) : hash;
    return veer_fields_hash(world, veer_hash_add(hash, map->head->job.done));
}

/// What a followed agent is called: handles depend on the order of creation, ids need not.
static uint32_t target_name(const VeerWorld *world, uint32_t slot)
{
    VeerAgentId target = world->agent.goal_target[slot];
    if (world->agent.goal_kind[slot] != VEER_GOAL_AGENT) {
        return target.slot;
    }
    uint32_t followed = veer_agent_slot(world, target);
    return followed == VEER_NO_SLOT ? 0 : world->agent.id[followed];
}

/// Of a body's time to live.
static uint64_t hash_end(uint64_t hash, double end)
{
    return end > 0.0 ? veer_hash_words(hash, &end, sizeof end) : hash;
}

static uint64_t hash_agent(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    const VeerProfile *profile = veer_profile(world, slot);
    uint64_t hash = veer_hash_mix(agent->id[slot]) ^ target_name(world, slot);
#define HASH(type, name, rule) hash = veer_hash_words(hash, &agent->name[slot], sizeof(type));
#define HASH_SHARED(type, name) hash = veer_hash_words(hash, &profile->name, sizeof(type));
    VEER_AGENT_COLUMNS(HASH, HASH_SHARED)
#undef HASH_SHARED
#undef HASH
    VeerMatter matter = veer_agent_matter(world, slot);
    bool is_plain = matter.mass == 0.0f && matter.restitution == 0.0f && matter.friction == 0.0f;
    hash = is_plain ? hash : veer_hash_words(hash + 1u, &matter, sizeof matter);
    hash = agent->is_knocked[slot] ? veer_hash_mix(hash) : hash;
    hash = hash_end(hash, veer_lifetime_end(world, world->agent_end, slot));
    return veer_foresight_hash(world, slot, hash_route(world, slot, hash));
}

static uint64_t hash_obstacle(const VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    uint64_t hash = veer_hash_mix(slot);
#define HASH(type, name, rule) hash = veer_hash_words(hash, &obstacle->name[slot], sizeof(type));
    VEER_OBSTACLE_COLUMNS(HASH)
    float restitution = obstacle->motion[slot] == VEER_MOTION_FREE ? 1.0f : 0.0f;
    uint32_t mask = obstacle->is_ghost[slot] ? UINT32_MAX : 0;
    if (obstacle->restitution[slot] != restitution || obstacle->friction[slot] != 0.0f ||
        obstacle->sense_mask[slot] != mask) {
        VEER_OBSTACLE_BODY_COLUMNS(HASH)
    }
    if (obstacle->angle[slot] != 0.0f || obstacle->turn_rate[slot] != 0.0f) {
        VEER_OBSTACLE_TURN_COLUMNS(HASH)
    }
#undef HASH
    hash = hash_end(hash, veer_lifetime_end(world, world->obstacle_end, slot));
    const VeerVec3 *vertices = world->vertices + obstacle->first_vertex[slot];
    return veer_hash_words(hash, vertices, obstacle->vertex_count[slot] * sizeof(VeerVec3));
}

static uint64_t hash_behaviours(const VeerWorld *world, uint32_t slot)
{
    const VeerBehaviourList *list = &world->behaviour_lists[slot].list;
    uint64_t hash = veer_hash_mix(slot + 1u) ^ (uint64_t)list->is_loop;
    return veer_hash_words(hash, list, offsetof(VeerBehaviourList, is_loop));
}

/// What a member of a squad adds to its agent's hash.
static uint64_t hash_member(const VeerWorld *world, uint32_t slot)
{
    uint64_t hash = world->agent.id[slot];
    if (world->def.max_squads == 0 || world->member.squad[slot] == 0) {
        return 0;
    }
#define HASH(type, name, rule)                                                                     \
    hash = veer_hash_words(hash, &world->member.name[slot], sizeof(type));
    VEER_MEMBER_COLUMNS(HASH)
#undef HASH
    return veer_hash_mix(hash);
}

uint64_t veer_world_hash_agent(const VeerWorld *world, uint32_t slot)
{
    return veer_hash_mix(hash_agent(world, slot)) + hash_member(world, slot);
}

/// An order's target is called by its id: its handle depends on the order of creation.
static uint64_t hash_squad(const VeerWorld *world, uint32_t slot)
{
    const VeerSquadSlot *squad = &world->squads[slot];
    uint64_t hash =
        veer_hash_words(veer_hash_mix(slot + 1u), squad, offsetof(VeerSquadSlot, orders));
    for (uint32_t i = 0; i < squad->order_count; ++i) {
        VeerOrder order = squad->orders[i];
        uint32_t target = veer_agent_slot(world, order.agent);
        uint32_t id = target == VEER_NO_SLOT ? 0 : world->agent.id[target];
        order.agent = (VeerAgentId){id, 0};
        hash = veer_hash_words(hash, &order, sizeof order);
    }
    const VeerSquadCrossings none = {0};
    bool has_crossings = memcmp(&squad->crossings, &none, sizeof none) != 0;
    return has_crossings ? veer_hash_words(hash, &squad->crossings, sizeof squad->crossings) : hash;
}

/// The hash of a world, and what weighs each part of it.
typedef struct Sums {
    uint64_t hash, weighted;
} Sums;

/// Odd, so that the difference of one part is not lost.
static uint64_t weight_of(VeerPartKind kind, uint32_t name)
{
    return veer_hash_add((uint64_t)kind, name) | 1u;
}

/// Sums, so that slots may come in any order.
static void add(Sums *sums, VeerPartKind kind, uint32_t name, uint64_t hash)
{
    sums->hash += hash;
    sums->weighted += hash * weight_of(kind, name);
}

static void add_bodies(const VeerWorld *world, Sums *sums)
{
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (world->agent.is_alive[slot]) {
            uint64_t hash = veer_world_hash_agent(world, slot);
            add(sums, VEER_PART_AGENT, world->agent.id[slot], hash);
        }
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        if (world->obstacle.is_alive[slot]) {
            add(sums, VEER_PART_OBSTACLE, slot, veer_hash_mix(hash_obstacle(world, slot)));
        }
    }
}

static void add_orders(const VeerWorld *world, Sums *sums)
{
    for (uint32_t slot = 0; slot < world->def.max_behaviour_lists; ++slot) {
        if (world->behaviour_lists[slot].is_alive) {
            add(sums, VEER_PART_BEHAVIOUR_LIST, slot, veer_hash_mix(hash_behaviours(world, slot)));
        }
    }
    for (uint32_t slot = 0; slot < world->def.max_squads; ++slot) {
        if (world->squads[slot].is_alive) {
            add(sums, VEER_PART_SQUAD, slot, veer_hash_mix(hash_squad(world, slot)));
        }
    }
    add(sums, VEER_PART_ASSIGNMENT, 0, veer_squads_hash(world));
}

static Sums sum_of(const VeerWorld *world)
{
    Sums sums = {0, 0};
    if (world && !world->is_deciding) {
        const VeerStateHead *head = world->head;
        uint64_t seed = veer_hash_mix(world->def.seed);
        add(&sums, VEER_PART_CLOCK, 0, veer_hash_words(seed, &head->time, sizeof head->time));
        add_bodies(world, &sums);
        add_orders(world, &sums);
        add(&sums, VEER_PART_MAP, 0, world->map.head ? hash_map(world) : 0);
        add(&sums, VEER_PART_MESSAGES, 0, veer_messages_hash(world));
    }
    return sums;
}

uint64_t veer_world_hash(const VeerWorld *world)
{
    return sum_of(world).hash;
}

VeerWorldDigest veer_world_digest(const VeerWorld *world)
{
    Sums sums = sum_of(world);
    return (VeerWorldDigest){(uint32_t)sums.hash, (uint32_t)sums.weighted};
}

const char *veer_part_kind_name(VeerPartKind kind)
{
    static const char *const names[] = {"none",     "several",        "clock", "agent",
                                        "obstacle", "behaviour list", "squad", "assignment",
                                        "map",      "messages"};
    return (unsigned)kind < VEER_PART_KIND_COUNT ? names[kind] : NULL;
}

/// Parts that would explain a difference.
typedef struct Suspects {
    VeerWorldDigest off; ///< other less own
    VeerWorldPart found; ///< the last one
    uint32_t count;
} Suspects;

static void suspect(Suspects *suspects, VeerPartKind kind, uint32_t name)
{
    if ((uint32_t)(suspects->off.hash * weight_of(kind, name)) == suspects->off.weighted) {
        suspects->found = (VeerWorldPart){kind, name};
        suspects->count++;
    }
}

static void suspect_all(const VeerWorld *world, Suspects *suspects)
{
    suspect(suspects, VEER_PART_CLOCK, 0);
    suspect(suspects, VEER_PART_ASSIGNMENT, 0);
    suspect(suspects, VEER_PART_MAP, 0);
    suspect(suspects, VEER_PART_MESSAGES, 0);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        if (world->agent.is_alive[slot]) {
            suspect(suspects, VEER_PART_AGENT, world->agent.id[slot]);
        }
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        suspect(suspects, VEER_PART_OBSTACLE, slot);
    }
    for (uint32_t slot = 0; slot < world->def.max_behaviour_lists; ++slot) {
        suspect(suspects, VEER_PART_BEHAVIOUR_LIST, slot);
    }
    for (uint32_t slot = 0; slot < world->def.max_squads; ++slot) {
        suspect(suspects, VEER_PART_SQUAD, slot);
    }
}

VeerWorldPart veer_world_locate(const VeerWorld *world, VeerWorldDigest other)
{
    if (!world) {
        return (VeerWorldPart){VEER_PART_NONE, 0};
    }
    VeerWorldDigest own = veer_world_digest(world);
    Suspects suspects = {.off = {other.hash - own.hash, other.weighted - own.weighted}};
    if (suspects.off.hash == 0 && suspects.off.weighted == 0) {
        return (VeerWorldPart){VEER_PART_NONE, 0};
    }
    suspect_all(world, &suspects);
    return suspects.count == 1 ? suspects.found : (VeerWorldPart){VEER_PART_SEVERAL, 0};
}
