/// A scenario as it is loaded, and what the rooms that load and play it share.
#ifndef VEER_IO_SCENARIO_BASE_H
#define VEER_IO_SCENARIO_BASE_H

#include "io/base/chance.h"
#include "io/scenario/spec/spec.h"

/// What a name of the file is that of.
typedef enum VeerNamedKind {
    VEER_NAMED_NONE = 0,
    VEER_NAMED_AGENT, ///< the agents of a group
    VEER_NAMED_OBSTACLE,
    VEER_NAMED_SQUAD,
} VeerNamedKind;

/// Agents, obstacles or a squad, counted over the scenario.
typedef struct VeerNamed {
    VeerNamedKind kind;
    uint32_t first, count;
} VeerNamed;

/// A name of the file.
typedef struct VeerName {
    const char *name;
    VeerNamed target;
    const struct VeerName *next;
} VeerName;

/// What agents go for.
typedef struct VeerGoal {
    VeerPlaceKind kind;
    VeerVec3 *points; ///< points[count], for goals that are places, and of a tour
    uint32_t count;   ///< of places 1: all share it
    VeerVec3 vector;  ///< a mirror's centre, an offset, a velocity
    VeerNamed target; ///< that is followed
} VeerGoal;

/// Lists of names: few are in each.
#define VEER_NAME_LISTS 1024u

/// Agents that came from one group of the file.
typedef struct VeerGroup {
    const VeerNode *node;  ///< of the file, for messages
    VeerGroupSpec spec;    ///< as stated; def is what its agents have in common
    uint32_t first, count; ///< over the scenario, those of the timeline last
    VeerVec3 *positions;   ///< positions[count], m
    float *radii, *max_speeds, *preferred_speeds;
    VeerBehaviourList *behaviours; ///< NULL: none
    VeerNamed squad;               ///< that they are in, if any
    VeerGoal goal;
    bool is_facing_goal;
} VeerGroup;

/// Obstacles that came from one entry of the file.
typedef struct VeerObstacleEntry {
    const VeerNode *node; ///< of the file, for messages
    uint32_t first, count;
    bool is_covering; ///< they cover the map
} VeerObstacleEntry;

/// An agent on a tour.
typedef struct VeerTour {
    const VeerGoal *goal; ///< NULL: it is on none
    uint32_t stop;        ///< how many points it has left behind
} VeerTour;

/// An order of the file.
typedef struct VeerOrderEntry {
    VeerOrder order; ///< without its target
    VeerNamed target;
} VeerOrderEntry;

/// A squad of the file.
typedef struct VeerSquadEntry {
    VeerSquadSpec spec;
    VeerOrderEntry *orders; ///< orders[order_count]
    uint32_t order_count;
} VeerSquadEntry;

/// One entry of the timeline.
typedef struct VeerTimelineEvent {
    VeerTimelineSpec spec;
    VeerTimelineKind kind;
    VeerNamed target; ///< that it is about
    uint32_t group;   ///< to spawn
    VeerOrderEntry *order;
    VeerGoal goal;
} VeerTimelineEvent;

struct VeerScenario {
    VeerStore store;
    VeerScenarioInfo info;
    char *file, *text;
    double max_bytes; ///< that it and its world may take
    VeerWorldDef def; ///< of its worlds, as far as it is known once all is read

    VeerGroup *groups; ///< groups[group_count], those of the timeline last
    uint32_t group_count, start_group_count;
    bool has_tours;
    const VeerName *names[VEER_NAME_LISTS]; ///< all that there are so far, by their letters
    VeerObstacleDef *obstacles;             ///< obstacles[obstacle_count]
    VeerObstacleEntry *entries;             ///< entries[entry_count]
    VeerObstacleDef *warmed; ///< warmed[obstacle_count]: as they are after the warm-up, if any
    uint32_t obstacle_count, entry_count, warm_ticks;
    VeerSquadEntry *squads; ///< squads[squad_count]
    uint32_t squad_count;
    VeerTimelineEvent *events; ///< events[event_count], by time
    uint32_t event_count;
    float piece_size;              ///< m, of a mesh that something covers
    VeerGrid *map;                 ///< at the start; NULL: none
    VeerLinkDef *links;            ///< links[def.map.max_links]
    VeerVoxels *voxels;            ///< instead, in space
    VeerMesh *mesh;                ///< instead of the grid
    VeerGraph *graph;              ///< instead
    VeerExpectation *expectations; ///< expectations[expectation_count]
    uint32_t expectation_count;

    // Of the last world that was started.
    VeerRefusal refusal;          ///< the last, while it is started
    VeerSquadId *squad_ids;       ///< squad_ids[squad_count]
    VeerObstacleId *obstacle_ids; ///< obstacle_ids[obstacle_count]
    VeerAgentId *agent_ids;       ///< agent_ids[def.max_agents]: null until they spawn
    VeerScenarioAgent *agents;    ///< agents[agent_count], in order of creation
    uint32_t *agent_of;           ///< agent_of[def.max_agents]: where in agents[]
    VeerTour *tours;              ///< tours[def.max_agents]
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
    uint32_t asked_agents; ///< by the caller: so many there may be whatever the limits are
    bool maps_obstacles;   ///< static ones block cells of the map
    uint32_t *walls;       ///< walls[wall_count]: the obstacles that are no balls
    uint32_t wall_count;
    double wall_steps;   ///< to ask whether a body is clear of all of them
    uint32_t next_group; ///< of the timeline
} VeerLoader;

/// Reads one element of a list. @return false with the reader's error
typedef bool VeerLoadElement(VeerLoader *loader, const VeerNode *node);
/// Reads the elements of a list, NULL: there is none. @return false with the reader's error
bool veer_load_each(VeerLoader *loader, const VeerNode *list, VeerLoadElement *load);

static inline bool veer_scenario_has_map(const VeerScenario *scenario)
{
    return scenario->map || scenario->voxels || scenario->mesh || scenario->graph;
}

/// Reads a file that the scenario names. @return as veer_input_read
typedef VeerStatus VeerLoadFile(const char *path, const VeerInputLimits *limits, void *out,
                                VeerInputError *error);
/// Finds and reads such a file. @param at  where it is named
bool veer_load_file(VeerLoader *loader, const VeerNode *at, VeerLoadFile *read, void *out);

/// Notes a name (NULL: it has none), which no other target of its kind may have.
bool veer_target_name(VeerLoader *loader, const VeerNode *at, const char *name, VeerNamed target);

/// Finds what has a name: the one at `index`, or all for VEER_ALL.
bool veer_target_by_name(VeerLoader *loader, const VeerNode *at, VeerNamedKind kind,
                         const char *name, uint32_t index, VeerNamed *out);

/// Finds the agents of a group or, where that is NULL, obstacles; neither: *out stays.
bool veer_target_find(VeerLoader *loader, const VeerNode *at, const char *group,
                      const char *obstacle, uint32_t index, VeerNamed *out);

/// Where a goal leads one agent: the `index`-th of its group, standing at `position`. The position
/// itself for goals that are no points.
VeerVec3 veer_goal_point(const VeerGoal *goal, uint32_t index, VeerVec3 position);

#endif
