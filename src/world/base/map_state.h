/// The map of a world: state, and what is made from it.
///
/// Grids and searches hold pointers, so they are scratch. The state stores what they are made from:
/// blocked cells, the discs counted on them, and the progress of a search.
#ifndef VEER_WORLD_MAP_H
#define VEER_WORLD_MAP_H

#include "map/graph/graph.h"
#include "map/layers/layers.h"
#include "plan/joint/joint.h"
#include "veer/agent.h"
#include "veer/density.h"
#include "veer/field.h"
#include "veer/graph_search.h"
#include "veer/grid.h"
#include "veer/grid_search.h"
#include "veer/mesh_search.h"
#include "veer/obstacle.h"
#include "veer/route.h"
#include "veer/voxel_search.h"

#define VEER_MAX_CLASSES 16
#define VEER_CHUNK_POINTS 8 ///< points of a route that are stored together

/// Points of a route.
typedef struct VeerRouteChunk {
    VeerVec3 points[VEER_CHUNK_POINTS];
    uint32_t next; ///< the next chunk of the route, or of the free list
} VeerRouteChunk;

/// An agent's route.
typedef struct VeerRoute {
    VeerVec3 target;   ///< m, where it leads
    VeerVec3 aim;      ///< m, what the agent heads for
    VeerVec3 beyond;   ///< m, from the aim to the next point, or straight ahead
    VeerVec3 behind;   ///< m, start of the leg to the aim
    float middle;      ///< m, from that leg to the middle of its corridor, to the left; 0: none
    float next_middle; ///< m, the same of the leg beyond the aim
    float remaining;  ///< m, length of the path in the last tick; < 0: not known, or it has arrived
    float rest;       ///< m along the points ahead, from the first to the last
    float lost;       ///< s since the aim was last in sight
    uint32_t count;   ///< points ahead
    uint32_t skip;    ///< points of the first chunk, and after, that are passed
    uint32_t since;   ///< plan tick from which it waits
    uint32_t planned; ///< plan tick of its last plan
    uint8_t status;   ///< a VeerRouteStatus
    uint8_t is_waiting;
    uint8_t is_cut;   ///< there are more points than there was room for
    uint8_t tries;    ///< plans since it last progressed
    uint8_t report;   ///< a due event: VeerEventKind, 0: none
    uint8_t field;    ///< 1 + the number of the shared field that it follows; 0: its own points
    uint8_t is_alone; ///< a shared field was of no use to it
    uint8_t is_aim_narrow;  ///< its aim is at a passage: on maps without VeerPassage
    uint8_t is_queuing;     ///< an agent near goes before it
    uint8_t is_backing_off; ///< it backs off for a while
    /// 1: it progresses; more: behind others; 0: in no queue; or VEER_QUEUE_STANDS
    uint8_t queue_position;
    uint8_t opposed; ///< looks for which it keeps off the middle: an agent came against it
    uint32_t chunk;  ///< the first; not hashed, as it depends on the order of creation
} VeerRoute;

/// The queue position of who is as near as a partial route leads, or behind one who is: it stands.
#define VEER_QUEUE_STANDS 255u

/// Where an agent is with regard to a single-file passage.
typedef enum VeerGateState {
    VEER_GATE_NONE = 0,
    VEER_GATE_AHEAD, ///< on its path: it may be held
    VEER_GATE_INSIDE
} VeerGateState;

#define VEER_GATE_CELLS (2 * VEER_MAX_GRID_CELLS) ///< farther off a map no passage begins

/// The next passage on an agent's path: state, over grids.
typedef struct VeerRouteGate {
    VeerCell enter, leave; ///< before its mouth, and behind the one at its other end
    float enter_remaining, leave_remaining; ///< m of path left at its mouth, and where it ends
    uint32_t since;         ///< plan tick from which it is near enough to wait; 0: it is not
    uint32_t last_progress; ///< plan tick when an agent that comes out last progressed
    uint8_t state;          ///< a VeerGateState
    uint8_t is_held;        ///< it waits
    uint8_t is_close;       ///< it blocks those that come out
    uint8_t was_held;       ///< is_held in the tick before
} VeerRouteGate;

