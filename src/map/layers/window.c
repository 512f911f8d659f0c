#include "map/layers/window.h"

#include "map/grid/grid.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

#define COOKIE 0x77696e64u

#define MAX_SPEED 1024.0f ///< cells a tick
#define LEAST_SPEED 1e-6f ///< cells a tick: what is slower stands
#define WIDER 1e-3f       ///< cells: more than what rounding leaves out

VeerWindowDef veer_window_def_default(void)
{
    return (VeerWindowDef){.width = 64,
                           .height = 64,
                           .cell_size = 1.0f,
                           .tick = 0.1f,
                           .sweep_count = 64,
                           .cookie = COOKIE};
}

static bool is_side(uint32_t cells)
{
    return cells > 0 && cells <= VEER_MAX_GRID_CELLS;
}

static bool is_length(float length)
{
    return length > 0.0f && length <= VEER_WORLD_LIMIT;
}

static uint32_t layers_of(const VeerWindowDef *def)
{
    return def->depth > 0 ? def->depth : 1;
}

static bool is_good(const VeerWindowDef *def)
{
    if (!def || def->cookie != COOKIE || !is_side(def->width) || !is_side(def->height) ||
        (def->depth > 0 && !is_side(def->depth))) {
        return false;
    }
    uint64_t cells = (uint64_t)def->width * def->height * layers_of(def);
    return cells <= VEER_MAX_WINDOW_CELLS && is_position3(def->origin) &&
           is_length(def->cell_size) && is_length(def->tick) && def->slack >= 0.0f &&
           def->slack <= VEER_WORLD_LIMIT;
}

static uint32_t tiles_along(uint32_t cells)
{
    return (cells + (1u << VEER_WINDOW_TILE_SHIFT) - 1u) >> VEER_WINDOW_TILE_SHIFT;
}

static size_t cell_count(const VeerWindow *window)
{
    return (size_t)window->def.width * window->def.height * window->layers;
}

static size_t tile_count(const VeerWindow *window)
{
    return (size_t)window->tiles_wide * window->tiles_high * window->tiles_deep;
}

static size_t lay_out(void *memory, const VeerWindowDef *def, VeerWindow *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    *parts = (VeerWindow){.def = *def, .layers = layers_of(def)};
    parts->tiles_wide = tiles_along(def->width);
    parts->tiles_high = tiles_along(def->height);
    parts->tiles_deep = tiles_along(parts->layers);
    parts->words = veer_arena_take(&arena, cell_count(parts), sizeof *parts->words);
    // A line of blocked cells after each layer, and layers of them below and above.
    parts->standing =
        veer_bitmap_take(&arena, def->width, (parts->layers + 2u) * (def->height + 1u));
    parts->ways = veer_arena_take(&arena, def->sweep_count, sizeof *parts->ways);
    parts->dirty = veer_arena_take(&arena, tile_count(parts), sizeof *parts->dirty);
    return arena.used;
}

size_t veer_window_size(const VeerWindowDef *def)
{
    VeerWindow parts;
    return is_good(def) ? lay_out(NULL, def, &parts) : 0;
}

/// Sets the bits of the lines round the cells.
static void wall_in(const VeerWindow *window)
{
    const VeerBitmap *map = &window->standing;
    size_t bytes = (size_t)map->stride * sizeof *map->words;
    int32_t high = (int32_t)window->def.height + 1, layers = (int32_t)window->layers;
    memset(veer_bitmap_line(map, 0), 0xff, bytes * (size_t)high);
    for (int32_t z = 0; z < layers; z++) {
        memset(veer_bitmap_line(map, veer_window_line(window, high - 1, z)), 0xff, bytes);
    }
    memset(veer_bitmap_line(map, veer_window_line(window, 0, layers)), 0xff, bytes * (size_t)high);
}

VeerWindow *veer_window_init(void *memory, const VeerWindowDef *def)
{
    VeerWindow *window = memory;
    if (!is_good(def)) {
        return NULL;
    }
    (void)lay_out(memory, def, window);
    memset(window->words, 0, cell_count(window) * sizeof *window->words);
    memset(window->ways, 0, def->sweep_count * sizeof *window->ways);
    memset(window->dirty, 0, tile_count(window));
    veer_bitmap_clear(&window->standing);
    wall_in(window);
    return window;
}

const VeerWindowDef *veer_window_def(const VeerWindow *window)
{
    return &window->def;
}

// The whole number below, held to where cells can be told from each other.
static int32_t whole_below(float value)
{
    float whole = floorf(value);
    return whole >= 1e9f ? 1000000000 : whole >= -1e9f ? (int32_t)whole : -1000000000;
}

