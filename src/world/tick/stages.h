/// The stages of a tick, in the order in which veer_world_step runs them. Each reads the state of
/// the tick before and writes only its own agents' slots.
#ifndef VEER_WORLD_STAGES_H
#define VEER_WORLD_STAGES_H

#include "base/arena.h"
#include "base/hash.h"
#include "space/vicinity.h"
#include "world/base/state.h"

/// Indexes agents, balls and (when they changed) walls.
void veer_stage_sense(VeerWorld *world);
/// Orders of squads to the goals of their members.
void veer_stage_squad(VeerWorld *world, float dt);
/// Goals to routes: within the map's budget.
void veer_stage_plan(VeerWorld *world, float dt);
/// Points to timed ways among what moves, for agents with foresight.
void veer_stage_foresee(VeerWorld *world, float dt);
/// Goals to preferred velocities.
void veer_stage_steer(VeerWorld *world, float dt);
/// Preferred to safe velocities.
void veer_stage_avoid(VeerWorld *world, float dt);
/// Where the obstacles go in this tick: fills ball_shift and ball_next_velocity.
void veer_stage_obstacles(VeerWorld *world, float dt);
/// Safe velocities to new velocities and displacements within the agents' limits.
void veer_stage_move(VeerWorld *world, float dt);
/// Changes displacements so that bodies do not pass through each other.
void veer_stage_contact(VeerWorld *world, float dt);
/// Takes displacements and velocities over into the state.
void veer_stage_commit(VeerWorld *world, float dt);
/// Arrivals, stalls, contacts and removals, as events.
void veer_stage_notify(VeerWorld *world, float dt);

/// A member of a squad that comes to its place avoids with horizons that end there: its place is
/// apart from all others, so it need not look beyond. Once the squad rests that holds for what
/// stands, and for all while nobody in sight moves: who rests makes way for those who pass.
/// @return whether it is one; *out is set then
bool veer_squad_shortens(const VeerWorld *world, uint32_t slot, const VeerView *view,
                         VeerAvoidParams *out);
/// Where a member that comes to its place aims, m from itself: at the place, but in space those
/// whose places have floors come down on them from above.
VeerVec3 veer_squad_approach(const VeerWorld *world, uint32_t slot, VeerVec3 offset);
/// The most that a member of a squad that arrives goes at when it is so far from its place, m/s;
/// INFINITY for all others.
float veer_squad_pace(const VeerWorld *world, uint32_t slot, float distance, float dt);
/// How much a member of a squad that arrives insists on its way, by its priority; 0: no more nor
/// less than others.
float veer_squad_insistence(const VeerWorld *world, uint32_t slot);

/// What squads have to tell, as the last events of the tick.
void veer_squad_notify(VeerWorld *world);

/// The weight of infinite priority: no part falls to it but against the immovable, of weight
/// INFINITY.
#define VEER_WEIGHT_UNYIELDING 3e38f

/// Room for what one agent senses.
typedef struct VeerSensed {
    VeerNeighbour neighbours[2 * VEER_MAX_NEIGHBOURS];
    VeerWall walls[VEER_MAX_WALLS];
    uint32_t neighbour_count, wall_count;
    bool is_behind; ///< it goes by route, and somebody near goes before it
    bool finds_way; ///< nothing leads it past walls: no map, no squad
} VeerSensed;

/// Gathers what the agents with the entries [begin, end) may sense of other agents; the entries are
/// a run, see veer_vicinity_run. @return false: each has to look for itself
bool veer_world_gather(const VeerWorld *world, uint32_t begin, uint32_t end,
                       VeerVicinity *vicinity);
/// What an agent senses, for its model; points into *sensed. veer_stage_sense was just called.
/// @param vicinity  what was gathered for it and those beside it; NULL: nothing
VeerView veer_world_view(const VeerWorld *world, uint32_t slot, float dt,
                         const VeerVicinity *vicinity, VeerSensed *sensed);
/// What an agent's model makes of a view of its and of its preferred velocity.
VeerAvoidResult veer_world_decide(const VeerWorld *world, uint32_t slot, const VeerView *view);

/// The part of an evasion that falls to the first of two weights: the other's weight ÷ both.
static inline float veer_weight_share(float own, float other)
{
    if (own == other) {
        return 0.5f;
    }
    if (own >= VEER_WEIGHT_UNYIELDING || other >= VEER_WEIGHT_UNYIELDING) {
        return own < other ? 1.0f : 0.0f;
    }
    return other / (own + other);
}

