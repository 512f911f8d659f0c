/// How an agent comes to the point that it goes to: one list of rules, the first that applies
/// decides.
#include "world/tick/approach.h"
#include "math/vec.h"
#include "motion/motion.h"
#include "steer/circle.h"
#include "veer/steer.h"
#include "world/body/body.h"
#include "world/map/map.h"
#include "world/predict/predict.h"
#include "world/tick/follow.h"
#include "world/traffic/traffic.h"

/// An arrived agent that was pushed off its place goes back at the speed that takes this long, s.
#define RETURN_SECONDS 0.5f
/// The part of the arrival radius that bodies which cannot turn on the spot aim to come within.
#define NEAR_PART 0.5f
/// And the part that will do of what a car in motion could still come within.
#define LATE_PART 0.9f

static bool has_arrived(const VeerApproach *approach)
{
    return approach->world->agent.status[approach->slot] == VEER_AGENT_ARRIVED;
}

/// It plans in time, and has a timed path.
static bool go_in_time(VeerApproach *approach, VeerVec3 *preferred)
{
    return !has_arrived(approach) &&
           veer_foresight_velocity(approach->world, approach->slot, approach->speed, approach->dt,
                                   preferred);
}

/// It steps from node to node of a maze, as reservations go.
static bool step_through_maze(VeerApproach *approach, VeerVec3 *preferred)
{
    return veer_maze_velocity(approach->world, approach->slot, approach->speed, approach->dt,
                              preferred);
}

/// It is on a link, and cannot just go on.
static bool cross_link(VeerApproach *approach, VeerVec3 *preferred)
{
    return veer_links_velocity(approach->world, approach->slot, approach->speed, preferred);
}

/// It waits before a narrow passage that others hold.
static bool wait_at_gate(VeerApproach *approach, VeerVec3 *preferred)
{
    return veer_gate_velocity(approach->world, approach->slot, approach->forward, preferred);
}

/// It waits behind others that are nearer to where its route leads.
static bool wait_in_queue(VeerApproach *approach, VeerVec3 *preferred)
{
    return veer_queue_velocity(approach->world, approach->slot, approach->points[0],
                               approach->forward, preferred);
}

/// m straight on that a car needs before it can turn its tightest towards an offset.
static float lead(const VeerMotionTick *tick, const VeerMotionState *state, VeerVec3 offset)
{
    bool is_left = cross2(plane2(state->heading), plane2(offset)) > 0.0f;
    return veer_car_lead(tick, state, is_left);
}

/// Whether the body, as its vehicle turns, can get to its goal by turning towards it.
static bool can_reach(const VeerApproach *approach)
{
    const VeerAgentColumns *agent = &approach->world->agent;
    uint32_t slot = approach->slot;
    VeerVec3 offset = approach->offset;
    VeerVehicle kind = (VeerVehicle)agent->vehicle[slot];
    if (kind != VEER_VEHICLE_CAR && kind != VEER_VEHICLE_AIRCRAFT) {
        return true;
    }
    VeerVehicleParams vehicle = veer_agent_vehicle(approach->world, slot);
    VeerMotionLimits limits = veer_agent_limits(approach->world, slot);
    VeerMotionTick tick = {&vehicle, &limits, approach->dt};
    VeerMotionState state = veer_agent_motion(approach->world, slot);
    bool is_car = kind == VEER_VEHICLE_CAR;
    // A car slows down for its bends.
    float speed = is_car ? 0.0f : length3(state.velocity);
    float radius = veer_vehicle_turning_radius(&vehicle, &limits, speed, approach->dt);
    float near = agent->goal_radius[slot];
    VeerVec3 left = is_car ? along3(offset, state.heading, -lead(&tick, &state, offset)) : offset;
    return veer_steer_can_reach(offset, state.heading, radius, NEAR_PART * near) &&
           (!is_car || veer_steer_can_reach(left, state.heading, radius, LATE_PART * near));
}

/// A vehicle goes back, or straight on where it cannot, until there is room to turn towards the
/// point; once it was there, it rests.
static bool make_room(VeerApproach *approach, VeerVec3 *preferred)
{
    if (can_reach(approach)) {
        return false;
    }
    VeerVehicleParams vehicle = veer_agent_vehicle(approach->world, approach->slot);
    float reverse = vehicle.kind == VEER_VEHICLE_CAR ? vehicle.car.reverse : 0.0f;
    float speed = reverse > 0.0f ? -reverse * approach->speed : approach->speed;
    VeerVec3 heading = approach->world->agent.heading[approach->slot];
    *preferred = has_arrived(approach) ? (VeerVec3){0} : scale3(heading, speed);
    return true;
}

/// Straight to the point, braking before it.
static bool arrive(VeerApproach *approach, VeerVec3 *preferred)
{
    float speed = approach->speed, back = length3(approach->offset) / RETURN_SECONDS;
    float braking = approach->world->agent.max_braking[approach->slot];
    speed = has_arrived(approach) ? min_f(speed, back) : speed;
    *preferred = veer_steer_arrive(approach->offset, speed, braking, approach->dt);
    return true;
}

/// What an agent on a route with points of its own does, in this order.
static bool go_by_points(VeerApproach *self, VeerVec3 *preferred)
{
    return veer_follow_rest(self, preferred) ||     //
           cross_link(self, preferred) ||           //
           wait_at_gate(self, preferred) ||         //
           wait_in_queue(self, preferred) ||        //
           veer_follow_back_off(self, preferred) || //
           veer_follow_points(self, preferred);
}

/// It goes by a route: along a shared field, or along points of its own.
static bool go_by_route(VeerApproach *self, VeerVec3 *preferred)
{
    if (has_arrived(self) || !veer_route_is_on(self->world, self->slot)) {
        return false;
    }
    bool is_shared = self->world->map.routes.all[self->slot].field > 0;
    return is_shared ? veer_follow_field(self, preferred) : go_by_points(self, preferred);
}

/// What an agent on its way to a point does, in this order: the first rule that applies decides.
static bool apply_first(VeerApproach *self, VeerVec3 *preferred)
{
    return go_in_time(self, preferred) ||        //
           step_through_maze(self, preferred) || //
           go_by_route(self, preferred) ||       //
           make_room(self, preferred) ||         //
           arrive(self, preferred);
}

VeerVec3 veer_approach_point(VeerApproach *approach)
{
    VeerVec3 preferred = {0};
    (void)apply_first(approach, &preferred);
    return preferred;
}
