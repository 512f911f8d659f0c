/// Members while their squad has orders: where they are sent, and what they were told.
#include "math/vec.h"
#include "world/squad/base/map.h"

bool veer_squad_has_changed(const VeerSquadRun *run)
{
    bool is_new = false;
    for (uint32_t i = 0; i < run->count; ++i) {
        is_new |= run->world->member.answer[run->members[i]] == VEER_ANSWER_PENDING;
    }
    return is_new || run->count != run->squad->known_count;
}

bool veer_squad_is_seated(const VeerSquadRun *run, const uint32_t *members, uint32_t count)
{
    uint32_t *holders = run->world->squad_scratch.assigned;
    for (uint32_t i = 0; i < count; ++i) {
        holders[i] = VEER_NO_SLOT;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t seat = run->world->member.place_index[members[i]];
        if (seat >= count || holders[seat] != VEER_NO_SLOT) {
            return false;
        }
        holders[seat] = members[i];
    }
    return true;
}

VeerAssignDef veer_squad_assign_def(const VeerSquadRun *run, uint32_t agents, uint32_t places)
{
    VeerAssignDef def = veer_assign_def_default();
    def.aim = (VeerAssignAim)run->squad->rules.aim;
    def.agents = run->world->squad_scratch.positions;
    def.slots = run->world->squad_scratch.formation;
    def.agent_count = agents;
    def.slot_count = places;
    return def;
}

/// Seats about who is at the world's limit are no further.
static float within_world(float place)
{
    return clamp_f(place, -VEER_WORLD_LIMIT, VEER_WORLD_LIMIT);
}

void veer_squad_give_seats(const VeerSquadRun *run, const uint32_t *members, uint32_t count)
{
    const VeerSquadScratch *scratch = &run->world->squad_scratch;
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 *seat = &scratch->formation[i];
        *seat = vec3(within_world(seat->x), within_world(seat->y), within_world(seat->z));
        scratch->positions[i] = run->world->agent.position[members[i]];
    }
    VeerAssignDef def = veer_squad_assign_def(run, count, count);
    def.aim = VEER_ASSIGN_TOTAL;
    (void)veer_assign(&def, scratch->assign_memory, scratch->assign_size, scratch->assigned, NULL);
    for (uint32_t i = 0; i < count; ++i) {
        run->world->member.place_index[members[i]] = scratch->assigned[i];
    }
}

VeerVec3 veer_squad_middle(const VeerSquadRun *run, const uint32_t *members, uint32_t count)
{
    double x = 0.0, y = 0.0, z = 0.0, n = count;
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 at = run->world->agent.position[members[i]];
        x += (double)at.x;
        y += (double)at.y;
        z += (double)at.z;
    }
    return vec3((float)(x / n), (float)(y / n), (float)(z / n));
}

/// Whether a member can go straight to a place: on a link it goes over that first.
static bool sees(const VeerSquadRun *run, uint32_t member, VeerVec3 place)
{
    const VeerAgentColumns *agent = &run->world->agent;
    return !veer_links_is_crossing(run->world, member) &&
           veer_squad_map_is_clear(run, agent->position[member], place, agent->radius[member]);
}

void veer_squad_send(const VeerSquadRun *run, uint32_t member, VeerGoalKind kind, VeerVec3 point)
{
    VeerAgentColumns *agent = &run->world->agent;
    bool is_same = agent->goal_kind[member] == (uint8_t)kind;
    point = veer_world_clamp(point);
    VeerVec3 change = sub3(point, agent->goal_point[member]);
    agent->goal_kind[member] = (uint8_t)kind;
    agent->goal_point[member] = point;
    agent->goal_radius[member] = run->squad->rules.arrival_radius;
    bool is_moved = dot3(change, change) > 0.0f;
    if (is_same && (kind == VEER_GOAL_FORMATION || !is_moved)) {
        return;
    }
    veer_route_end(run->world, member);
    agent->goal_best[member] = INFINITY;
    veer_progress_restart(run->world, member);
    agent->goal_is_reported[member] = 0;
    agent->status[member] = kind == VEER_GOAL_STOP ? VEER_AGENT_IDLE : VEER_AGENT_MOVING;
    agent->memory[member] = is_same ? agent->memory[member] : (VeerAvoidMemory){0};
    if (kind == VEER_GOAL_POINT) {
        veer_squad_route(run, member);
    }
}

void veer_squad_route(const VeerSquadRun *run, uint32_t member)
{
    const VeerAgentColumns *agent = &run->world->agent;
    if (!veer_route_is_on(run->world, member) && !sees(run, member, agent->goal_point[member])) {
        veer_route_begin(run->world, member);
    }
}

/// Whether a member that does not see its slot is on its way to about there, over the map.
static bool is_rejoining(const VeerSquadRun *run, uint32_t member, VeerVec3 slot)
{
    const VeerAgentColumns *agent = &run->world->agent;
    VeerVec3 goal = agent->goal_point[member], left = sub3(goal, agent->position[member]);
    float most = min_f(length3(veer_world_flat(run->world, left)), run->squad->rules.spacing);
    most = max_f(most, run->radius);
    return agent->goal_kind[member] == VEER_GOAL_POINT && veer_route_is_on(run->world, member) &&
           length3(sub3(slot, goal)) < most;
}

void veer_squad_lead(const VeerSquadRun *run, uint32_t member, VeerVec3 slot, VeerVec3 velocity)
{
    // The path may be steeper at the leader than here.
    slot = veer_squad_map_on_floor(run, slot);
    // What is read after the tick is where the slot is then.
    VeerVec3 then = veer_world_clamp(along3(slot, velocity, run->dt));
    run->world->member.velocity[member] = velocity;
    bool is_seen = sees(run, member, slot);
    if (is_seen || !is_rejoining(run, member, then)) {
        veer_squad_send(run, member, is_seen ? VEER_GOAL_FORMATION : VEER_GOAL_POINT, then);
    }
    // Nobody has arrived where its slot was a while ago.
    run->world->agent.goal_radius[member] = is_seen ? run->squad->rules.arrival_radius : 0.0f;
}

void veer_squad_tell(const VeerSquadRun *run, uint32_t slot, VeerAnswer answer, VeerVec3 place)
{
    VeerMemberColumns *member = &run->world->member;
    if (member->answer[slot] != (uint8_t)answer) {
        member->answer[slot] = (uint8_t)answer;
        member->news[slot] |= VEER_NEWS_ANSWER;
    }
    member->place[slot] = veer_world_clamp(place);
}