/// How many times its weight an agent counts when others near it and it share an evasion: more than
/// once in a crowd that holds it up. What touches shares by the weights alone: bodies that are
/// pressed from all sides part the sooner the more alike all of them yield.
float veer_crowd_lead(const VeerWorld *world, uint32_t slot);

/// The part that agent i yields when it touches agent j; the two parts add up to 1.
float veer_agent_yield(const VeerWorld *world, uint32_t i, uint32_t j);

/// Which walls an agent asks for.
typedef struct VeerWallQuery {
    VeerVec3 point;     ///< m
    float range;        ///< m, from the point
    float lower, upper; ///< m: range of height that must meet the wall's, planar worlds
    uint32_t mask;      ///< bits: only walls on one of these layers
    bool crosses_map;   ///< those of the map are none: see veer_links_is_crossing
} VeerWallQuery;

/// A wall that is near.
typedef struct VeerNearWall {
    uint64_t order;    ///< of those equally near: that of obstacles, then of the map's edges
    VeerVec3 a, b;     ///< m: the ends of a segment; spatial, the corners of a box
    uint32_t obstacle; ///< slot; VEER_NO_SLOT: the map's
    float distance;    ///< m
    VeerVec3 offset;   ///< m, from the query's point to the nearest point of the wall
} VeerNearWall;

/// The nearest walls within a query's range, obstacles' and the map's, in (distance, order) order.
/// @return how many
uint32_t veer_walls_near(const VeerWorld *world, const VeerWallQuery *query,
                         VeerNearWall out[VEER_MAX_WALLS]);

/// Bodies count as still touching up to this gap, as a part of the (smaller) agent's radius.
#define VEER_CONTACT_SLACK 0.01f
/// Bodies are kept apart by this part of the sum of their radii, so that rounding alone never makes
/// an overlap; up to twice that is contact.
#define VEER_CONTACT_HAIR 1e-4f

/// The displacement of an agent after one round of pushes of what it touches; scratch.contacts has
/// been found. @param recovery  0 to 1: the part of an overlap that is undone in this tick
VeerVec3 veer_contact_solve(const VeerWorld *world, uint32_t slot, float recovery);
/// The walls that an agent could touch if it moved `way` (m) from where it was at the tick's start.
uint32_t veer_contact_walls(const VeerWorld *world, uint32_t slot, float way,
                            VeerNearWall near[VEER_MAX_WALLS]);
/// The balls that it could touch, wherever they go in this tick. @return how many, near to far
uint32_t veer_contact_balls(const VeerWorld *world, uint32_t slot, float way,
                            VeerNear near[VEER_MAX_CONTACTS]);

/// Rebuilds walls[] and their tree from the obstacles.
void veer_walls_build(VeerWorld *world);

/// @name The map (world/map.h)
/// @{
bool veer_map_def_is_good(const VeerWorldDef *def);
void veer_map_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_map_lay_out_scratch(VeerWorld *world, VeerArena *arena);
/// Sets what is not zero in a new world's state.
void veer_map_begin(VeerWorld *world);
/// Makes the scratch anew from the state.
void veer_map_rebuild(VeerWorld *world);
/// Blocks or frees a cell that lies on the map; commit walls afterwards.
void veer_map_put(VeerWorld *world, VeerCell cell, bool is_blocked);
/// Sets what a cell costs that lies on a map with costs; commit walls afterwards.
void veer_map_put_cost(VeerWorld *world, VeerCell cell, uint8_t cost);

/// The number of the class for bodies of a radius.
uint32_t veer_map_class_for(VeerWorld *world, float radius);
/// A class, up to date with the covered map. Cost as veer_grid_dilate where it was not.
const VeerMapClass *veer_map_class(VeerWorld *world, uint32_t number);

/// How many words of the state hold what is blocked.
size_t veer_map_words(const VeerWorld *world);
/// m, of a cell or a voxel.
float veer_map_cell_size(const VeerWorld *world);
/// Asks for new plans where what was freed opens a way. What was blocked the routes find out
/// themselves, in the next plan stage.
void veer_map_tell_routes(VeerWorld *world, VeerBounds opened);

