/// Meshes: checked, laid out, joined along their edges.
#include "map/mesh/mesh.h"

#include "geom/polygon.h"

#include <string.h>

VeerMeshDef veer_mesh_def_default(void)
{
    return (VeerMeshDef){.unit = {1.0f, 1.0f, 1.0f}, .cookie = VEER_MESH_COOKIE};
}

const char *veer_mesh_fault_text(VeerMeshFault fault)
{
    static const char *const texts[VEER_MESH_FAULT_COUNT] = {
        "is good",
        "is no def that came from its default, or has no polygon, or units that are not positive",
        "is not finite, or too far from the origin",
        "has less than three corners, or one that there is not",
        "is not convex and counter-clockwise in plan",
        "shares an edge with more than one other polygon",
        "is not finite, leads to a polygon that there is not, or costs less than its length"};
    return (uint32_t)fault < VEER_MESH_FAULT_COUNT ? texts[fault] : "is unknown";
}

static bool is_unit(float unit)
{
    return unit > 0.0f && unit <= VEER_WORLD_LIMIT;
}

static bool is_def(const VeerMeshDef *def)
{
    return def && (def->cookie == VEER_MESH_COOKIE || def->cookie == VEER_MESH_COOKIE_CUT) &&
           def->polygon_count > 0 && def->vertices && def->first && def->corners &&
           def->first[0] == 0 && is_position3(def->origin) && is_unit(def->unit.x) &&
           def->unit.x == def->unit.y && is_unit(def->unit.z) && def->piece_size >= 0.0f &&
           def->piece_size <= VEER_WORLD_LIMIT && (def->links || def->link_count == 0) &&
           def->link_count < UINT32_MAX / 4u;
}

/// Whether the corners of all polygons follow each other, so that none lies beyond the last.
static bool is_in_order(const VeerMeshDef *def)
{
    for (uint32_t i = 0; i < def->polygon_count; i++) {
        if (def->first[i + 1u] < def->first[i]) {
            return false;
        }
    }
    // Sides are numbered doubled here and there.
    return def->first[0] == 0 && def->first[def->polygon_count] < UINT32_MAX / 4u;
}

static bool is_corner_list(const VeerMeshDef *def, uint32_t polygon)
{
    uint32_t begin = def->first[polygon], end = def->first[polygon + 1u];
    if (end - begin < 3) {
        return false;
    }
    for (uint32_t i = begin; i < end; i++) {
        if (def->corners[i] >= def->vertex_count) {
            return false;
        }
    }
    return true;
}

/// What is wrong before any memory is needed.
static VeerMeshFault check(const VeerMeshDef *def, uint32_t *place)
{
    *place = 0;
    if (!is_def(def) || !is_in_order(def)) {
        return VEER_MESH_BAD_DEF;
    }
    for (; *place < def->vertex_count; ++*place) {
        if (!is_position3(def->vertices[*place])) {
            return VEER_MESH_BAD_VERTEX;
        }
    }
    for (*place = 0; *place < def->polygon_count; ++*place) {
        if (!is_corner_list(def, *place)) {
            return VEER_MESH_BAD_CORNER;
        }
    }
    *place = 0;
    return VEER_MESH_GOOD;
}

static VeerFlatBox box_of_polygon(const void *context, uint32_t polygon)
{
    const VeerMeshDef *def = context;
    VeerVec2 p = plane2(def->vertices[def->corners[def->first[polygon]]]);
    VeerFlatBox box = {p, p};
    for (uint32_t i = def->first[polygon] + 1u; i < def->first[polygon + 1u]; i++) {
        p = plane2(def->vertices[def->corners[i]]);
        box = veer_flat_boxes_join(box, (VeerFlatBox){p, p});
    }
    return box;
}

/// The sides that begin at each vertex, and the fans of polygons that are connected round it.
typedef struct VertexFans {
    uint32_t *first; ///< first[vertex_count + 1]
    uint32_t *sides; ///< sides[side_count]
    uint32_t *named; ///< named[side_count]: the fan at its begin
} VertexFans;

/// A mesh without its arrays.
static VeerMesh plan_mesh(const VeerMeshDef *def)
{
    return (VeerMesh){.origin = def->origin,
                      .unit = def->unit,
                      .vertex_count = def->vertex_count,
                      .polygon_count = def->polygon_count,
                      .side_count = def->first[def->polygon_count],
                      .link_count = def->link_count,
                      .piece_size = def->piece_size,
                      .buckets = veer_buckets_plan(box_of_polygon, def, def->polygon_count)};
}

