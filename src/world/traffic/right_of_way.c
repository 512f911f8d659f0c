/// Right of way: how an evasion is shared between two agents.
///
/// Bodies that press towards a bottleneck and all yield alike form arches that block it (Helbing,
/// Farkas and Vicsek, "Simulating dynamical features of escape panic", Nature, 2000). So the agent
/// that is nearer to a bottleneck has priority over one further behind: its share is smaller, down
/// to 0. In dense crowds without any, jammed agents have priority while they progress.
#include "avoid/model.h"
#include "math/vec.h"
#include "space/index.h"
#include "world/body/body.h"
#include "world/map/map.h"
#include "world/outline/outline.h"
#include "world/traffic/traffic.h"

/// What is added to the priority of a fully jammed agent, as a factor: while it progresses, and
/// while not. Measured over five random crowds that fill half of the area, as the least number of
/// 1000 agents that arrive in 6 times the free time: 552 with 0 and 0, 984 with 20 and 2, all with
/// 100 and 2.
#define MOVING_PRIORITY 100.0f
#define HELD_PRIORITY 2.0f

#define GRAIN 256u

// --- In dense crowds ---

/// Whether only the crowd decides on its priority: squads and routes have an order of their own.
static bool moves_alone(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    return veer_profile(world, slot)->model == VEER_AVOID_CROWD &&
           world->def.space == VEER_PLANAR && agent->goal_kind[slot] == VEER_GOAL_POINT &&
           !veer_route_is_on(world, slot) && !veer_agent_rests(agent, slot);
}

float veer_crowd_priority(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    float jammed = jammed_part(&agent->memory[slot]);
    if (!(jammed > 0.0f) || !moves_alone(world, slot) || veer_outline_is_met(world, slot)) {
        return 1.0f;
    }
    bool is_moving = veer_progress_is_moving(world, slot);
    return 1.0f + jammed * (is_moving ? MOVING_PRIORITY : HELD_PRIORITY);
}

// --- Before bottlenecks ---

/// @param behind  how far one agent is behind the other, as a part of what makes it yield all
static float shifted(float share, float behind)
{
    return clamp_f(share + clamp_f(behind, -1.0f, 1.0f), 0.0f, 1.0f);
}

/// @param lag  how much further one agent is from a bottleneck than the other, m
static float behind_at_bottleneck(float lag, float reach)
{
    return VEER_PASSAGE_SHARPNESS * lag / reach;
}

/// Of two that go to one goal, where there is no room for both: by the rear one's lag, up to the
/// room that both need, as a part of the way that the nearer one has left and of a radius. At the
/// goal the rear one yields all. Far from it they share: an order in the midst of a crowd has each
/// yield to all ahead of it, and hand on each jerk of theirs.
static float behind_at_goal(float own, float its, float reach)
{
    return clamp_f(own - its, -reach, reach) / (min_f(own, its) + 0.5f * reach);
}

/// Where the bottleneck begins that an agent has to pass next.
typedef struct Mouth {
    VeerVec2 offset; ///< m, from the agent
    float distance;  ///< m, to it; negative past it
    int8_t side;     ///< see VeerOutlineGap
    bool is_there;
} Mouth;

/// At one mouth: who comes out goes before those that go in, and of others the nearer one.
static float lag_at_mouth(const Mouth *own, const Mouth *other, float reach)
{
    bool is_opposed = own->side * other->side < 0;
    return is_opposed ? (float)own->side * reach : own->distance - other->distance;
}

/// At two mouths: of two that come out towards each other the one that is nearer to its own goes
/// first, as of any two the one that is past the mouth that the other goes in by.
static float lag_inside(const Mouth *own, const Mouth *other, VeerVec2 offset)
{
    float between = dot2(offset, offset);
    if (own->side < 0 && other->side < 0) {
        bool is_facing =
            dot2(own->offset, offset) > between && dot2(other->offset, offset) < -between;
        return is_facing ? own->distance - other->distance : 0.0f;
    }
    if (own->side < 0 && other->side > 0) {
        return min_f(length2(add2(offset, other->offset)) - other->distance, 0.0f);
    }
    if (own->side > 0 && other->side < 0) {
        return max_f(own->distance - length2(sub2(own->offset, offset)), 0.0f);
    }
    return 0.0f;
}

