#include "map/voxels/voxels.h"
#include "base/hash.h"

#include "base/arena.h"
#include "base/wide_bits.h"
#include "math/vec.h"

#include <string.h>

#define COOKIE 0x766f786cu

VeerVoxelsDef veer_voxels_def_default(void)
{
    return (VeerVoxelsDef){.cells = {64, 64, 64}, .cell_size = 1.0f, .cookie = COOKIE};
}

static bool is_side(int32_t cells)
{
    return cells > 0 && cells <= VEER_MAX_VOXEL_CELLS;
}

bool veer_voxels_def_is_good(const VeerVoxelsDef *def)
{
    return def && def->cookie == COOKIE && is_side(def->cells.x) && is_side(def->cells.y) &&
           is_side(def->cells.z) && is_position3(def->origin) && def->cell_size > 0.0f &&
           def->cell_size <= VEER_WORLD_LIMIT;
}

/// How many cubes of 2^shift voxels cover so many.
static VeerVoxel covering(VeerVoxel cells, int32_t shift)
{
    int32_t more = (1 << shift) - 1;
    return (VeerVoxel){(cells.x + more) >> shift, (cells.y + more) >> shift,
                       (cells.z + more) >> shift};
}

/// Takes the words of a level, all set, with a margin of bricks on each side.
static void take_level(VeerArena *arena, VeerVoxel bricks, int32_t margin, VeerBricks *level)
{
    int32_t around = 2 * margin;
    level->bricks = bricks;
    level->stride_y = bricks.x + around;
    level->stride_z = level->stride_y * (bricks.y + around);
    size_t count = (size_t)level->stride_z * (size_t)(bricks.z + around);
    uint64_t *words = veer_arena_take(arena, count, sizeof *words);
    if (words) {
        memset(words, 0xff, count * sizeof *words);
        words += (ptrdiff_t)margin * (1 + level->stride_y + level->stride_z);
    }
    level->words = words;
}

static size_t lay_out(void *memory, const VeerVoxelsDef *def, VeerVoxels *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    for (int32_t n = 0; n < VEER_VOXEL_LEVELS; n++) {
        take_level(&arena, covering(def->cells, 2 * n + 2), n == 0, &parts->levels[n]);
    }
    parts->def = *def;
    return arena.used;
}

size_t veer_voxels_size(const VeerVoxelsDef *def)
{
    VeerVoxels parts;
    return veer_voxels_def_is_good(def) ? lay_out(NULL, def, &parts) : 0;
}

VeerVoxels *veer_voxels_init(void *memory, const VeerVoxelsDef *def)
{
    VeerVoxels *voxels = memory;
    if (!voxels || !veer_voxels_def_is_good(def)) {
        return NULL;
    }
    (void)lay_out(memory, def, voxels);
    VeerVoxel cells = def->cells;
    voxels->version = 0;
    voxels->blocked_count = (uint64_t)cells.x * (uint64_t)cells.y * (uint64_t)cells.z;
    veer_voxels_fill(voxels, (VeerVoxelBox){{0, 0, 0}, cells}, false);
    voxels->is_dirty = false;
    return voxels;
}

const VeerVoxelsDef *veer_voxels_def(const VeerVoxels *voxels)
{
    return voxels ? &voxels->def : NULL;
}

VeerVoxel veer_voxels_at(const VeerVoxels *voxels, VeerVec3 position)
{
    if (!voxels) {
        return (VeerVoxel){0, 0, 0};
    }
    const VeerVoxelsDef *def = &voxels->def;
    return (VeerVoxel){whole_below((position.x - def->origin.x) / def->cell_size),
                       whole_below((position.y - def->origin.y) / def->cell_size),
                       whole_below((position.z - def->origin.z) / def->cell_size)};
}

VeerVec3 veer_voxels_centre(const VeerVoxels *voxels, VeerVoxel voxel)
{
    if (!voxels) {
        return (VeerVec3){0};
    }
    const VeerVoxelsDef *def = &voxels->def;
    return (VeerVec3){def->origin.x + ((float)voxel.x + 0.5f) * def->cell_size,
                      def->origin.y + ((float)voxel.y + 0.5f) * def->cell_size,
                      def->origin.z + ((float)voxel.z + 0.5f) * def->cell_size};
}

bool veer_voxels_has(const VeerVoxels *voxels, VeerVoxel voxel)
{
    VeerVoxel cells = voxels ? voxels->def.cells : (VeerVoxel){0, 0, 0};
    return voxel.x >= 0 && voxel.y >= 0 && voxel.z >= 0 && voxel.x < cells.x && voxel.y < cells.y &&
           voxel.z < cells.z;
}

bool veer_voxels_is_blocked(const VeerVoxels *voxels, VeerVoxel voxel)
{
    return !veer_voxels_has(voxels, voxel) || veer_voxel_is_set(voxels, voxel);
}

/// Updates the levels above when the word of a brick has become 0, or no longer is.
static void carry_up(VeerVoxels *voxels, VeerVoxel brick, bool is_set)
{
    for (int32_t n = 1; n < VEER_VOXEL_LEVELS; n++) {
        VeerVoxel above = {brick.x >> 2, brick.y >> 2, brick.z >> 2};
        uint64_t *word = veer_bricks_word(&voxels->levels[n], above.x, above.y, above.z);
        uint64_t old = *word, bit = UINT64_C(1) << veer_brick_bit(brick.x, brick.y, brick.z);
        *word = is_set ? old | bit : old & ~bit;
        if ((old != 0) == (*word != 0)) {
            break;
        }
        brick = above;
    }
}