/// The next narrow place on an agent's path, and its part in a corridor: state, over grids.
typedef struct VeerPassage {
    VeerVec3 mouth, end;                    ///< m, the middles of where it begins, and ends
    float enter_remaining, leave_remaining; ///< m of path left where it begins, and ends
    float look_remaining; ///< m of path left when one is looked for again, where there is none
    uint8_t is_there;     ///< there is one
    uint8_t is_inside;    ///< the agent is past its mouth
    uint8_t has_end;      ///< the path comes out of it
    uint8_t is_astray; ///< in a corridor, or before one, on the half of those that come: it waits
} VeerPassage;

/// Nodes that an agent reserves ahead of the one it holds, at most. 400 on 32 x 32 cells, 20%
/// blocked, and 200 in rooms of 4 x 4 arrive in 4.4 and 2.0 times the free time with half as many,
/// 4.3 and 2.2 with these, 4.7 and 2.3 with twice as many; of 400 in the benchmark's rooms, seed 3,
/// 380, 376 and 353 arrive in 300 s, all while ways did not lead round who stands.
#define VEER_MAZE_AHEAD 8

/// An agent's reservation of a maze's nodes: state, over grids.
typedef struct VeerReservation {
    uint32_t nodes[VEER_MAZE_AHEAD + 1]; ///< it holds the first and goes to the next `ahead`, in
                                         ///< order; nodes[0] is 0: it is in no maze
    uint32_t ticks[VEER_MAZE_AHEAD + 1]; ///< plan tick at which each was reserved
    uint32_t goal;                       ///< node that it finally goes to; 0: not known yet
    uint32_t since;                      ///< plan tick when it entered
    uint32_t way;          ///< plan ticks from there to its goal, were nobody in its way
    uint32_t stood_at;     ///< node where it stood when that was looked at; 0: it moved
    uint32_t stood_before; ///< likewise, the time before
    uint16_t ahead;
    uint8_t is_goal_inside; ///< its own goal is there; else it leaves the maze there
    uint8_t is_waiting;     ///< it is outside, and another agent holds the node
} VeerReservation;

#define VEER_ROUTE_LINKS 4 ///< links of a route that are known beforehand

/// A link on a route.
typedef struct VeerRouteLink {
    uint32_t left;  ///< points ahead from its begin on, that one included; 0: there is none
    uint32_t start; ///< twice the link's number, plus 1 in the opposite direction
} VeerRouteLink;

/// An agent's links: state, in worlds that have them.
typedef struct VeerLinkUse {
    uint32_t may_use;  ///< bits
    uint32_t crossing; ///< 1 + the start of the link that it is on; 0: none
    VeerRouteLink crossings[VEER_ROUTE_LINKS];
    uint32_t is_held; ///< its height stays: an agent is right below or above; hashed if so
} VeerLinkUse;

/// A link, or a free slot for one.
typedef struct VeerWorldLink {
    VeerVec3 from, to; ///< m
    float cost;        ///< m
    uint32_t flags;
    uint32_t generation; ///< of the link in the slot, or of the last one
    uint8_t is_one_way, is_alive;
    uint8_t unused[2];
} VeerWorldLink;

/// A body that covers cells.
typedef struct VeerCover {
    VeerCellDisc disc; ///< as it is counted
    uint8_t is_asked;  ///< the host wants it to cover
    uint8_t is_counted;
    uint8_t unused[2];
    float z; ///< height of a disc among voxels; 0 over a grid
} VeerCover;

/// The current search.
typedef struct VeerPlanJob {
    uint32_t slot; ///< VEER_NO_SLOT: there is none
    uint32_t generation;
    uint32_t class;
    uint32_t is_urgent; ///< it was restarted, and must not be again
    VeerVoxel start, goal;
    VeerVec3 from, to;   ///< m, over a mesh
    uint64_t done;       ///< expansions
    uint32_t is_through; ///< as if agents that make room were not there
    uint32_t unused;
} VeerPlanJob;

/// The progress of a shared field.
typedef enum VeerSharedState {
    VEER_SHARED_FREE = 0,
    VEER_SHARED_WANTED, ///< nothing is computed yet
    VEER_SHARED_READY   ///< may be followed, also while it is recomputed
} VeerSharedState;

