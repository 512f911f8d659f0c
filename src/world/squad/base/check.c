/// Whether the state of a squad holds.
#include "world/base/rules.h"
#include "world/squad/base/base.h"
#include "world/squad/base/order.h"
#include "world/squad/base/squads.h"

#include <string.h>

// Where a squad is led is within the world, or a follower's distance and a step beyond.
#define VEER_RULE_ABOUT VEER_RULE_WITHIN(-4.0 * LIMIT, 4.0 * LIMIT)
#define LIMIT ((double)VEER_WORLD_LIMIT)
#define VEER_RULE_AMOUNT VEER_RULE_WITHIN(0, MOST)
#define VEER_RULE_DISTANCE VEER_RULE_WITHIN(-MOST, (double)INFINITY)
#define MOST 1e15

#define SQUAD_FIELDS(X, of, type)                                                                  \
    X(of, type, rules, DEF)                                                                        \
    X(of, type, offsets, POSITION)                                                                 \
    X(of, type, goal, ABOUT)                                                                       \
    X(of, type, lead, ABOUT)                                                                       \
    X(of, type, ahead, APART)                                                                      \
    X(of, type, crumbs, ABOUT)                                                                     \
    X(of, type, crumb_count, WITHIN(0, VEER_SQUAD_CRUMBS))                                         \
    X(of, type, path, ABOUT)                                                                       \
    X(of, type, path_count, WITHIN(0, VEER_SQUAD_PATH))                                            \
    X(of, type, path_at, APART)                                                                    \
    X(of, type, is_path_cut, FLAG)                                                                 \
    X(of, type, path_version, ANY)                                                                 \
    X(of, type, path_age, SECONDS)                                                                 \
    X(of, type, phase, WITHIN(0, VEER_SQUAD_ATTENDING))                                            \
    X(of, type, is_begun, FLAG)                                                                    \
    X(of, type, is_done, FLAG)                                                                     \
    X(of, type, leg, WITHIN(0, VEER_MAX_ORDER_POINTS - 1))                                         \
    X(of, type, abreast, WITHIN(0, VEER_MAX_SQUAD_MEMBERS))                                        \
    X(of, type, known_count, WITHIN(0, VEER_MAX_SQUAD_MEMBERS))                                    \
    X(of, type, answered_count, WITHIN(0, VEER_MAX_SQUAD_MEMBERS))                                 \
    X(of, type, wall_version, ANY)                                                                 \
    X(of, type, gap_claim, WITHIN(0, VEER_GAP_HELD))                                               \
    X(of, type, gap, ABOUT)                                                                        \
    X(of, type, gap_distance, DISTANCE)                                                            \
    X(of, type, gap_rear, DISTANCE)                                                                \
    X(of, type, extent, AMOUNT)                                                                    \
    X(of, type, speed, AMOUNT)                                                                     \
    X(of, type, formed, SECONDS)                                                                   \
    X(of, type, open, SECONDS)                                                                     \
    X(of, type, review, WITHIN(-1, 4e7))                                                           \
    X(of, type, clock, SECONDS)                                                                    \
    X(of, type, held, SECONDS)                                                                     \
    X(of, type, settling, SECONDS)                                                                 \
    X(of, type, news, WITHIN(0, 7))                                                                \
    X(of, type, order_count, WITHIN(0, VEER_MAX_ORDERS))                                           \
    X(of, type, orders, APART)                                                                     \
    X(of, type, crossings, APART)                                                                  \
    X(of, type, is_alive, FLAG)                                                                    \
    X(of, type, generation, APART)

VEER_STRUCT_RULES(squad_rules, "squad", VeerSquadSlot, SQUAD_FIELDS);

static bool are_orders(const VeerSquadSlot *squad)
{
    for (uint32_t i = 0; i < squad->order_count; ++i) {
        if (!veer_order_is_good(&squad->orders[i])) {
            return false;
        }
    }
    uint32_t unused = VEER_MAX_ORDERS - squad->order_count;
    return veer_is_zero(squad->orders + squad->order_count, unused * sizeof *squad->orders);
}

/// Whether the phase is one that the present order can be in, with what that needs.
static bool is_phase(const VeerSquadSlot *squad)
{
    const VeerOrder *order = &squad->orders[0];
    bool is_route = order->kind == VEER_ORDER_GO || order->kind == VEER_ORDER_PATROL;
    bool is_under_way = squad->is_begun && squad->order_count > 0;
    if (is_under_way && squad->phase == VEER_SQUAD_MARCHING) {
        return squad->crumb_count > 0 &&
               ((is_route && squad->leg < order->point_count) || order->kind == VEER_ORDER_FOLLOW);
    }
    bool is_attended = is_under_way && squad->phase == VEER_SQUAD_ATTENDING;
    return !is_attended || veer_order_has_target(order);
}

static bool are_crossings(const VeerSquadCrossings *crossings)
{
    const uint8_t *bytes = (const uint8_t *)crossings;
    uint8_t bits = 0;
    for (size_t i = 0; i < sizeof *crossings; ++i) {
        bits |= bytes[i];
    }
    return bits <= 1u;
}

/// Before the first order there is none.
static bool is_direction(VeerVec3 ahead)
{
    float square = dot3(ahead, ahead);
    return square == 0.0f || fabsf(square - 1.0f) <= 1e-3f;
}

/// Of a slot that waits for a squad.
static bool empty_holds(const VeerSquadSlot *squad)
{
    return veer_is_zero(squad, offsetof(VeerSquadSlot, is_alive));
}

bool veer_squad_slot_holds(const VeerWorld *world, uint32_t index, VeerStateFault *fault)
{
    const VeerSquadSlot *squad = &world->squads[index];
    if (!squad->is_alive) {
        return veer_state_holds(empty_holds(squad), "squad.is_alive", index, fault);
    }
    bool is_at = squad->path_at <= squad->path_count;
    return veer_rules_hold(&squad_rules, squad, index, fault) &&
           veer_state_holds(squad->generation != 0, "squad.generation", index, fault) &&
           veer_state_holds(veer_squad_rules_are_good(squad), "squad.rules", index, fault) &&
           veer_state_holds(is_direction(squad->ahead), "squad.ahead", index, fault) &&
           veer_state_holds(is_at, "squad.path_at", index, fault) &&
           veer_state_holds(are_orders(squad), "squad.orders", index, fault) &&
           veer_state_holds(is_phase(squad), "squad.phase", index, fault) &&
           veer_state_holds(are_crossings(&squad->crossings), "squad.crossings", index, fault);
}

void veer_squad_slot_parts(const VeerWorld *world, VeerStateParts *parts)
{
    veer_state_add(parts, &squad_rules, world->squads, sizeof *world->squads,
                   world->def.max_squads);
}
