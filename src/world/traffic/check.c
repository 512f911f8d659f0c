/// Whether the state of traffic holds: passages ahead of agents, and reservations of mazes.
#include "world/traffic/check.h"
#include "world/base/rules.h"
#include "world/map/map.h"
#include "world/traffic/maze/maze.h"
#include "world/traffic/traffic.h"

#define VEER_RULE_AMOUNT VEER_RULE_WITHIN(-1e12, 1e12)
#define GATE_FIELDS(X, of, type)                                                                   \
    X(of, type, enter, APART)                                                                      \
    X(of, type, leave, APART)                                                                      \
    X(of, type, enter_remaining, AMOUNT)                                                           \
    X(of, type, leave_remaining, AMOUNT)                                                           \
    X(of, type, since, ANY)                                                                        \
    X(of, type, last_progress, ANY)                                                                \
    X(of, type, state, WITHIN(0, VEER_GATE_INSIDE))                                                \
    X(of, type, is_held, FLAG)                                                                     \
    X(of, type, is_close, FLAG)                                                                    \
    X(of, type, was_held, FLAG)
#define RESERVATION_FIELDS(X, of, type)                                                            \
    X(of, type, nodes, APART)                                                                      \
    X(of, type, ticks, ANY)                                                                        \
    X(of, type, goal, APART)                                                                       \
    X(of, type, since, ANY)                                                                        \
    X(of, type, way, ANY)                                                                          \
    X(of, type, stood_at, APART)                                                                   \
    X(of, type, stood_before, APART)                                                               \
    X(of, type, ahead, WITHIN(0, VEER_MAZE_AHEAD))                                                 \
    X(of, type, is_goal_inside, FLAG)                                                              \
    X(of, type, is_waiting, FLAG)

#define PASSAGE_FIELDS(X, of, type)                                                                \
    X(of, type, mouth, AMOUNT)                                                                     \
    X(of, type, end, AMOUNT)                                                                       \
    X(of, type, enter_remaining, AMOUNT)                                                           \
    X(of, type, leave_remaining, AMOUNT)                                                           \
    X(of, type, look_remaining, AMOUNT)                                                            \
    X(of, type, is_there, FLAG)                                                                    \
    X(of, type, is_inside, FLAG)                                                                   \
    X(of, type, has_end, FLAG)                                                                     \
    X(of, type, is_astray, FLAG)

VEER_STRUCT_RULES(passage_rules, "passage", VeerPassage, PASSAGE_FIELDS);
VEER_STRUCT_RULES(gate_rules, "gate", VeerRouteGate, GATE_FIELDS);
VEER_STRUCT_RULES(reservation_rules, "reservation", VeerReservation, RESERVATION_FIELDS);

static bool is_cell(VeerCell cell)
{
    return cell.x >= -VEER_GATE_CELLS && cell.x <= VEER_GATE_CELLS && cell.y >= -VEER_GATE_CELLS &&
           cell.y <= VEER_GATE_CELLS;
}

static bool gate_holds(const VeerWorld *world, uint32_t slot, VeerStateFault *fault)
{
    const VeerRouteGate *gate = &world->map.traffic.gates[slot];
    return veer_rules_hold(&gate_rules, gate, slot, fault) &&
           veer_state_holds(is_cell(gate->enter), "gate.enter", slot, fault) &&
           veer_state_holds(is_cell(gate->leave), "gate.leave", slot, fault);
}

/// Who is in no maze has no node; who is in one goes by route, and has as many as it says.
static bool is_reservation(const VeerWorld *world, uint32_t slot)
{
    const VeerReservation *own = &world->map.traffic.reservations[slot];
    bool is_in = own->nodes[0] > 0, is_good = true;
    for (uint32_t i = 1; i <= VEER_MAZE_AHEAD; i++) {
        is_good &= (own->nodes[i] > 0) == (is_in && i <= own->ahead);
    }
    return is_good && (is_in ? veer_route_is_on(world, slot)
                             : own->goal == 0 && own->ahead == 0 && !own->is_goal_inside);
}

bool veer_traffic_check(const VeerWorld *world, VeerStateFault *fault)
{
    for (uint32_t slot = 0; world->map.traffic.gates && slot < world->def.max_agents; slot++) {
        const VeerReservation *own = &world->map.traffic.reservations[slot];
        const VeerPassage *passage = &world->map.traffic.passages[slot];
        if (!gate_holds(world, slot, fault) ||
            !veer_rules_hold(&passage_rules, passage, slot, fault) ||
            !veer_rules_hold(&reservation_rules, own, slot, fault) ||
            !veer_state_holds(is_reservation(world, slot), "reservation.nodes", slot, fault)) {
            return false;
        }
    }
    return true;
}

static bool are_nodes(const VeerReservation *own, uint32_t count)
{
    for (uint32_t i = 0; i <= VEER_MAZE_AHEAD; i++) {
        if (own->nodes[i] > count) {
            return false;
        }
    }
    return own->goal <= count && own->stood_at <= count && own->stood_before <= count;
}

bool veer_maze_check(VeerWorld *world, VeerStateFault *fault)
{
    const VeerMapHead *head = world->map.head;
    // After an edit, or for another radius, all reservations are dropped before they are read.
    if (!world->map.traffic.maze || head->is_edited ||
        head->maze_radius != veer_maze_wanted_radius(world)) {
        return true;
    }
    uint32_t count = head->maze_radius > 0.0f && veer_maze_refresh(world)
                         ? veer_roadmap_count(world->map.traffic.maze->roadmap)
                         : 0;
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; slot++) {
        bool is_on_map = are_nodes(&world->map.traffic.reservations[slot], count);
        if (!veer_state_holds(is_on_map, "reservation.nodes", slot, fault)) {
            return false;
        }
    }
    return true;
}

void veer_traffic_parts(const VeerWorld *world, VeerStateParts *parts)
{
    const VeerMapTraffic *traffic = &world->map.traffic;
    uint32_t agents = world->def.max_agents;
    veer_state_add_of_agents(parts, &gate_rules, traffic->gates, sizeof *traffic->gates, agents);
    veer_state_add_of_agents(parts, &passage_rules, traffic->passages, sizeof *traffic->passages,
                             agents);
    veer_state_add_of_agents(parts, &reservation_rules, traffic->reservations,
                             sizeof *traffic->reservations, agents);
}