/// How much further an agent is from its bottleneck than one that has none ahead, m: that one has
/// passed it, or need not. Who came out where the agent goes in is done with it.
static float lag_alone(const Mouth *own, VeerVec2 offset)
{
    VeerVec2 from_mouth = sub2(offset, own->offset);
    bool is_done = own->side > 0 && dot2(from_mouth, own->offset) <= 0.0f;
    return is_done ? 0.0f : max_f(own->distance - length2(from_mouth), 0.0f);
}

/// How much further one agent is from a bottleneck that both have to pass than the other, m, by its
/// mouths; 0: they do not go the same way.
///
/// @param offset  from the one to the other, m
static float lag_by_mouths(const Mouth *own, const Mouth *other, VeerVec2 offset, float reach)
{
    if (own->is_there && other->is_there) {
        float apart = length2(sub2(add2(offset, other->offset), own->offset));
        return apart <= 0.5f * reach ? lag_at_mouth(own, other, reach)
                                     : lag_inside(own, other, offset);
    }
    if (own->is_there) {
        return lag_alone(own, offset);
    }
    return other->is_there ? -lag_alone(other, scale2(offset, -1.0f)) : 0.0f;
}

static Mouth mouth_of(const VeerWorld *world, uint32_t slot)
{
    const VeerPassage *passage = &world->map.traffic.passages[slot];
    VeerVec2 offset = plane2(veer_world_offset(world, slot, passage->mouth));
    float distance = length2(offset);
    return (Mouth){.offset = offset,
                   .distance = passage->is_inside ? -distance : distance,
                   .is_there = passage->is_there};
}

static Mouth seen(const VeerOutlineGap *gap)
{
    VeerVec2 at = gap->offset;
    bool is_there = !gap->is_astray && (at.x != 0.0f || at.y != 0.0f);
    return (Mouth){at, length2(at), gap->side, is_there};
}

/// An agent on a route, beside others.
typedef struct OnRoute {
    const VeerWorld *world;
    uint32_t slot;
    float radius; ///< m
    const VeerRoute *route;
    const VeerPassage *passage; ///< NULL: the map has none
    VeerVec2 end;               ///< m, from the agent, to where it comes out of that
    Mouth mouth;
    bool is_in_maze;
} OnRoute;

static VeerVec2 end_of(const VeerWorld *world, uint32_t slot)
{
    return plane2(veer_world_offset(world, slot, world->map.traffic.passages[slot].end));
}

static OnRoute on_route(const VeerWorld *world, uint32_t slot)
{
    const VeerPassage *passages = world->map.traffic.passages;
    OnRoute own = {.world = world,
                   .slot = slot,
                   .radius = world->agent.radius[slot],
                   .route = &world->map.routes.all[slot],
                   .passage = passages ? &passages[slot] : NULL,
                   .is_in_maze = veer_maze_is_settled(world, slot)};
    if (passages && passages[slot].is_there) {
        own.end = end_of(world, slot);
        own.mouth = mouth_of(world, slot);
    }
    return own;
}

/// Whether two agents whose ends are so far apart, m, go the same way through one narrow place:
/// that of a wide body ends further on than that of a slim one in it.
/// @param is_wide  the one is wider than the other
static bool is_in_one(const OnRoute *own, uint32_t other, float ends, bool is_wide)
{
    const VeerWorld *world = own->world;
    const VeerPassage *wider = is_wide ? own->passage : &world->map.traffic.passages[other];
    return own->radius != world->agent.radius[other] &&
           ends <= wider->enter_remaining - wider->leave_remaining &&
           dot2(plane2(veer_world_offset(world, own->slot, own->route->aim)),
                plane2(veer_world_offset(world, other, world->map.routes.all[other].aim))) > 0.0f;
}

/// How much further one agent is from the end of a passage than the other, m.
static inline float lag_to_end(const OnRoute *own, uint32_t other)
{
    const VeerRoute *route = &own->world->map.routes.all[other];
    const VeerPassage *its = &own->world->map.traffic.passages[other];
    float to_end = own->route->remaining - own->passage->leave_remaining;
    return to_end - (route->remaining - its->leave_remaining);
}