VeerWindowCell veer_window_cell_at(const VeerWindow *window, VeerVec3 position)
{
    const VeerWindowDef *def = &window->def;
    int32_t z = def->depth > 0 ? whole_below((position.z - def->origin.z) / def->cell_size) : 0;
    return (VeerWindowCell){whole_below((position.x - def->origin.x) / def->cell_size),
                            whole_below((position.y - def->origin.y) / def->cell_size), z};
}

VeerVec3 veer_window_centre(const VeerWindow *window, VeerWindowCell cell)
{
    const VeerWindowDef *def = &window->def;
    float up = def->depth > 0 ? ((float)cell.z + 0.5f) * def->cell_size : 0.0f;
    return (VeerVec3){def->origin.x + ((float)cell.x + 0.5f) * def->cell_size,
                      def->origin.y + ((float)cell.y + 0.5f) * def->cell_size, def->origin.z + up};
}

bool veer_window_has(const VeerWindow *window, VeerWindowCell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.z >= 0 && cell.x < (int32_t)window->def.width &&
           cell.y < (int32_t)window->def.height && cell.z < (int32_t)window->layers;
}

void veer_window_set_standing(VeerWindow *window, VeerWindowCell cell, bool is_blocked)
{
    if (veer_window_has(window, cell)) {
        (void)veer_bitmap_put(&window->standing, veer_window_line(window, cell.y, cell.z), cell.x,
                              is_blocked);
    }
}

VeerStatus veer_window_stand(VeerWindow *window, const VeerGrid *grid)
{
    const VeerGridDef *def = veer_grid_def(grid);
    if (window->def.depth > 0 || def->width != window->def.width ||
        def->height != window->def.height) {
        return VEER_BAD_VALUE;
    }
    const VeerBitmap *from = &grid->blocked[0], *to = &window->standing;
    for (int32_t y = 0; y < from->lines; y++) {
        memcpy(veer_bitmap_line(to, veer_window_line(window, y, 0)), veer_bitmap_line(from, y),
               (size_t)from->stride * sizeof *from->words);
    }
    return VEER_OK;
}

bool veer_window_is_standing(const VeerWindow *window, VeerWindowCell cell)
{
    return !veer_window_has(window, cell) ||
           veer_bitmap_get(&window->standing, veer_window_line(window, cell.y, cell.z), cell.x);
}

uint64_t veer_window_word(const VeerWindow *window, VeerWindowCell cell)
{
    return veer_window_is_standing(window, cell) ? ~UINT64_C(0)
                                                 : window->words[veer_window_node(window, cell)];
}

/// Marks the tiles that lie under a way, now or as of the last commit.
static void mark(VeerWindow *window, const VeerWindowWay *way)
{
    VeerWindowCell lower, upper;
    if (!veer_window_way_box(window, way, 0, VEER_WINDOW_TICKS, &lower, &upper)) {
        return;
    }
    int32_t wide = (int32_t)window->tiles_wide, high = (int32_t)window->tiles_high;
    for (int32_t z = lower.z >> VEER_WINDOW_TILE_SHIFT;
         z <= (upper.z - 1) >> VEER_WINDOW_TILE_SHIFT; z++) {
        for (int32_t y = lower.y >> VEER_WINDOW_TILE_SHIFT;
             y <= (upper.y - 1) >> VEER_WINDOW_TILE_SHIFT; y++) {
            int32_t x = lower.x >> VEER_WINDOW_TILE_SHIFT;
            int32_t last = (upper.x - 1) >> VEER_WINDOW_TILE_SHIFT;
            memset(&window->dirty[(z * high + y) * wide + x], 1, (size_t)(last - x + 1));
        }
    }
    window->is_dirty = true;
}

/// Takes a way out again, whether it is in the words or not yet.
static void forget(VeerWindow *window, VeerWindowWay *way)
{
    if (way->is_there && !way->is_fresh) {
        mark(window, way);
    }
    way->is_there = false;
}

void veer_window_remove(VeerWindow *window, uint32_t slot)
{
    if (slot < window->def.sweep_count) {
        forget(window, &window->ways[slot]);
    }
}

static float speed_in(const VeerWindowDef *def, float speed)
{
    float cells = speed * def->tick / def->cell_size;
    return fabsf(cells) < LEAST_SPEED ? 0.0f : cells;
}

static VeerWindowWay way_of(const VeerWindow *window, const VeerSweep *sweep)
{
    const VeerWindowDef *def = &window->def;
    const float place[3] = {(sweep->position.x - def->origin.x) / def->cell_size,
                            (sweep->position.y - def->origin.y) / def->cell_size,
                            (sweep->position.z - def->origin.z) / def->cell_size};
    const float speed[3] = {speed_in(def, sweep->velocity.x), speed_in(def, sweep->velocity.y),
                            speed_in(def, sweep->velocity.z)};
    VeerWindowWay way = {.radius = (sweep->radius + def->slack) / def->cell_size + WIDER,
                         .begin = sweep->begin / def->tick,
                         .end = sweep->end / def->tick,
                         .told = window->now,
                         .is_there = true,
                         .is_fresh = true};
    for (int axis = 0; axis < (def->depth > 0 ? 3 : 2); axis++) {
        way.velocity[axis] = speed[axis];
        way.position[axis] = place[axis] - speed[axis] * way.begin;
    }
    return way;
}

