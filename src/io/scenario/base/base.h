/// A scenario as it is loaded, and what the rooms that load and play it share.
#ifndef VEER_IO_SCENARIO_BASE_H
#define VEER_IO_SCENARIO_BASE_H

#include "io/base/chance.h"
#include "io/scenario/spec/spec.h"

/// What agents go for.
typedef struct VeerGoal {
    VeerPlaceKind kind;
    VeerVec3 *points; ///< points[count], for goals that are places, and of a tour
    uint32_t count;   ///< of places 1: all share it
    VeerVec3 vector;  ///< a mirror's centre, an offset, a velocity
    uint32_t target;  ///< the agent or obstacle that is followed, counted over the scenario
} VeerGoal;

#define VEER_NO_SQUAD UINT32_MAX

/// Agents that came from one group of the file.
typedef struct VeerGroup {
    const VeerNode *node;  ///< of the file, for messages
    VeerGroupSpec spec;    ///< as stated; def is what its agents have in common
    uint32_t first, count; ///< over the scenario, those of the timeline last
    VeerVec3 *positions;   ///< positions[count], m
    float *radii, *max_speeds, *preferred_speeds;
    VeerBehaviourList *behaviours; ///< NULL: none
    uint32_t squad;                ///< that they are in, or VEER_NO_SQUAD
    VeerGoal goal;
    bool is_facing_goal;
} VeerGroup;

/// Obstacles that came from one entry of the file.
typedef struct VeerObstacleEntry {
    const char *name;     ///< NULL: none
    const VeerNode *node; ///< of the file, for messages
    uint32_t first, count;
    bool is_covering; ///< they cover the map
} VeerObstacleEntry;

/// An agent on a tour.
typedef struct VeerTour {
    const VeerGoal *goal; ///< NULL: it is on none
    uint32_t stop;        ///< how many points it has left behind
} VeerTour;

/// What an order is about.
typedef enum VeerTargetKind {
    VEER_TARGET_NONE = 0,
    VEER_TARGET_AGENT,
    VEER_TARGET_OBSTACLE,
} VeerTargetKind;

/// An order of the file.
typedef struct VeerOrderEntry {
    VeerOrder order; ///< without its target
    VeerTargetKind kind;
    uint32_t target; ///< counted over the scenario
} VeerOrderEntry;

/// A squad of the file.
typedef struct VeerSquadEntry {
    const char *name;
    const VeerNode *node, *order_list;
    VeerSquadDef def;
    VeerOrderEntry *orders; ///< orders[order_count]
    uint32_t order_count;
} VeerSquadEntry;

/// One entry of the timeline.
typedef struct VeerTimelineEvent {
    double at; ///< s
    VeerTimelineKind kind;
    bool is_obstacle;
    uint32_t group;        ///< to spawn
    uint32_t first, count; ///< agents or obstacles that it is about
    uint32_t squad;        ///< that is told
    bool is_appended;      ///< its order to those that the squad has
    VeerOrderEntry *order;
    VeerGoal goal;
    VeerVec3 vector;
    VeerVec3 lower, upper; ///< of what opens or closes
    uint32_t link;         ///< instead; VEER_ALL: none
} VeerTimelineEvent;

struct VeerScenario {
    VeerStore store;
    VeerScenarioInfo info;
    char *file, *text;
    VeerBounds bounds;

    VeerGroup *groups; ///< groups[group_count], those of the timeline last
    uint32_t group_count, start_group_count, agent_capacity, behaviour_list_count;
    bool has_tours;
    VeerObstacleDef *obstacles; ///< obstacles[obstacle_count]
    VeerObstacleEntry *entries; ///< entries[entry_count]
    VeerObstacleDef *warmed;    ///< warmed[obstacle_count], where there is a warm-up
    uint32_t obstacle_count, entry_count, vertex_count, warm_ticks;
    VeerSquadEntry *squads; ///< squads[squad_count]
    uint32_t squad_count;
    VeerTimelineEvent *events; ///< events[event_count], by time
    uint32_t event_count;
    VeerWorldMapDef map_def;
    float piece_size; ///< m, of a mesh that something covers
    VeerForesightDef foresight_def;
    VeerGrid *map;                 ///< at the start; NULL: none
    VeerLinkDef *links;            ///< links[map_def.max_links]
    VeerVoxels *voxels;            ///< instead, in space
    VeerMesh *mesh;                ///< instead of the grid
    VeerGraph *graph;              ///< instead
    VeerExpectation *expectations; ///< expectations[expectation_count]
    uint32_t expectation_count;

    // Of the last world that was started.
    VeerSquadId *squad_ids;       ///< squad_ids[squad_count]
    VeerObstacleId *obstacle_ids; ///< obstacle_ids[obstacle_count]
    VeerAgentId *agent_ids;       ///< agent_ids[agent_capacity]: null until they spawn
    VeerScenarioAgent *agents;    ///< agents[agent_count], in order of creation
    uint32_t *agent_of;           ///< agent_of[agent_capacity]: where in agents[]
    VeerTour *tours;              ///< tours[agent_capacity]
    VeerObstacleDef *warm;        ///< as warmed[]; NULL: as the file says
    uint32_t agent_count, next_event;
};

/// What the stages of loading share.
typedef struct VeerLoader {
    VeerReader reader;
    VeerScenario *scenario;
    const VeerLevelMesher *mesher;
    VeerFileSpec file;
    VeerWorldSpec world;
    VeerSpace space;
    uint64_t seed;
    bool maps_obstacles; ///< static ones block cells of the map
    uint32_t *walls;     ///< walls[wall_count]: the obstacles that are no balls
    uint32_t wall_count;
} VeerLoader;

/// The path of a map: beside the scenario's file, unless it is absolute. @return NULL: no memory
char *veer_load_path_beside(VeerLoader *loader, const char *file);

/// Finds the obstacles of a name: the one at `index`, or all of them for VEER_ALL.
bool veer_find_obstacles(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t index,
                         uint32_t *first, uint32_t *count);

/// Finds the agents of a group by name, likewise.
bool veer_find_agents(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t index,
                      uint32_t *first, uint32_t *count);

/// Finds a squad by name.
bool veer_find_squad(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t *out);

/// Where a goal leads one agent: the `index`-th of its group, standing at `position`. The position
/// itself for goals that are no points.
VeerVec3 veer_goal_point(const VeerGoal *goal, uint32_t index, VeerVec3 position);

#endif
