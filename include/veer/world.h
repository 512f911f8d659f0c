/// The world: owns all state, and takes it through time one tick after the other.
#ifndef VEER_WORLD_H
#define VEER_WORLD_H

#include "veer/api.h"
#include "veer/graph.h"
#include "veer/grid.h"
#include "veer/mesh.h"
#include "veer/refusal.h"
#include "veer/voxels.h"
#include "veer/window.h"

/// Owns agents, obstacles and all else. Opaque; made by veer_world_create.
typedef struct VeerWorld VeerWorld;

/// The kinds of maps.
typedef enum VeerMapKind {
    VEER_MAP_NONE,
    VEER_MAP_GRID,
    VEER_MAP_VOXELS,
    VEER_MAP_MESH,
    VEER_MAP_GRAPH,
    VEER_MAP_KIND_COUNT
} VeerMapKind;

/// A map that is a mesh: both are copied.
typedef struct VeerMeshMapDef {
    const VeerMesh *whole;  ///< the mesh
    const VeerMesh *pieces; ///< the mesh, cut small (veer_mesh_cut): bodies may cover its polygons;
                            ///< those of another are a bad value. NULL: nothing covers the mesh
} VeerMeshMapDef;

/// A map that is a graph: it is copied, and what is covered on it is not.
typedef struct VeerGraphMapDef {
    const VeerGraph *whole; ///< the graph
    bool is_open;           ///< the borders of its cells hold nobody: it has no walls
} VeerGraphMapDef;

/// The map of a world, and what it has room for: a grid or a mesh in a planar one, voxels in a
/// spatial one, a graph in either. Take it from veer_world_map_def_default. veer/route.h has what
/// one does with it.
typedef struct VeerWorldMapDef {
    VeerMapKind kind; ///< VEER_MAP_NONE: nothing of this takes a byte
    union {
        VeerGridDef grid;     ///< VEER_MAP_GRID: all free at first, all of cost 1 if it has costs
        VeerVoxelsDef voxels; ///< VEER_MAP_VOXELS: all free at first
        VeerMeshMapDef mesh;
        VeerGraphMapDef graph;
    };
    bool has_covers;      ///< bodies may cover voxels, too: 2 bytes a voxel; grids always can
    uint32_t layer;       ///< bits: the layers that its walls are on
    uint32_t max_classes; ///< radii that routes are planned for, 1 to 16: about 12 bytes a cell
                          ///< each, half a byte a voxel. Agents share the class of the next greater
                          ///< radius
    uint32_t max_route_points; ///< of all routes together, 0 to 2^24; what does not fit is planned
                               ///< when the agent has come so far
    uint32_t budget;           ///< nodes that searches may expand in a tick, > 0; as many again
                               ///< for the paths of squads
    uint32_t max_links;        ///< passages over what is blocked (veer/link.h), 0 to 65536; with
                               ///< any, 44 bytes more for each agent. For grids and meshes: as
                               ///< many as the mesh has at least, the first of the world's
    uint32_t max_fields;       ///< flow fields that agents of one goal share, at a time, 0 to 64:
                               ///< about 4.2 bytes a cell each, and 16 once, with has_crowds 60; 0:
                               ///< each plans a path of its own. Over meshes and graphs, trees of
                               ///< paths (192 bytes a corner each, and 700 once; 4 bytes a node)
    uint32_t field_agents;     ///< so many of one goal share a field; 0: as many as make it cheaper
                               ///< than paths of their own
    bool has_crowds;           ///< fields lead round crowds, and are made anew as these move
} VeerWorldMapDef;

/// The foresight of a world, for agents that plan where to be when among obstacles that move.
/// veer/foresight.h has what one does with it.
typedef struct VeerForesightDef {
    bool has_window;      ///< false: there is none, and nothing of this takes a byte
    VeerWindowDef window; ///< with depth in spatial worlds and without in planar ones; sweep_count
                          ///< and slack are the world's own
    uint32_t max_states;  ///< pairs of cell and interval that a search may know, 1 to 2^24: about
                          ///< 60 bytes each
    uint32_t budget;      ///< pairs that searches may expand in a tick, > 0
} VeerForesightDef;

