#include "map/layers/window_sweep.h"

#include "map/grid/grid.h"
#include "math/vec.h"

#include <math.h>
#include <string.h>

#define COOKIE 0x77696e64u

#define MAX_SPEED 1024.0f ///< cells a tick
#define LEAST_SPEED 1e-6f ///< cells a tick: what is slower counts as at rest
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
    if (!def || def->cookie != COOKIE || !veer_grid_are_sides(def->width, def->height) ||
        (def->depth > 0 && !veer_grid_are_sides(def->depth, 1))) {
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
    parts->words = veer_arena_take(&arena, veer_window_cell_count(parts), sizeof *parts->words);
    // A line of blocked cells after each layer, and layers of them below and above.
    parts->fixed = veer_bitmap_take(&arena, def->width, (parts->layers + 2u) * (def->height + 1u));
    parts->pieces = veer_arena_take(&arena, def->sweep_count, sizeof *parts->pieces);
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
    const VeerBitmap *map = &window->fixed;
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
    if (!window || !is_good(def)) {
        return NULL;
    }
    (void)lay_out(memory, def, window);
    memset(window->words, 0, veer_window_cell_count(window) * sizeof *window->words);
    memset(window->pieces, 0, def->sweep_count * sizeof *window->pieces);
    memset(window->dirty, 0, tile_count(window));
    veer_bitmap_clear(&window->fixed);
    wall_in(window);
    return window;
}

const VeerWindowDef *veer_window_def(const VeerWindow *window)
{
    return window ? &window->def : NULL;
}

VeerWindowCell veer_window_cell_at(const VeerWindow *window, VeerVec3 position)
{
    if (!window) {
        return (VeerWindowCell){0, 0, 0};
    }
    const VeerWindowDef *def = &window->def;
    int32_t z = def->depth > 0 ? whole_below((position.z - def->origin.z) / def->cell_size) : 0;
    return (VeerWindowCell){whole_below((position.x - def->origin.x) / def->cell_size),
                            whole_below((position.y - def->origin.y) / def->cell_size), z};
}

VeerVec3 veer_window_centre(const VeerWindow *window, VeerWindowCell cell)
{
    if (!window) {
        return (VeerVec3){0};
    }
    const VeerWindowDef *def = &window->def;
    float up = def->depth > 0 ? ((float)cell.z + 0.5f) * def->cell_size : 0.0f;
    return (VeerVec3){def->origin.x + ((float)cell.x + 0.5f) * def->cell_size,
                      def->origin.y + ((float)cell.y + 0.5f) * def->cell_size, def->origin.z + up};
}

bool veer_window_has(const VeerWindow *window, VeerWindowCell cell)
{
    return window && cell.x >= 0 && cell.y >= 0 && cell.z >= 0 &&
           cell.x < (int32_t)window->def.width && cell.y < (int32_t)window->def.height &&
           cell.z < (int32_t)window->layers;
}

void veer_window_set_static(VeerWindow *window, VeerWindowCell cell, bool is_blocked)
{
    if (veer_window_has(window, cell)) {
        (void)veer_bitmap_put(&window->fixed, veer_window_line(window, cell.y, cell.z), cell.x,
                              is_blocked);
    }
}

VeerStatus veer_window_set_static_grid(VeerWindow *window, const VeerGrid *grid)
{
    if (!window || window->def.depth > 0 ||
        !veer_grid_is_sized(grid, window->def.width, window->def.height)) {
        return VEER_BAD_VALUE;
    }
    const VeerBitmap *from = &grid->blocked[0], *to = &window->fixed;
    for (int32_t y = 0; y < from->lines; y++) {
        memcpy(veer_bitmap_line(to, veer_window_line(window, y, 0)), veer_bitmap_line(from, y),
               (size_t)from->stride * sizeof *from->words);
    }
    return VEER_OK;
}

bool veer_window_is_static(const VeerWindow *window, VeerWindowCell cell)
{
    return !veer_window_has(window, cell) ||
           veer_bitmap_get(&window->fixed, veer_window_line(window, cell.y, cell.z), cell.x);
}

