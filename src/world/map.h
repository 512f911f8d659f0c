/// The map of a world: what of it is state, and what is made from that.
///
/// Grids and searches hold pointers, so they are scratch. The state keeps what they can be made
/// from again: which cells are blocked, which discs are counted on them, and how far a search had
/// come.
#ifndef VEER_WORLD_MAP_H
#define VEER_WORLD_MAP_H

#include "veer/agent.h"
#include "veer/map.h"
#include "veer/obstacle.h"
#include "veer/plan.h"
#include "veer/route.h"
#include "veer/voxel_search.h"

#define VEER_MOST_CLASSES 16
#define VEER_CHUNK_POINTS 8 ///< of a route, that lie together

/// A few points of a route.
typedef struct VeerRouteChunk {
    VeerVec3 points[VEER_CHUNK_POINTS];
    uint32_t next; ///< of the route, or of those that are free
} VeerRouteChunk;

/// An agent's route.
typedef struct VeerRoute {
    VeerVec3 target;  ///< m, where it leads
    VeerVec3 aim;     ///< m, what it heads for now
    float rest;       ///< m along the points ahead, from the first to the last
    float lost;       ///< s since its aim was last in sight
    uint32_t count;   ///< points ahead
    uint32_t skip;    ///< points of the first chunk, and after, that are passed
    uint32_t since;   ///< turn from which it waits
    uint32_t planned; ///< turn of its last plan
    uint8_t status;   ///< a VeerRouteStatus
    uint8_t is_waiting;
    uint8_t is_cut; ///< there are more points than there was room for
    uint8_t tries;  ///< plans since it last got on
    uint8_t report; ///< an event that is due: VeerEventKind, 0 none
    uint8_t unused[3];
    uint32_t chunk; ///< the first; not hashed, as all that depends on the order of creation
} VeerRoute;

/// A body that covers cells.
typedef struct VeerCover {
    VeerCellDisc disc; ///< as it is counted
    uint8_t is_asked;  ///< it shall cover
    uint8_t is_counted;
    uint8_t unused[2];
} VeerCover;

/// The search under way.
typedef struct VeerPlanJob {
    uint32_t slot; ///< VEER_NO_SLOT: there is none
    uint32_t generation;
    uint32_t class;
    uint32_t is_urgent; ///< it had to begin anew, and shall not again
    VeerCell start, goal;
    int32_t start_z, goal_z; ///< of voxels
    uint64_t done;           ///< expansions
} VeerPlanJob;

/// The head of the map's part of the state.
typedef struct VeerMapHead {
    float radii[VEER_MOST_CLASSES]; ///< m, of the classes
    uint32_t class_count;
    uint32_t chunk_free, chunk_count; ///< the first free one; those ever used
    uint32_t is_edited;               ///< since the last plan stage
    uint32_t routed_count;            ///< agents that go by route
    uint32_t turn;                    ///< plan stages so far
    VeerPlanJob job;
    VeerPlanStats stats;
} VeerMapHead;

/// What is made from the state for one radius.
typedef struct VeerMapClass {
    VeerGrid *grid;
    VeerLabels *labels;
    VeerVoxels *voxels;
    VeerVoxelLabels *voxel_labels;
    uint32_t version; ///< of the covered map that it shows
    bool is_built;
    bool has_labels; ///< there was room for them, of voxels
} VeerMapClass;

/// The map of a world; all NULL: there is none.
typedef struct VeerWorldMap {
    // Into the state block.
    VeerMapHead *head;
    uint64_t *standing; ///< standing[words a row * height]: blocked cells; words of voxels
    VeerRoute *routes;  ///< routes[max_agents]
    VeerRouteChunk *chunks;
    VeerCover *agent_covers, *obstacle_covers; ///< [max_agents], [max_obstacles]

    // Into the scratch block.
    VeerGrid *walls;   ///< what stands
    VeerGrid *covered; ///< and what covers it
    VeerOccupancy *occupancy;
    VeerMapClass classes[VEER_MOST_CLASSES];
    VeerSearch *search;
    VeerVoxels *voxels; ///< NULL: the map is a grid
    VeerVoxelSearch *voxel_search;
    VeerVoxel *voxel_route; ///< room for a route: voxel_route[room]
    VeerCell *cells;        ///< cells[room]
    VeerVec3 *points;       ///< points[room]
    uint32_t room;
    uint32_t *queue;     ///< queue[max_agents]
    bool is_search_live; ///< the search is that of the job
} VeerWorldMap;

/// Who looks over the map: VeerPathSight.user for veer_map_is_clear.
typedef struct VeerMapSight {
    const VeerGrid *grid;     ///< what stands, or with it what covers the map
    const VeerVoxels *voxels; ///< instead, if not NULL
    float radius;             ///< m, of the body
} VeerMapSight;

#endif
