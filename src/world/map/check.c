/// Whether the state of the map holds: its head, the search under way, covers, links and costs.
#include "world/map/check.h"
#include "math/vec.h"
#include "world/base/rules.h"
#include "world/map/map.h"

/// Of a cover: cells, or m.
#define MOST_CELLS 1e13

#define HEAD_FIELDS(X, of, type)                                                                   \
    X(of, type, radii, LENGTH)                                                                     \
    X(of, type, class_count, APART)                                                                \
    X(of, type, chunk_free, APART)                                                                 \
    X(of, type, chunk_count, APART)                                                                \
    X(of, type, is_edited, FLAG)                                                                   \
    X(of, type, routed_count, APART)                                                               \
    X(of, type, plan_tick, ANY)                                                                    \
    X(of, type, maze_step, ANY)                                                                    \
    X(of, type, maze_joint, ANY)                                                                   \
    X(of, type, maze_radius, LENGTH)                                                               \
    X(of, type, wide_ticks, ANY)                                                                   \
    X(of, type, job, APART)                                                                        \
    X(of, type, stats, ANY)
#define JOB_FIELDS(X, of, type)                                                                    \
    X(of, type, slot, APART)                                                                       \
    X(of, type, generation, ANY)                                                                   \
    X(of, type, class, APART)                                                                      \
    X(of, type, is_urgent, FLAG)                                                                   \
    X(of, type, start, APART)                                                                      \
    X(of, type, goal, APART)                                                                       \
    X(of, type, from, POSITION)                                                                    \
    X(of, type, to, POSITION)                                                                      \
    X(of, type, done, WITHIN(0, UINT32_MAX))                                                       \
    X(of, type, is_through, FLAG)                                                                  \
    X(of, type, unused, UNUSED)
#define LINK_FIELDS(X, of, type)                                                                   \
    X(of, type, from, WITHIN(-MOST_CELLS, MOST_CELLS))                                             \
    X(of, type, to, WITHIN(-MOST_CELLS, MOST_CELLS))                                               \
    X(of, type, cost, WITHIN(0, MOST_CELLS))                                                       \
    X(of, type, flags, ANY)                                                                        \
    X(of, type, generation, ANY)                                                                   \
    X(of, type, is_one_way, FLAG)                                                                  \
    X(of, type, is_alive, FLAG)                                                                    \
    X(of, type, unused, UNUSED)
#define COVER_FIELDS(X, of, type)                                                                  \
    X(of, type, disc, APART)                                                                       \
    X(of, type, is_asked, FLAG)                                                                    \
    X(of, type, is_counted, FLAG)                                                                  \
    X(of, type, unused, UNUSED)                                                                    \
    X(of, type, z, WITHIN(-MOST_CELLS, MOST_CELLS))

VEER_STRUCT_RULES(head_rules, "map", VeerMapHead, HEAD_FIELDS);
VEER_STRUCT_RULES(job_rules, "plan_job", VeerPlanJob, JOB_FIELDS);
VEER_STRUCT_RULES(link_rules, "link", VeerWorldLink, LINK_FIELDS);
VEER_STRUCT_RULES(cover_rules, "cover", VeerCover, COVER_FIELDS);
VEER_ARRAY_RULES(blocked_rules, "map.blocked", uint64_t);
VEER_ARRAY_RULES(cost_rules, "map.costs", uint8_t);

bool veer_map_has_place(const VeerWorld *world, VeerVoxel at)
{
    const VeerWorldMapDef *def = &world->def.map;
    VeerVoxel sides = def->kind == VEER_MAP_VOXELS
                          ? def->voxels.cells
                          : (VeerVoxel){(int32_t)def->grid.width, (int32_t)def->grid.height, 1};
    switch (def->kind) {
    case VEER_MAP_GRID:
    case VEER_MAP_VOXELS:
        return at.x >= 0 && at.y >= 0 && at.z >= 0 && at.x < sides.x && at.y < sides.y &&
               at.z < sides.z;
    case VEER_MAP_GRAPH:
        return (uint32_t)at.x < world->map.graph.whole->node_count;
    default:
        return true;
    }
}

