/// Members to places by the lengths of their paths over the map: exactly, a bit each tick.
#ifndef VEER_WORLD_SQUAD_PLACES_JOB_H
#define VEER_WORLD_SQUAD_PLACES_JOB_H

#include "plan/mesh/mesh.h"
#include "squad/assign/assign.h"
#include "world/base/base.h"
#include "world/squad/base/base.h"

/// Work of a tick, in parts that take about a nanosecond each.
#define VEER_MEASURE_BUDGET 6000000u

/// Tells lengths of the shortest paths over meshes, and over grids, which it makes meshes of.
typedef struct VeerSquadOracle {
    unsigned char *memory; ///< of the mesh, the search and the reach
    size_t size;
    uint32_t most; ///< goals
    uint64_t key;  ///< of the map that the mesh was made of
    bool is_made;  ///< there is one for that key
    const VeerMesh *mesh;
    VeerMeshSearch *search;
    VeerMeshLengths *reach;
    uint32_t part; ///< that the goals are in
} VeerSquadOracle;

/// What a measure is at.
typedef enum VeerMeasurePhase {
    VEER_MEASURE_LENGTHS = 0, ///< lengths from row after row
    VEER_MEASURE_START,       ///< prices
    VEER_MEASURE_ROWS,        ///< row after row gets a column
    VEER_MEASURE_CHECK,       ///< pairs whose lengths are bounds are measured, and those barred
                              ///< that are as long as the longest of an answer
    VEER_MEASURE_DONE,
} VeerMeasurePhase;

/// A job as far as it has come: a function of the job, the map and how many turns it had, so none
/// of it needs to be saved.
typedef struct VeerSquadMeasure {
    VeerSquadOracle oracle;
    VeerAssignWork work;
    float *costs;    ///< costs[rows][columns] of the work, m²
    uint64_t *known; ///< bits: pairs whose length is no bound
    uint64_t key;    ///< of the job
    uint32_t turns;  ///< that it had
    uint32_t phase;  ///< a VeerMeasurePhase
    uint32_t next;   ///< row
    uint32_t right;  ///< rows that were found right, one after the other
    bool is_swapped; ///< rows are places
    bool is_by_pair; ///< lengths are bounds until a pair's own path is looked for
    float longest;   ///< m², of the answer; INFINITY before there is one
    uint32_t *seat;  ///< seat[side]: the answer, places of agents
    uint64_t left;   ///< of the budget of the tick
    uint64_t spent;  ///< in the last turn
} VeerSquadMeasure;

/// The job that goes on from tick to tick, of job_members from job_from to job_places: part of the
/// state.
typedef struct VeerSquadJob {
    uint32_t squad, generation; ///< slot, from 1; 0: there is none
    uint32_t agent_count, place_count;
    uint32_t version; ///< of the map, and of the body that it is looked at for
    uint32_t turns;   ///< that it had
    uint32_t first;   ///< the budget of the first of them
    uint32_t is_late; ///< members had set out when it began
} VeerSquadJob;

#endif
