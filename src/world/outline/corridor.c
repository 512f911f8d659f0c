/// Keeping to the right between bare walls, as on the legs of paths over maps.
///
/// Source: lanes form by themselves where opposing crowds meet (Helbing and Molnár, "Social force
/// model for pedestrian dynamics", 1995), but only after both have come to a stop.
#include "world/outline/corridor.h"

#include "geom/segment.h"
#include "math/trig.h"
#include "space/index.h"
#include "world/body/body.h"
#include "world/outline/constants.h"
#include "world/outline/corners.h"
#include "world/outline/outline.h"
#include "world/outline/walk.h"

/// Looks to the commitment horizon.
#define LOOKS 4u

/// The bits of VeerCrowdMemory.corner that are of corridors: for how many looks more it counts that
/// somebody comes against it, seven at first. Of widths of 2.2, 2.5 and 3 m, 100 against 100, the
/// mean time ratio is 1.33, 1.27 and 1.08 with seven, and 1.52, 1.58 and 1.11 with four.
#define MET VEER_WALK_OTHERS
#define MET_ONCE (MET & (0u - MET))

/// Two walls along a path, at a point of it.
typedef struct Corridor {
    VeerVec2 path;  ///< unit vector, where it leads
    VeerVec2 along; ///< and the wall to its right
    float middle;   ///< m, from the point to the middle, to the left; negative: it is left of it
    float half;     ///< m, of free width for the agent's centre, from the middle to either side
} Corridor;

// --- The walls beside ---

/// The wall to one side of a point of a path.
typedef struct Beside {
    VeerVec2 along; ///< unit vector along it, where the path leads
    float free;     ///< m of free width for the centre of a body
} Beside;

/// @param side  unit vector @return false: none within VEER_STREAM_RADII, or it is not along the
/// path
static bool find_side(const VeerOutlineLook *look, VeerVec2 at, VeerVec2 path, VeerVec2 side,
                      Beside *out)
{
    VeerVec2 to = add2(at, scale2(side, VEER_STREAM_RADII * look->radius));
    uint32_t wall = veer_outline_hit(look, at, to);
    if (wall == VEER_NO_SLOT) {
        return false;
    }
    VeerVec2 a = veer_outline_end(look, wall, 0), b = veer_outline_end(look, wall, 1);
    VeerVec2 along = sub2(b, a);
    float length = dot2(along, path) < 0.0f ? -length2(along) : length2(along);
    out->along = scale2(along, 1.0f / length);
    out->free = max_f(veer_segment_distance2(a, b, at) - look->radius, 0.0f);
    return fabsf(dot2(out->along, side)) < ACUTE_COSINE;
}

/// The corridor about a point of a path. @return false: there is none, or it is too narrow for two
/// streams
static bool find_at(const VeerOutlineLook *look, VeerVec2 at, VeerVec2 path, Corridor *out)
{
    VeerVec2 side = left2(path);
    Beside left, right;
    if (!find_side(look, at, path, side, &left) ||
        !find_side(look, at, path, scale2(side, -1.0f), &right)) {
        return false;
    }
    float width = left.free + right.free;
    *out = (Corridor){path, right.along, 0.5f * (left.free - right.free), 0.5f * width};
    return veer_streams_fit(width, look->radius) && width < VEER_STREAM_RADII * look->radius;
}

/// m that an agent is to go to the right to its own lane.
static float right_to_lane(const VeerWorld *world, uint32_t slot, const Corridor *corridor)
{
    return corridor->half * veer_agent_lane(world, slot) - corridor->middle;
}

/// Whether a corridor goes on for as far as it is wide, and there the agent's lane is free.
static bool goes_on(const VeerWorld *world, uint32_t slot, const VeerOutlineLook *look,
                    const Corridor *corridor)
{
    float right = right_to_lane(world, slot, corridor);
    VeerVec2 on = scale2(corridor->along, 2.0f * corridor->half);
    VeerVec2 lane = sub2(on, scale2(left2(corridor->along), right));
    Corridor ahead;
    return veer_outline_is_free(look, vec2(0.0f, 0.0f), lane) &&
           find_at(look, lane, corridor->path, &ahead) &&
           fabsf(ahead.half - corridor->half) < look->radius;
}

/// The corridor that an agent's path leads through where it is.
static bool find(const VeerWorld *world, uint32_t slot, Corridor *out)
{
    VeerOutlineLook look = veer_outline_look(world, slot);
    VeerVec2 way = plane2(veer_world_offset(world, slot, world->agent.goal_point[slot]));
    (void)veer_outline_aim(world, slot, &way);
    float length = length2(way);
    VeerVec2 path = scale2(way, 1.0f / max_f(length, VEER_LENGTH_SLOP));
    return find_at(&look, vec2(0.0f, 0.0f), path, out) && length > 2.0f * out->half &&
           goes_on(world, slot, &look, out);
}

// --- Those that come ---

