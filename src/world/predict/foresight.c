/// The foresight of a world: where it is stored, what the host sets and reads, and its window: what
/// stands in it, and where the balls will be.
#include "base/arena.h"
#include "base/hash.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"
#include "world/predict/predict.h"

#include <stddef.h>

/// Points that a path may have before it is pulled straight.
#define ROOM 4096u
#define MAX_STATES (1u << 24)

/// The part of what a place between two others is off their chord that the path may be off one of
/// half the length: a quarter, and some more where the bend changes.
#define BULGE 0.35f
/// Paths are cut into more pieces until they bulge by less than this part of a cell.
#define BULGE_CELLS 0.25f

enum { PIECES = VEER_FORESIGHT_PIECES, LEAST_PIECES = 4 };

static VeerWindowDef window_def(const VeerWorldDef *def)
{
    VeerWindowDef window = def->foresight.window;
    window.slack = 0.0f;
    window.sweep_count = def->max_obstacles > 0 ? def->max_obstacles * VEER_FORESIGHT_PIECES : 1;
    return window;
}

static void need_window(VeerRefusal *refusal, const VeerWorldDef *def)
{
    VeerWindowDef window = window_def(def);
    const char *must = "must be 1 to VEER_MAX_GRID_CELLS", *what = "def.foresight.window.depth";
    bool is_spatial = def->space == VEER_SPATIAL;
    veer_need_count(refusal, "def.foresight.window.width", window.width, 1, VEER_MAX_GRID_CELLS,
                    must);
    veer_need_count(refusal, "def.foresight.window.height", window.height, 1, VEER_MAX_GRID_CELLS,
                    must);
    veer_need(refusal, is_spatial || window.depth == 0, what, "must be 0 in a planar world",
              (double)window.depth);
    veer_need_count(refusal, what, window.depth, is_spatial ? 1 : 0, VEER_MAX_GRID_CELLS, must);
    veer_need_position(refusal, "def.foresight.window.origin", window.origin);
    veer_need(refusal, window.cell_size > 0.0f && window.cell_size <= VEER_WORLD_LIMIT,
              "def.foresight.window.cell_size", "must be > 0, at most 2e6",
              (double)window.cell_size);
    veer_need(refusal, window.tick > 0.0f && window.tick <= VEER_WORLD_LIMIT,
              "def.foresight.window.tick", "must be > 0, at most 2e6", (double)window.tick);
    veer_need_that(refusal, veer_window_size(&window) > 0, "def.foresight.window",
                   "must come from its default function, with no more than VEER_MAX_WINDOW_CELLS");
}

void veer_foresight_def_need(VeerRefusal *refusal, const VeerWorldDef *def)
{
    const VeerForesightDef *foresight = &def->foresight;
    if (foresight->has_window) {
        need_window(refusal, def);
        veer_need_count(refusal, "def.foresight.max_states", foresight->max_states, 1, MAX_STATES,
                        "must be 1 to 2^24");
        veer_need_count(refusal, "def.foresight.budget", foresight->budget, 1, UINT32_MAX,
                        "must be > 0");
    }
}

void veer_foresight_lay_out_state(VeerWorld *world, VeerArena *arena)
{
    bool has_window = world->def.foresight.has_window;
    world->foresight.agents =
        has_window ? veer_arena_take(arena, world->def.max_agents, sizeof(VeerForesight)) : NULL;
}

void veer_foresight_lay_out_scratch(VeerWorld *world, VeerArena *arena)
{
    VeerWorldForesight *foresight = &world->foresight;
    if (!world->def.foresight.has_window) {
        return;
    }
    VeerWindowDef def = window_def(&world->def);
    uint32_t states = world->def.foresight.max_states;
    foresight->memory = veer_arena_take(arena, 1, veer_window_size(&def));
    void *search = veer_arena_take(arena, 1, veer_interval_search_size(states));
    foresight->search = arena->base ? veer_interval_search_init(search, states) : NULL;
    foresight->room = ROOM;
    // Pulled straight, paths take up to twice as many.
    foresight->points = veer_arena_take(arena, (size_t)3 * ROOM, sizeof *foresight->points);
    foresight->queue = veer_arena_take(arena, world->def.max_agents, sizeof *foresight->queue);
    foresight->window = NULL;
    foresight->is_standing = false;
}

bool veer_foresight_is_on(const VeerWorld *world, uint32_t slot)
{
    return world->def.foresight.has_window && world->foresight.agents[slot].is_on;
}

