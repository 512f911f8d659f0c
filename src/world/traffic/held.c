/// What an agent holds of passages, for who asks from outside.
#include "world/traffic/maze/maze.h"
#include "world/traffic/traffic.h"

static void read_gate(const VeerWorld *world, const VeerRouteGate *gate, VeerHeld *out)
{
    const VeerGrid *grid = world->map.grid.walls;
    bool is_there = gate->state == VEER_GATE_INSIDE || gate->is_held;
    if (is_there) {
        out->places[0] = veer_grid_centre(grid, gate->enter);
        out->places[1] = veer_grid_centre(grid, gate->leave);
        out->count = 2;
        out->is_waiting = gate->is_held;
    }
}

_Static_assert(VEER_MAX_HELD == VEER_MAZE_AHEAD + 1, "an agent's nodes are what it holds");

static void read_nodes(const VeerWorld *world, const VeerReservation *own, VeerHeld *out)
{
    out->is_waiting = own->is_waiting;
    out->count = own->nodes[0] > 0 ? 1u + own->ahead : 0;
    for (uint32_t i = 0; i < out->count; ++i) {
        out->places[i] = veer_maze_centre(world, own->nodes[i]);
    }
}

void veer_traffic_held(const VeerWorld *world, uint32_t slot, VeerHeld *out)
{
    const VeerMapTraffic *traffic = &world->map.traffic;
    const VeerReservation *own = traffic->reservations ? &traffic->reservations[slot] : NULL;
    *out = (VeerHeld){.count = 0};
    if (own && (own->nodes[0] > 0 || own->is_waiting)) {
        read_nodes(world, own, out);
    } else if (traffic->gates) {
        read_gate(world, &traffic->gates[slot], out);
    }
}