/// A field that agents of one goal share.
typedef struct VeerSharedField {
    VeerVoxel goal;     ///< over a grid in layer 0
    float radius;       ///< m, of the class that it is made for
    uint32_t begun;     ///< plan tick whose map and crowd it shows; before: of the request
    uint32_t memory;    ///< which of the fields it is; not hashed
    uint64_t crowd;     ///< a hash of that crowd
    uint8_t state;      ///< a VeerSharedState
    uint8_t is_stale;   ///< the map has changed
    uint8_t is_useless; ///< of a tree: the goal is blocked, or memory was too small
    uint8_t unused;
    uint32_t may_use; ///< flags in use on links that it may use; 0 without links
    uint32_t ready;   ///< plan tick when it was last computed
    uint32_t padding;
} VeerSharedField;

/// The fields of a map: all of it is state.
typedef struct VeerFieldHead {
    uint32_t job;   ///< number of the current field; VEER_NO_SLOT: none
    uint32_t begun; ///< its plan tick
    uint64_t crowd; ///< its crowd
    uint32_t spare; ///< the memory that it is computed in
    uint32_t mean;  ///< running average of the expansions of a single path
    uint64_t done;  ///< expansions of the current tree
    uint32_t cost;  ///< expansions of the tree before; 0: there was none
    uint32_t unused;
    VeerSharedField shared[VEER_MAX_WORLD_FIELDS];
} VeerFieldHead;

/// The head of the map's part of the state.
typedef struct VeerMapHead {
    float radii[VEER_MAX_CLASSES]; ///< m, of the classes
    uint32_t class_count;
    uint32_t chunk_free, chunk_count; ///< the free list; chunks ever used
    uint32_t is_edited;               ///< since the last plan stage
    uint32_t routed_count;            ///< agents that go by route
    uint32_t plan_tick;               ///< plan stages so far: the clock of routes
    uint32_t maze_step;               ///< plan tick when an agent last came to a node, or got one
    uint32_t maze_joint;              ///< plan tick of the last joint step
    float maze_radius;                ///< m, that the roadmap is made for; 0: there is none yet
    uint32_t wide_ticks;              ///< for so many more halls of any width are mazes
    VeerPlanJob job;
    VeerPlanStats stats;
} VeerMapHead;

/// What is made from the state for one radius.
typedef struct VeerMapClass {
    VeerGrid *grid;
    VeerLabels *labels;
    VeerVoxels *voxels;
    VeerVoxelLabels *voxel_labels;
    VeerGridLink *links;     ///< links[max_links]: ends that a body of the class fits
    VeerGrid *wide;          ///< without the cells deep in single-file passages
    VeerNarrow *deep;        ///< those cells
    uint32_t walls_version;  ///< of the map that they show
    uint32_t wide_version;   ///< of this class that the wide grid shows
    uint32_t version;        ///< of the covered map that it shows
    bool has_deep, has_wide; ///< they are made
    VeerNarrow *tight;       ///< cells where two cannot pass, except doors
    VeerGrid *through;       ///< without agents that make room
    VeerLabels *through_labels;
    uint64_t through_key; ///< a hash of its input
    bool has_through;     ///< it is made
    VeerNarrow *narrow;   ///< cells where few abreast can pass, doors too
    bool has_tight;       ///< `tight` is not empty
    bool has_narrow;      ///< `narrow` is not empty
    bool is_built;
    bool has_links;  ///< they are up to date
    bool has_labels; ///< of voxels: memory was large enough
} VeerMapClass;

typedef struct VeerMapTraits VeerMapTraits; ///< see map/traits.h

/// What a map is by its def.
typedef struct VeerMapShape {
    size_t words;        ///< of the state that store what is blocked
    float cell_size;     ///< m between samples along a path
    uint32_t numbers[4]; ///< tell maps of one kind from each other; the first seeds their hash
} VeerMapShape;