size_t veer_mesh_lay_out(void *memory, VeerMesh *mesh)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *mesh);
    size_t polygons = mesh->polygon_count, sides = mesh->side_count;
    size_t vertices = sides; // where walls touch at a vertex, it becomes several: see split_fans
    mesh->plan = veer_arena_take(&arena, vertices, sizeof *mesh->plan);
    mesh->height = veer_arena_take(&arena, vertices, sizeof *mesh->height);
    mesh->first = veer_arena_take(&arena, polygons + 1u, sizeof *mesh->first);
    mesh->corner = veer_arena_take(&arena, sides, sizeof *mesh->corner);
    mesh->mate = veer_arena_take(&arena, sides, sizeof *mesh->mate);
    mesh->face = veer_arena_take(&arena, sides, sizeof *mesh->face);
    mesh->flags = veer_arena_take(&arena, polygons, sizeof *mesh->flags);
    mesh->blocked = veer_arena_take(&arena, polygons, sizeof *mesh->blocked);
    mesh->turns = veer_arena_take(&arena, vertices, sizeof *mesh->turns);
    mesh->is_border = veer_arena_take(&arena, vertices, sizeof *mesh->is_border);
    mesh->component = veer_arena_take(&arena, polygons, sizeof *mesh->component);
    mesh->boxes = veer_arena_take(&arena, polygons, sizeof *mesh->boxes);
    mesh->exit = veer_arena_take(&arena, polygons, sizeof *mesh->exit);
    mesh->queue = veer_arena_take(&arena, polygons, sizeof *mesh->queue);
    mesh->link_first = veer_arena_take(&arena, polygons + 1u, sizeof *mesh->link_first);
    veer_buckets_take(&mesh->buckets, &arena);
    mesh->links = veer_arena_take(&arena, mesh->link_count, sizeof *mesh->links);
    mesh->link_starts = veer_arena_take(&arena, 2u * (size_t)mesh->link_count, sizeof(uint32_t));
    return arena.used;
}

/// Lays out what making a mesh needs behind it. @return bytes of all
static size_t take_fans(void *memory, const VeerMesh *mesh, size_t bytes, VertexFans *fans)
{
    VeerArena arena = {memory, bytes};
    fans->first = veer_arena_take(&arena, (size_t)mesh->vertex_count + 1u, sizeof *fans->first);
    fans->sides = veer_arena_take(&arena, mesh->side_count, sizeof *fans->sides);
    fans->named = veer_arena_take(&arena, mesh->side_count, sizeof *fans->named);
    return arena.used;
}

size_t veer_mesh_size(const VeerMeshDef *def)
{
    VertexFans fans;
    uint32_t place;
    if (check(def, &place) != VEER_MESH_GOOD) {
        return 0;
    }
    VeerMesh parts = plan_mesh(def);
    return take_fans(NULL, &parts, veer_mesh_lay_out(NULL, &parts), &fans);
}

static bool is_whole(float value)
{
    return fabsf(value) <= 65536.0f && floorf(value) == value;
}

static void copy_shape(VeerMesh *mesh, const VeerMeshDef *def)
{
    memcpy(mesh->first, def->first, ((size_t)mesh->polygon_count + 1u) * sizeof *mesh->first);
    memcpy(mesh->corner, def->corners, mesh->side_count * sizeof *mesh->corner);
    memset(mesh->blocked, 0, mesh->polygon_count);
    for (uint32_t polygon = 0; polygon < mesh->polygon_count; polygon++) {
        mesh->flags[polygon] = def->flags ? def->flags[polygon] : 0;
        for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
            mesh->face[side] = polygon;
        }
    }
}

/// Whether a polygon is convex. Uses mesh->plan, not filled yet, as scratch.
static bool is_convex(const VeerMesh *mesh, const VeerMeshDef *def, uint32_t polygon)
{
    uint32_t begin = mesh->first[polygon], count = mesh->first[polygon + 1u] - begin;
    for (uint32_t i = 0; i < count; i++) {
        mesh->plan[i] = plane2(def->vertices[mesh->corner[begin + i]]);
    }
    return veer_polygon_is_convex(mesh->plan, count);
}

static void fill_fans(VertexFans *fans, const VeerMesh *mesh)
{
    memset(fans->first, 0, ((size_t)mesh->vertex_count + 1u) * sizeof *fans->first);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        fans->first[mesh->corner[side]]++;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= mesh->vertex_count; i++) {
        sum += fans->first[i];
        fans->first[i] = sum;
    }
    for (uint32_t side = mesh->side_count; side-- > 0;) {
        fans->sides[--fans->first[mesh->corner[side]]] = side;
    }
}

