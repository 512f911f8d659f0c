/// What an agent is after, its path, and what it waits for.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/explain/explain.h"
#include "world/field/field.h"
#include "world/squad/base/base.h"
#include "world/traffic/traffic.h"

// --- What it is after ---

static float distance_to(const VeerExplaining *self, VeerVec3 point)
{
    return length3(veer_world_offset(self->world, self->slot, point));
}

/// The body that it follows. @return false: it is gone
static bool find_target(const VeerExplaining *self, VeerFound *out)
{
    const VeerAgentColumns *agent = &self->world->agent;
    VeerAgentId target = agent->goal_target[self->slot];
    VeerObstacleId obstacle = {target.slot, target.generation};
    if (agent->goal_kind[self->slot] == VEER_GOAL_AGENT) {
        bool is_there = veer_agent_slot(self->world, target) != VEER_NO_SLOT;
        *out = is_there ? veer_explain_agent(self, target.slot) : *out;
        return is_there;
    }
    bool is_there = veer_obstacle_slot(self->world, obstacle) != VEER_NO_SLOT;
    *out = is_there ? veer_explain_ball(self, target.slot) : *out;
    return is_there;
}

static void say_target(VeerExplaining *self)
{
    VeerFound body = {.kind = VEER_FOUND_NONE};
    if (find_target(self, &body)) {
        veer_explain_body(self, VEER_REASON_FOLLOWS, body, max_f(body.distance, 0.0f), 0.0f);
    } else {
        veer_explain_say(self, VEER_REASON_LOST, 0.0f, 0.0f);
    }
}

static void say_goal(VeerExplaining *self)
{
    const VeerAgentColumns *agent = &self->world->agent;
    VeerVec3 goal = agent->goal_point[self->slot];
    switch ((VeerGoalKind)agent->goal_kind[self->slot]) {
    case VEER_GOAL_POINT:
        veer_explain_place(self, VEER_REASON_GOAL, goal, distance_to(self, goal));
        break;
    case VEER_GOAL_FORMATION:
        veer_explain_place(self, VEER_REASON_KEEPS_SLOT, goal, distance_to(self, goal));
        break;
    case VEER_GOAL_VELOCITY:
        veer_explain_say(self, VEER_REASON_HOST_STEERS, length3(goal), 0.0f);
        break;
    case VEER_GOAL_AGENT:
    case VEER_GOAL_OBSTACLE:
        say_target(self);
        break;
    default:
        if (agent->behaviour_list[self->slot] == 0) {
            veer_explain_say(self, VEER_REASON_NO_GOAL, 0.0f, 0.0f);
        }
    }
    const VeerBehaviourList *list = veer_world_behaviours_of(self->world, self->slot);
    if (list) {
        veer_explain_say(self, VEER_REASON_BEHAVES, (float)list->behaviour_count, 0.0f);
    }
}

/// Whether it cannot move at all, or need not.
static void say_rest(VeerExplaining *self)
{
    const VeerAgentColumns *agent = &self->world->agent;
    if (agent->status[self->slot] == VEER_AGENT_ARRIVED) {
        veer_explain_say(self, VEER_REASON_AT_GOAL, 0.0f, agent->goal_radius[self->slot]);
    }
    if (agent->is_immovable[self->slot]) {
        veer_explain_say(self, VEER_REASON_IMMOVABLE, 0.0f, 0.0f);
    } else if (agent->max_speed[self->slot] == 0.0f) {
        veer_explain_say(self, VEER_REASON_NO_SPEED, 0.0f, 0.0f);
    }
}

// --- Its path ---

