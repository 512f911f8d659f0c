/// What a ray or a disc meets first: agents and balls by their indices, walls by their tree, and
/// the map, each looked through from the begin of the way on, no further than the first so far.
#include "geom/box.h"
#include "math/vec.h"
#include "space/visit.h"
#include "world/query/query.h"

/// Parts of the way whose walls are looked through at first.
#define FIRST_PART 0.015625f

static void meet_moved(void *context, uint32_t slot)
{
    VeerCasting *casting = context;
    const VeerAsk *ask = &casting->ask;
    const VeerAgentColumns *agent = &ask->world->agent;
    VeerCastTarget target = {veer_ask_agent(ask, slot, 0.0f),
                             VEER_CAST_BALL,
                             veer_world_flat(ask->world, agent->position[slot]),
                             {0.0f, 0.0f, 0.0f},
                             agent->radius[slot]};
    veer_cast_meet(casting, &target);
}

static float meet_agent(void *context, uint32_t slot)
{
    const VeerCasting *casting = context;
    if (!veer_world_has_moved(casting->ask.world, slot) &&
        veer_ask_wants_agent(&casting->ask, slot)) {
        meet_moved(context, slot);
    }
    return casting->fraction;
}

static float meet_ball(void *context, uint32_t slot)
{
    VeerCasting *casting = context;
    const VeerAsk *ask = &casting->ask;
    if (veer_ask_wants_obstacle(ask, slot)) {
        const VeerObstacleColumns *obstacle = &ask->world->obstacle;
        VeerCastTarget target = {veer_ask_obstacle(ask, slot, 0.0f),
                                 VEER_CAST_BALL,
                                 veer_world_flat(ask->world, obstacle->position[slot]),
                                 {0.0f, 0.0f, 0.0f},
                                 obstacle->radius[slot]};
        veer_cast_meet(casting, &target);
    }
    return casting->fraction;
}

static bool meet_wall(void *context, uint32_t box)
{
    VeerCasting *casting = context;
    const VeerAsk *ask = &casting->ask;
    const VeerWallItem *wall = &ask->world->walls[box];
    if (veer_ask_wants_obstacle(ask, wall->obstacle) &&
        veer_ask_is_level(ask, wall->lower, wall->upper)) {
        bool is_planar = ask->world->def.space == VEER_PLANAR;
        VeerCastTarget target = {veer_ask_obstacle(ask, wall->obstacle, 0.0f),
                                 is_planar ? VEER_CAST_SEGMENT : VEER_CAST_BOX, wall->a, wall->b,
                                 0.0f};
        veer_cast_meet(casting, &target);
    }
    return true;
}

static bool meet_inside(void *context, uint32_t box)
{
    VeerCasting *casting = context;
    const VeerAsk *ask = &casting->ask;
    uint32_t slot = ask->world->shapes[box];
    if (veer_ask_wants_obstacle(ask, slot) && veer_ask_is_in_polygon(ask, slot, casting->from)) {
        VeerCastTarget target = {.found = veer_ask_obstacle(ask, slot, 0.0f),
                                 .form = VEER_CAST_INSIDE};
        veer_cast_meet(casting, &target);
    }
    return true;
}

/// Walls in parts of the way, each as long as all before it.
static void meet_walls(VeerCasting *casting)
{
    const VeerWorld *world = casting->ask.world;
    VeerBounds begin = {casting->from, casting->from};
    veer_tree_visit(world->shape_tree, begin, meet_inside, casting);
    float from = 0.0f;
    for (float to = FIRST_PART; from < 1.0f && from < casting->fraction; to *= 2.0f) {
        VeerVec3 origin = along3(casting->from, casting->way, from);
        veer_tree_sweep(world->wall_tree, origin, scale3(casting->way, to - from), casting->radius,
                        meet_wall, casting);
        from = to;
    }
}

/// Begins a cast. @return false: bad values
static bool begin(VeerWorld *world, const VeerCast *cast, const VeerQueryFilter *filter,
                  VeerCasting *casting)
{
    if (!cast || !is_position3(cast->from) || !is_position3(scale3(cast->way, 0.5f)) ||
        !veer_world_is_length(cast->radius) || !veer_ask_begin(world, filter, &casting->ask)) {
        return false;
    }
    casting->from = veer_world_flat(world, cast->from);
    casting->way = veer_world_flat(world, cast->way);
    casting->radius = cast->radius;
    casting->fraction = INFINITY;
    return true;
}

bool veer_world_cast(VeerWorld *world, const VeerCast *cast, const VeerQueryFilter *filter,
                     VeerHit *out)
{
    VeerCasting casting;
    if (!begin(world, cast, filter, &casting)) {
        return false;
    }
    if (casting.ask.filter.has_agents) {
        veer_index_sweep(world->agent_index, casting.from, casting.way, casting.radius, 1.0f,
                         meet_agent, &casting);
        veer_ask_moved(&casting.ask, meet_moved, &casting);
    }
    if (casting.ask.filter.has_obstacles) {
        float reach = min_f(casting.fraction, 1.0f);
        veer_index_sweep(world->ball_index, casting.from, casting.way, casting.radius, reach,
                         meet_ball, &casting);
        meet_walls(&casting);
    }
    if (veer_ask_wants_map(&casting.ask)) {
        veer_cast_meet_map(&casting, cast->from);
    }
    if (out) {
        *out = veer_cast_hit(&casting, cast->from);
    }
    return casting.fraction <= 1.0f;
}

bool veer_world_is_free(VeerWorld *world, VeerVec3 point, float radius,
                        const VeerQueryFilter *filter)
{
    VeerCast cast = {point, {0.0f, 0.0f, 0.0f}, radius};
    VeerHit hit;
    hit.fraction = -1.0f; // untouched for bad values
    return !veer_world_cast(world, &cast, filter, &hit) && hit.fraction >= 0.0f;
}