/// As lag_by_mouths, in passages of a map that do not end in one place.
static float lag_between_passages(const OnRoute *own, uint32_t other, float reach)
{
    const VeerWorld *world = own->world;
    const VeerPassage *passage = own->passage, *its = &world->map.traffic.passages[other];
    VeerVec2 offset = plane2(veer_world_offset(world, own->slot, world->agent.position[other]));
    if (passage->has_end && its->has_end) {
        float ends = length2(sub2(add2(offset, end_of(world, other)), own->end));
        float lag = lag_to_end(own, other);
        if (ends <= 0.5f * reach) {
            return lag;
        }
        bool is_wide = own->radius > world->agent.radius[other];
        if (is_in_one(own, other, ends, is_wide)) {
            return is_wide ? lag - ends : lag + ends;
        }
    }
    Mouth its_mouth = its->is_there ? mouth_of(world, other) : (Mouth){.is_there = false};
    return lag_by_mouths(&own->mouth, &its_mouth, offset, reach);
}

/// Who comes out at the same end goes the same way, wherever it came in.
static inline float lag_in_passages(const OnRoute *own, uint32_t other, float reach)
{
    const VeerPassage *passage = own->passage, *its = &own->world->map.traffic.passages[other];
    bool have_ends = passage->has_end && its->has_end;
    bool is_one = passage->end.x == its->end.x && passage->end.y == its->end.y;
    return have_ends && is_one ? lag_to_end(own, other) : lag_between_passages(own, other, reach);
}

bool veer_passage_is_at_aim(const VeerWorld *world, uint32_t slot, VeerVec3 before, VeerVec3 beyond)
{
    VeerVec3 aim = world->map.routes.all[slot].aim;
    float radius = world->agent.radius[slot], limit = (VEER_NARROW_RADII - 2.0f) * radius;
    float ahead = min_f(length3(beyond), 2.0f * radius);
    // Corners are before or beside the mouth, which is narrowest a diameter further on.
    VeerVec3 inside = along3(aim, unit3(beyond, (VeerVec3){0}), ahead);
    VeerMapSight sight = veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius);
    return veer_map_free_across(&sight, aim, before, limit) < limit ||
           veer_map_free_across(&sight, aim, beyond, limit) < limit ||
           veer_map_free_across(&sight, inside, beyond, limit) < limit;
}

/// m from an agent to the aim of a route; negative beyond it.
static float distance_to_aim(const VeerWorld *world, uint32_t slot, const VeerRoute *route)
{
    VeerVec3 offset = veer_world_offset(world, slot, route->aim);
    return dot3(offset, route->beyond) < 0.0f ? -length3(offset) : length3(offset);
}

/// Whether there is no room for two agents at their goals at a time.
static bool is_one_goal(const VeerAgentColumns *agent, uint32_t slot, uint32_t other, float reach)
{
    VeerVec3 apart = sub3(agent->goal_point[slot], agent->goal_point[other]);
    return dot3(apart, apart) < reach * reach;
}

/// How far one agent is behind another whose aims are narrow places, where those go the same way.
static float behind_at_aims(const OnRoute *self, uint32_t other, float reach)
{
    const VeerWorld *world = self->world;
    const VeerRoute *own = self->route, *its = &world->map.routes.all[other];
    uint32_t slot = self->slot;
    bool is_own = own->is_aim_narrow &&
                  (!its->is_aim_narrow || world->agent.id[slot] < world->agent.id[other]);
    const VeerRoute *shared = is_own ? own : its;
    float lag = distance_to_aim(world, slot, shared) - distance_to_aim(world, other, shared);
    return behind_at_bottleneck(lag, reach);
}

/// How far one agent is behind the other by what both have to pass next, a narrow place or the goal
/// itself; 0: they do not go the same way.
static inline float behind_on_routes(const OnRoute *self, uint32_t other, float reach)
{
    const VeerWorld *world = self->world;
    const VeerRoute *own = self->route, *its = &world->map.routes.all[other];
    const VeerPassage *passage = self->passage;
    if (passage && (passage->is_there || world->map.traffic.passages[other].is_there)) {
        return behind_at_bottleneck(lag_in_passages(self, other, reach), reach);
    }
    bool is_narrow = !passage && (own->is_aim_narrow || its->is_aim_narrow);
    if (is_narrow && dot3(own->beyond, its->beyond) > 0.0f) {
        return behind_at_aims(self, other, reach);
    }
    bool is_one = is_one_goal(&world->agent, self->slot, other, reach);
    return is_one ? behind_at_goal(own->remaining, its->remaining, reach) : 0.0f;
}