void veer_voxels_put_word(VeerVoxels *voxels, VeerVoxel brick, uint64_t value)
{
    uint64_t *word = veer_bricks_word(&voxels->levels[0], brick.x, brick.y, brick.z);
    uint64_t old = *word;
    if (value == old) {
        return;
    }
    *word = value;
    voxels->blocked_count += (uint64_t)veer_bits_count(value) - veer_bits_count(old);
    if ((old != 0) != (value != 0)) {
        carry_up(voxels, brick, value != 0);
    }
    voxels->is_dirty = true;
}

/// Sets or clears bits of a brick, all of which lie on the map.
static void put_bits(VeerVoxels *voxels, VeerVoxel brick, uint64_t bits, bool is_blocked)
{
    uint64_t old = *veer_bricks_word(&voxels->levels[0], brick.x, brick.y, brick.z);
    veer_voxels_put_word(voxels, brick, is_blocked ? old | bits : old & ~bits);
}

void veer_voxels_set_blocked(VeerVoxels *voxels, VeerVoxel voxel, bool is_blocked)
{
    if (veer_voxels_has(voxels, voxel)) {
        VeerVoxel brick = {voxel.x >> 2, voxel.y >> 2, voxel.z >> 2};
        uint64_t bit = UINT64_C(1) << veer_brick_bit(voxel.x, voxel.y, voxel.z);
        put_bits(voxels, brick, bit, is_blocked);
    }
}

bool veer_voxels_clip(const VeerVoxels *voxels, VeerVoxelBox *box)
{
    VeerVoxel cells = voxels->def.cells, *lower = &box->lower, *upper = &box->upper;
    *lower = (VeerVoxel){max_i(lower->x, 0), max_i(lower->y, 0), max_i(lower->z, 0)};
    *upper =
        (VeerVoxel){min_i(upper->x, cells.x), min_i(upper->y, cells.y), min_i(upper->z, cells.z)};
    return lower->x < upper->x && lower->y < upper->y && lower->z < upper->z;
}

/// Which of the four from 4 * brick on lie in [lower, upper), as bits.
static uint64_t four_within(int32_t brick, int32_t lower, int32_t upper)
{
    int32_t from = min_i(max_i(lower - 4 * brick, 0), 4);
    int32_t to = max_i(min_i(upper - 4 * brick, 4), from);
    return (UINT64_C(1) << to) - (UINT64_C(1) << from);
}

// Four for each x that is in, for each y, for each z.
uint64_t veer_brick_within(VeerVoxel brick, const VeerVoxelBox *box)
{
    uint64_t x = four_within(brick.x, box->lower.x, box->upper.x);
    uint64_t y = four_within(brick.y, box->lower.y, box->upper.y);
    uint64_t z = four_within(brick.z, box->lower.z, box->upper.z);
    uint64_t plane = 0, all = 0;
    for (uint32_t i = 0; i < 4; i++) {
        plane |= y >> i & 1u ? x << 4u * i : 0;
    }
    for (uint32_t i = 0; i < 4; i++) {
        all |= z >> i & 1u ? plane << 16u * i : 0;
    }
    return all;
}

void veer_voxels_fill(VeerVoxels *voxels, VeerVoxelBox box, bool is_blocked)
{
    if (!voxels || !veer_voxels_clip(voxels, &box)) {
        return;
    }
    VeerVoxel last = {(box.upper.x - 1) >> 2, (box.upper.y - 1) >> 2, (box.upper.z - 1) >> 2};
    VeerVoxel at;
    for (at.z = box.lower.z >> 2; at.z <= last.z; at.z++) {
        for (at.y = box.lower.y >> 2; at.y <= last.y; at.y++) {
            for (at.x = box.lower.x >> 2; at.x <= last.x; at.x++) {
                put_bits(voxels, at, veer_brick_within(at, &box), is_blocked);
            }
        }
    }
}

void veer_voxels_commit(VeerVoxels *voxels)
{
    if (!voxels) {
        return;
    }
    voxels->version += voxels->is_dirty ? 1u : 0u;
    voxels->is_dirty = false;
}

bool veer_voxels_is_committed(const VeerVoxels *voxels)
{
    return voxels && !voxels->is_dirty;
}

uint32_t veer_voxels_version(const VeerVoxels *voxels)
{
    return voxels ? voxels->version : 0;
}

uint64_t veer_voxels_blocked_count(const VeerVoxels *voxels)
{
    return voxels ? voxels->blocked_count : 0;
}

uint64_t veer_voxels_hash(const VeerVoxels *voxels, uint64_t hash)
{
    const VeerBricks *level = &voxels->levels[0];
    for (int32_t z = 0; z < level->bricks.z; z++) {
        for (int32_t y = 0; y < level->bricks.y; y++) {
            for (int32_t x = 0; x < level->bricks.x; x++) {
                hash = veer_hash_add(hash, *veer_bricks_word(level, x, y, z));
            }
        }
    }
    return hash;
}