static bool job_holds(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerPlanJob *job = &world->map.head->job;
    if (job->slot == VEER_NO_SLOT) {
        return true;
    }
    VeerMapKind kind = world->def.map.kind;
    bool has_class = kind == VEER_MAP_GRID || kind == VEER_MAP_VOXELS;
    bool is_class = !has_class || job->class < world->map.head->class_count;
    bool is_there = job->slot < world->head->agent_slot_count;
    return veer_rules_hold(&job_rules, job, job->slot, fault) &&
           veer_state_holds(is_there, "plan_job.slot", 0, fault) &&
           veer_state_holds(is_class, "plan_job.class", job->slot, fault) &&
           veer_state_holds(veer_map_has_place(world, job->start), "plan_job.start", job->slot,
                            fault) &&
           veer_state_holds(veer_map_has_place(world, job->goal), "plan_job.goal", job->slot,
                            fault);
}

static bool is_cover(const VeerCover *cover)
{
    const float most = (float)MOST_CELLS;
    bool is_none = cover->disc.x == 0.0f && cover->disc.y == 0.0f && cover->disc.radius == 0.0f &&
                   cover->z == 0.0f;
    bool is_disc = fabsf(cover->disc.x) <= most && fabsf(cover->disc.y) <= most &&
                   cover->disc.radius >= 0.0f && cover->disc.radius <= most;
    return cover->is_counted ? is_disc : is_none;
}

static bool covers_hold(const VeerWorld *world, const VeerCover *covers, uint32_t count,
                        VeerStateFault *fault)
{
    bool has_covers = veer_map_has_covers(world);
    for (uint32_t i = 0; i < count; i++) {
        bool is_good =
            is_cover(&covers[i]) && (has_covers || (!covers[i].is_asked && !covers[i].is_counted));
        if (!veer_rules_hold(&cover_rules, &covers[i], i, fault) ||
            !veer_state_holds(is_good, "cover.disc", i, fault)) {
            return false;
        }
    }
    return true;
}

static bool links_hold(const VeerWorld *world, VeerStateFault *fault)
{
    for (uint32_t i = 0; world->map.links.all && i < world->def.map.max_links; i++) {
        const VeerWorldLink *link = &world->map.links.all[i];
        VeerVec3 from = link->from, to = link->to;
        if (!veer_rules_hold(&link_rules, link, i, fault)) {
            return false;
        }
        bool are_ends = !link->is_alive || (world->map.traits->links->place(world, &from) &&
                                            world->map.traits->links->place(world, &to));
        if (!veer_state_holds(are_ends, "link.from", i, fault)) {
            return false;
        }
    }
    return true;
}

static bool costs_hold(const VeerWorld *world, VeerStateFault *fault)
{
    const uint8_t *costs = world->map.grid.costs;
    size_t cells = (size_t)world->def.map.grid.width * world->def.map.grid.height;
    for (size_t i = 0; costs && i < cells; i++) {
        if (!veer_state_holds(costs[i] > 0, "map.costs", (uint32_t)i, fault)) {
            return false;
        }
    }
    return true;
}

bool veer_map_check(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerWorldMap *map = &world->map;
    bool are_classes = map->head->class_count <= world->def.map.max_classes;
    return veer_rules_hold(&head_rules, map->head, 0, fault) &&
           veer_state_holds(are_classes, "map.class_count", 0, fault) && job_holds(world, fault) &&
           covers_hold(world, map->covers.agents, world->def.max_agents, fault) &&
           covers_hold(world, map->covers.obstacles, world->def.max_obstacles, fault) &&
           links_hold(world, fault) && costs_hold(world, fault);
}

void veer_map_parts(const VeerWorld *world, VeerStateParts *parts)
{
    const VeerWorldMap *map = &world->map;
    const VeerWorldDef *def = &world->def;
    uint32_t cells = map->grid.costs ? def->map.grid.width * def->map.grid.height : 0;
    veer_state_add(parts, &blocked_rules, map->blocked, sizeof *map->blocked,
                   (uint32_t)map->shape.words);
    veer_state_add(parts, &cost_rules, map->grid.costs, sizeof *map->grid.costs, cells);
    veer_state_add(parts, &link_rules, map->links.all, sizeof *map->links.all, def->map.max_links);
    veer_state_add_of_agents(parts, &cover_rules, map->covers.agents, sizeof *map->covers.agents,
                             def->max_agents);
    veer_state_add(parts, &cover_rules, map->covers.obstacles, sizeof *map->covers.obstacles,
                   def->max_obstacles);
    veer_state_add(parts, &job_rules, map->head ? &map->head->job : NULL, sizeof(VeerPlanJob), 1);
    veer_state_add(parts, &head_rules, map->head, sizeof *map->head, 1);
}