/// Counts the bodies that cover the map where they are now. @return whether a cell changed
bool veer_map_cover(VeerWorld *world);
/// Whether bodies can cover the map.
bool veer_map_has_covers(const VeerWorld *world);
/// How a body looks over the map; of one of cells, over `grid`.
VeerMapSight veer_map_sight(const VeerWorld *world, const VeerGrid *grid, float radius);
/// Whether a body may go straight from one point to another, as veer_grid_is_clear.
/// @param sight  a VeerMapSight
bool veer_map_is_clear(void *sight, VeerVec3 from, VeerVec3 to);
/// How far it is free in a direction, m, up to `most`: halved a few times until it is, so up to a
/// fiftieth of `most` too little.
float veer_map_free_way(VeerMapSight *sight, VeerVec3 from, VeerVec3 direction, float most);
/// How far it is free to both sides of a way in all, m; up to `most` to each.
float veer_map_free_across(VeerMapSight *sight, VeerVec3 from, VeerVec3 way, float most);
/// @}

/// Puts an agent on the floor of a mesh that is nearest to it, or at the height of its link.
void veer_mesh_map_stand(VeerWorld *world, uint32_t slot, float dt);

/// Puts turns in between `from` and points[count] where a body would graze the side of a mesh on
/// its way, as far as the map's room goes.
/// @param is_one  a body, not a squad, which keeps together about where walls end
/// @return how many points there are then
uint32_t veer_mesh_plan_mend(const VeerWorld *world, VeerVec3 from, VeerVec3 *points, uint32_t count,
                        float body, bool is_one);
/// Puts turns in between points[count] where a body would graze voxels on its way, as far as the
/// map's room goes. @return how many there are then
uint32_t veer_voxel_plan_mend(const VeerWorld *world, VeerVec3 *points, uint32_t count, float radius);

/// A point as routes hold it: with its height where that tells floors apart.
static inline VeerVec3 veer_map_point(const VeerWorld *world, VeerVec3 point)
{
    return world->map.mesh ? point : veer_world_flat(world, point);
}

/// @name Routes
/// @{

/// Has an agent with a goal go there by route.
void veer_route_begin(VeerWorld *world, uint32_t slot);
/// Ends an agent's route, which need not have one.
void veer_route_end(VeerWorld *world, uint32_t slot);
/// Has an agent wait for a plan.
void veer_route_ask(VeerWorld *world, uint32_t slot);
/// As veer_route_ask, also one that gave up: something may have opened a way.
void veer_route_wake(VeerWorld *world, uint32_t slot);
/// Keeps points[count] as what is ahead, or as many as there is room for.
void veer_route_keep(VeerWorld *world, uint32_t slot, const VeerVec3 *points, uint32_t count);
/// Reads up to `capacity` points ahead. @return how many
uint32_t veer_route_ahead(const VeerWorld *world, uint32_t slot, VeerVec3 *out, uint32_t capacity);
/// Where an agent keeps to: the part of the right half of a passage, from its middle to its side.
float veer_route_lane(const VeerWorld *world, uint32_t slot);
/// Has a way keep to the right where it leads straight through what is narrow.
/// @param points  points[count] of it, with room as in VeerWorldMap.points
/// @return how many there are now
uint32_t veer_route_lanes(const VeerWorld *world, uint32_t slot, VeerVec3 *points, uint32_t count);
/// m, from a leg of an agent's way to the middle of what it leads through, to the left; 0: that is
/// not narrow, or too narrow for two streams.
float veer_lane_middle(const VeerWorld *world, uint32_t slot, VeerVec3 from, VeerVec3 to);
/// Once a tick: who is in a lane, or comes to one, looks who comes against it.
void veer_lanes_run(VeerWorld *world, float dt);
/// Puts what such an agent keeps off, beside walls, behind walls[count]: the middle, and outside
/// the left half of the mouth. @param walls  walls[VEER_MAX_WALLS] @return how many there are
uint32_t veer_lane_rails(const VeerWorld *world, uint32_t slot, VeerWall *walls, uint32_t count);
/// Ways pass walls at this many radii: strings that were pulled touch the corners of cells.
#define VEER_SIGHT_RADII 0.99f
/// Flattens points[count] of a way, and moves its turns off the walls that they are too near to:
/// pulled strings touch the corners of cells, and of walls.
void veer_route_widen(const VeerWorld *world, VeerVec3 *points, uint32_t count, float radius);
/// Takes the first point off a way. @return how many are left
uint32_t veer_route_drop_first(VeerVec3 *points, uint32_t count);
/// A turn moved further out, so that those who go one way keep to the right of those who come the
/// other way, and do not all touch one corner: each at its own part of the right half of what is
/// free across.
VeerVec3 veer_route_spread(const VeerWorld *world, uint32_t slot, const VeerVec3 *turn);
/// Where the way that the job's search found leads through what is too narrow for two to pass each
/// other: one that does not, if it is not much longer.
/// @param cells  that the way has in VeerWorldMap.cells
/// @return how many it has now
uint32_t veer_route_roomy(VeerWorld *world, const VeerPlanJob *job, uint32_t cells);
/// Once a tick, after all routes are kept in order: who waits before a narrow passage.
void veer_gates_run(VeerWorld *world, float dt);
/// The wish of one that waits there, m/s. @param forward  along its way @return false: it does not
bool veer_gate_wish(const VeerWorld *world, uint32_t slot, VeerVec3 forward, VeerVec3 *wish);
/// The wish of one that gets no further, m/s, while others are nearer to where its way leads.
/// @param aim      m
/// @param forward  along its way
/// @return false: it goes on
bool veer_queue_wish(const VeerWorld *world, uint32_t slot, VeerVec3 aim, VeerVec3 forward,
                     VeerVec3 *wish);