uint64_t veer_window_word(const VeerWindow *window, VeerWindowCell cell)
{
    return veer_window_is_static(window, cell) ? ~UINT64_C(0)
                                               : window->words[veer_window_node(window, cell)];
}

/// Marks the tiles that a piece covers, now or as of the last commit.
static void mark_tiles(VeerWindow *window, const VeerWindowPiece *piece)
{
    VeerWindowCell lower, upper;
    if (!veer_window_piece_box(window, piece, 0, VEER_WINDOW_TICKS, &lower, &upper)) {
        return;
    }
    int32_t wide = (int32_t)window->tiles_wide, high = (int32_t)window->tiles_high;
    for (int32_t z = lower.z >> VEER_WINDOW_TILE_SHIFT;
         z <= (upper.z - 1) >> VEER_WINDOW_TILE_SHIFT; z++) {
        for (int32_t y = lower.y >> VEER_WINDOW_TILE_SHIFT;
             y <= (upper.y - 1) >> VEER_WINDOW_TILE_SHIFT; y++) {
            int32_t x = lower.x >> VEER_WINDOW_TILE_SHIFT;
            int32_t last = (upper.x - 1) >> VEER_WINDOW_TILE_SHIFT;
            memset(&window->dirty[(z * high + y) * wide + x], 1, (size_t)(last - x) + 1u);
        }
    }
    window->is_dirty = true;
}

static void remove_piece(VeerWindow *window, VeerWindowPiece *piece)
{
    if (piece->is_there && !piece->is_fresh) {
        mark_tiles(window, piece);
    }
    piece->is_there = false;
}

void veer_window_remove(VeerWindow *window, uint32_t slot)
{
    if (window && slot < window->def.sweep_count) {
        remove_piece(window, &window->pieces[slot]);
    }
}

static float speed_in(const VeerWindowDef *def, float speed)
{
    float cells = speed * def->tick / def->cell_size;
    return fabsf(cells) < LEAST_SPEED ? 0.0f : cells;
}

static VeerWindowPiece piece_of(const VeerWindow *window, const VeerSweep *sweep)
{
    const VeerWindowDef *def = &window->def;
    const float place[3] = {(sweep->position.x - def->origin.x) / def->cell_size,
                            (sweep->position.y - def->origin.y) / def->cell_size,
                            (sweep->position.z - def->origin.z) / def->cell_size};
    const float speed[3] = {speed_in(def, sweep->velocity.x), speed_in(def, sweep->velocity.y),
                            speed_in(def, sweep->velocity.z)};
    VeerWindowPiece piece = {.radius = (sweep->radius + def->slack) / def->cell_size + WIDER,
                             .begin = sweep->begin / def->tick,
                             .end = sweep->end / def->tick,
                             .since = window->now,
                             .is_there = true,
                             .is_fresh = true};
    for (int axis = 0; axis < (def->depth > 0 ? 3 : 2); axis++) {
        piece.velocity[axis] = speed[axis];
        piece.position[axis] = place[axis] - speed[axis] * piece.begin;
    }
    return piece;
}

static bool is_good_piece(const VeerSweep *sweep, const VeerWindowPiece *piece)
{
    bool is_slow = fabsf(piece->velocity[0]) <= MAX_SPEED &&
                   fabsf(piece->velocity[1]) <= MAX_SPEED && fabsf(piece->velocity[2]) <= MAX_SPEED;
    return is_position3(sweep->position) && is_slow && sweep->radius >= 0.0f &&
           sweep->radius <= VEER_WORLD_LIMIT && fabsf(sweep->begin) <= VEER_WORLD_LIMIT &&
           sweep->begin <= sweep->end && piece->radius <= (float)VEER_MAX_GRID_CELLS &&
           fabsf(piece->begin) <= VEER_WORLD_LIMIT;
}