/// How a world is made. Take it from veer_world_def_default. Everything is allocated at creation.
typedef struct VeerWorldDef {
    VeerSpace space;              ///< planar or spatial
    uint32_t max_agents;          ///< 0 to 2^24
    uint32_t max_obstacles;       ///< of all kinds, 0 to 2^20
    uint32_t max_wall_vertices;   ///< of all segment chains and polygons together, 0 to 2^22
    uint32_t max_behaviour_lists; ///< 0 to 255
    uint32_t max_squads;          ///< 0 to 65536; with any, about 350 bytes more for each agent
    uint32_t max_messages;        ///< that wait at a time (veer/message.h), 0 to 2^20: about 70
                                  ///< bytes each
    uint32_t max_masses; ///< the first slots whose agents may have a mass, restitution and friction
                         ///< of their own, 0 to 2^24: 12 bytes each
    uint32_t
        max_profiles;    ///< different profiles of agents at a time, 1 to 65536: 88 bytes each. Two
                         ///< have one where their avoidance and its constants, masks, vehicles
                         ///< and limits of acceleration, braking and turning are the same
    uint32_t max_sensed; ///< bodies in sensors (veer/sensor.h) at a time, of all together,
                         ///< 0 to 2^24: 48 bytes each; more than those are not told of, and
                         ///< counted (VeerWorldStats.pairs_dropped)
    bool has_lifetimes;  ///< agents and obstacles may have a time to live: about 50 bytes
                         ///< each; false: nothing of this takes a byte
    VeerWorldMapDef map; ///< what its agents find their way over
    VeerForesightDef foresight;  ///< what its agents plan in time with
    VeerBounds bounds;           ///< free obstacles bounce off it; infinite by default
    uint64_t seed;               ///< of everything random: equal seeds, equal bits
    VeerAllocator allocator;     ///< all zero: the C library's
    VeerTasks tasks;             ///< all zero: the calling thread
    VeerIsa isa;                 ///< of its wide steps, to measure or to check: as the machine has
    VeerDiagnostics diagnostics; ///< all zero: nobody is told why calls are refused
    uint32_t cookie;             ///< private, set by veer_world_def_default
} VeerWorldDef;

/// A map of a kind: a grid of 64 × 64 cells of 1 m, 64 × 64 × 64 voxels, or a mesh or a graph that
/// is yours to set; 4 classes, 16384 points of routes, 20000 expansions a tick, no fields.
VEER_API VeerWorldMapDef veer_world_map_def_default(VeerMapKind kind);

/// A planar, unbounded world for 1024 agents, 256 obstacles, 4096 wall vertices, 64
/// behaviour_lists, 256 bodies in sensors, masses for the first 1024 agents and 1024 profiles;
/// without squads, messages, lifetimes, a map and foresight (with has_window: the default window,
/// 20000 states, 4000 expansions a tick).
VEER_API VeerWorldDef veer_world_def_default(void);

/// Makes a world. Allocates; nothing else in the core does, once the first step is done.
///
/// @param out  the world; untouched on failure
/// @return VEER_OK, VEER_BAD_VALUE, VEER_OUT_OF_MEMORY
VEER_API VeerStatus veer_world_create(const VeerWorldDef *def, VeerWorld **out);

/// Gives back all that the world holds. NULL is fine. During a step nothing happens: destroy the
/// world when the step has returned.
VEER_API void veer_world_destroy(VeerWorld *world);

/// One tick of all stages: sense, plan, steer, avoid, move, notify.
///
/// @param dt  s, VEER_MIN_DT to VEER_MAX_DT
/// @return VEER_OK; VEER_BAD_VALUE; VEER_BUSY when called from within a step
/// Allocates nothing. Cost O(agents · neighbours + obstacles + walls log walls), wherever they are
/// and however wide: docs/tick.md states a bound for each stage. Takes at most 128 KiB of stack,
/// here and on each worker.
///
/// Meanwhile functions of the host's are called: VeerTasks.run, VeerStageFn, VeerSquadPlaceRule
/// and, on workers, VeerAvoidFn. What they call of this world in turn:
///
/// - What would change, save, export or trace it answers VEER_BUSY and does nothing, and so does
///   veer_world_destroy.
/// - What reads it does, in the middle of the tick: positions, velocities and headings are as
///   before the step until the move stage is done, preferred velocities new from the steer stage
///   on, and there are no events until the notify stage is done. In VeerAvoidFn, where they are
///   being written, veer_world_hash, safe_velocity and is_avoiding are 0.
///
/// Other threads call nothing of a world that is in a step.
VEER_API VeerStatus veer_world_step(VeerWorld *world, float dt);

