/// Bodies that cover a mesh: counted in and out of the pieces of its floors.
#include "world/map/mesh_cover.h"
#include "base/arena.h"
#include "base/hash.h"
#include "geom/box.h"
#include "math/vec.h"
#include "world/map/map.h"
#include "world/map/traits.h"

#include <string.h>

/// m; the end of a path may be covered.
#define END_MARGIN 1.5f
/// m: so much of a mesh is looked at at once: walls further away are ignored, and paths are checked
/// in stretches of this length.
#define MAX_CLEAR 4.0f

/// The centroid of a piece's corners, m.
static VeerVec3 middle_of(const VeerMesh *mesh, uint32_t piece)
{
    uint32_t begin = mesh->first[piece], end = mesh->first[piece + 1u];
    VeerVec3 sum = {0};
    for (uint32_t side = begin; side < end; side++) {
        VeerVec2 at = veer_mesh_begin_of(mesh, side);
        sum = add3(sum, vec3(at.x, at.y, mesh->height[mesh->corner[side]]));
    }
    return veer_mesh_to_metres(mesh, scale3(sum, 1.0f / (float)(end - begin)));
}

bool veer_mesh_map_pieces_fit(const VeerMesh *whole, const VeerMesh *pieces)
{
    bool fit = true;
    for (uint32_t i = 0; fit && i < pieces->polygon_count; i++) {
        VeerVec3 middle = middle_of(pieces, i), on_it = middle;
        bool is_on = veer_mesh_nearest(whole, middle, &on_it) != VEER_NO_POLYGON;
        VeerVec3 off = sub3(on_it, middle);
        float slop =
            VEER_LENGTH_SLOP + VEER_COORDINATE_SLOP * max_f(fabsf(middle.x), fabsf(middle.y));
        fit = is_on && fabsf(off.z) <= VEER_OFF_FLOOR && length2((VeerVec2){off.x, off.y}) <= slop;
    }
    return fit;
}

void veer_mesh_map_lay_out_covers(VeerWorld *world, VeerArena *arena)
{
    const VeerMesh *pieces = world->def.map.mesh.pieces;
    VeerWorldMap *map = &world->map;
    if (!pieces) {
        return;
    }
    uint32_t links = world->def.map.max_links, count = pieces->polygon_count;
    void *copy = veer_arena_take(arena, 1, veer_mesh_linked_size(pieces, links));
    map->mesh.piece_counts = veer_arena_take(arena, count, sizeof *map->mesh.piece_counts);
    map->mesh.piece_polygon = veer_arena_take(arena, count, sizeof *map->mesh.piece_polygon);
    float *clear = veer_arena_take(arena, pieces->vertex_count, sizeof *clear);
    if (arena->base) {
        map->mesh.pieces = veer_mesh_copy_linked(copy, pieces, links);
        map->mesh.pieces->clear = clear;
    }
}

/// Measures clearance at the corners of pieces in a box, m: where pieces are smaller than bodies,
/// no wall need touch a side that is too close to one.
static void measure(VeerWorldMap *map, VeerBounds box)
{
    VeerMesh *pieces = map->mesh.pieces;
    for (uint32_t i = 0; i < pieces->vertex_count; i++) {
        VeerVec3 at = vec3(pieces->plan[i].x, pieces->plan[i].y, pieces->height[i]);
        at = veer_mesh_to_metres(pieces, at);
        if (at.x >= box.lower.x && at.y >= box.lower.y && at.x <= box.upper.x &&
            at.y <= box.upper.y) {
            pieces->clear[i] = veer_mesh_gap(map->mesh.whole, at, MAX_CLEAR) / pieces->unit.x;
        }
    }
}

static const VeerBounds everywhere = {{-INFINITY, -INFINITY, -INFINITY},
                                      {INFINITY, INFINITY, INFINITY}};

void veer_mesh_map_begin_covers(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    uint32_t count = map->mesh.pieces ? map->mesh.pieces->polygon_count : 0;
    for (uint32_t i = 0; i < count; i++) {
        map->mesh.piece_polygon[i] =
            veer_mesh_nearest(map->mesh.whole, middle_of(map->mesh.pieces, i), NULL);
    }
    world->def.map.mesh.pieces = map->mesh.pieces;
    if (map->mesh.pieces) {
        measure(map, everywhere);
    }
}

/// Blocks or frees a piece, by its polygon and the bodies on it.
static void settle(VeerWorldMap *map, uint32_t piece)
{
    bool is_blocked = map->mesh.piece_counts[piece] > 0 ||
                      map->mesh.whole->blocked[map->mesh.piece_polygon[piece]];
    if (map->mesh.pieces->blocked[piece] != is_blocked) {
        veer_mesh_set_blocked(map->mesh.pieces, piece, is_blocked);
        map->mesh.piece_changes++;
    }
}

