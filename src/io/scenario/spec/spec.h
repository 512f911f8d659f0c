/// What the objects of a scenario file hold, and their tables of properties.
///
/// These tables are the format: docs/scenario.md and docs/scenario.schema.json are tested
/// against them.
#ifndef VEER_IO_SPEC_H
#define VEER_IO_SPEC_H

#include "io/json/json.h"
#include "io/maps/maps.h"
#include "veer/behaviour.h"
#include "veer/graph.h"
#include "veer/level.h"
#include "veer/link.h"
#include "veer/squad.h"

#define VEER_MAX_AGENTS 4000000
#define VEER_MAX_OBSTACLES 1000000
#define VEER_MAX_TURNING_VERTICES 64 ///< of a wall that turns
#define VEER_MAX_MESSAGES 1000000
/// "index" of a whole group or of all obstacles of a name.
#define VEER_ALL UINT32_MAX

typedef struct VeerFileSpec {
    const char *name, *title, *notes;
    uint32_t agents;           ///< 0: not stated
    uint32_t agents_reference; ///< 0: lengths do not grow
    const VeerNode *world, *map, *foresight, *defaults, *models, *groups, *obstacles, *squads,
        *timeline, *expect;
} VeerFileSpec;

typedef struct VeerWorldSpec {
    int space;
    float dt, duration, duration_scaled, warm_up, rest;
    const VeerNode *seed;
    uint32_t messages;
    VeerBounds bounds, viewport;
    bool has_viewport;
} VeerWorldSpec;

/// A map: rows of text, a file, made up, or empty; then blocks and gaps laid over it.
typedef struct VeerMapSpec {
    VeerVec3 origin;  ///< m
    float cell_size;  ///< m
    float piece_size; ///< m, of a mesh that something covers
    const VeerNode *rows, *maze, *city, *mesh, *graph, *blocked, *free, *links, *costs, *cost_rows;
    const VeerNode *runs, *tunnels; ///< of voxels
    const char *file, *level;
    const VeerNode *walker;
    uint32_t width, height, depth; ///< cells, of an empty map; depth: of voxels
    VeerWorldMapDef def;           ///< as far as it is stated
    bool has_obstacles;            ///< static ones block the cells that they meet
    uint32_t scatter;              ///< cells
} VeerMapSpec;

/// What a part of a map costs.
typedef struct VeerCostSpec {
    VeerVec3 lower, upper; ///< m
    uint32_t cost;
} VeerCostSpec;

/// A link of a map.
typedef struct VeerLinkSpec {
    VeerLinkDef def;
    bool is_closed;
} VeerLinkSpec;

/// Foresight: the box that its window covers.
typedef struct VeerForesightSpec {
    VeerBounds bounds;
    VeerForesightDef def;
} VeerForesightSpec;

typedef struct VeerMeshSpec {
    VeerPoints vertices;      ///< in the map's cells
    const VeerNode *polygons; ///< lists of numbers of vertices
} VeerMeshSpec;

typedef struct VeerGraphSpec {
    const VeerNode *tiling;
    VeerPoints nodes; ///< m
    const VeerNode *edges, *one_way, *cells;
    float radius; ///< m, of cells beyond their corners
    bool has_walls;
} VeerGraphSpec;

typedef struct VeerRectSpec {
    VeerVec3 lower, upper; ///< m
} VeerRectSpec;

/// Places, which serve as goals too, then what is a goal only.
typedef enum VeerPlaceKind {
    VEER_PLACE_POINTS = 0,
    VEER_PLACE_LINE,
    VEER_PLACE_RING,
    VEER_PLACE_SPHERE,
    VEER_PLACE_GRID,
    VEER_PLACE_DISC,
    VEER_PLACE_BOX,
    VEER_PLACE_BESIDE,
    VEER_PLACE_KINDS,
    VEER_GOAL_KIND_MIRRORED = VEER_PLACE_KINDS,
    VEER_GOAL_KIND_OFFSET,
    VEER_GOAL_KIND_TOUR,
    VEER_GOAL_KIND_AGENT,
    VEER_GOAL_KIND_OBSTACLE,
    VEER_GOAL_KIND_VELOCITY,
    VEER_GOAL_KIND_NONE,
    VEER_GOAL_KINDS
} VeerPlaceKind;

/// Where the bodies of a group are put or go. Each kind uses some of the members.
typedef struct VeerPlaceSpec {
    VeerPlaceKind kind;
    VeerPoints points;
    VeerVec3 centre, lower, upper, from, to, step, pitch;
    VeerVec3 vector; ///< of goals: a mirror's centre, an offset, a velocity
    float radius, spacing, phase, gap, factor, turn;
    uint32_t columns, rows, layers, index;
    const char *obstacle, *group;
} VeerPlaceSpec;

#define VEER_MAX_BEHAVIOUR_LISTS 255

enum { VEER_PRESET_NONE = 0, VEER_PRESET_FLOCK, VEER_PRESET_SCHOOL };

/// A list of behaviours, and what it is made from.
typedef struct VeerBehaviourListSpec {
    int preset;
    float spacing;
    const VeerNode *behaviours;
    VeerPoints path;
    VeerBehaviourList list;
} VeerBehaviourListSpec;