/// How many equal substeps veer_world_step(world, dt) makes, each with all stages: for dt > 0.05 s
/// as many as have nobody that takes turns (VEER_AVOID_CROWD) go more than a sixth of its radius
/// between two decisions, but none shorter than 1/60 s. So crowds move alike whatever the length of
/// ticks. 1 for a bad world or dt. Cost O(agents); O(1) for dt <= 0.05 s. Allocates nothing.
VEER_API uint32_t veer_world_substeps(const VeerWorld *world, float dt);

/// @name Ticks of hosts that move the bodies themselves
/// veer_world_step in two parts, with the host's own physics between them: docs/hosts.md. They are
/// one decision, however long dt is (veer_world_substeps).
/// @{

/// The tick up to safe velocities: sense, plan, steer, avoid. The host reads what agents should do
/// (VeerAgentState.safe_velocity), moves its bodies, sets the agents' positions, velocities,
/// headings and spins to theirs, and calls veer_world_moved. Until then obstacles stay where they
/// are and time stands still. As veer_world_step otherwise.
VEER_API VeerStatus veer_world_steer(VeerWorld *world, float dt);

/// The rest of the tick, once the host has moved the bodies: obstacles go on by their own motions,
/// and time, arrivals, agents that are blocked or lost, squads' orders, contacts and events as in
/// veer_world_step. A host that moves its bodies as veer would gets the same states and events.
///
/// Agents stay where the host has put them, whatever they touch. On a mesh their heights are those
/// of the floor. One that went much further than its speed would take it counts as put there, and
/// not as having passed what is between. Free balls bounce off agents that are in their path.
///
/// @param dt  s, VEER_MIN_DT to VEER_MAX_DT, that went by since the last tick; not always that of
///            veer_world_steer: a host may steer less often than it moves
/// @return as veer_world_step
/// Allocates nothing. Cost O(agents + obstacles), as the notify stage and the finding of contacts.
VEER_API VeerStatus veer_world_moved(VeerWorld *world, float dt);
/// @}

/// The stages of a tick, in their order.
typedef enum VeerStage {
    VEER_STAGE_SENSE = 0,
    VEER_STAGE_PLAN, ///< of squads, of routes, and through what moves
    VEER_STAGE_STEER,
    VEER_STAGE_AVOID,
    VEER_STAGE_MOVE, ///< obstacles, agents, and contacts
    VEER_STAGE_NOTIFY,
    VEER_STAGE_COUNT
} VeerStage;

/// A stage's name ("sense", "plan", "steer", "avoid", "move", "notify"); NULL for any other number.
VEER_API const char *veer_stage_name(VeerStage stage);

/// Told of the end of a stage, on the thread that steps. May read the world, and look at a clock.
typedef void VeerStageFn(void *user, VeerStage stage);

/// Has a function called at the end of each stage of each tick, and each of its substeps, so that a
/// host sees where the time goes; NULL: none. Not part of the state.
/// @return VEER_OK; VEER_BAD_VALUE without a world; VEER_BUSY
VEER_API VeerStatus veer_world_set_stage_callback(VeerWorld *world, VeerStageFn *function,
                                                  void *user);

/// Has another told why calls are refused, from the next one on; all zero: nobody. Not part of the
/// state.
/// @return VEER_OK; VEER_BAD_VALUE without a world; VEER_BUSY
VEER_API VeerStatus veer_world_set_diagnostics(VeerWorld *world, VeerDiagnostics diagnostics);

/// Seconds stepped so far: the sum of all dt, in double precision, each addition off by at most
/// 10⁻¹⁶ of the sum; a dt of less than that no longer adds to it.
VEER_API double veer_world_time(const VeerWorld *world);
/// Steps taken; wraps to 0 after 2^64.
VEER_API uint64_t veer_world_tick(const VeerWorld *world);
/// Planar or spatial.
VEER_API VeerSpace veer_world_space(const VeerWorld *world);
/// What free obstacles bounce off.
VEER_API VeerBounds veer_world_bounds(const VeerWorld *world);