static bool is_met(const VeerWorld *world, uint32_t slot)
{
    return (world->agent.memory[slot].crowd.corner & MET) != 0 && veer_outline_leads(world, slot);
}

/// The corridor in which others come against an agent. @return false: there is none
static bool find_met(const VeerWorld *world, uint32_t slot, Corridor *out)
{
    return is_met(world, slot) && find(world, slot, out);
}

bool veer_outline_is_met(const VeerWorld *world, uint32_t slot)
{
    return is_met(world, slot);
}

/// Whether somebody that is to go the opposite way is ahead, within the range of sensing.
static bool is_opposed(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 goal = veer_world_offset(world, slot, agent->goal_point[slot]);
    VeerNear near[VEER_MAX_AHEAD];
    uint32_t count = veer_agents_ahead(world, slot, goal, near);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = near[i].index;
        VeerVec3 its = veer_world_offset(world, other, agent->goal_point[other]);
        if (veer_goal_is_place((VeerGoalKind)agent->goal_kind[other]) && dot3(its, goal) < 0.0f &&
            !veer_agent_rests(agent, other)) {
            return true;
        }
    }
    return false;
}

/// Whether it is time for an agent to look.
static bool is_due(const VeerWorld *world, uint32_t slot, float dt)
{
    uint64_t period = (uint64_t)max_f(VEER_COMMITMENT_SECONDS / (dt * (float)LOOKS), 1.0f);
    return (veer_world_turn(world) + world->agent.id[slot]) % period == 0;
}

void veer_outline_watch(VeerWorld *world, uint32_t slot, float dt)
{
    VeerCrowdMemory *memory = &world->agent.memory[slot].crowd;
    uint32_t left = memory->corner & MET;
    bool is_in = memory->detour != 0.0f; // on its way to its lane
    if ((!is_in && left == 0) || !is_due(world, slot, dt) || !veer_outline_leads(world, slot)) {
        return;
    }
    left = is_in && is_opposed(world, slot) ? MET : left > 0 ? left - MET_ONCE : 0;
    memory->corner = (memory->corner & ~MET) | left;
}

// --- The halves ---

VeerOutlineGap veer_outline_gap(const VeerWorld *world, uint32_t slot)
{
    Corridor corridor;
    if (!find_met(world, slot, &corridor)) {
        return veer_walk_gap(world, slot);
    }
    bool is_astray = corridor.middle < 0.0f;
    return (VeerOutlineGap){
        .offset = scale2(left2(corridor.along), min_f(corridor.middle, 0.0f)),
        .is_astray = is_astray,
        .is_held = !is_astray && !veer_progress_is_moving(world, slot),
    };
}

VeerOutlineGap veer_outline_gap_ahead(const VeerWorld *world, uint32_t slot)
{
    if (!world->outline) {
        return (VeerOutlineGap){.side = 0};
    }
    return is_met(world, slot) ? veer_outline_gap(world, slot)
                               : world->scratch.seen[world->agent_index->keys[slot]].gap;
}

bool veer_outline_middle(const VeerWorld *world, uint32_t slot, VeerWall *out)
{
    Corridor corridor;
    if (!find_met(world, slot, &corridor) || !(corridor.middle > 0.0f)) {
        return false;
    }
    VeerVec2 on = scale2(left2(corridor.along), corridor.middle);
    VeerVec2 reach = scale2(corridor.along, corridor.half);
    VeerVec2 a = sub2(on, reach), b = add2(on, scale2(reach, 2.0f));
    *out = (VeerWall){vec3(a.x, a.y, 0.0f), vec3(b.x, b.y, 0.0f)};
    return true;
}

/// rad: the detour of an agent from its path to its own lane, positive to the left. Who is on the
/// half of those that come goes straight aside: going on against them it would hold them all up.
static float detour_to_lane(const VeerWorld *world, uint32_t slot, const Corridor *corridor)
{
    float right = right_to_lane(world, slot, corridor);
    float ahead = veer_agent_look(world, slot, veer_agent_speed(world, slot));
    ahead = is_met(world, slot) && corridor->middle < 0.0f ? 0.0f : ahead;
    VeerVec2 aim = sub2(scale2(corridor->along, ahead), scale2(left2(corridor->along), right));
    return veer_atan2(cross2(corridor->path, aim), dot2(corridor->path, aim));
}

void veer_corridor_keep(VeerWorld *world, uint32_t slot, float dt)
{
    VeerAgentColumns *agent = &world->agent;
    if (!is_due(world, slot, dt) || agent->behaviour_list[slot] != 0 ||
        !veer_outline_leads(world, slot)) {
        return;
    }
    Corridor corridor;
    bool is_in = find(world, slot, &corridor);
    agent->memory[slot].crowd.detour = is_in ? detour_to_lane(world, slot, &corridor) : 0.0f;
    if (is_in && is_met(world, slot) && corridor.middle < 0.0f) {
        veer_progress_restart(world, slot);
    }
}
