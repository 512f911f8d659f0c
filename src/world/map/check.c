/// Whether the state of the map holds: its head, the search under way, covers, links and costs.
#include "world/map/check.h"
#include "math/vec.h"
#include "world/base/rules.h"
#include "world/map/map.h"

/// Of a cover: cells, or m.
#define MOST_CELLS 1e13

#define HEAD_FIELDS(X)                                                                             \
    X(radii, LENGTH)                                                                               \
    X(class_count, APART)                                                                          \
    X(chunk_free, APART)                                                                           \
    X(chunk_count, APART)                                                                          \
    X(is_edited, FLAG)                                                                             \
    X(routed_count, APART)                                                                         \
    X(plan_tick, ANY)                                                                              \
    X(maze_step, ANY)                                                                              \
    X(maze_radius, LENGTH)                                                                         \
    X(job, APART)                                                                                  \
    X(stats, ANY)
#define JOB_FIELDS(X)                                                                              \
    X(slot, APART)                                                                                 \
    X(generation, ANY)                                                                             \
    X(class, APART)                                                                                \
    X(is_urgent, FLAG)                                                                             \
    X(start, APART)                                                                                \
    X(goal, APART)                                                                                 \
    X(from, POSITION)                                                                              \
    X(to, POSITION)                                                                                \
    X(done, WITHIN(0, UINT32_MAX))                                                                 \
    X(is_through, FLAG)                                                                            \
    X(unused, UNUSED)
#define LINK_FIELDS(X)                                                                             \
    X(from, WITHIN(-MOST_CELLS, MOST_CELLS))                                                       \
    X(to, WITHIN(-MOST_CELLS, MOST_CELLS))                                                         \
    X(cost, WITHIN(0, MOST_CELLS))                                                                 \
    X(flags, ANY)                                                                                  \
    X(generation, ANY)                                                                             \
    X(is_one_way, FLAG)                                                                            \
    X(is_alive, FLAG)                                                                              \
    X(unused, UNUSED)
#define COVER_FIELDS(X)                                                                            \
    X(disc, APART)                                                                                 \
    X(is_asked, FLAG)                                                                              \
    X(is_counted, FLAG)                                                                            \
    X(unused, UNUSED)                                                                              \
    X(z, WITHIN(-MOST_CELLS, MOST_CELLS))

#define RULE(field, rule) VEER_FIELD_RULE("map", VeerMapHead, field, rule),
static const VeerStateRule head_rules[] = {HEAD_FIELDS(RULE)};
#undef RULE
#define RULE(field, rule) VEER_FIELD_RULE("plan_job", VeerPlanJob, field, rule),
static const VeerStateRule job_rules[] = {JOB_FIELDS(RULE)};
#undef RULE
#define RULE(field, rule) VEER_FIELD_RULE("link", VeerWorldLink, field, rule),
static const VeerStateRule link_rules[] = {LINK_FIELDS(RULE)};
#undef RULE
#define RULE(field, rule) VEER_FIELD_RULE("cover", VeerCover, field, rule),
static const VeerStateRule cover_rules[] = {COVER_FIELDS(RULE)};
#undef RULE
#define SIZE(field, rule) +sizeof(((VeerMapHead *)0)->field)
VEER_RULES_COVER(VeerMapHead, 0 HEAD_FIELDS(SIZE));
#undef SIZE
#define SIZE(field, rule) +sizeof(((VeerPlanJob *)0)->field)
VEER_RULES_COVER(VeerPlanJob, 0 JOB_FIELDS(SIZE));
#undef SIZE
#define SIZE(field, rule) +sizeof(((VeerWorldLink *)0)->field)
VEER_RULES_COVER(VeerWorldLink, 0 LINK_FIELDS(SIZE));
#undef SIZE
#define SIZE(field, rule) +sizeof(((VeerCover *)0)->field)
VEER_RULES_COVER(VeerCover, 0 COVER_FIELDS(SIZE));
#undef SIZE

enum {
    HEAD_RULES = sizeof head_rules / sizeof *head_rules,
    JOB_RULES = sizeof job_rules / sizeof *job_rules,
    LINK_RULES = sizeof link_rules / sizeof *link_rules,
    COVER_RULES = sizeof cover_rules / sizeof *cover_rules,
};

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
    return veer_rules_hold(job_rules, JOB_RULES, job, job->slot, fault) &&
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
        if (!veer_rules_hold(cover_rules, COVER_RULES, &covers[i], i, fault) ||
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
        if (!veer_rules_hold(link_rules, LINK_RULES, link, i, fault)) {
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
    if (!map->head) {
        return true;
    }
    bool are_classes = map->head->class_count <= world->def.map.max_classes;
    return veer_rules_hold(head_rules, HEAD_RULES, map->head, 0, fault) &&
           veer_state_holds(are_classes, "map.class_count", 0, fault) && job_holds(world, fault) &&
           covers_hold(world, map->covers.agents, world->def.max_agents, fault) &&
           covers_hold(world, map->covers.obstacles, world->def.max_obstacles, fault) &&
           links_hold(world, fault) && costs_hold(world, fault);
}

uint64_t veer_map_layout(uint64_t hash)
{
    hash = veer_rules_hash(head_rules, HEAD_RULES, hash);
    hash = veer_rules_hash(job_rules, JOB_RULES, hash);
    hash = veer_rules_hash(link_rules, LINK_RULES, hash);
    return veer_rules_hash(cover_rules, COVER_RULES, hash);
}
