/// What the stages of loading a scenario share, and what they make.
#ifndef VEER_IO_LOAD_H
#define VEER_IO_LOAD_H

#include "io/base/chance.h"
#include "io/scenario/spec/spec.h"
#include "veer/movingai.h"

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
    const char *name;      ///< NULL: none
    const VeerNode *place; ///< of the file, for messages
    VeerAgentDef def;      ///< what they have in common
    uint32_t first, count; ///< over the scenario, those of the timeline last
    VeerVec3 *positions;   ///< positions[count], m
    float *radii, *max_speeds, *preferred_speeds;
    VeerBehaviourList *behaviours; ///< NULL: none
    uint32_t squad;                ///< that they are in, or VEER_NO_SQUAD
    VeerGoal goal;
    float arrival_radius, arrival_factor; ///< 0: not stated
    bool is_facing_goal;
    bool is_leaving; ///< its agents are removed once they arrive
    bool has_route, has_foresight, is_covering;
    uint32_t may_use; ///< flags of links
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
    bool maps_obstacles; ///< standing ones block cells of the map
    uint32_t *walls;     ///< walls[wall_count]: the obstacles that are no balls
    uint32_t wall_count;
} VeerLoader;

/// @name Stages, in this order. @return false with the reader's error
/// @{
bool veer_load_map(VeerLoader *loader);
/// Its part in space.
bool veer_load_voxels(VeerLoader *loader, const VeerNode *node, const VeerMapSpec *spec);
/// Reads the window that agents with foresight plan through.
bool veer_load_foresight(VeerLoader *loader);
/// Its part where it is the mesh of a level in a file.
bool veer_load_level(VeerLoader *loader, const VeerNode *map, VeerMapSpec *spec);
/// Whether a map of a file has cells that cost more than others.
bool veer_map_has_costs(const VeerMapText *text);
/// Reads what cells cost, once the map is there: rows of it, then rectangles.
bool veer_load_costs(VeerLoader *loader, const VeerMapSpec *spec);
/// Keeps the costs of a map as rows, so that the scenario's text holds all of it.
bool veer_keep_costs(VeerLoader *loader, const VeerNode *map, const VeerMapText *text);
/// Reads its links, once it is there.
bool veer_load_links(VeerLoader *loader, const VeerNode *links);
/// Its part where it is a mesh.
bool veer_load_mesh(VeerLoader *loader, const VeerNode *map, const VeerMapSpec *spec);
/// Its part where it is a graph.
bool veer_load_graph(VeerLoader *loader, const VeerNode *map, const VeerMapSpec *spec);
bool veer_load_obstacles(VeerLoader *loader);
bool veer_load_squads(VeerLoader *loader);
bool veer_load_groups(VeerLoader *loader);
bool veer_load_orders(VeerLoader *loader);
bool veer_load_timeline(VeerLoader *loader);
bool veer_load_expectations(VeerLoader *loader);
/// @}

/// Lays a maze over a grid of the size that it takes: chambers joined to a tree, and some more.
/// Source: the randomised depth-first search of Tarjan, as in Buck, "Mazes for programmers", 2015.
void veer_map_size_maze(const VeerMazeSpec *spec, VeerGridDef *def);
/// @return false: no memory
bool veer_map_lay_maze(const VeerMazeSpec *spec, uint64_t seed, VeerStore *store, VeerGrid *grid);
/// Blocks single cells here and there, `count` of them, but no more than half of what is free.
void veer_map_lay_scatter(uint32_t count, uint64_t seed, VeerGrid *grid);
void veer_map_lay_scatter_voxels(uint32_t count, uint64_t seed, VeerVoxels *voxels);
/// Lays a city: blocks parted by streets, the wider the earlier, down to the size of a block.
void veer_map_lay_city(const VeerCitySpec *spec, uint64_t seed, VeerGrid *grid);
/// Blocks the cells that standing obstacles meet. @return false: no memory
bool veer_map_lay_obstacles(VeerScenario *scenario);
/// Lays rock over all voxels but two halls, at either end along x, and tunnels between them.
void veer_map_lay_tunnels(const VeerTunnelsSpec *spec, uint64_t seed, VeerVoxels *voxels);
/// The mesh of a scenario in pieces, which its world copies; free() it. NULL: nothing covers it.
VeerStatus veer_pieces_make(const VeerScenario *scenario, VeerMesh **out);
/// Blocks or frees the polygons of the world's mesh whose middles lie in the event's box.
VeerStatus veer_mesh_move_door(VeerWorld *world, const VeerTimelineEvent *event);
/// The same with the nodes of its graph.
VeerStatus veer_graph_move_door(VeerWorld *world, const VeerTimelineEvent *event);
/// Memory out of the loader's store, aligned as maps need it. @return NULL: there is none
void *veer_load_block(VeerLoader *loader, size_t size);
/// The path of a map: beside the scenario's file, unless it is absolute. @return NULL: no memory
char *veer_load_path_beside(VeerLoader *loader, const char *file);
/// The voxels that a box covers: those whose middles lie in it.
VeerVoxelBox veer_voxels_box(const VeerVoxelsDef *def, VeerVec3 lower, VeerVec3 upper);
/// The cells that a rectangle covers: those whose middles lie in it.
VeerCellRect veer_map_rect(const VeerGridDef *def, VeerVec3 lower, VeerVec3 upper);

/// Adds one obstacle to the scenario.
bool veer_load_obstacle(VeerLoader *loader, const VeerObstacleDef *def);
/// A tether is for what moves freely.
bool veer_load_check_tether(VeerLoader *loader, const VeerNode *node, VeerObstacleMotion motion);
/// Fills a field, or a ring, with balls at random.
bool veer_load_field(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec);