/// Connected components of a graph, for bodies of one radius that may use the same edges.
typedef struct VeerGraphComponents {
    uint32_t *component; ///< component[nodes]: strong ones, by a node; UINT32_MAX: none
    uint32_t *reached;   ///< reached[nodes]: not UINT32_MAX: from the component `source`
    uint32_t source;     ///< UINT32_MAX: none was asked for
    float radius;        ///< m
    uint32_t may_use;
    uint32_t version; ///< of the graph
    bool is_made;
    bool has_one_way; ///< some edge that may be taken is one-way; else none leads out of any
} VeerGraphComponents;

#define VEER_GRAPH_COMPONENT_SETS 4u

/// Trees of paths that agents of one goal share, over maps without fields: made from the map and
/// the state, so no state themselves.
typedef struct VeerMapTrees {
    VeerSearch *search; ///< of the current tree, over a graph
    uint32_t *next;     ///< next[nodes] of each tree over a graph
    VeerMeshSearch *mesh_search;
    unsigned char *block; ///< trees over a mesh, one after the other
    size_t size;          ///< bytes of each
    bool is_live;         ///< the search is that of the current tree
    bool is_made[VEER_MAX_WORLD_FIELDS + 1];
} VeerMapTrees;

/// The roadmap of a map's mazes, and who holds its nodes.
typedef struct VeerMaze {
    VeerRoadmap *roadmap;
    VeerNarrow *narrow, *tight;
    uint32_t version; ///< of the walls that it shows
    float radius;     ///< m, that it is made for
    bool is_made;
    bool is_wide; ///< halls of any width have nodes
    VeerJointSteps *steps;
    VeerJointSides *sides;
    // Of this tick.
    bool is_one_stream;      ///< all follow one field: nobody meets anybody
    uint32_t *there;         ///< by node: slot of the agent that holds it; VEER_NO_SLOT: none
    uint32_t *coming;        ///< slot of the first of those that go to it; likewise
    uint32_t *wanted;        ///< slot of one that waits outside for it; likewise
    VeerJointAgent *agents;  ///< agents[max_agents], by priority
    uint32_t *joint_scratch; ///< of a joint step
} VeerMaze;

/// Grids as maps. In the scratch block, except costs.
typedef struct VeerGridMap {
    uint8_t *costs;    ///< costs[cells], of the state; NULL: all cost the same
    VeerGrid *walls;   ///< what is blocked; NULL: the map is no grid
    VeerGrid *covered; ///< and what covers it
    VeerOccupancy *occupancy;
} VeerGridMap;

/// Voxels as maps.
typedef struct VeerVoxelMap {
    VeerVoxels *blocked;           ///< NULL: the map is no voxels
    VeerVoxels *covered;           ///< and what covers them; `blocked` where nothing can
    VeerVoxelOccupancy *occupancy; ///< NULL: nothing can
    VeerVoxelSearch *search;
} VeerVoxelMap;

/// Meshes as maps.
typedef struct VeerMeshMap {
    VeerMesh *whole;         ///< NULL: the map is no mesh
    VeerMesh *pieces;        ///< pieces that bodies cover; NULL: none do
    VeerMesh *searched;      ///< what paths are searched on: the pieces, or the mesh
    uint32_t *piece_counts;  ///< piece_counts[pieces]: bodies on each
    uint32_t *piece_polygon; ///< piece_polygon[pieces]: of the mesh
    uint32_t piece_changes;
    VeerMeshSearch *search;
    VeerMeshLink *links;                ///< links[max_links]: as they are now
    struct VeerMeshCrossing *crossings; ///< crossings[2 * max_links]: of a path
    uint32_t *components;               ///< components[polygons]: connected without links
} VeerMeshMap;

/// Graphs as maps.
typedef struct VeerGraphMap {
    VeerGraph *whole;                ///< NULL: the map is no graph
    VeerGraphArea *area;             ///< walls; NULL: it has none
    VeerGraphComponents *components; ///< components[VEER_GRAPH_COMPONENT_SETS]: a cache
    uint32_t next_components;        ///< which of them is replaced next
    uint32_t *nodes;                 ///< nodes[VeerMapRoutes.room]: of a path
} VeerGraphMap;

