/// Arriving: everyone of a squad goes to its place, and rests there.
#include "world/squad/arrive.h"
#include "math/vec.h"
#include "world/squad/base/constants.h"
#include "world/squad/places/places.h"

#define MAX_MATES 12u

/// Sends everyone to its place, and those without one nowhere.
static void send_to_places(const VeerSquadRun *run)
{
    const VeerMemberColumns *member = &run->world->member;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        bool has_place = veer_answer_is_place(member->answer[slot]);
        veer_squad_send(run, slot, has_place ? VEER_GOAL_POINT : VEER_GOAL_STOP,
                        member->place[slot]);
    }
}

void veer_squad_answer_with_goal(const VeerSquadRun *run)
{
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        if (run->world->member.answer[slot] == VEER_ANSWER_PENDING) {
            veer_squad_tell(run, slot, VEER_ANSWER_SLOT, run->squad->goal);
        }
    }
    run->squad->known_count = run->count;
}

void veer_squad_arrive_begin(VeerSquadRun *run)
{
    run->squad->phase = VEER_SQUAD_ARRIVING;
    run->squad->review = VEER_COMMITMENT_SECONDS;
    run->squad->abreast = 0;
    run->squad->gap_claim = VEER_GAP_NONE;
    run->squad->speed = run->squad->held = 0.0f;
    run->squad->lead = run->squad->goal;
    send_to_places(run);
}

/// Whether a member of a crowd leans on a mate that has arrived.
static bool leans_on_arrived(const VeerSquadRun *run, uint32_t member)
{
    const VeerWorld *world = run->world;
    VeerNear near[MAX_MATES];
    float radius = world->agent.radius[member];
    float range = MARGIN_RADII * radius;
    uint32_t count = veer_agents_near(world, member, range, MAX_MATES, near);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t other = near[i].index;
        if (world->member.squad[other] == run->index + 1 &&
            world->agent.status[other] == VEER_AGENT_ARRIVED) {
            return true;
        }
    }
    return false;
}

/// A member that has long come no nearer to its place, and leans on one that has arrived, is where
/// it can be: it rests there, rather than push for a place that the others have closed.
static void settle_blocked(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        if (world->agent.goal_stalled[slot] >= PATIENCE_SECONDS &&
            world->agent.status[slot] == VEER_AGENT_BLOCKED && leans_on_arrived(run, slot)) {
            world->member.place[slot] = world->agent.position[slot];
            veer_squad_send(run, slot, VEER_GOAL_POINT, world->agent.position[slot]);
        }
    }
}

/// Whether a member is on its way to its goal, and not held up.
static bool comes_nearer(const VeerSquadRun *run, uint32_t member)
{
    const VeerAgentColumns *agent = &run->world->agent;
    VeerVec3 offset = sub3(agent->goal_point[member], agent->position[member]);
    VeerVec3 along = unit3(veer_world_flat(run->world, offset), (VeerVec3){0});
    return dot3(agent->velocity[member], along) > VEER_PROGRESS_PART * agent->max_speed[member];
}

/// In a crowd a member that has come to the goal, or to one that has, stays there.
static void settle_crowd(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        VeerVec3 place = world->member.place[slot];
        VeerVec3 offset = sub3(place, run->squad->goal);
        bool is_settled = dot3(offset, offset) > 0.0f;
        if (!is_settled && world->agent.status[slot] != VEER_AGENT_ARRIVED &&
            !comes_nearer(run, slot) && leans_on_arrived(run, slot)) {
            world->member.place[slot] = world->agent.position[slot];
            veer_squad_send(run, slot, VEER_GOAL_POINT, world->agent.position[slot]);
        }
    }
}

/// Whether the squad rests: all have arrived, and those whom others pushed off on their way are
/// back, or were not for long. Members that are pushed later do not count.
static bool is_resting(VeerSquadRun *run, bool has_arrived, float worst)
{
    VeerSquadSlot *squad = run->squad;
    squad->settling = has_arrived ? squad->settling + run->dt : 0.0f;
    bool is_back = worst <= squad->rules.arrival_radius;
    bool has_rested = squad->phase == VEER_SQUAD_RESTING;
    return has_arrived && (is_back || has_rested || squad->settling >= VEER_BLOCKED_SECONDS);
}

static void note_rest(VeerSquadRun *run)
{
    const VeerWorld *world = run->world;
    bool has_arrived = true;
    float worst = 0.0f;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        if (world->member.answer[slot] == VEER_ANSWER_NONE) {
            continue;
        }
        VeerVec3 error = sub3(world->member.place[slot], world->agent.position[slot]);
        worst = max_f(worst, length3(veer_world_flat(world, error)));
        has_arrived &= world->agent.status[slot] == VEER_AGENT_ARRIVED;
    }
    VeerSquadSlot *squad = run->squad;
    bool is_over = is_resting(run, has_arrived, worst);
    squad->formed = worst <= FORMED_RADII * run->radius ? squad->formed + run->dt : 0.0f;
    squad->phase = is_over ? VEER_SQUAD_RESTING : VEER_SQUAD_ARRIVING;
    squad->held = is_over ? squad->held + run->dt : 0.0f;
}

/// Once all have rested for a while, their places are where they stand: what they could not get to
/// they do not push for.
static void keep_places(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    float rested = run->squad->held;
    if (rested < VEER_BLOCKED_SECONDS || rested - run->dt >= VEER_BLOCKED_SECONDS) {
        return;
    }
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        if (world->agent.status[slot] == VEER_AGENT_ARRIVED) {
            world->member.place[slot] = world->agent.position[slot];
            world->agent.goal_point[slot] = world->agent.position[slot];
        }
    }
}

/// A member that no longer sees its place goes there over the map; one that timed out has none.
static void find_paths(const VeerSquadRun *run)
{
    VeerWorld *world = run->world;
    for (uint32_t i = 0; world->map.head && i < run->count; ++i) {
        uint32_t slot = run->members[i];
        bool is_under_way = world->agent.goal_kind[slot] == VEER_GOAL_POINT &&
                            world->agent.status[slot] != VEER_AGENT_ARRIVED;
        if (is_under_way && veer_route_is_on(world, slot) &&
            world->map.routes.all[slot].status == VEER_ROUTE_GIVEN_UP) {
            veer_squad_tell(run, slot, VEER_ANSWER_NONE, world->agent.position[slot]);
        } else if (is_under_way) {
            veer_squad_route(run, slot);
        }
    }
}

/// Looks at the members' answers again, every so often and when something has changed.
static void look_again(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    squad->review -= run->dt;
    if (squad->review <= 0.0f || veer_squad_has_changed(run)) {
        squad->review = VEER_COMMITMENT_SECONDS;
        find_paths(run);
        settle_blocked(run);
        veer_squad_review(run);
    }
}

void veer_squad_arrive(VeerSquadRun *run)
{
    bool is_crowd = run->squad->rules.mode == VEER_SQUAD_CROWD;
    if (is_crowd) {
        veer_squad_answer_with_goal(run);
        settle_crowd(run);
    } else {
        look_again(run);
    }
    send_to_places(run);
    note_rest(run);
    keep_places(run);
}