static void say_path(VeerExplaining *self)
{
    const VeerWorld *world = self->world;
    const VeerRoute *route = &world->map.routes.all[self->slot];
    float off = length3(sub3(route->target, world->agent.goal_point[self->slot]));
    switch ((VeerRouteStatus)route->status) {
    case VEER_ROUTE_WAITING:
        veer_explain_say(self, VEER_REASON_NO_PATH_YET, (float)world->map.head->stats.waiting,
                         0.0f);
        break;
    case VEER_ROUTE_WHOLE:
        if (route->field > 0) {
            veer_explain_say(self, VEER_REASON_FIELD, 0.0f, 0.0f);
        } else {
            veer_explain_say(self, VEER_REASON_PATH, veer_route_length(world, self->slot), 0.0f);
        }
        break;
    case VEER_ROUTE_PARTIAL:
        veer_explain_place(self, VEER_REASON_PARTIAL_PATH, route->target, off);
        break;
    case VEER_ROUTE_GIVEN_UP:
        veer_explain_say(self, VEER_REASON_GAVE_UP, 0.0f, VEER_GIVE_UP_SECONDS);
        break;
    default:
        break;
    }
}

/// Whether it stands at a node of a maze, and has reserved no next one.
static bool waits_in_maze(const VeerExplaining *self, const VeerReservation *own)
{
    VeerVec3 preferred = self->world->agent.preferred[self->slot];
    float slow = VEER_PROGRESS_PART * veer_agent_speed(self->world, self->slot);
    return own->nodes[0] > 0 && own->ahead == 0 && own->goal != own->nodes[0] &&
           dot3(preferred, preferred) <= slow * slow;
}

/// What keeps it on its path, of those of others.
static void say_queue(VeerExplaining *self)
{
    const VeerRoute *route = &self->world->map.routes.all[self->slot];
    const VeerMapTraffic *traffic = &self->world->map.traffic;
    const VeerReservation *own = traffic->reservations ? &traffic->reservations[self->slot] : NULL;
    if (route->is_backing_off) {
        veer_explain_say(self, VEER_REASON_BACKS_OFF, 0.0f, 0.0f);
    }
    if (route->is_queuing) {
        veer_explain_say(self, VEER_REASON_QUEUES, 0.0f, 0.0f);
    }
    if (veer_route_stands(self->world, self->slot)) {
        veer_explain_say(self, VEER_REASON_STANDS, 0.0f, 0.0f);
    }
    if (traffic->gates && traffic->gates[self->slot].is_held) {
        VeerCell enter = traffic->gates[self->slot].enter;
        veer_explain_place(self, VEER_REASON_AT_GATE,
                           veer_grid_centre(self->world->map.grid.walls, enter), 0.0f);
    }
    if (own && own->is_waiting) {
        veer_explain_say(self, VEER_REASON_BEFORE_MAZE, 0.0f, 0.0f);
    } else if (own && waits_in_maze(self, own)) {
        veer_explain_say(self, VEER_REASON_IN_MAZE, 0.0f, 0.0f);
    }
}

// --- Its squad ---

static void say_squad(VeerExplaining *self)
{
    const VeerWorld *world = self->world;
    uint32_t number = world->def.max_squads > 0 ? world->member.squad[self->slot] : 0;
    if (number == 0 || world->squads[number - 1].order_count == 0) {
        return;
    }
    uint8_t answer = world->member.answer[self->slot];
    if (answer == VEER_ANSWER_NONE) {
        veer_explain_say(self, VEER_REASON_SQUAD_NO_PLACE, 0.0f, 0.0f);
    } else if (answer == VEER_ANSWER_WAITING) {
        veer_explain_place(self, VEER_REASON_SQUAD_WAITING, world->member.place[self->slot], 0.0f);
    }
    if (world->squads[number - 1].gap_claim == VEER_GAP_WAITED) {
        veer_explain_place(self, VEER_REASON_SQUAD_AT_GAP, world->squads[number - 1].gap, 0.0f);
    }
}

void veer_explain_goal(VeerExplaining *self)
{
    const VeerAgentColumns *agent = &self->world->agent;
    say_goal(self);
    say_rest(self);
    if (veer_route_is_on(self->world, self->slot) &&
        agent->status[self->slot] != VEER_AGENT_ARRIVED) {
        say_path(self);
        say_queue(self);
    }
    float stalled = agent->goal_stalled[self->slot];
    // One that stands is blocked, and waits for nothing.
    if (agent->status[self->slot] == VEER_AGENT_BLOCKED && stalled > 0.0f) {
        veer_explain_say(self, VEER_REASON_NO_PROGRESS, stalled, 0.0f);
    }
    say_squad(self);
}