/// Bodies that cover the map.
typedef struct VeerMapCovers {
    VeerCover *agents, *obstacles; ///< [max_agents], [max_obstacles], of the state
    bool are_any;                  ///< some body was counted in the last plan stage
    uint64_t fixed_hash;           ///< of all covers but agents that make room
    uint32_t fixed_tick;           ///< plan tick of that hash
    bool has_fixed;
    uint64_t hash; ///< see veer_map_cover_hash
    bool are_held, has_hash;
} VeerMapCovers;

/// Links of the map, and the agents on them.
typedef struct VeerMapLinks {
    VeerWorldLink *all;      ///< all[max_links], of the state; NULL: there are none
    VeerLinkUse *use;        ///< use[max_agents], of the state
    uint32_t *labels;        ///< labels[max_links + 1]
    VeerGridCrossing *found; ///< found[max_links]: of the path that was read last
    VeerRouteLink
        crossings[VEER_ROUTE_LINKS + 1u]; ///< its first; `left` points are before their begin
    uint32_t crossing_count;
} VeerMapLinks;

/// The routes of all agents, and scratch for the path that is being planned.
typedef struct VeerMapRoutes {
    VeerRoute *all;         ///< all[max_agents], of the state
    VeerRouteChunk *chunks; ///< of the state
    VeerSearch *search;     ///< over a grid or a graph
    bool is_search_live;    ///< the search is that of the job
    VeerVec3 *points;       ///< points[room]
    uint32_t room;
    union {
        VeerCell *cells;   ///< cells[room]: of a path over a grid, until it is read to the points
        VeerVoxel *voxels; ///< voxels[room]: of one through voxels; likewise
        VeerVec3 *spare;   ///< spare[spare_room]: the points rounded; NULL: no path is
        uint32_t *marks;   ///< while mazes are looked for on a grid
    };
    uint32_t spare_room;
    uint32_t *queue;       ///< queue[max_agents]
    uint64_t *chunk_marks; ///< bits, of chunks: while the state is checked
} VeerMapRoutes;

/// Single-file passages of a grid: who holds them, and who waits.
typedef struct VeerMapTraffic {
    VeerRouteGate *gates;          ///< gates[max_agents], of the state; NULL: the map is no grid
    VeerPassage *passages;         ///< passages[max_agents]; likewise
    VeerReservation *reservations; ///< reservations[max_agents]; likewise
    uint32_t *at_gates;            ///< at_gates[max_agents]: agents at and in passages
    uint32_t at_gate_count;
    struct VeerYieldRoute *seen; ///< seen[max_agents], by entry of their index: see traffic/yield.h
    VeerMaze *maze;              ///< NULL: the map is no grid
} VeerMapTraffic;

/// What agents of one goal share.
typedef struct VeerMapFields {
    VeerFieldHead *head; ///< of the state; NULL: the world has none
    VeerFieldSolver *solver;
    unsigned char *block; ///< the fields, one more than are shared: of the state
    size_t size;          ///< bytes of each
    VeerMapTrees trees;
    VeerDensity *density; ///< NULL: fields do not avoid crowds
    uint64_t *goals;      ///< goals[goal_count]: of agents with routes, sorted
    uint32_t goal_count;
    uint32_t users[VEER_MAX_WORLD_FIELDS];
} VeerMapFields;

/// The map of a world, and what is on it; all NULL: there is none.
typedef struct VeerWorldMap {
    const VeerMapTraits *traits;
    VeerMapShape shape;
    VeerMapHead *head; ///< of the state
    uint64_t *blocked; ///< bits, of the state: blocked[words a row * height]; of voxels by brick
    VeerGridMap grid;
    VeerVoxelMap voxels;
    VeerMeshMap mesh;
    VeerGraphMap graph;
    VeerMapClass classes[VEER_MAX_CLASSES];
    VeerMapCovers covers;
    VeerMapLinks links;
    VeerMapRoutes routes;
    VeerMapTraffic traffic;
    VeerMapFields fields;
} VeerWorldMap;

/// A body's sight over the map: VeerPathSight.user for veer_map_is_clear.
typedef struct VeerMapSight {
    const VeerWorldMap *map;
    const VeerGrid *grid; ///< blocked cells, or blocked and covered ones; of grids
    float radius;         ///< m, of the body
} VeerMapSight;

#endif