static bool is_good_way(const VeerSweep *sweep, const VeerWindowWay *way)
{
    bool is_slow = fabsf(way->velocity[0]) <= MAX_SPEED && fabsf(way->velocity[1]) <= MAX_SPEED &&
                   fabsf(way->velocity[2]) <= MAX_SPEED;
    return is_position3(sweep->position) && is_slow && sweep->radius >= 0.0f &&
           sweep->radius <= VEER_WORLD_LIMIT && fabsf(sweep->begin) <= VEER_WORLD_LIMIT &&
           sweep->begin <= sweep->end && way->radius <= (float)VEER_MAX_GRID_CELLS &&
           fabsf(way->begin) <= VEER_WORLD_LIMIT;
}

/// Whether two ways are as near to each other at a time as they must be, in cells.
static bool is_near(const VeerWindowWay *known, float age, const VeerWindowWay *way, float time,
                    float slack)
{
    float square = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        float gap = known->position[axis] + known->velocity[axis] * (age + time) -
                    (way->position[axis] + way->velocity[axis] * time);
        square += gap * gap;
    }
    return square <= slack * slack;
}

/// By how much two times differ; 0 if both are never.
static float apart(float a, float b)
{
    return a == b ? 0.0f : a - b;
}

/// Whether what a way goes in some ticks is little enough.
static bool is_little(const VeerWindowWay *way, float ticks, float slack)
{
    float square = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        float gone = ticks == 0.0f ? 0.0f : way->velocity[axis] * ticks;
        square += gone * gone;
    }
    return square <= slack * slack;
}

/// A way that begins or ends a little sooner or later is off by what it goes in that time; half of
/// the slack is for that.
static bool agree(const VeerWindow *window, const VeerWindowWay *known, const VeerWindowWay *way)
{
    if (!known->is_there || known->radius != way->radius) {
        return false;
    }
    float age = (float)(window->now - known->told), ticks = (float)VEER_WINDOW_TICKS;
    float slack = 0.5f * window->def.slack / window->def.cell_size;
    float begin = way->begin > 0.0f ? way->begin : 0.0f;
    float began = known->begin - age > 0.0f ? known->begin - age : 0.0f;
    float end = way->end < ticks ? way->end : ticks;
    return is_little(way, apart(began, begin), slack) &&
           is_little(way, apart(known->end - age, way->end), slack) &&
           is_near(known, age, way, begin < end ? begin : end, slack) &&
           is_near(known, age, way, end, slack);
}

static void put(VeerWindow *window, uint32_t slot, const VeerWindowWay *way)
{
    VeerWindowWay *known = &window->ways[slot];
    if (!agree(window, known, way)) {
        forget(window, known);
        *known = *way;
    }
}

VeerStatus veer_window_put(VeerWindow *window, uint32_t slot, const VeerSweep *sweep)
{
    VeerWindowWay way = way_of(window, sweep);
    if (slot >= window->def.sweep_count || !is_good_way(sweep, &way)) {
        return VEER_BAD_VALUE;
    }
    put(window, slot, &way);
    return VEER_OK;
}

static VeerSweep piece_of(const VeerVec3 *points, uint32_t count, uint32_t piece, float interval,
                          float radius)
{
    VeerVec3 from = points[piece], to = points[piece + 1u < count ? piece + 1u : piece];
    float begin = (float)piece * interval;
    float end = piece + 1u < count ? (float)(piece + 1u) * interval : INFINITY;
    VeerVec3 velocity = {(to.x - from.x) / interval, (to.y - from.y) / interval,
                         (to.z - from.z) / interval};
    return (VeerSweep){from, velocity, radius, begin, end};
}

VeerStatus veer_window_put_samples(VeerWindow *window, uint32_t slot, const VeerVec3 *points,
                                   uint32_t count, float interval, float radius)
{
    uint32_t most = window->def.sweep_count;
    if (count == 0 || slot >= most || count > most - slot || !is_length(interval)) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < count; i++) {
        VeerSweep sweep = piece_of(points, count, i, interval, radius);
        VeerWindowWay way = way_of(window, &sweep);
        if (!is_good_way(&sweep, &way)) {
            return VEER_BAD_VALUE;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        VeerSweep sweep = piece_of(points, count, i, interval, radius);
        VeerWindowWay way = way_of(window, &sweep);
        put(window, slot + i, &way);
    }
    return VEER_OK;
}

void veer_window_advance(VeerWindow *window, uint32_t ticks)
{
    window->now += ticks;
}
