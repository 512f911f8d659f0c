/// What a page calls: the library's functions for callers that pass and get numbers alone.
///
/// Handles are doubles, generation · 2^24 + slot: whole, exact, and 0 is none. Lengths are m, times
/// s, angles rad. Functions return a VeerStatus where nothing else is said. What is returned by
/// address lies in the module's memory, and lives until the next call.
#ifndef VEER_WEB_H
#define VEER_WEB_H

#include "veer/draw.h"
#include "veer/event.h"
#include "veer/metrics.h"
#include "veer/route.h"
#include "veer/squad.h"

/// Seen by the page, under its own name.
#define WEB_API __attribute__((visibility("default"), used))

enum { WEB_MARKS = 512 }; ///< of a trace

/// A world, and the scenario that it is of.
typedef struct Web {
    VeerWorld *world;
    VeerScenario *scenario; ///< NULL: none
    VeerMetrics *metrics;   ///< NULL: nobody counts
    float dt;               ///< s, of the scenario
    VeerAvoidTrace trace;
    VeerTraceMark marks[WEB_MARKS];
    VeerScores scores; ///< as they were counted last
} Web;

/// @name Life
/// @{
/// What the last call that made nothing has to say, one line.
WEB_API const char *web_error(void);
/// An empty world. @return NULL: see web_error
WEB_API Web *web_create(int space, uint32_t agents, uint32_t obstacles, uint32_t vertices,
                        uint32_t squads, uint64_t seed);
/// The world of a scenario.
/// @param text      JSON, NUL at its end
/// @param agents    0: as it says
/// @param seed      < 0: as it says
/// @param model     -2: as it says
/// @param settings  lines of "path=value", NUL at its end, which are overwritten
/// @param spare     agents, obstacles, vertices and squads: room beside what it has
/// @return NULL: see web_error
WEB_API Web *web_read(const char *name, const char *text, uint32_t agents, double seed, int model,
                      char *settings, uint32_t spare_agents, uint32_t spare_obstacles,
                      uint32_t spare_vertices, uint32_t spare_squads, bool has_scores);
WEB_API void web_destroy(Web *web);
/// The scenario's title (0), its name (1), and its whole text (2).
WEB_API const char *web_text(const Web *web, int which);
/// time, tick, agents, agent slots, obstacle slots, dt, duration, space, the viewport's six
/// numbers, whether all have arrived, bytes held, last event, slots of squads: as doubles.
WEB_API const double *web_facts(const Web *web);
/// @}

/// @name Time
/// @{
/// What the scenario holds for now, and a tick of dt (0: the scenario's).
WEB_API int web_step(Web *web, float dt);
WEB_API uint64_t web_hash(const Web *web);
WEB_API uint32_t web_save_size(const Web *web);
WEB_API int web_save(const Web *web, void *out, uint32_t size);
WEB_API int web_restore(Web *web, const void *saved, uint32_t size);
/// Counts the scores.
WEB_API void web_count(Web *web);
/// One of those of docs/metrics.md by its key, as it was counted; NAN where there is none.
WEB_API double web_score(const Web *web, const char *key);
/// @}

/// @name Agents
/// @{
/// One is NAN: the default's. @return its handle; 0: see web_error
WEB_API double web_agent_add(Web *web, float x, float y, float z, float radius, float max_speed,
                             float preferred_speed, float acceleration, float turn_rate,
                             float priority, uint32_t group, int model);
WEB_API int web_agent_remove(Web *web, double agent);
WEB_API double web_agent_at(const Web *web, uint32_t slot); ///< 0: nobody
WEB_API int web_agent_go(Web *web, double agent, float x, float y, float z, float arrival);
/// Over the map.
WEB_API int web_agent_route(Web *web, double agent, float x, float y, float z, float arrival);
WEB_API int web_agent_follow(Web *web, double agent, double target, float arrival);
WEB_API int web_agent_prefer(Web *web, double agent, float x, float y, float z);
WEB_API int web_agent_stop(Web *web, double agent);
WEB_API int web_agent_move(Web *web, double agent, float x, float y, float z);
WEB_API int web_agent_push(Web *web, double agent, float x, float y, float z); ///< its velocity

/// What web_agent_set sets.
enum { WEB_RADIUS, WEB_MAX_SPEED, WEB_PREFERRED_SPEED, WEB_PRIORITY, WEB_GROUP, WEB_MODEL };
WEB_API int web_agent_set(Web *web, double agent, int what, float value);
/// position, velocity, preferred, safe, goal: three each; radius, max speed, model, status, group,
/// has goal, avoids, id: as doubles. NULL: no such agent
WEB_API const double *web_agent_get(const Web *web, double agent);
/// A column over all slots: its address, 0: positions, 1: velocities, 2: headings (three floats
/// each), 3: radii, 4: whether there is one, 5: statuses (a byte each), in web_facts' agent slots.
WEB_API const void *web_column(const Web *web, int which);
/// @}

/// @name Obstacles
/// @{
/// A ball; with a velocity it drifts, and bounces where `is_free`. @return its handle; 0: see
/// web_error
WEB_API double web_ball_add(Web *web, float x, float y, float z, float radius, float vx, float vy,
                            float vz, bool is_free);
/// Walls along points[count], three floats each. @return the handle; 0: see web_error
WEB_API double web_wall_add(Web *web, const VeerVec3 *points, uint32_t count, bool is_closed);
WEB_API int web_obstacle_remove(Web *web, double obstacle);
WEB_API int web_obstacle_move(Web *web, double obstacle, float x, float y, float z);
WEB_API double web_obstacle_at(const Web *web, uint32_t slot); ///< 0: nothing
/// shape, position, velocity, radius: as doubles. NULL: no such obstacle
WEB_API const double *web_obstacle_get(const Web *web, double obstacle);
/// How many links there are, then of each, in the order of their making, its handle, both ends, and
/// whether it is open: as doubles. Those beyond 256 are left out.
WEB_API const double *web_links(const Web *web);
WEB_API int web_link_open(Web *web, double link, bool is_open);
/// Blocks or frees cells, from a corner to another, in m; of worlds with a grid.
WEB_API int web_map_fill(Web *web, float x0, float y0, float x1, float y1, bool is_blocked);
/// @}