static inline float share_beside(const OnRoute *self, uint32_t other, float share)
{
    const VeerWorld *world = self->world;
    const VeerRoute *own = self->route, *its = &world->map.routes.all[other];
    float reach = self->radius + world->agent.radius[other];
    if (share <= 0.0f || share >= 1.0f || reach <= 0.0f) {
        return share;
    }
    if (self->is_in_maze && veer_maze_is_settled(world, other)) {
        return 0.0f; // their nodes keep them apart
    }
    if (own->remaining < 0.0f || its->remaining < 0.0f) {
        return share;
    }
    bool is_astray = self->passage && self->passage->is_astray;
    if (is_astray != veer_keep_right_is_astray(world, other) &&
        dot3(own->beyond, its->beyond) < 0.0f) {
        bool is_held = !veer_progress_is_moving(world, is_astray ? other : self->slot);
        return is_astray == is_held ? 1.0f : 0.0f;
    }
    return shifted(share, behind_on_routes(self, other, reach));
}

float veer_yield_share_on_routes(const VeerWorld *world, uint32_t slot, uint32_t other, float share)
{
    OnRoute self = on_route(world, slot);
    return share_beside(&self, other, share);
}

void veer_yield_lay_out(VeerWorld *world, VeerArena *arena)
{
    VeerMapTraffic *traffic = &world->map.traffic;
    traffic->seen = NULL;
    if (world->map.traits && world->map.traits->kind == VEER_MAP_GRID) {
        traffic->seen = veer_arena_take(arena, world->def.max_agents, sizeof *traffic->seen);
    }
}

static VeerYieldAhead ahead_of(const VeerPassage *passage)
{
    if (!passage->is_there && !passage->has_end) {
        return VEER_YIELD_GOAL;
    }
    return passage->is_there && passage->has_end ? VEER_YIELD_PASSAGE : VEER_YIELD_OTHER;
}

static VeerYieldRoute seen_route(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    const VeerPassage *passage = &world->map.traffic.passages[slot];
    VeerYieldAhead ahead = ahead_of(passage);
    bool has_end = ahead == VEER_YIELD_PASSAGE, has_path = route->remaining >= 0.0f;
    VeerVec3 end = has_end ? passage->end : world->agent.goal_point[slot];
    return (VeerYieldRoute){
        .left = has_end ? route->remaining - passage->leave_remaining : route->remaining,
        .end_x = end.x,
        .end_y = end.y,
        .has_path = has_path,
        .ahead = (float)ahead,
        .is_in_maze = veer_maze_is_settled(world, slot),
        .is_astray = passage->is_astray,
    };
}

static void see_range(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    (void)worker;
    const VeerWorld *world = context;
    for (uint32_t entry = begin; entry < end; entry++) {
        world->map.traffic.seen[entry] = seen_route(world, world->agent_index->order[entry]);
    }
}

void veer_yield_see_routes(VeerWorld *world)
{
    uint32_t count;
    (void)veer_index_order(world->agent_index, &count);
    if (world->map.traffic.seen) {
        veer_world_run(world, count, GRAIN, see_range, world);
    }
}

/// Whether a point, m from an agent that is astray, lies on the half that it is on.
static bool is_on_half(const VeerOutlineGap *gap, VeerVec2 point)
{
    return gap->is_astray && dot2(point, gap->offset) < dot2(gap->offset, gap->offset);
}

float veer_yield_share_off_routes(const VeerOutlineGap *gap, float reach,
                                  const VeerSeenAgent *other, VeerVec3 offset, float share)
{
    if (share <= 0.0f || share >= 1.0f || reach <= 0.0f || other->signal.is_resting) {
        return share;
    }
    if (gap->is_astray != other->gap.is_astray) {
        VeerVec2 at = plane2(offset);
        if (is_on_half(gap, at)) {
            return other->gap.is_held ? 1.0f : 0.0f;
        }
        return !is_on_half(&other->gap, scale2(at, -1.0f)) ? share : gap->is_held ? 0.0f : 1.0f;
    }
    Mouth own = seen(gap), its = seen(&other->gap);
    float lag = lag_by_mouths(&own, &its, plane2(offset), reach);
    return shifted(share, behind_at_bottleneck(lag, reach));
}
