/// Orders: what the host tells squads.
#include "world/squad/base/order.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/squad/base/squads.h"

#include <string.h>

#define ORDER_COOKIE 0x7EE20012u

VeerOrder veer_order_default(VeerOrderKind kind)
{
    VeerOrder order;
    memset(&order, 0, sizeof order);
    order.kind = kind;
    order.distance = kind == VEER_ORDER_QUEUE ? 0.0f : 5.0f;
    order.cookie = ORDER_COOKIE;
    return order;
}

VeerOrder veer_order_go(VeerVec3 point)
{
    VeerOrder order = veer_order_default(VEER_ORDER_GO);
    order.points[0] = point;
    order.point_count = 1;
    return order;
}

/// Whether an order has what its kind asks for.
static bool is_complete(const VeerOrder *order)
{
    switch (order->kind) {
    case VEER_ORDER_GO:
    case VEER_ORDER_PATROL:
    case VEER_ORDER_QUEUE:
        return order->point_count > 0;
    case VEER_ORDER_SURROUND:
        return order->point_count > 0 || veer_order_has_target(order);
    case VEER_ORDER_FOLLOW:
    case VEER_ORDER_ESCORT:
        return veer_order_has_target(order);
    default:
        return true;
    }
}

static void need_order(VeerRefusal *refusal, const VeerOrder *order)
{
    veer_need_that(refusal, order->cookie == ORDER_COOKIE, "order", VEER_MUST_DEFAULT);
    veer_need(refusal, (unsigned)order->kind < VEER_ORDER_COUNT, "order.kind",
              "must be a VeerOrderKind", (double)order->kind);
    veer_need_count(refusal, "order.point_count", order->point_count, 0, VEER_MAX_ORDER_POINTS,
                    "must be 0 to VEER_MAX_ORDER_POINTS");
    veer_need_length(refusal, "order.distance", order->distance);
    veer_need_length(refusal, "order.seconds", order->seconds);
    veer_need_position(refusal, "order.heading", order->heading);
    if (refusal->status == VEER_OK) {
        veer_need_positions(refusal, "order.points[]", order->points, order->point_count);
        veer_need(refusal, is_complete(order), "order.point_count",
                  "must be 1 or more, or the order about somebody, as its kind asks for",
                  (double)order->point_count);
    }
}

bool veer_order_is_good(const VeerOrder *order)
{
    VeerRefusal refusal = {.status = VEER_OK};
    need_order(&refusal, order);
    return refusal.status == VEER_OK;
}

/// Its target must be there, and not two.
static void need_one(VeerRefusal *refusal, const VeerWorld *world, const VeerOrder *order)
{
    VeerSquadTarget target;
    bool has_agent = order->agent.generation != 0, has_obstacle = order->obstacle.generation != 0;
    bool is_there = !veer_order_has_target(order) || veer_squad_target(world, order, &target);
    veer_need_as(refusal, VEER_BAD_HANDLE, !has_agent || !has_obstacle, "order.obstacle",
                 "must be none beside an agent", (double)order->obstacle.slot);
    veer_need_handle(refusal, is_there || has_obstacle, "order.agent", order->agent.slot);
    veer_need_handle(refusal, is_there, "order.obstacle", order->obstacle.slot);
}

/// A copy in which all points that are not used are zero.
static VeerOrder tidy(const VeerOrder *order)
{
    VeerOrder copy = *order;
    uint32_t unused = VEER_MAX_ORDER_POINTS - copy.point_count;
    memset(copy.points + copy.point_count, 0, unused * sizeof *copy.points);
    return copy;
}

static void drop_orders(VeerSquadSlot *squad)
{
    memset(squad->orders, 0, sizeof squad->orders);
    squad->order_count = 0;
    squad->is_begun = 0;
    squad->is_done = 0;
}

VeerStatus veer_squad_order(VeerWorld *world, VeerSquadId squad, const VeerOrder *order,
                            bool is_appended)
{
    VeerRefusal refusal = {.function = __func__};
    VeerSquadSlot *slot = veer_squad_need(&refusal, world, squad);
    if (veer_need_object(&refusal, order, "order")) {
        need_order(&refusal, order);
    }
    if (refusal.status == VEER_OK) {
        need_one(&refusal, world, order);
    }
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    if (is_appended && slot->order_count == VEER_MAX_ORDERS) {
        return veer_world_check_room(world, &refusal, false, "VEER_MAX_ORDERS", VEER_MAX_ORDERS);
    }
    if (!is_appended) {
        drop_orders(slot);
    }
    slot->orders[slot->order_count++] = tidy(order);
    return VEER_OK;
}

/// The members stop, and their answers are void.
static void stop_members(VeerWorld *world, uint32_t squad)
{
    for (uint32_t i = 0; i < world->head->agent_slot_count; ++i) {
        if (world->member.squad[i] == squad + 1) {
            veer_agent_stop(world, veer_agent_at(world, i));
            world->member.squad[i] = squad + 1;
            world->member.answer[i] = VEER_ANSWER_PENDING;
            world->member.place_index[i] = VEER_NO_PLACE;
        }
    }
}

static void cancel(VeerWorld *world, uint32_t squad)
{
    VeerSquadSlot *slot = &world->squads[squad];
    drop_orders(slot);
    slot->phase = VEER_SQUAD_IDLE;
    slot->speed = 0.0f;
    slot->abreast = 0;
    slot->formed = 0.0f;
    stop_members(world, squad);
}

VeerStatus veer_squad_cancel(VeerWorld *world, VeerSquadId squad)
{
    VeerRefusal refusal = {.function = __func__};
    (void)veer_squad_need(&refusal, world, squad);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK) {
        cancel(world, squad.slot);
    }
    return status;
}

VeerStatus veer_squad_skip(VeerWorld *world, VeerSquadId squad)
{
    VeerRefusal refusal = {.function = __func__};
    VeerSquadSlot *slot = veer_squad_need(&refusal, world, squad);
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK && slot->order_count <= 1) {
        cancel(world, squad.slot);
    } else if (status == VEER_OK) {
        veer_squad_next_order(slot);
    }
    return status;
}

void veer_squad_next_order(VeerSquadSlot *squad)
{
    squad->order_count--;
    memmove(squad->orders, squad->orders + 1, squad->order_count * sizeof *squad->orders);
    memset(squad->orders + squad->order_count, 0, sizeof *squad->orders);
    squad->is_begun = 0;
    squad->is_done = 0;
}

uint32_t veer_squad_orders(const VeerWorld *world, VeerSquadId squad, VeerOrder *out,
                           uint32_t capacity)
{
    const VeerSquadSlot *slot = veer_squad_find(world, squad);
    uint32_t count = slot ? slot->order_count : 0;
    for (uint32_t i = 0; out && i < count && i < capacity; ++i) {
        out[i] = slot->orders[i];
    }
    return count;
}

bool veer_squad_target(const VeerWorld *world, const VeerOrder *order, VeerSquadTarget *out)
{
    uint32_t agent = veer_agent_slot(world, order->agent);
    uint32_t obstacle = veer_obstacle_slot(world, order->obstacle);
    if (agent != VEER_NO_SLOT) {
        const VeerAgentColumns *column = &world->agent;
        *out = (VeerSquadTarget){column->position[agent], column->velocity[agent],
                                 column->heading[agent]};
    } else if (obstacle != VEER_NO_SLOT) {
        VeerVec3 velocity = world->obstacle.velocity[obstacle];
        *out = (VeerSquadTarget){world->obstacle.position[obstacle], velocity, velocity};
    }
    return agent != VEER_NO_SLOT || obstacle != VEER_NO_SLOT;
}