/// Once a tick: who stands in a line whose head gets on does not give up.
void veer_lines_run(VeerWorld *world);
/// Keeps one agent's route in order: asks for a new one, or gives up.
void veer_route_tend(VeerWorld *world, uint32_t slot, bool is_edited, float dt);
/// Drops the route, and says so.
void veer_route_give_up(VeerWorld *world, uint32_t slot);
/// Whether the aim of an agent lies in a gap: `before` leads to it, `beyond` on from it.
bool veer_route_is_gap(const VeerWorld *world, uint32_t slot, VeerVec3 before, VeerVec3 beyond);
/// The part of an evasion that falls to an agent beside another one, where `share` would by their
/// weights: of two that go the same way through a gap, who is behind yields.
float veer_route_share(const VeerWorld *world, uint32_t slot, uint32_t other, float share);
/// What an agent has to pass on its way, between or past walls: the offset to it at the start of
/// its last tick, m; 0: nothing.
VeerVec2 veer_pass_of(const VeerAgentColumns *agent, uint32_t slot);
/// As veer_route_share, of two that go by no route: of those that have to pass the same place who
/// is further away yields.
///
/// @param pass, radius  of the agent itself
/// @param offset        from it to the other, m
float veer_pass_share(VeerVec2 pass, float radius, const VeerSeenAgent *other, VeerVec3 offset,
                      float share);
/// Gives back the chunks that an agent has passed.
void veer_route_trim(VeerWorld *world, uint32_t slot);
/// Whether an agent goes by route.
bool veer_route_is_on(const VeerWorld *world, uint32_t slot);
/// m, from an agent along its route to the target.
float veer_route_length(const VeerWorld *world, uint32_t slot);
/// m, from an agent along the points of its own that it follows; 0: it has none.
float veer_route_rest(const VeerWorld *world, uint32_t slot);
/// The hash of a slot's route and cover, after `hash`; of all else of the map.
uint64_t veer_route_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);
uint64_t veer_map_hash(const VeerWorld *world);

/// The wish of an agent that goes by route, m/s; passes points of its own route, so each slot only
/// once a tick.
/// @return false: it heads for the goal itself, and the wish is not set
bool veer_route_wish(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish);
/// What a follower of ways has to know of an agent.
VeerFollower veer_route_follower(const VeerWorld *world, uint32_t slot, float speed, float dt);
/// Whether an agent can be made from a def.
bool veer_agent_def_is_good(const VeerAgentDef *def);
/// m: where the link ends that an agent is on.
VeerVec3 veer_links_end(const VeerWorld *world, uint32_t slot);
/// Whether nothing but its speed limits how an agent moves.
bool veer_agent_is_holonomic(const VeerWorld *world, uint32_t slot);
/// Whether it is where it was to go, or was to go nowhere.
static inline bool veer_agent_rests(const VeerAgentColumns *agent, uint32_t slot)
{
    return agent->status[slot] == VEER_AGENT_ARRIVED || agent->status[slot] == VEER_AGENT_IDLE;
}
/// The status after this tick of an agent that goes by route, and of its clock.
void veer_route_update(VeerWorld *world, uint32_t slot, float dt);
/// Keeps the clock of an agent on its way: whether it comes nearer.
void veer_agent_track(VeerWorld *world, uint32_t slot, float distance, float dt);
/// @}

/// @name Shared fields
/// @{

