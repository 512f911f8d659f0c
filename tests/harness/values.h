/// @file
/// Where the arguments of calls come from: values of any kind, as they should be or not.
#ifndef VEER_HARNESS_VALUES_H
#define VEER_HARNESS_VALUES_H

#include "session.h"

/// @name Numbers
/// @{
uint64_t mix(uint64_t bits);
uint64_t draw(Session *session);
/// True once in `odds`.
bool chance(Session *session, uint32_t odds);
/// Whether the next value is one that it should not be.
bool is_wild(Session *session);
/// Whether a member of a def is changed: places are always.
bool is_changed(Session *session, const char *name, uint32_t odds);
float any_float(Session *session, float least, float most);
int64_t any_whole(Session *session, int64_t least, int64_t most);
uint32_t any_bits(Session *session);
uint32_t any_count(Session *session);
uint32_t any_number_of(Session *session, uint32_t count);
/// Of maps: 1, or as of the session's.
uint32_t any_depth(Session *session);
bool any_bool(Session *session);
char any_char(Session *session);
VeerVec3 any_VeerVec3(Session *session);
VeerVec3 any_offset(Session *session);
/// @}

/// @name Memory
/// @{
/// `size` bytes until the call is over.
void *temp(Session *session, size_t size);
/// The same for one value to read or to fill; sometimes NULL.
void *pointer(Session *session, size_t size);
/// The same for an array; NULL where it would be large.
void *array_of(Session *session, size_t length, size_t size);
/// Fills bytes as they may come from outside.
void fill_bytes(Session *session, void *bytes, size_t size);
/// Memory for an object or scratch, aligned to 64, until the call is over; NULL for 0 bytes, or
/// many.
void *take_memory(Session *session, size_t size);
/// Puts what was made in such memory into its pool.
void keep(Session *session, Pool pool, void *object, void *memory);
/// One out of a pool, made if there is none; sometimes NULL.
void *any_kept(Session *session, Pool pool, void (*make)(Session *));
/// @}

/// @name Texts
/// @{
const char *any_name(Session *session);
const char *any_path(Session *session);
/// `length` bytes that a function may have to read.
const char *any_text(Session *session, size_t *length, const char *function);
/// @}

/// @name Answers
/// @{
void done(Session *session, bool is_good);
void done_with(Session *session, VeerStatus status);
// The same of a call about a world, which tells of each that it refuses, once, and of no other.
void done_of_world(Session *session, const VeerWorld *world, VeerStatus status);
/// Reads all of a column.
void done_span(Session *session, VeerSpan span);
void done_text(Session *session, const char *text);
bool is_something(const void *value, size_t size);
void remember(Session *session, IdKind kind, uint32_t slot, uint32_t generation);
/// @}