/// How many sides lead from a to b; the last of them.
static uint32_t count_sides(const VertexFans *fans, const VeerMesh *mesh, uint32_t a, uint32_t b,
                            uint32_t *found)
{
    uint32_t count = 0;
    for (uint32_t i = fans->first[a]; i < fans->first[a + 1u]; i++) {
        uint32_t side = fans->sides[i];
        if (mesh->corner[veer_mesh_next(mesh, side)] == b) {
            *found = side;
            count++;
        }
    }
    return count;
}

/// @return whether no edge is there twice in the same direction; else `place` is its polygon
static bool join_sides(const VertexFans *fans, VeerMesh *mesh, uint32_t *place)
{
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        uint32_t a = mesh->corner[side], b = mesh->corner[veer_mesh_next(mesh, side)];
        uint32_t mate = VEER_NO_SIDE, same;
        if (count_sides(fans, mesh, a, b, &same) > 1 || count_sides(fans, mesh, b, a, &mate) > 1) {
            *place = mesh->face[side];
            return false;
        }
        mesh->mate[side] = mate;
    }
    return true;
}

/// Gives a name to the fan of polygons that are connected round the begin of a side.
static void name_fan(VertexFans *fans, const VeerMesh *mesh, uint32_t side, uint32_t name)
{
    uint32_t at = side;
    while (at != VEER_NO_SIDE && fans->named[at] == UINT32_MAX) {
        fans->named[at] = name;
        at = mesh->mate[veer_mesh_before(mesh, at)];
    }
    at = mesh->mate[side];
    while (at != VEER_NO_SIDE && fans->named[veer_mesh_next(mesh, at)] == UINT32_MAX) {
        at = veer_mesh_next(mesh, at);
        fans->named[at] = name;
        at = mesh->mate[at];
    }
}

/// Makes a vertex of each fan, so that no path passes at a point where only corners touch. Vertices
/// without polygons go.
static void split_fans(VeerMesh *mesh, VertexFans *fans, const VeerMeshDef *def)
{
    uint32_t count = 0;
    memset(fans->named, 0xff, mesh->side_count * sizeof *fans->named);
    mesh->is_lattice = true;
    for (uint32_t i = 0; i < mesh->side_count; i++) {
        uint32_t side = fans->sides[i]; // by vertex
        if (fans->named[side] == UINT32_MAX) {
            VeerVec3 p = def->vertices[mesh->corner[side]];
            mesh->plan[count] = plane2(p);
            mesh->height[count] = p.z;
            mesh->is_lattice = mesh->is_lattice && is_whole(p.x) && is_whole(p.y);
            name_fan(fans, mesh, side, count++);
        }
    }
    memcpy(mesh->corner, fans->named, mesh->side_count * sizeof *mesh->corner);
    mesh->vertex_count = count;
}

/// All that needs the memory; what is wrong with it.
static VeerMeshFault fill(VeerMesh *mesh, VertexFans *fans, const VeerMeshDef *def, uint32_t *place)
{
    copy_shape(mesh, def);
    for (*place = 0; *place < mesh->polygon_count; ++*place) {
        if (def->cookie == VEER_MESH_COOKIE && !is_convex(mesh, def, *place)) {
            return VEER_MESH_NOT_CONVEX;
        }
    }
    fill_fans(fans, mesh);
    if (!join_sides(fans, mesh, place)) {
        return VEER_MESH_EDGE_SHARED;
    }
    split_fans(mesh, fans, def);
    veer_buckets_fill(&mesh->buckets, box_of_polygon, def);
    veer_mesh_find_boxes(mesh);
    if (!veer_mesh_settle_links(mesh, def, place)) {
        return VEER_MESH_BAD_LINK;
    }
    veer_mesh_find_turns(mesh);
    veer_mesh_find_components(mesh);
    veer_mesh_find_dead_ends(mesh);
    *place = 0;
    return VEER_MESH_GOOD;
}

VeerMesh *veer_mesh_init(void *memory, const VeerMeshDef *def, VeerMeshFault *fault,
                         uint32_t *place)
{
    VeerMeshFault found;
    uint32_t where;
    fault = fault ? fault : &found;
    place = place ? place : &where;
    *fault = check(def, place);
    if (!memory || *fault != VEER_MESH_GOOD) {
        return NULL;
    }
    VeerMesh *mesh = memory;
    VertexFans fans;
    *mesh = plan_mesh(def);
    mesh->bytes = veer_mesh_lay_out(memory, mesh);
    (void)take_fans(memory, mesh, mesh->bytes, &fans);
    *fault = fill(mesh, &fans, def, place);
    return *fault == VEER_MESH_GOOD ? mesh : NULL;
}