void veer_foresight_end(VeerWorld *world, uint32_t slot)
{
    if (world->def.foresight.has_window) {
        world->foresight.agents[slot] = (VeerForesight){.is_on = 0};
    }
}

VeerStatus veer_agent_set_foresight(VeerWorld *world, VeerAgentId agent, bool is_on)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_that(&refusal, world && world->def.foresight.has_window, "world",
                   "must have foresight");
    VeerStatus status = veer_world_check_change(world, &refusal);
    if (status == VEER_OK && is_on != (bool)world->foresight.agents[slot].is_on) {
        veer_foresight_end(world, slot);
        world->foresight.agents[slot].is_on = is_on;
    }
    return status;
}

VeerStatus veer_agent_foresight(const VeerWorld *world, VeerAgentId agent, VeerForesightState *out)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    veer_need_place(&refusal, out, "out");
    VeerStatus status = veer_world_check_read(world, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    *out = (VeerForesightState){.is_on = false};
    if (veer_foresight_is_on(world, slot)) {
        const VeerForesight *own = &world->foresight.agents[slot];
        *out = (VeerForesightState){true, (VeerForesightStatus)own->status, own->plans, own->count};
    }
    return VEER_OK;
}

uint32_t veer_agent_foresight_points(const VeerWorld *world, VeerAgentId agent, VeerTimedPoint *out,
                                     uint32_t capacity)
{
    uint32_t slot = veer_agent_slot(world, agent);
    if (slot == VEER_NO_SLOT || !veer_foresight_is_on(world, slot)) {
        return 0;
    }
    const VeerForesight *own = &world->foresight.agents[slot];
    float elapsed = (float)(world->head->time - own->begun);
    for (uint32_t i = 0; out && i < own->count && i < capacity; ++i) {
        out[i] = (VeerTimedPoint){own->points[i].position, own->points[i].time - elapsed};
    }
    return own->count;
}

uint64_t veer_foresight_hash(const VeerWorld *world, uint32_t slot, uint64_t hash)
{
    if (!veer_foresight_is_on(world, slot)) {
        return hash;
    }
    const VeerForesight *own = &world->foresight.agents[slot];
    size_t size = offsetof(VeerForesight, points) + own->count * sizeof(VeerTimedPoint);
    return veer_hash_words(hash, own, size);
}

// --- The window ---

/// Whether the map is blocked at a place; outside it is.
static bool is_off_map(const VeerWorld *world, VeerVec3 place)
{
    const VeerWorldMap *map = &world->map;
    if (map->voxels.blocked) {
        return veer_voxels_is_blocked(map->voxels.blocked,
                                      veer_voxels_at(map->voxels.blocked, place));
    }
    return map->grid.walls &&
           veer_grid_is_blocked(map->grid.walls, veer_grid_cell_at(map->grid.walls, place));
}

/// Whether a wall, or the map, is within the radius of the middle of a cell.
static bool is_blocked(const VeerWorld *world, VeerVec3 centre, VeerForesightKey key)
{
    VeerNearWall near[VEER_MAX_WALLS];
    VeerWallQuery query = {.point = centre,
                           .range = key.radius,
                           .lower = -INFINITY,
                           .upper = INFINITY,
                           .mask = key.mask};
    bool heeds_map = world->def.map.layer & key.mask;
    return (heeds_map && is_off_map(world, centre)) || veer_walls_near(world, &query, near) > 0;
}

static void put_standing(VeerWorld *world, VeerForesightKey key)
{
    VeerWindowDef def = window_def(&world->def);
    VeerWindow *window = veer_window_init(world->foresight.memory, &def);
    int32_t depth = def.depth > 0 ? (int32_t)def.depth : 1;
    world->foresight.window = window;
    bool has_any = world->wall_count > 0 || world->map.head;
    VeerWindowCell cell = {0, 0, 0};
    for (; has_any && cell.z < depth; cell.z++) {
        for (cell.y = 0; cell.y < (int32_t)def.height; cell.y++) {
            for (cell.x = 0; cell.x < (int32_t)def.width; cell.x++) {
                if (is_blocked(world, veer_window_centre(window, cell), key)) {
                    veer_window_set_static(window, cell, true);
                }
            }
        }
    }
}

static uint32_t map_version(const VeerWorld *world)
{
    const VeerWorldMap *map = &world->map;
    return map->voxels.blocked ? veer_voxels_version(map->voxels.blocked)
           : map->grid.walls   ? veer_grid_version(map->grid.walls)
                               : 0;
}