/// Reads one group: counts, places, draws its sizes and speeds.
/// @param index   among all groups
/// @param count   as the scene's size and shares give it; 0: as the group itself says
bool veer_load_group(VeerLoader *loader, const VeerNode *node, uint32_t index, uint32_t count);

/// Reads the goal of a group, its own or that of the defaults.
bool veer_load_group_goal(VeerLoader *loader, const VeerNode *node, VeerGroup *group);

/// Reads the behaviours of a group; node NULL: it has none.
bool veer_load_behaviour_list(VeerLoader *loader, const VeerNode *node, VeerGroup *group);

/// Reads an order.
bool veer_load_order(VeerLoader *loader, const VeerNode *node, VeerOrderEntry *entry);
/// Finds a squad by name.
bool veer_find_squad(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t *out);

/// @name Squads of a world that is started
/// @{
VeerStatus veer_scenario_make_squads(VeerScenario *scenario, VeerWorld *world);
/// The groups of the start join, and the orders of the start are given.
VeerStatus veer_scenario_start_squads(const VeerScenario *scenario, VeerWorld *world);
/// A group joins its squad, if it has one.
VeerStatus veer_scenario_join(const VeerScenario *scenario, VeerWorld *world,
                              const VeerGroup *group);
VeerStatus veer_scenario_order(const VeerScenario *scenario, VeerWorld *world, uint32_t squad,
                               const VeerOrderEntry *entry, bool is_appended);
/// @}

/// Reads a goal for the agents of a group (NULL: of several), whose radii keep random goals apart.
bool veer_load_goal(VeerLoader *loader, const VeerNode *node, const VeerGroup *group,
                    VeerGoal *goal);

/// Reads the place (or goal) at `node`.
/// @param kinds  VEER_PLACE_KINDS or VEER_GOAL_KINDS
bool veer_load_place(VeerLoader *loader, const VeerNode *node, uint32_t kinds, VeerPlaceSpec *spec);

/// How many bodies a place holds by itself; 0: any number.
uint32_t veer_place_count(const VeerPlaceSpec *spec);

/// Who is to be placed.
typedef struct VeerPlaceRequest {
    const VeerNode *node; ///< of the place, for messages
    const VeerPlaceSpec *spec;
    const float *radii; ///< radii[count], m
    uint32_t count;
    VeerPurpose purpose;
    uint32_t owner;          ///< with the purpose: whose random numbers
    const VeerGroup *others; ///< others[other_count] keep their ground
    uint32_t other_count;
    bool is_goal;           ///< the goals of the others are what counts
    const VeerVec3 *starts; ///< starts[count], from which there should be a way; NULL: no matter
} VeerPlaceRequest;

/// Finds a position for each of request->count bodies: out[count].
bool veer_place_bodies(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out);
/// Random places that do not overlap: discs and boxes.
bool veer_place_random(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out);

/// Whether a body of this radius and gap is clear of all walls, blocks and boxes, and of what is
/// blocked on the map.
/// Cost O(vertices of all).
bool veer_is_clear_of_walls(const VeerLoader *loader, VeerVec3 position, float side);

/// Where a goal leads one agent: the `index`-th of its group, standing at `position`. The position
/// itself for goals that are no points.
VeerVec3 veer_goal_point(const VeerGoal *goal, uint32_t index, VeerVec3 position);

/// The group of an agent, counted over the scenario.
const VeerGroup *veer_scenario_group(const VeerScenario *scenario, uint32_t index);
/// How near the `index`-th agent of a group must come to its goal, m.
float veer_scenario_arrival_radius(const VeerScenario *scenario, const VeerGroup *group,
                                   const VeerGoal *goal, uint32_t index);
/// The straight way to the goal of a note, less the arrival radius, m.
float veer_scenario_straight_way(const VeerScenarioAgent *note, VeerSpace space);
/// Gives the `index`-th agent of a group a goal. What is gone meanwhile leaves it idle.
VeerStatus veer_scenario_set_goal(const VeerScenario *scenario, VeerWorld *world,
                                  const VeerGroup *group, const VeerGoal *goal, uint32_t index);
/// Makes the agents of a group, and notes what the scenario wants of them.
VeerStatus veer_scenario_spawn_agents(VeerScenario *scenario, VeerWorld *world,
                                      const VeerGroup *group);
/// Sends them to their goals: after all are there, since they may follow each other.
VeerStatus veer_scenario_set_goals(const VeerScenario *scenario, VeerWorld *world,
                                   const VeerGroup *group);
/// Both, and into their squad: of a group that comes later.
VeerStatus veer_scenario_spawn(VeerScenario *scenario, VeerWorld *world, const VeerGroup *group);
/// Sends the agents on tours that have arrived to their next points.
VeerStatus veer_tours_update(VeerScenario *scenario, VeerWorld *world);

/// What a picture shows: as stated, else the bounds, else all that is there at first and where it
/// wants to go.
VeerBounds veer_choose_viewport(const VeerLoader *loader);

/// Finds the obstacles of a name: the one at `index`, or all of them for VEER_ALL.
bool veer_find_obstacles(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t index,
                         uint32_t *first, uint32_t *count);
/// Finds the agents of a group by name, likewise.
bool veer_find_agents(VeerLoader *loader, const VeerNode *at, const char *name, uint32_t index,
                      uint32_t *first, uint32_t *count);

#endif