typedef struct VeerGroupSpec {
    const char *name;
    uint32_t count;                       ///< 0: not stated
    float share;                          ///< 0: not stated
    float arrival_radius, arrival_factor; ///< 0: not stated
    const VeerNode *place, *goal, *heading, *behaviour_list;
    const char *squad; ///< NULL: none
    VeerRange radius, max_speed, preferred_speed;
    int model, vehicle;
    VeerAvoidParams models[VEER_AVOID_MODEL_COUNT]; ///< a model's own constants, of each
    VeerVehicleParams vehicles[VEER_VEHICLE_COUNT]; ///< likewise; lateral: of the torque vehicle
    bool is_leaving;                                ///< once it arrives
    bool has_foresight;
    bool has_route;   ///< over the map
    bool is_covering; ///< while it does not move
    VeerAgentDef def;
    uint32_t may_use; ///< flags of links
} VeerGroupSpec;

#define VEER_MAX_SQUADS 4096

typedef struct VeerSquadSpec {
    const char *name;
    VeerPoints offsets; ///< of its formation
    VeerSquadDef def;
    const VeerNode *orders;
} VeerSquadSpec;

typedef struct VeerOrderSpec {
    int kind;
    VeerPoints points;
    const char *group, *obstacle;
    uint32_t index;
    VeerOrder order;
} VeerOrderSpec;

typedef enum VeerObstacleKind {
    VEER_OBSTACLE_BALL = 0,
    VEER_OBSTACLE_CHAIN,
    VEER_OBSTACLE_POLYGON,
    VEER_OBSTACLE_BOX,
    VEER_OBSTACLE_FIELD,
    VEER_OBSTACLE_ORBITS,
    VEER_OBSTACLE_RING,
    VEER_OBSTACLE_KINDS
} VeerObstacleKind;

typedef struct VeerObstacleSpec {
    const char *name;
    int motion;
    VeerVec3 lower, upper, centre;
    float distance; ///< of a ring's balls from its centre
    VeerPoints points;
    uint32_t count;
    VeerRange radius, speed, inclination, node, phase;
    float gap, first, spacing, ratio, orbit_speed;
    const VeerNode *clear, *orbit;
    bool is_covering; ///< the map
    bool is_overlapping, is_round;
    VeerObstacleDef def;
} VeerObstacleSpec;

typedef struct VeerClearSpec {
    VeerVec3 centre;
    float radius;
} VeerClearSpec;

typedef enum VeerTimelineKind {
    VEER_TIMELINE_SPAWN = 0,
    VEER_TIMELINE_GO_TO,
    VEER_TIMELINE_STOP,
    VEER_TIMELINE_REMOVE,
    VEER_TIMELINE_MOVE,
    VEER_TIMELINE_SET_VELOCITY,
    VEER_TIMELINE_CLOSE,
    VEER_TIMELINE_OPEN,
    VEER_TIMELINE_ORDER,
    VEER_TIMELINE_CANCEL,
    VEER_TIMELINE_KINDS
} VeerTimelineKind;

typedef struct VeerTimelineSpec {
    double at;
    const VeerNode *spawned, *goal, *order;
    const char *group, *obstacle, *squad;
    bool is_appended; ///< its order to those that the squad has
    uint32_t index;
    float turn_rate;       ///< rad/s; NAN: as it is
    uint32_t link;         ///< that opens or closes; VEER_ALL: a part of the map
    VeerVec3 vector;       ///< to a position, or a velocity
    VeerVec3 lower, upper; ///< of what opens or closes; not a number: not stated
} VeerTimelineSpec;

/// The two bounds as written: numbers, or "all" for the number of agents.
typedef struct VeerBoundSpec {
    const VeerNode *at_least, *at_most;
} VeerBoundSpec;

extern const VeerSchema veer_bound_schema;
extern const VeerSchema veer_link_schema, veer_cost_schema, veer_walker_schema;
extern const VeerSchema veer_file_schema, veer_models_schema, veer_world_schema, veer_map_schema,
    veer_foresight_schema, veer_mesh_schema, veer_graph_schema, veer_tiling_schema,
    veer_maze_schema, veer_tunnels_schema, veer_city_schema, veer_rect_schema, veer_group_schema,
    veer_orbit_schema, veer_tether_schema, veer_clear_schema, veer_motion_schema,
    veer_avoidance_schema, veer_behaviour_list_schema, veer_behaviour_schema, veer_squad_schema,
    veer_formation_schema, veer_order_schema, veer_magnets_schema, veer_potential_schema,
    veer_whiskers_schema, veer_rays_schema, veer_custom_schema;
extern const VeerSchema veer_place_schemas[VEER_GOAL_KINDS];
extern const VeerSchema veer_obstacle_schemas[VEER_OBSTACLE_KINDS];
extern const VeerSchema veer_timeline_schemas[VEER_TIMELINE_KINDS];

/// The keys that "expect" may hold, ended by NULL.
extern const char *const veer_score_keys[];

#endif
