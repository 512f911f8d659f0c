/// Bodies that cover a world's map: counted in and out of its cells.
#include "world/body/body.h"
#include "world/map/map.h"
#include "world/map/traits.h"

bool veer_map_has_covers(const VeerWorld *world)
{
    const VeerMapTraits *kind = world ? world->map.traits : NULL;
    return kind && (!kind->covers->is_on || kind->covers->is_on(&world->def.map));
}

static void need_covers(VeerRefusal *refusal, const VeerWorld *world)
{
    veer_need_that(refusal, veer_map_has_covers(world), "world", "must have a map that is covered");
}

VeerStatus veer_obstacle_set_covering(VeerWorld *world, VeerObstacleId obstacle, bool is_covering)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_obstacle_need(&refusal, world, obstacle);
    need_covers(&refusal, world);
    veer_obstacle_need_ball(&refusal, world, slot);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->map.covers.obstacles[slot].is_asked = is_covering;
    }
    return status;
}

VeerStatus veer_agent_set_covering(VeerWorld *world, VeerAgentId agent, bool is_covering)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    need_covers(&refusal, world);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        world->map.covers.agents[slot].is_asked = is_covering;
    }
    return status;
}

static VeerCover cover_at(const VeerWorldMap *map, VeerVec3 at, float radius)
{
    VeerCover cover = {.disc = {at.x, at.y, radius}, .z = at.z};
    const VeerCoverTraits *covers = map->traits->covers;
    cover = covers->place ? covers->place(map, at, radius) : cover;
    cover.is_asked = cover.is_counted = 1;
    return cover;
}

/// Counts a body in, out, or moves it to where it is. @return whether it is counted then
static bool count(VeerWorldMap *map, VeerCover *cover, bool is_there, VeerVec3 position,
                  float radius)
{
    if (!cover->is_asked && !cover->is_counted) {
        return false;
    }
    VeerCover next = {.is_asked = cover->is_asked};
    if (is_there && cover->is_asked) {
        next = cover_at(map, position, radius);
    }
    map->traits->covers->count(map, cover, &next);
    *cover = next;
    return next.is_counted;
}

static bool is_standing(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return agent->is_alive[slot] && (veer_agent_rests(agent, slot) || agent->is_immovable[slot]);
}

bool veer_map_cover(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    if (!veer_map_has_covers(world)) {
        return false;
    }
    const VeerAgentColumns *agent = &world->agent;
    const VeerObstacleColumns *obstacle = &world->obstacle;
    uint32_t version = map->traits->covers->commit(map);
    bool are_any = false;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        are_any |= count(map, &map->covers.agents[slot], is_standing(world, slot),
                         agent->position[slot], agent->radius[slot]);
    }
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        are_any |= count(map, &map->covers.obstacles[slot], obstacle->is_ball[slot],
                         obstacle->position[slot], obstacle->radius[slot]);
    }
    map->covers.are_any = are_any;
    return map->traits->covers->commit(map) != version;
}

uint64_t veer_map_cover_hash(VeerWorldMap *map)
{
    VeerMapCovers *covers = &map->covers;
    if (!covers->has_hash) {
        covers->hash = map->traits->covers->hash(map, 0);
        covers->has_hash = covers->are_held;
    }
    return covers->hash;
}

void veer_map_hold_covers(VeerWorldMap *map, bool are_held)
{
    map->covers.are_held = are_held;
    map->covers.has_hash = false;
}

static void recount(VeerWorldMap *map, const VeerCover *covers, uint32_t number)
{
    const VeerCover none = {0};
    for (uint32_t i = 0; i < number; i++) {
        if (covers[i].is_counted) {
            map->traits->covers->count(map, &none, &covers[i]);
        }
    }
}

void veer_map_recount(VeerWorld *world)
{
    if (veer_map_has_covers(world)) {
        recount(&world->map, world->map.covers.agents, world->def.max_agents);
        recount(&world->map, world->map.covers.obstacles, world->def.max_obstacles);
        (void)world->map.traits->covers->commit(&world->map);
    }
}
