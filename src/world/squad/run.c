/// Plan: what squads make of their orders. From orders to the goals of their members.
#include "math/vec.h"
#include "world/map/map.h"
#include "world/squad/arrive.h"
#include "world/squad/attend.h"
#include "world/squad/base/constants.h"
#include "world/squad/base/map.h"
#include "world/squad/march/march.h"
#include "world/squad/places/places.h"
#include "world/squad/squad.h"

static void measure_members(VeerSquadRun *run)
{
    const VeerAgentColumns *agent = &run->world->agent;
    run->slowest = run->braking = INFINITY;
    run->may_use = UINT32_MAX;
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        float speed = agent->preferred_speed[slot];
        float most = PACE_PART * agent->max_speed[slot];
        bool can_move = agent->max_speed[slot] > 0.0f && !agent->is_immovable[slot];
        if (can_move) {
            run->slowest = min_f(run->slowest, speed > 0.0f ? min_f(speed, most) : most);
            run->braking = min_f(run->braking, veer_profile(run->world, slot)->max_braking);
        }
        run->radius = max_f(run->radius, agent->radius[slot]);
        run->height = max_f(run->height, agent->height[slot]);
        run->mask |= veer_profile(run->world, slot)->avoid_mask;
        run->may_use &= veer_links_allowed(run->world, slot);
    }
    run->slowest = isfinite(run->slowest) ? run->slowest : 0.0f;
}

/// Where an order leads now.
static VeerVec3 goal_of(const VeerSquadRun *run, const VeerOrder *order)
{
    VeerSquadTarget target;
    if (veer_squad_target(run->world, order, &target)) {
        VeerVec3 heading = unit3(target.heading, run->squad->ahead);
        bool is_behind = order->kind == VEER_ORDER_FOLLOW;
        return is_behind ? along3(target.position, heading, -order->distance) : target.position;
    }
    switch (order->kind) {
    case VEER_ORDER_GO:
        return order->points[order->point_count - 1];
    case VEER_ORDER_HOLD:
        return veer_squad_middle(run, run->members, run->count);
    default:
        return order->points[0];
    }
}

/// Whether the members march to an order's goal in formation.
static bool is_marched(const VeerSquadRun *run, const VeerOrder *order)
{
    bool is_route = order->kind == VEER_ORDER_GO || order->kind == VEER_ORDER_PATROL ||
                    order->kind == VEER_ORDER_FOLLOW;
    return is_route && run->squad->rules.mode == VEER_SQUAD_TOGETHER;
}

/// Forgets what members were told, so that they are told anew.
static void forget_answers(const VeerSquadRun *run)
{
    for (uint32_t i = 0; i < run->count; ++i) {
        run->world->member.answer[run->members[i]] = VEER_ANSWER_PENDING;
        run->world->member.place_index[run->members[i]] = VEER_NO_PLACE;
    }
}

/// Which way the squad comes: from its middle to where it is sent first.
static void face_goal(const VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    const VeerOrder *order = &squad->orders[0];
    bool is_route = order->kind == VEER_ORDER_GO && order->point_count > 1;
    VeerVec3 from = is_route ? order->points[order->point_count - 2]
                             : veer_squad_middle(run, run->members, run->count);
    VeerVec3 approach = sub3(squad->goal, from);
    VeerVec3 heading = run->world->agent.heading[run->members[0]];
    squad->ahead = veer_formation_frame(approach, heading, squad->rules.up, true).ahead;
}

/// Whether a leader can go from point to point of an order. Where it cannot, members get as near as
/// each of them can.
static bool is_led(const VeerSquadRun *run, const VeerOrder *order)
{
    VeerVec3 from = veer_squad_middle(run, run->members, run->count);
    bool is_open = true, is_asked = order->kind == VEER_ORDER_GO;
    for (uint32_t i = 0; is_asked && is_open && i < order->point_count; ++i) {
        is_open = veer_squad_can_lead(run, from, order->points[i]);
        from = order->points[i];
    }
    return is_open;
}

static void begin(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    const VeerOrder *order = &squad->orders[0];
    veer_squad_job_drop(run->world, run->index);
    squad->is_begun = 1;
    squad->is_done = 0;
    squad->leg = 0;
    squad->gap_claim = VEER_GAP_NONE;
    squad->clock = squad->formed = 0.0f;
    squad->goal = goal_of(run, order);
    forget_answers(run);
    face_goal(run);
    bool is_attended = veer_order_has_target(order) && !is_marched(run, order);
    if (is_attended) {
        squad->phase = VEER_SQUAD_ATTENDING;
        veer_squad_attend(run, true);
        return;
    }
    if (order->kind == VEER_ORDER_PATROL || order->kind == VEER_ORDER_FOLLOW ||
        squad->rules.mode == VEER_SQUAD_CROWD) {
        veer_squad_answer_with_goal(run);
    } else {
        veer_squad_answer(run, true);
    }
    if (is_marched(run, order) && is_led(run, order)) {
        squad->phase = VEER_SQUAD_MARCHING;
        veer_squad_march_begin(run);
    } else {
        veer_squad_arrive_begin(run);
    }
}

