/// Whether a world's state holds: what concerns all of it, then room by room.
#include "world/host/check.h"
#include "world/base/rules.h"
#include "world/body/body.h"
#include "world/contact/contact.h"
#include "world/field/field.h"
#include "world/host/identity.h"
#include "world/map/map.h"
#include "world/predict/predict.h"
#include "world/squad/squad.h"
#include "world/tick/tick.h"
#include "world/traffic/traffic.h"

/// So many ticks, and so many seconds, no world is ever stepped.
#define MOST_TICKS 0x1p48

#define HEAD_FIELDS(X, of, type)                                                                   \
    X(of, type, fingerprint, APART)                                                                \
    X(of, type, tick, WITHIN(0, MOST_TICKS))                                                       \
    X(of, type, time, WITHIN(0, MOST_TICKS))                                                       \
    X(of, type, dropped, ANY)                                                                      \
    X(of, type, wall_version, ANY)                                                                 \
    X(of, type, walk_version, ANY)                                                                 \
    X(of, type, agent_slot_count, APART)                                                           \
    X(of, type, agent_count, APART)                                                                \
    X(of, type, agent_free, APART)                                                                 \
    X(of, type, next_agent_id, ANY)                                                                \
    X(of, type, obstacle_slot_count, APART)                                                        \
    X(of, type, obstacle_count, APART)                                                             \
    X(of, type, obstacle_free, APART)                                                              \
    X(of, type, vertex_count, APART)                                                               \
    X(of, type, ghost_count, APART)                                                                \
    X(of, type, pair_count, APART)                                                                 \
    X(of, type, removal_count, APART)                                                              \
    X(of, type, is_steered, FLAG)                                                                  \
    X(of, type, mass_count, APART)                                                                 \
    X(of, type, sensed_count, APART)

VEER_STRUCT_RULES(head_rules, "head", VeerStateHead, HEAD_FIELDS);
VEER_ARRAY_RULES(pair_rules, "pair", VeerPair);
VEER_ARRAY_RULES(sensed_rules, "sensed", VeerSensedBody);
VEER_ARRAY_RULES(removal_rules, "removal", VeerRemoval);

/// What the other checks read by.
static bool counts_hold(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerStateHead *head = world->head;
    const VeerWorldDef *def = &world->def;
    uint32_t vertices = def->space == VEER_PLANAR ? def->max_wall_vertices : 0;
    const struct {
        const char *what;
        uint32_t count, most;
    } counts[] = {
        {"head.agent_slot_count", head->agent_slot_count, def->max_agents},
        {"head.obstacle_slot_count", head->obstacle_slot_count, def->max_obstacles},
        {"head.vertex_count", head->vertex_count, vertices},
        {"head.pair_count", head->pair_count, veer_world_pair_capacity(def)},
        {"head.sensed_count", head->sensed_count, def->max_sensed},
        {"head.removal_count", head->removal_count, veer_world_removal_capacity(def)},
    };
    uint64_t fingerprint = veer_world_fingerprint(world);
    if (!veer_state_holds(head->fingerprint == fingerprint, "head.fingerprint", 0, fault)) {
        return false;
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (!veer_state_holds(counts[i].count <= counts[i].most, counts[i].what, 0, fault)) {
            return false;
        }
    }
    return true;
}

static bool map_holds(const VeerWorld *world, VeerStateFault *fault)
{
    // Fields come before the routes that follow them.
    return veer_map_check(world, fault) && veer_fields_check(world, fault) &&
           veer_routes_check(world, fault) && veer_traffic_check(world, fault);
}

/// Pairs that touched are told apart by their order; removals have only to be told.
static bool contacts_hold(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerStateHead *head = world->head;
    for (uint32_t i = 0; i < head->pair_count; i++) {
        const VeerPair *pair = &world->pairs[i];
        bool is_sorted = i == 0 || veer_pair_precedes(pair - 1, pair);
        uint32_t agents = head->agent_slot_count, obstacles = head->obstacle_slot_count;
        bool are_slots = pair->agent.slot < (pair->is_of_obstacles ? obstacles : agents) &&
                         pair->other_slot < (pair->is_obstacle ? obstacles : agents) &&
                         pair->is_obstacle >= pair->is_of_obstacles;
        if (!veer_state_holds(is_sorted && are_slots, "pair", i, fault)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < head->sensed_count; i++) {
        const VeerSensedBody *body = &world->sensed[i];
        bool is_sorted = i == 0 || veer_sensed_precedes(body - 1, body);
        uint32_t bodies = body->is_obstacle ? head->obstacle_slot_count : head->agent_slot_count;
        bool are_slots = body->sensor < head->obstacle_slot_count && body->slot < bodies;
        if (!veer_state_holds(is_sorted && are_slots && body->is_obstacle <= 1u, "sensed", i,
                              fault)) {
            return false;
        }
    }
    for (uint32_t i = 0; i < head->removal_count; i++) {
        const VeerRemoval *removal = &world->removals[i];
        bool is_one = removal->is_obstacle <= 1u && removal->is_expired <= 1u;
        if (!veer_state_holds(is_one, "removal", i, fault)) {
            return false;
        }
    }
    return true;
}

bool veer_world_check(const VeerWorld *world, VeerStateFault *fault)
{
    return veer_rules_hold(&head_rules, world->head, 0, fault) && counts_hold(world, fault) &&
           veer_bodies_check(world, fault) && veer_squads_check(world, fault) &&
           veer_foresight_check(world, fault) && contacts_hold(world, fault) &&
           veer_messages_check(world, fault) && (!world->map.head || map_holds(world, fault));
}

void veer_world_parts(const VeerWorld *world, VeerStateParts *parts)
{
    *parts = (VeerStateParts){.count = 0};
    veer_bodies_parts(world, parts);
    veer_squads_parts(world, parts);
    veer_map_parts(world, parts);
    veer_routes_parts(world, parts);
    veer_traffic_parts(world, parts);
    veer_foresight_parts(world, parts);
    veer_fields_parts(world, parts);
    veer_state_add(parts, &pair_rules, world->pairs, sizeof *world->pairs,
                   veer_world_pair_capacity(&world->def));
    veer_state_add(parts, &sensed_rules, world->sensed, sizeof *world->sensed,
                   world->def.max_sensed);
    veer_state_add(parts, &removal_rules, world->removals, sizeof *world->removals,
                   veer_world_removal_capacity(&world->def));
    veer_messages_parts(world, parts);
    veer_state_add(parts, &head_rules, world->head, sizeof *world->head, 1);
}