/// What stands is put anew only where it, or the body, is another.
static void tend_standing(VeerWorld *world, VeerForesightKey key)
{
    VeerWorldForesight *foresight = &world->foresight;
    bool is_same = foresight->is_standing && veer_foresight_is_same(foresight->key, key) &&
                   foresight->wall_version == world->built_wall_version &&
                   foresight->map_version == map_version(world);
    if (!is_same) {
        put_standing(world, key);
        foresight->key = key;
        foresight->wall_version = world->built_wall_version;
        foresight->map_version = map_version(world);
        foresight->is_standing = true;
    }
}

static bool is_bent(const VeerWorld *world, uint32_t slot)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    const VeerTether *tether = &obstacle->course[slot].tether;
    return obstacle->motion[slot] == VEER_MOTION_ORBIT ||
           (obstacle->motion[slot] == VEER_MOTION_FREE &&
            (tether->stiffness > 0.0f || tether->drive > 0.0f));
}

/// How far a path that bends may lie off its chords, m, if only every `stride`-th place is taken: a
/// chord from one place to the one after the next is four times as far off as one from each to the
/// next.
static float bulge(const VeerVec3 *places, uint32_t stride)
{
    float most = 0.0f;
    for (uint32_t i = stride; i + stride < PIECES; i += stride) {
        VeerVec3 middle = scale3(add3(places[i - stride], places[i + stride]), 0.5f);
        most = max_f(most, length3(sub3(places[i], middle)));
    }
    return BULGE * most;
}

/// The path of a ball that bends, in as few pieces as are not far off.
/// @return how many
static uint32_t put_bent(VeerWorld *world, uint32_t slot, float radius)
{
    VeerWindow *window = world->foresight.window;
    const VeerWindowDef *def = veer_window_def(window);
    VeerVec3 places[PIECES];
    float interval = def->tick * (float)VEER_WINDOW_TICKS / (float)(PIECES - 1);
    veer_obstacle_samples(world, slot, interval, places, PIECES);
    uint32_t stride = (PIECES - 1) / LEAST_PIECES;
    while (stride > 1 && bulge(places, stride) > BULGE_CELLS * def->cell_size) {
        stride /= 2;
    }
    radius += bulge(places, stride);
    uint32_t count = (PIECES - 1) / stride + 1;
    for (uint32_t i = 1; i < count; ++i) {
        places[i] = places[(size_t)i * stride];
    }
    (void)veer_window_put_samples(window, slot * PIECES, places, count, (float)stride * interval,
                                  radius);
    return count;
}

static uint32_t put_straight(VeerWorld *world, uint32_t slot, float radius)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    bool is_moving = obstacle->motion[slot] != VEER_MOTION_STATIC;
    VeerVec3 velocity = is_moving ? obstacle->velocity[slot] : (VeerVec3){0};
    VeerSweep sweep = {obstacle->position[slot], velocity, radius, 0.0f, INFINITY};
    (void)veer_window_put(world->foresight.window, slot * PIECES, &sweep);
    return 1;
}

/// The path of a ball, wider by a body's radius, some room, m, and what it moves in so many
/// seconds.
/// @return the pieces that it takes
static uint32_t put_ball(VeerWorld *world, uint32_t slot, float body, float room, float seconds)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    bool is_moving = obstacle->motion[slot] != VEER_MOTION_STATIC;
    float speed = is_moving ? length3(obstacle->velocity[slot]) : 0.0f;
    float radius = obstacle->radius[slot] + body + room + speed * seconds;
    return is_bent(world, slot) ? put_bent(world, slot, radius) : put_straight(world, slot, radius);
}

void veer_foresight_build(VeerWorld *world, VeerForesightKey key, bool is_roomy)
{
    const VeerObstacleColumns *obstacle = &world->obstacle;
    tend_standing(world, key);
    // What moves is wider by its path of a tick: the words of another time round differently.
    float room = is_roomy ? VEER_PLAN_SLACK * key.radius : 0.0f;
    float room_seconds = is_roomy ? veer_window_def(world->foresight.window)->tick : 0.0f;
    for (uint32_t slot = 0; slot < world->head->obstacle_slot_count; ++slot) {
        bool is_in = obstacle->is_ball[slot] && (obstacle->layer[slot] & key.mask);
        uint32_t count = is_in ? put_ball(world, slot, key.radius, room, room_seconds) : 0;
        for (uint32_t i = count; i < PIECES; ++i) {
            veer_window_remove(world->foresight.window, slot * PIECES + i);
        }
    }
    veer_window_commit(world->foresight.window);
}