/// @name Squads
/// A shape, mode or order is a VeerFormation, a VeerSquadMode, a VeerOrderKind; < 0: as it is.
/// @{
WEB_API double web_squad_at(const Web *web, uint32_t slot); ///< 0: none
WEB_API double web_squad_of(const Web *web, double agent);  ///< 0: it is in none
/// @param spacing  m; 0: the default's @return its handle; 0: see web_error
WEB_API double web_squad_add(Web *web, int shape, float spacing, int mode);
WEB_API int web_squad_set(Web *web, double squad, int shape, float spacing, int mode);
WEB_API int web_squad_remove(Web *web, double squad);
WEB_API int web_squad_join(Web *web, double squad, double agent);
/// @param kind      -1: cancels all
/// @param points    points[count]
/// @param distance  m; < 0: the default's
/// @param agent     the target; 0: none
/// @param x, y, z   the heading of the formation there; all 0: as it comes
WEB_API int web_squad_order(Web *web, double squad, int kind, const VeerVec3 *points,
                            uint32_t count, float distance, double agent, float x, float y, float z,
                            bool is_appended);
/// members, phase, order (-1: none), orders, leader, ahead: three each; members with a slot, that
/// wait, with no place; shape, spacing, mode: as doubles. NULL: no such squad
WEB_API const double *web_squad_get(const Web *web, double squad);
/// @param out  out[capacity]: handles @return how many there are
WEB_API uint32_t web_squad_members(const Web *web, double squad, double *out, uint32_t capacity);
/// @}

/// @name Facts
/// @{
/// Of the last step: how many, then of each the VeerEventKind, agent, other agent, squad and
/// obstacle (0: none). NULL: out of memory
WEB_API const double *web_events(const Web *web);
/// The path ahead of an agent that goes by route or along a field, at most 512 points: how many,
/// then three floats each. NULL: no such agent
WEB_API const float *web_route(const Web *web, double agent);
/// width, height, cell size, origin (three): as doubles. NULL: the world has no grid
WEB_API const double *web_grid(const Web *web);

/// What web_cells reads.
enum { WEB_CELLS_BLOCKED, WEB_CELLS_COVERED, WEB_CELLS_CLEARANCE };
/// A float for each cell, the row of the least y first: 1 where it is blocked, or also where
/// something covers it; or m from its middle to the nearest such cell. NULL: there is no grid
WEB_API const float *web_cells(const Web *web, int which);
/// @}

/// @name One agent
/// NULL: no such agent.
/// @{
/// Why it does what it does: of each reason a line, its kind, topic and sentence, with tabs
/// between.
WEB_API const char *web_explain(Web *web, double agent);
/// How many bodies it senses, then of each, near to far, the agent (0: none), the obstacle and the
/// gap, m: as doubles.
WEB_API const double *web_sensed(Web *web, double agent);
/// Whether it waits, how many places of passages it holds or waits for, and those, three each: as
/// doubles (veer/reservation.h).
WEB_API const double *web_held(const Web *web, double agent);
/// @}

/// @name Pictures
/// Roles are VeerDrawRole, and these.
/// @{
enum {
    WEB_DRAW_PLACE = VEER_DRAW_ROLE_COUNT, ///< where a member of a squad is to be in the end
    WEB_DRAW_SLOT,                         ///< from a member to its slot in what marches
    WEB_DRAW_LEADER,                       ///< the heading of a squad, at its leader
    WEB_DRAW_ORDER,                        ///< from the leader through the points of its orders
};

/// What an agent sees and decides, for web_draw and web_note.
WEB_API int web_trace(Web *web, double agent);
/// What the n-th note of the trace says; NULL: there are no more.
WEB_API const char *web_note(const Web *web, uint32_t index);
/// Draws what the bits of `roles` (1 << role) ask for.
/// @return floats: of each shape role, group, kind (0: ball, 1: line, 2: polygon), count, and as
/// many numbers: x y z radius, or points
WEB_API const float *web_draw(const Web *web, uint32_t roles);
WEB_API uint32_t web_draw_count(void); ///< of the floats that web_draw returned
/// @}

/// @name Threads
/// Of the module with shared memory; of the others they do nothing.
/// @{
/// How many workers call web_help: worlds that are made from now on count on them.
WEB_API void web_set_helpers(uint32_t helpers);
/// Helps for ever. Each instance has a stack of its own. @param worker  from 1 on
WEB_API void web_help(uint32_t worker);
/// @}

/// @name Among the files of web/wasm
/// @{
/// Notes why nothing was made. @return 0, for handles
double web_fail(VeerStatus status);
void web_set_error(const char *text);
const VeerTasks *web_tasks(void); ///< NULL: there are no helpers
double web_handle(uint32_t slot, uint32_t generation);
VeerAgentId web_agent_id(double handle);
VeerObstacleId web_obstacle_id(double handle);
/// Into what web_draw makes.
void web_draw_ball(int role, uint32_t group, VeerVec3 centre, float radius);
void web_draw_line(int role, uint32_t group, const VeerVec3 *points, uint32_t count);
void web_draw_squads(const Web *web);
/// Puts a vector at values[0 .. 2].
void web_put(double *values, VeerVec3 vector);
/// @}

#endif