/// @name What worlds and the host provide
/// @{
VeerWorld *any_own_VeerWorld(Session *session);
const VeerWorld *any_VeerWorld(Session *session);
const VeerGrid *any_world_VeerGrid(Session *session);
const VeerVoxels *any_world_VeerVoxels(Session *session);
const VeerMesh *any_world_VeerMesh(Session *session);
const VeerGraph *any_world_VeerGraph(Session *session);
const VeerField *any_world_VeerField(Session *session);
VeerAgentId any_VeerAgentId(Session *session);
VeerObstacleId any_VeerObstacleId(Session *session);
VeerSquadId any_VeerSquadId(Session *session);
VeerLinkId any_VeerLinkId(Session *session);
VeerBehaviourListId any_VeerBehaviourListId(Session *session);
VeerListenerId any_VeerListenerId(Session *session);
VeerEntryId any_VeerEntryId(Session *session);
VeerBounds any_VeerBounds(Session *session);
VeerCellRect any_VeerCellRect(Session *session);
VeerVoxelBox any_VeerVoxelBox(Session *session);
VeerWorldDef any_VeerWorldDef(Session *session);
VeerMeshDef any_VeerMeshDef(Session *session);
VeerGraphDef any_VeerGraphDef(Session *session);
/// A mesh, or another in pieces, and a graph, until the call is over; NULL: what was drawn makes
/// none.
const VeerMesh *any_mesh(Session *session, const VeerMesh *whole);
const VeerGraph *any_graph(Session *session);
VeerAvoidParams any_VeerAvoidParams(Session *session);
VeerScenarioOptions any_VeerScenarioOptions(Session *session);
VeerSearchSpace any_VeerSearchSpace(Session *session);
VeerTasks any_VeerTasks(Session *session);
VeerAllocator any_VeerAllocator(Session *session);
void any_fit_VeerAgentDef(Session *session, VeerAgentDef *def);
void any_fit_VeerObstacleDef(Session *session, VeerObstacleDef *def);
void any_fit_VeerOrder(Session *session, VeerOrder *order);
void any_fit_VeerVehicleParams(Session *session, VeerVehicleParams *params);
void any_fit_VeerVoxelsDef(Session *session, VeerVoxelsDef *def);
void any_fit_VeerGridDef(Session *session, VeerGridDef *def);
void any_fit_VeerFieldQuery(Session *session, VeerFieldQuery *query);
void any_fit_VeerWindowDef(Session *session, VeerWindowDef *def);
void any_fit_VeerVoxelBall(Session *session, VeerVoxelBall *ball);
void any_fit_VeerVoxelQuery(Session *session, VeerVoxelQuery *query);
void any_fit_VeerIntervalQuery(Session *session, VeerIntervalQuery *query);
void any_fit_VeerGraphQuery(Session *session, VeerGraphQuery *query);
void any_fit_VeerGridQuery(Session *session, VeerGridQuery *query);
void any_fit_VeerAvoidTrace(Session *session, VeerAvoidTrace *trace);
const VeerScenario *any_VeerScenario(Session *session);
VeerScenario *any_own_VeerScenario(Session *session);
const VeerFile *any_VeerFile(Session *session);
VeerFile *any_own_VeerFile(Session *session);
const VeerMetrics *any_VeerMetrics(Session *session);
VeerMetrics *any_own_VeerMetrics(Session *session);
/// @}

/// @name Callbacks
/// Given a session, they may make calls of their own.
/// @{
VeerAvoidFn *any_VeerAvoidFn(Session *session);
VeerStageFn *any_VeerStageFn(Session *session);
VeerRefusalFn *any_VeerRefusalFn(Session *session);
VeerListenerFn *any_VeerListenerFn(Session *session);
VeerPlaceRule *any_VeerPlaceRule(Session *session);
VeerSquadPlaceRule *any_VeerSquadPlaceRule(Session *session);
VeerGridEdgeVisit *any_VeerGridEdgeVisit(Session *session);
VeerGraphShapeVisit *any_VeerGraphShapeVisit(Session *session);
VeerVoxelWallVisit *any_VeerVoxelWallVisit(Session *session);
VeerMeshWallVisit *any_VeerMeshWallVisit(Session *session);
VeerTreeVisit *any_VeerTreeVisit(Session *session);
void call_back_visit(void *user, VeerVec3 from, VeerVec3 to);
float call_back_VeerPlaceSense_clearance(void *context, VeerVec3 point);
bool call_back_VeerPlaceSense_is_reachable(void *context, VeerVec3 point);
float call_back_VeerPlaceSense_floor_below(void *context, VeerVec3 point);
bool call_back_VeerPlaceSense_is_seen(void *context, VeerVec3 from, VeerVec3 to);
uint32_t call_back_VeerPlaceSense_region(void *context, VeerVec3 point);
bool call_back_VeerGraphQuery_is_goal(void *user, uint32_t node);
bool call_back_VeerGridQuery_is_goal(void *user, VeerCell cell);
bool call_back_VeerIntervalQuery_is_goal(void *user, VeerWindowCell cell, float time);
void call_back_VeerDraw_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre,
                             float radius);
void call_back_VeerDraw_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from,
                             VeerVec3 to);
void call_back_VeerDraw_polygon(void *user, VeerDrawRole role, const VeerVec3 *points,
                                uint32_t count);
/// @}

#endif
