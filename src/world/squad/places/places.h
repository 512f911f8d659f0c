/// Places: which member of a squad goes where, which waits, and for which there is none.
#ifndef VEER_WORLD_SQUAD_PLACES_PLACES_H
#define VEER_WORLD_SQUAD_PLACES_PLACES_H

#include "plan/mesh/mesh.h"
#include "squad/assign/assign.h"
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

/// Gives every member its answer and its place about squad->goal: all of them anew, or only those
/// that have no slot.
void veer_squad_answer(VeerSquadRun *run, bool is_anew);
/// Looks at places again, as the world and the squad have become: members without may get one, and
/// those with one may exchange them.
void veer_squad_review(VeerSquadRun *run);
/// The frame in which a squad stands at its goal.
VeerFrame veer_squad_frame(const VeerSquadRun *run);

/// Assigns the scratch's subset[asked] at its positions[asked] to its formation[place_count], into
/// assigned[asked]; VEER_NO_SLOT: none. By the squares of the lengths of their paths over the map;
/// those that cannot get to the places' region get none, and are put last.
/// @param is_anew  where that takes more than this tick, a job goes on with it
void veer_squad_deal(const VeerSquadRun *run, uint32_t asked, uint32_t place_count, uint32_t region,
                     bool is_anew);
/// What it costs to exchange places: squares of straight distances from the scratch's
/// positions[count] to its slots[count], member i has place i. Members get none that they do not
/// see. *out is NULL where nothing stands between. @return false: there are too many for it
bool veer_squad_exchange_costs(const VeerSquadRun *run, uint32_t count, const float **out);

/// A search for places about the squad's goal: what is asked of them.
/// @param ground  its goal_region is set; has to last as long as the search
VeerPlaceDef veer_squad_place_def(VeerSquadGround *ground);

void veer_squad_oracle_lay_out(VeerSquadOracle *oracle, const VeerWorldMapDef *def,
                               VeerArena *arena, uint32_t side);
/// Sets the goals that lengths are asked for, all of one part of the map.
/// @return false: the oracle cannot tell
bool veer_squad_oracle_aim(VeerSquadOracle *oracle, const VeerSquadRun *run, const VeerVec3 *goals,
                           uint32_t count);
/// The squares of the lengths from a point to all goals, m². @return false: it cannot tell
bool veer_squad_oracle_read(VeerSquadOracle *oracle, VeerVec3 from, float *squares);

/// Whether the state of the job holds. @param fault  what does not; may be NULL
bool veer_squad_job_holds(const VeerWorld *world, VeerStateFault *fault);
/// Adds the parts that it has.
void veer_squad_job_parts(const VeerWorld *world, VeerStateParts *parts);
/// Once a tick, before all squads.
void veer_squad_job_open(VeerWorld *world);
/// Once a tick for each squad: goes on with what is its.
void veer_squad_job_go_on(const VeerSquadRun *run);
/// Forgets what is a squad's.
void veer_squad_job_drop(VeerWorld *world, uint32_t index);
/// Begins to assign the scratch's subset[agents] at its positions to its formation[places].
/// @param is_anew  it becomes the job if it takes more than this tick
/// @return whether it is done: assigned[agents] tells
bool veer_squad_job_begin(const VeerSquadRun *run, uint32_t agents, uint32_t places, bool is_anew);

/// One turn of the world's measure of its job: works until it is done, or has spent the budget.
/// @param is_first  it begins
void veer_squad_measure_turn(const VeerSquadRun *run, bool is_first, uint64_t budget);

#endif