/// How a shared field serves an agent that asks for a way.
typedef enum VeerFieldAnswer {
    VEER_FIELD_NONE,  ///< it plans a way of its own
    VEER_FIELD_LATER, ///< it waits for one
    VEER_FIELD_TAKEN, ///< it follows one
    VEER_FIELD_WAY    ///< a way of its own was read out of a tree, to the map's points
} VeerFieldAnswer;

void veer_fields_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_fields_lay_out_scratch(VeerWorld *world, VeerArena *arena);
void veer_fields_begin(VeerWorld *world);
/// Once a tick, before agents ask: counts who uses what; `is_changed`: the map is another one.
void veer_fields_turn(VeerWorld *world, bool is_changed);
/// Computes what is wanted, then what is out of date. @return what is left of the budget
uint32_t veer_fields_work(VeerWorld *world, uint32_t budget, float dt);
/// Whether a field serves the agent that a job is about.
/// @param count  of a way: how many points it has
VeerFieldAnswer veer_fields_serve(VeerWorld *world, uint32_t slot, const VeerPlanJob *job,
                                  uint32_t *count);
/// Takes the expansions of a way of one's own into account.
void veer_fields_learn(VeerWorld *world, uint32_t expansions);
uint64_t veer_fields_hash(const VeerWorld *world, uint64_t hash);

/// Cells of a field that cost as much as one expansion of a search.
#define VEER_CELLS_PER_EXPANSION 16u
/// A hash of the bits of two floats.
static inline uint64_t veer_hash_floats(float x, float y)
{
    union {
        float value[2];
        uint64_t bits;
    } both = {{x, y}};
    return veer_hash_mix(both.bits);
}
/// One of the fields of a map, by where it lies.
VeerField *veer_field_in(const VeerWorld *world, uint32_t memory);
/// The field that an agent follows; NULL: it follows points of its own.
const VeerField *veer_field_of(const VeerWorld *world, uint32_t slot);
/// m, from an agent along its field to the goal; INFINITY: the field knows no way.
float veer_field_left(const VeerWorld *world, uint32_t slot);
/// As veer_route_wish, for one that follows a field.
bool veer_field_wish(VeerWorld *world, uint32_t slot, float speed, float dt, VeerVec3 *wish);
/// @}

/// Position and velocity of an orbiting ball at a time, m and m/s.
void veer_orbit_at(const VeerOrbit *orbit, double time, VeerVec3 *position, VeerVec3 *velocity);
/// Turns a free ball back at the walls of the map that it meets in this tick.
void veer_obstacle_bounce_off_map(VeerWorld *world, uint32_t slot, float dt);
/// Turns free balls back that have wedged agents in by this tick's contacts, and holds them where
/// they are. @param recovery  0 to 1: the part of an overlap that is undone in this tick
/// @param top_way  m, longest that any agent may be made to go
/// @return whether any was: contacts have changed
bool veer_obstacles_turn_back(VeerWorld *world, float recovery, float dt, float top_way);
/// Where a ball's own motion takes it, `seconds` from now.
VeerVec3 veer_obstacle_future(const VeerWorld *world, uint32_t slot, float seconds);
/// places[count]: where it takes it, from now on every `interval` seconds.
void veer_obstacle_samples(const VeerWorld *world, uint32_t slot, float interval, VeerVec3 *places,
                           uint32_t count);

/// @name Foresight: see foresight.h
/// @{
bool veer_foresight_def_is_good(const VeerWorldDef *def);
void veer_foresight_lay_out_state(VeerWorld *world, VeerArena *arena);
void veer_foresight_lay_out_scratch(VeerWorld *world, VeerArena *arena);
bool veer_foresight_is_on(const VeerWorld *world, uint32_t slot);
/// Forgets all that an agent has of it.
void veer_foresight_end(VeerWorld *world, uint32_t slot);
uint64_t veer_foresight_hash(const VeerWorld *world, uint32_t slot, uint64_t hash);
/// Makes the window anew, with nothing in it.
VeerWindow *veer_foresight_empty(VeerWorld *world);
/// Brings the window up to date, for bodies of a kind.
/// @param is_roomy  for plans: what holds in it will hold in later ones without for a while
void veer_foresight_build(VeerWorld *world, VeerForesightKey key, bool is_roomy);
/// The wish of an agent that goes by a timed way, m/s. @return false: it does not
bool veer_foresight_wish(const VeerWorld *world, uint32_t slot, float speed, float dt,
                         VeerVec3 *wish);
/// @}

#endif