/// A hash of the whole state: equal worlds, equal hashes, on every build and machine. It does not
/// depend on the order in which agents with given ids were created. Cost O(agents + obstacles).
VEER_API uint64_t veer_world_hash(const VeerWorld *world);

/// The def that a world was made by, which makes another one like it: mesh and graph of its map are
/// the world's own, without links, and live as long. For NULL one that veer_world_create refuses.
VEER_API VeerWorldDef veer_world_def(const VeerWorld *world);
/// Whether functions of the host's decide in this world (veer_world_set_avoid_callback,
/// veer_world_set_place_rule): they are no part of its state, which alone does not tell its future.
VEER_API bool veer_world_has_callbacks(const VeerWorld *world);

/// @name Rollback
/// The whole state is one block: saving is one copy of it. Blocks are trusted: restore only what
/// this process saved; a damaged or forged block is undefined behaviour. For what comes from files
/// and peers there are exported states.
/// @{
VEER_API size_t veer_world_save_size(const VeerWorld *world); ///< bytes, constant over its life
/// Copies the state to `out`, which has room for veer_world_save_size bytes. Between
/// veer_world_steer and veer_world_moved it should come before bodies are moved: restored, a tick
/// begins where they are.
VEER_API VeerStatus veer_world_save(const VeerWorld *world, void *out, size_t size);
/// Takes back a state saved from this world, or from one made with the same def.
/// @return VEER_OK; VEER_BAD_VALUE when it is not such a block (the world stays as it was)
VEER_API VeerStatus veer_world_restore(VeerWorld *world, const void *saved, size_t size);
/// @}

/// @name States from outside
/// A state for files and peers: the block behind a header with the versions of library and layout,
/// hashes of def and map, and a checksum. Nothing in it is trusted: a state that is taken over
/// cannot crash a later call or have it run on for ever, whoever made it. It fits every build of
/// one version of the library.
/// @{

/// What is wrong with a state, and where.
typedef struct VeerStateFault {
    const char *what; ///< the field, as "agent.radius"; a constant
    uint32_t slot;    ///< of the agent, the obstacle, the squad ... that it is of; else 0
} VeerStateFault;

VEER_API size_t veer_world_export_size(const VeerWorld *world); ///< bytes, constant over its life
/// Copies the state to `out`, at any place, which has room for veer_world_export_size bytes.
/// @return VEER_OK; VEER_BAD_VALUE for NULL or too little room; VEER_BUSY. Cost O(state).
VEER_API VeerStatus veer_world_export(const VeerWorld *world, void *out, size_t size);
/// Bytes that a packed state takes now: about as much as is in the world, not as there is room for.
/// It changes with the state; 0 during a step, and for NULL. Cost O(state).
VEER_API size_t veer_world_packed_size(const VeerWorld *world);
/// As veer_world_export, without what is not used: writes veer_world_packed_size bytes.
/// @return VEER_OK; VEER_BAD_VALUE for NULL or too little room; VEER_BUSY. Cost O(state).
VEER_API VeerStatus veer_world_pack(const VeerWorld *world, void *out, size_t size);
/// Takes over a state exported or packed from this world, or from one made with the same def and
/// the same map: what follows is the same, bit for bit. Callbacks are not part of it.
///
/// @param exported  `size` bytes at any place
/// @param fault     with VEER_BAD_STATE what is wrong, else untouched; NULL: nobody asks
/// @return VEER_OK; VEER_BAD_VALUE for NULL; VEER_BUSY; VEER_OUT_OF_MEMORY; VEER_NO_STATE,
///         VEER_WRONG_VERSION, VEER_WRONG_SUM, VEER_WRONG_DEF, VEER_WRONG_MAP, VEER_BAD_STATE: the
///         world stays as it was
/// Cost O(state + map); allocates the size of the state, and gives it back.
VEER_API VeerStatus veer_world_import(VeerWorld *world, const void *exported, size_t size,
                                      VeerStateFault *fault);
/// @}

/// What a world costs and counts.
typedef struct VeerWorldStats {
    size_t bytes;           ///< held in all
    size_t bytes_per_agent; ///< of that, for each agent of max_agents
    uint64_t pairs_dropped; ///< contacts and events beyond the room for them, since creation
} VeerWorldStats;
/// What a world costs and counts by now; all 0 for NULL.
VEER_API VeerWorldStats veer_world_stats(const VeerWorld *world);

#endif
