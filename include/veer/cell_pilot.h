/// A pilot by occupied cells alone: a graph whose cells say what is in them, paths over it, and six
/// states. It is the pilot of the article on dynamic path finding by a physics engine's sensors,
/// kept to be measured against: veer's default avoids bodies, this one cells. docs/services.md.
///
/// A pilot is a plain value without pointers: a copy of it is a copy, as a rollback wants. It
/// allocates nothing and needs no world: a host flies what it answers, with avoidance off
/// (VEER_AVOID_NONE), or by an engine of its own.
#ifndef VEER_CELL_PILOT_H
#define VEER_CELL_PILOT_H

#include "veer/agent.h"
#include "veer/graph.h"
#include "veer/search.h"

/// Most points of a path that a pilot holds; of a longer one it flies the first, and plans anew.
#define VEER_MAX_CELL_POINTS 128u

/// What it does.
typedef enum VeerCellPilotState {
    VEER_CELL_IDLE = 0, ///< rests, and looks whether something comes
    VEER_CELL_TURN,     ///< brakes, and turns towards its path
    VEER_CELL_SEEK,     ///< flies straight to its target
    VEER_CELL_NAVIGATE, ///< plans a path; rests while there is none
    VEER_CELL_FOLLOW,   ///< flies along it
    VEER_CELL_ESCAPE,   ///< flies to the nearest cell that is free
    VEER_CELL_STATE_COUNT
} VeerCellPilotState;

/// What happens to it. Of several at once the first that its state knows counts.
typedef enum VeerCellPilotEvent {
    VEER_CELL_ARRIVED = 0, ///< is at its target
    VEER_CELL_NEAR,        ///< its target is within seek_range, and no cell bars it
    VEER_CELL_BLOCKED,     ///< the cell of its target is covered, or the next one on its path
    VEER_CELL_ROUTED,      ///< has planned a path
    VEER_CELL_THREATENED,  ///< its own cell is covered
    VEER_CELL_FACING,      ///< its heading is along its path
    VEER_CELL_LATE,        ///< for `patience` no point of its path has come
    VEER_CELL_SAFE,        ///< has escaped
    VEER_CELL_ORDERED,     ///< has a target
    VEER_CELL_EVENT_COUNT
} VeerCellPilotEvent;

/// A pilot. Take it from veer_cell_pilot_default; the first six members may be set at any time.
typedef struct VeerCellPilot {
    float max_speed;     ///< m/s
    float seek_range;    ///< m: nearer than this to its target it flies straight there
    float arrival_range; ///< m: nearer than this it has arrived
    float pass_range;    ///< m: nearer than this to a point of its path it takes the next
    float look_ahead;    ///< m: so far ahead lies the next cell
    float patience;      ///< s without a point of its path, after which it plans anew; half of it
                         ///< after a plan that failed

    VeerCellPilotState state;     ///< what it does
    bool has_target;              ///< it is to go somewhere, or on its way
    VeerVec3 target;              ///< m
    float waited;                 ///< s since the last point of its path, or since it planned
    uint32_t next, point_count;   ///< of points: those from `next` on are ahead
    uint32_t plans, failed_plans; ///< so far
    VeerVec3 points[VEER_MAX_CELL_POINTS]; ///< m: its path
} VeerCellPilot;

/// At rest, with the article's ranges: 5 m/s, seeks within 5 m, arrives at 0.5 m, has 2 s of
/// patience; passes points at 1 m, and looks 4 m ahead, a pitch of its cells.
VEER_API VeerCellPilot veer_cell_pilot_default(void);

/// The state that an event leads to; the state itself where it does not know the event. Cost O(1).
VEER_API VeerCellPilotState veer_cell_pilot_next(VeerCellPilotState state,
                                                 VeerCellPilotEvent event);

/// Sends a pilot to a point, m. What is not finite, and NULL, changes nothing.
VEER_API void veer_cell_pilot_order(VeerCellPilot *pilot, VeerVec3 target);

/// One tick: what has happened, what it does now, and the velocity that it wants.
///
/// @param graph   covered cells are those that veer_graph_is_blocked tells; the ship is in none
/// @param search  of as many nodes as the graph has, or more; a plan is made at once
/// @param ship    position, velocity and heading count
/// @param dt      s, VEER_MIN_DT to VEER_MAX_DT
/// @return m/s; a hundredth of max_speed while it turns, as a direction; zero where an argument is
///         NULL or bad. Cost O(1), of a plan O(nodes · log nodes)
VEER_API VeerVec3 veer_cell_pilot_step(VeerCellPilot *pilot, const VeerGraph *graph,
                                       VeerSearch *search, const VeerAgentState *ship, float dt);

#endif