void veer_mesh_map_rebuild_covers(VeerWorld *world, bool has_changed)
{
    VeerWorldMap *map = &world->map;
    uint32_t count = map->mesh.pieces ? map->mesh.pieces->polygon_count : 0;
    if (map->mesh.pieces && has_changed) {
        measure(map, everywhere);
    }
    for (uint32_t i = 0; i < count; i++) {
        map->mesh.piece_counts[i] = 0;
        settle(map, i);
    }
    veer_map_recount(world);
}

void veer_mesh_map_block_pieces(VeerWorld *world, VeerBounds box)
{
    VeerWorldMap *map = &world->map;
    VeerVec3 reach = {MAX_CLEAR, MAX_CLEAR, MAX_CLEAR};
    uint32_t count = map->mesh.pieces ? map->mesh.pieces->polygon_count : 0;
    if (map->mesh.pieces) {
        measure(map, (VeerBounds){sub3(box.lower, reach), add3(box.upper, reach)});
    }
    for (uint32_t i = 0; i < count; i++) {
        settle(map, i);
    }
}

static bool covers_are_on(const VeerWorldMapDef *def)
{
    return def->mesh.pieces != NULL;
}

/// A body that comes or goes, in units of the mesh.
typedef struct PieceCount {
    VeerWorldMap *map;
    VeerVec3 at;
    float radius;
    uint32_t change;
} PieceCount;

/// Touching is not covering.
static bool count_piece(void *context, uint32_t piece)
{
    const PieceCount *count = context;
    const VeerMesh *mesh = count->map->mesh.pieces;
    VeerVec3 off = sub3(veer_mesh_onto(mesh, piece, count->at), count->at);
    if (off.x * off.x + off.y * off.y < count->radius * count->radius &&
        fabsf(off.z) * mesh->unit.z <= VEER_OFF_FLOOR) {
        count->map->mesh.piece_counts[piece] += count->change;
        settle(count->map, piece);
    }
    return true;
}

/// Counts a body in or out of the pieces that it covers.
static void count_in(VeerWorldMap *map, const VeerCover *cover, uint32_t change)
{
    const VeerMesh *mesh = map->mesh.pieces;
    VeerVec3 at = veer_mesh_to_units(mesh, vec3(cover->disc.x, cover->disc.y, cover->z));
    float radius = cover->disc.radius / mesh->unit.x;
    VeerFlatBox box = {{at.x - radius, at.y - radius}, {at.x + radius, at.y + radius}};
    PieceCount count = {map, at, radius, change};
    (void)veer_buckets_visit(&mesh->buckets, box, count_piece, &count);
}

/// In before out: pieces that stay covered are never free in between.
static void count_cover(VeerWorldMap *map, const VeerCover *from, const VeerCover *to)
{
    if (to->is_counted) {
        count_in(map, to, 1u);
    }
    if (from->is_counted) {
        count_in(map, from, UINT32_MAX); // one less
    }
}

static uint32_t count_changes(VeerWorldMap *map)
{
    return map->mesh.piece_changes;
}

static uint64_t hash_polygons(const VeerWorldMap *map, uint64_t hash)
{
    const VeerMesh *mesh = map->mesh.searched;
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        hash = veer_hash_add(hash, mesh->blocked[i]);
    }
    return hash;
}

const VeerCoverTraits veer_cover_traits_mesh = {covers_are_on, NULL, count_cover, count_changes,
                                                hash_polygons};

/// Where a leg comes to the ground of a mesh, as a part of the leg; INFINITY: it passes by.
static float entry_of(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to)
{
    VeerVec3 begin = veer_mesh_to_units(mesh, from), end = veer_mesh_to_units(mesh, to);
    begin.z = end.z = 0.0f;
    return veer_box_cast(veer_buckets_bounds(&mesh->buckets), begin, sub3(end, begin), 0.0f);
}

/// Whether a straight leg leads over no blocked piece; beside the mesh there are none.
static bool is_open(const VeerMesh *mesh, VeerVec3 from, VeerVec3 to)
{
    VeerVec3 leg = sub3(to, from);
    uint32_t stretches = (uint32_t)(length3(leg) / MAX_CLEAR) + 1u;
    float first = entry_of(mesh, from, to), left = 1.0f - entry_of(mesh, to, from);
    if (!(first <= left)) {
        return true;
    }
    uint32_t i = (uint32_t)(first * (float)stretches);
    uint32_t most = (uint32_t)(left * (float)stretches);
    for (; i <= most && i < stretches; i++) {
        VeerVec3 begin = along3(from, leg, (float)i / (float)stretches);
        VeerVec3 end = along3(from, leg, (float)(i + 1u) / (float)stretches);
        if (!veer_mesh_is_clear(mesh, begin, end, 0.0f)) {
            return false;
        }
    }
    return true;
}

bool veer_mesh_map_is_covered(const VeerWorld *world, VeerVec3 from, VeerVec3 to, bool is_last)
{
    VeerVec3 leg = sub3(to, from);
    float length = length3(leg), left = is_last ? max_f(length - END_MARGIN, 0.0f) : length;
    return world->map.mesh.pieces && left > 0.0f &&
           !is_open(world->map.mesh.pieces, from, along3(from, leg, left / length));
}