static void go_on_marching(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    const VeerOrder *order = &squad->orders[0];
    squad->goal = goal_of(run, order);
    if (veer_squad_has_changed(run)) {
        if (order->kind == VEER_ORDER_GO) {
            veer_squad_answer(run, false);
        } else {
            veer_squad_answer_with_goal(run);
        }
    }
    if (veer_squad_march(run)) {
        veer_squad_answer(run, true);
        veer_squad_arrive_begin(run);
    }
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        if (run->world->member.answer[slot] == VEER_ANSWER_NONE) {
            veer_squad_send(run, slot, VEER_GOAL_STOP, run->world->member.place[slot]);
        }
    }
}

/// Whether the order is carried out.
static bool is_over(const VeerSquadSlot *squad)
{
    const VeerOrder *order = &squad->orders[0];
    bool has_clock = order->kind == VEER_ORDER_HOLD;
    if (has_clock) {
        return order->seconds > 0.0f && squad->clock >= order->seconds;
    }
    return order->kind == VEER_ORDER_GO && squad->phase == VEER_SQUAD_RESTING;
}

/// Whether the order goes on for ever, and so makes way for the next.
static bool is_endless(const VeerOrder *order)
{
    return order->kind != VEER_ORDER_GO &&
           !(order->kind == VEER_ORDER_HOLD && order->seconds > 0.0f);
}

static void finish(VeerSquadSlot *squad)
{
    if (!squad->is_done && is_over(squad)) {
        squad->is_done = 1;
        squad->news |= VEER_NEWS_DONE;
    }
    bool makes_way = squad->is_done || is_endless(&squad->orders[0]);
    if (makes_way && squad->order_count > 1) {
        veer_squad_next_order(squad);
    }
}

/// An order to follow what is gone is void: the next comes, or the members stay where they are.
static void lose_target(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    squad->news |= VEER_NEWS_LOST;
    veer_squad_next_order(squad);
    forget_answers(run);
    for (uint32_t i = 0; i < run->count; ++i) {
        uint32_t slot = run->members[i];
        veer_squad_send(run, slot, VEER_GOAL_STOP, run->world->agent.position[slot]);
    }
}

static bool has_lost_target(const VeerSquadRun *run)
{
    const VeerOrder *order = &run->squad->orders[0];
    VeerSquadTarget target;
    return veer_order_has_target(order) && !veer_squad_target(run->world, order, &target);
}

static void go_on(VeerSquadRun *run)
{
    VeerSquadSlot *squad = run->squad;
    if (!squad->is_begun && !veer_squad_map_may_search(run, true)) {
        return; // it is as it was until its turn comes
    }
    if (!squad->is_begun) {
        begin(run);
    }
    squad->clock += run->dt;
    switch ((VeerSquadPhase)squad->phase) {
    case VEER_SQUAD_MARCHING:
        go_on_marching(run);
        break;
    case VEER_SQUAD_ATTENDING:
        veer_squad_attend(run, false);
        break;
    default:
        veer_squad_arrive(run);
        break;
    }
    finish(squad);
}

static void run_squad(VeerWorld *world, uint32_t index, float dt)
{
    const VeerSquadScratch *scratch = &world->squad_scratch;
    uint32_t first = scratch->first[index], end = scratch->first[index + 1];
    VeerSquadRun run = {
        .world = world,
        .squad = &world->squads[index],
        .index = index,
        .members = scratch->members + first,
        .count = end - first,
        .dt = dt,
    };
    world->squad_scratch.reached_count = 0;
    measure_members(&run);
    while (run.squad->order_count > 0 && has_lost_target(&run)) {
        lose_target(&run);
    }
    if (run.count == 0 || run.squad->order_count == 0) {
        run.squad->phase = VEER_SQUAD_IDLE;
        run.squad->gap_claim = VEER_GAP_NONE;
        run.squad->formed = run.squad->speed = 0.0f;
        run.squad->known_count = run.count;
        veer_squad_job_drop(world, index);
        return;
    }
    go_on(&run);
    veer_squad_job_go_on(&run);
}

void veer_stage_squad(VeerWorld *world, float dt)
{
    if (world->def.max_squads == 0) {
        return;
    }
    veer_squad_list(world);
    world->squad_scratch.searched = 0;
    veer_map_hold_covers(&world->map, true);
    veer_squad_job_open(world);
    for (uint32_t index = 0; index < world->def.max_squads; ++index) {
        if (world->squads[index].is_alive) {
            run_squad(world, index, dt);
        }
    }
    veer_map_hold_covers(&world->map, false);
}
