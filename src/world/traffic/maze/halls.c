/// Halls of mazes, and whether agents meet there.
#include "world/traffic/maze/halls.h"
#include "world/map/map.h"
#include "world/traffic/maze/members.h"
#include "world/traffic/maze/roadmap.h"

#include <string.h>

// --- Gates that fail ---

static bool is_blocked_at_gate(const VeerWorld *world, uint32_t slot, float dt)
{
    const VeerRouteGate *gate = &world->map.traffic.gates[slot];
    float waited = (float)(world->map.head->plan_tick - gate->since) * dt;
    return gate->since > 0 && ((gate->is_held && waited > VEER_BLOCKED_SECONDS) ||
                               world->agent.goal_stalled[slot] > VEER_BLOCKED_SECONDS);
}

/// Whether halls of any width can have nodes: those of bodies wider than cells would leave them no
/// room, and the steps to all goals have to be kept.
static bool can_be_wide(const VeerWorld *world)
{
    const VeerJointSteps *steps = world->map.traffic.maze->steps;
    uint32_t cells = world->def.map.grid.width * world->def.map.grid.height;
    return !world->map.traffic.maze->is_one_stream &&
           veer_maze_is_lattice(world, veer_maze_wanted_radius(world)) &&
           world->map.head->routed_count <= veer_joint_steps_fit(steps, cells);
}

bool veer_maze_watch_gates(VeerWorld *world, float dt)
{
    VeerMapHead *head = world->map.head;
    bool was_wide = head->wide_ticks > 0, can_be = can_be_wide(world);
    head->wide_ticks -= was_wide;
    for (uint32_t slot = 0; can_be && slot < world->head->agent_slot_count; ++slot) {
        if (veer_route_is_on(world, slot) && is_blocked_at_gate(world, slot, dt)) {
            head->wide_ticks = veer_progress_patience(dt);
            break;
        }
    }
    return (head->wide_ticks > 0) != was_wide;
}

// --- Meetings ---

/// What is so of a hall, and of a component.
enum { IS_ENTERED = 1, HAS_TRIPS = 2, IS_STOOD_IN = 4, HAS_ENTERED = 8, HAS_MEETING = 16 };

/// The node that an agent holds, or comes to.
static const VeerRoadmapNode *node_of(const VeerWorld *world, uint32_t slot)
{
    uint32_t held = world->map.traffic.reservations[slot].nodes[0];
    uint32_t inside = veer_maze_at(world, world->agent.position[slot]);
    uint32_t node = held > 0 ? held : veer_maze_before(world, slot, inside);
    return veer_roadmap_node(world->map.traffic.maze->roadmap, node);
}

/// The hall that an agent's goal is in. @return 0: none
static uint32_t goal_hall(const VeerWorld *world, uint32_t slot)
{
    uint32_t node = veer_maze_at(world, world->agent.goal_point[slot]);
    return node > 0 ? veer_roadmap_node(world->map.traffic.maze->roadmap, node)->hall : 0;
}

static void note_trip(VeerWorld *world, uint32_t slot)
{
    uint32_t *marks = world->map.traffic.maze->wanted;
    const VeerRoadmapNode *at = node_of(world, slot);
    uint32_t to = goal_hall(world, slot);
    if (veer_maze_only_yields(world, slot) && (at->hall == 0 || to == 0)) {
        marks[at->component] |= IS_STOOD_IN;
    } else if (at->hall != to) {
        marks[to] |= IS_ENTERED;
        marks[at->component] |= HAS_TRIPS;
    }
}

/// Whether agents meet in the component of a hall that was entered, or of one with trips.
static bool is_meeting(uint32_t *component, uint32_t marks)
{
    bool is_second = (marks & IS_ENTERED) && (*component & HAS_ENTERED);
    *component |= marks & IS_ENTERED ? HAS_ENTERED : 0;
    return is_second || ((*component & HAS_TRIPS) && (*component & IS_STOOD_IN));
}

/// Notes in which components agents meet. @return whether there are any
static bool note_meetings(VeerWorld *world, const uint32_t *list, uint32_t count)
{
    const VeerRoadmap *roadmap = world->map.traffic.maze->roadmap;
    uint32_t *marks = world->map.traffic.maze->wanted; // free until agents enter
    bool is_any = false;
    memset(marks, 0, (veer_roadmap_count(roadmap) + (size_t)1) * sizeof *marks);
    for (uint32_t i = 0; i < count; i++) {
        note_trip(world, list[i]);
    }
    marks[0] = 0;
    for (uint32_t i = 1; i <= veer_roadmap_count(roadmap); i++) {
        uint32_t *component = &marks[veer_roadmap_node(roadmap, i)->component];
        if (is_meeting(component, marks[i])) {
            *component |= HAS_MEETING;
            is_any = true;
        }
    }
    return is_any;
}

uint32_t veer_maze_drop_streams(VeerWorld *world, uint32_t *list, uint32_t count, float dt)
{
    const VeerMaze *maze = world->map.traffic.maze;
    uint32_t left = 0;
    if (!maze->is_wide && !veer_roadmap_has_halls(maze->roadmap)) {
        return count;
    }
    if (note_meetings(world, list, count) && maze->is_wide) {
        world->map.head->wide_ticks = veer_progress_patience(dt);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t component = node_of(world, list[i])->component;
        if (!veer_roadmap_node(maze->roadmap, component)->is_halls ||
            (maze->wanted[component] & HAS_MEETING)) {
            list[left++] = list[i];
        } else if (veer_maze_has(world, list[i])) {
            veer_maze_leave(world, list[i]);
        } else {
            world->map.traffic.reservations[list[i]].is_waiting = 0;
        }
    }
    return left;
}