/// Whether two pieces are within the slack of each other at a time.
static bool is_near(const VeerWindowPiece *known, float age, const VeerWindowPiece *piece,
                    float time, float slack)
{
    float square = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        float gap = known->position[axis] + known->velocity[axis] * (age + time) -
                    (piece->position[axis] + piece->velocity[axis] * time);
        square += gap * gap;
    }
    return square <= slack * slack;
}

/// By how much two times differ; 0 if both are infinite.
static float apart(float a, float b)
{
    return a == b ? 0.0f : a - b;
}

/// Whether a piece moves by less than the slack in some ticks.
static bool is_little(const VeerWindowPiece *piece, float ticks, float slack)
{
    float square = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        float gone = ticks == 0.0f ? 0.0f : piece->velocity[axis] * ticks;
        square += gone * gone;
    }
    return square <= slack * slack;
}

/// Whether a piece is the same up to half of the slack; one that begins or ends at another time is
/// off by what it moves in between.
static bool agree(const VeerWindow *window, const VeerWindowPiece *known,
                  const VeerWindowPiece *piece)
{
    if (!known->is_there || known->radius != piece->radius) {
        return false;
    }
    float age = (float)(window->now - known->since), ticks = (float)VEER_WINDOW_TICKS;
    float slack = 0.5f * window->def.slack / window->def.cell_size;
    float begin = piece->begin > 0.0f ? piece->begin : 0.0f;
    float began = known->begin - age > 0.0f ? known->begin - age : 0.0f;
    float end = piece->end < ticks ? piece->end : ticks;
    return is_little(piece, apart(began, begin), slack) &&
           is_little(piece, apart(known->end - age, piece->end), slack) &&
           is_near(known, age, piece, begin < end ? begin : end, slack) &&
           is_near(known, age, piece, end, slack);
}

static void put(VeerWindow *window, uint32_t slot, const VeerWindowPiece *piece)
{
    VeerWindowPiece *known = &window->pieces[slot];
    if (!agree(window, known, piece)) {
        remove_piece(window, known);
        *known = *piece;
    }
}

VeerStatus veer_window_put(VeerWindow *window, uint32_t slot, const VeerSweep *sweep)
{
    if (!window || !sweep || slot >= window->def.sweep_count) {
        return VEER_BAD_VALUE;
    }
    VeerWindowPiece piece = piece_of(window, sweep);
    if (!is_good_piece(sweep, &piece)) {
        return VEER_BAD_VALUE;
    }
    put(window, slot, &piece);
    return VEER_OK;
}

static VeerSweep sweep_of(const VeerVec3 *points, uint32_t count, uint32_t index, float interval,
                          float radius)
{
    VeerVec3 from = points[index], to = points[index + 1u < count ? index + 1u : index];
    float begin = (float)index * interval;
    float end = index + 1u < count ? (float)(index + 1u) * interval : INFINITY;
    VeerVec3 velocity = {(to.x - from.x) / interval, (to.y - from.y) / interval,
                         (to.z - from.z) / interval};
    return (VeerSweep){from, velocity, radius, begin, end};
}

VeerStatus veer_window_put_samples(VeerWindow *window, uint32_t slot, const VeerVec3 *points,
                                   uint32_t count, float interval, float radius)
{
    uint32_t most = window ? window->def.sweep_count : 0;
    if (!points || count == 0 || slot >= most || count > most - slot || !is_length(interval)) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < count; i++) {
        VeerSweep sweep = sweep_of(points, count, i, interval, radius);
        VeerWindowPiece piece = piece_of(window, &sweep);
        if (!is_good_piece(&sweep, &piece)) {
            return VEER_BAD_VALUE;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        VeerSweep sweep = sweep_of(points, count, i, interval, radius);
        VeerWindowPiece piece = piece_of(window, &sweep);
        put(window, slot + i, &piece);
    }
    return VEER_OK;
}

void veer_window_advance(VeerWindow *window, uint32_t ticks)
{
    if (window) {
        window->now += ticks;
    }
}
