/// A mesh in pieces: all polygons cut along the lines of one lattice.
///
/// Pieces on both sides of an edge must share their corners. So a corner is keyed by what makes it:
/// a vertex, an edge that a line crosses, or two lines within a polygon; and its position is
/// computed from the ends of that edge, whichever piece it belongs to. Source:
/// Sutherland and Hodgman, "Reentrant polygon clipping", CACM 17(1), 1974, a line at a time.
#include "base/arena.h"
#include "base/sort.h"
#include "map/mesh/mesh.h"

#include <math.h>

/// Lines on each side of the middle.
#define MAX_LINES (1 << 20)
/// Strips and cells of the lattice that polygons are cut along. Of one square 1440 × 1440 pieces
/// are the most, 5.9 s and 395 MiB; halved about 1000 × 1000, 2.6 s and 190 MiB; doubled in
/// proportion.
#define MAX_STRIPS (UINT32_C(1) << 21)
/// Corners nearer to a line than this part of the distance of lines lie on it.
#define SNAP 1e-4
/// Edges that are lines: numbers of sides are less.
#define LINE_EDGE (UINT32_C(1) << 31)

enum { MAX_PIECE_CORNERS = 72 }; // of a piece: what convex polygons have, and four lines

/// What makes a corner. Equal keys: the same corner.
typedef struct CutKey {
    uint32_t a, b; ///< vertices of an edge, the lesser first; one vertex twice; polygon and column
    uint32_t line; ///< that crosses it: twice its number, and 1 for rows
    uint32_t kind; ///< 0 a vertex, 1 on an edge, 2 within a polygon
} CutKey;

typedef struct CutCorner {
    CutKey key;
    VeerVec3 at;   ///< in units
    uint32_t edge; ///< that begins here: a side, or LINE_EDGE and a line
} CutCorner;

/// A piece under cutting.
typedef struct CutPiece {
    CutCorner corners[MAX_PIECE_CORNERS];
    uint32_t count;
} CutPiece;

/// A corner of a piece that is kept.
typedef struct CutVertex {
    CutKey key;
    VeerVec3 at;
    uint32_t place; ///< among the corners of all pieces
} CutVertex;

typedef struct MeshCut {
    const VeerMesh *mesh;
    double step;     ///< between lines, units
    CutVertex *kept; ///< kept[corner_room]; NULL: only counts
    uint32_t *first, *flags;
    uint32_t piece_count, corner_count;
    uint32_t strip_count; ///< cut so far; no more than MAX_STRIPS
} MeshCut;

/// A line, x or y = `at`, and the side of it that is kept.
typedef struct CutLine {
    double at;
    int32_t number;
    bool is_row, keeps_more;
} CutLine;

static double along(VeerVec3 point, bool is_row)
{
    return (double)(is_row ? point.y : point.x);
}

static float snapped(const MeshCut *cut, double value)
{
    double line = cut->step * floor(value / cut->step + 0.5);
    return (float)(fabs(value - line) <= SNAP * cut->step ? line : value);
}

static uint32_t number_of(const CutLine *line)
{
    return 2u * (uint32_t)(line->number + MAX_LINES) + (line->is_row ? 1u : 0u);
}

/// Where a line crosses an original edge.
static CutCorner cross_side(const MeshCut *cut, uint32_t side, const CutLine *line)
{
    const VeerMesh *mesh = cut->mesh;
    uint32_t a = mesh->corner[side], b = mesh->corner[veer_mesh_next(mesh, side)];
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    VeerVec3 from = vec3(mesh->plan[low].x, mesh->plan[low].y, mesh->height[low]);
    VeerVec3 to = vec3(mesh->plan[high].x, mesh->plan[high].y, mesh->height[high]);
    double begin = along(from, line->is_row), end = along(to, line->is_row), at = line->at;
    // Products first, so that whole numbers stay whole.
    double other =
        (along(from, !line->is_row) * (end - at) + along(to, !line->is_row) * (at - begin)) /
        (end - begin);
    double height = ((double)from.z * (end - at) + (double)to.z * (at - begin)) / (end - begin);
    float crossing = snapped(cut, other);
    VeerVec3 place = line->is_row ? vec3(crossing, (float)at, (float)height)
                                  : vec3((float)at, crossing, (float)height);
    return (CutCorner){{low, high, number_of(line), 1}, place, side};
}

/// Where two lines cross within a polygon; `before` lies on one of them.
static CutCorner cross_line(const MeshCut *cut, uint32_t polygon, const CutCorner *before,
                            const CutLine *line)
{
    VeerVec2 at = plane2(before->at);
    at.x = line->is_row ? at.x : (float)line->at;
    at.y = line->is_row ? (float)line->at : at.y;
    float height = veer_mesh_height(cut->mesh, polygon, at);
    return (CutCorner){
        {polygon, before->edge, number_of(line), 2}, vec3(at.x, at.y, height), before->edge};
}

static void push(CutPiece *piece, CutCorner corner)
{
    if (piece->count < MAX_PIECE_CORNERS) {
        piece->corners[piece->count++] = corner;
    }
}

/// Cuts off what lies beyond a line.
static void clip(const MeshCut *cut, uint32_t polygon, const CutLine *line, CutPiece *piece)
{
    CutPiece old = *piece;
    piece->count = 0;
    for (uint32_t i = 0; i < old.count; i++) {
        CutCorner at = old.corners[i], next = old.corners[(i + 1u) % old.count];
        double sign = line->keeps_more ? 1.0 : -1.0;
        double here = sign * (along(at.at, line->is_row) - line->at);
        double there = sign * (along(next.at, line->is_row) - line->at);
        if (here >= 0.0) {
            at.edge = here == 0.0 && there < 0.0 ? LINE_EDGE | number_of(line) : at.edge;
            push(piece, at);
        }
        if ((here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0)) {
            CutCorner new = at.edge &LINE_EDGE ? cross_line(cut, polygon, &at, line)
                                               : cross_side(cut, at.edge, line);
            new.edge = here > 0.0 ? LINE_EDGE | number_of(line) : at.edge;
            push(piece, new);
        }
    }
}

/// Twice the area, units².
static double area_of(const CutPiece *piece)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < piece->count; i++) {
        VeerVec3 a = piece->corners[i].at, b = piece->corners[(i + 1u) % piece->count].at;
        VeerVec3 o = piece->corners[0].at;
        sum += ((double)a.x - (double)o.x) * ((double)b.y - (double)o.y) -
               ((double)b.x - (double)o.x) * ((double)a.y - (double)o.y);
    }
    return sum;
}

static void keep(MeshCut *cut, uint32_t polygon, const CutPiece *piece)
{
    if (piece->count < 3 || area_of(piece) <= 0.0) {
        return;
    }
    for (uint32_t i = 0; cut->kept && i < piece->count; i++) {
        uint32_t place = cut->corner_count + i;
        cut->kept[place] = (CutVertex){piece->corners[i].key, piece->corners[i].at, place};
    }
    cut->corner_count += piece->count;
    cut->piece_count++;
    if (cut->kept) {
        cut->flags[cut->piece_count - 1u] = cut->mesh->flags[polygon];
        cut->first[cut->piece_count] = cut->corner_count;
    }
}

static CutPiece whole(const VeerMesh *mesh, uint32_t polygon)
{
    CutPiece piece = {.count = 0};
    for (uint32_t side = mesh->first[polygon]; side < mesh->first[polygon + 1u]; side++) {
        uint32_t vertex = mesh->corner[side];
        VeerVec2 at = mesh->plan[vertex];
        push(&piece,
             (CutCorner){{vertex, vertex, 0, 0}, vec3(at.x, at.y, mesh->height[vertex]), side});
    }
    return piece;
}

/// The columns, or rows, that a piece lies in.
static void lines_of(const MeshCut *cut, const CutPiece *piece, bool is_row, int32_t *begin,
                     int32_t *end)
{
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (uint32_t i = 0; i < piece->count; i++) {
        double at = along(piece->corners[i].at, is_row);
        low = at < low ? at : low;
        high = at > high ? at : high;
    }
    *begin = (int32_t)floor(low / cut->step);
    *end = (int32_t)ceil(high / cut->step);
}

/// The part of a piece in one column, or row.
static CutPiece strip(MeshCut *cut, uint32_t polygon, CutPiece piece, int32_t number, bool is_row)
{
    cut->strip_count++;
    // Lines are floats, as the corners on them.
    CutLine lower = {(double)(float)(number * cut->step), number, is_row, true};
    CutLine upper = {(double)(float)((number + 1) * cut->step), number + 1, is_row, false};
    clip(cut, polygon, &lower, &piece);
    clip(cut, polygon, &upper, &piece);
    return piece;
}

static void cut_polygon(MeshCut *cut, uint32_t polygon)
{
    CutPiece all = whole(cut->mesh, polygon);
    int32_t left, right, low, high;
    lines_of(cut, &all, false, &left, &right);
    for (int32_t x = left; x < right && cut->strip_count < MAX_STRIPS; x++) {
        CutPiece column = strip(cut, polygon, all, x, false);
        lines_of(cut, &column, true, &low, &high);
        for (int32_t y = low; column.count >= 3 && y < high && cut->strip_count < MAX_STRIPS; y++) {
            CutPiece piece = strip(cut, polygon, column, y, true);
            keep(cut, polygon, &piece);
        }
    }
}

/// @return false: it would take too many strips
static bool run(MeshCut *cut)
{
    cut->piece_count = cut->corner_count = cut->strip_count = 0;
    for (uint32_t i = 0; i < cut->mesh->polygon_count && cut->strip_count < MAX_STRIPS; i++) {
        cut_polygon(cut, i);
    }
    return cut->strip_count < MAX_STRIPS;
}

/// Whether the lattice is neither too fine nor too far off, and polygons have few enough corners.
static bool is_good(const VeerMesh *mesh, double step)
{
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float far = max_f(fabsf(mesh->plan[i].x), fabsf(mesh->plan[i].y));
        if (!((double)far / step < (double)(MAX_LINES - 2))) {
            return false;
        }
    }
    for (uint32_t i = 0; i < mesh->polygon_count; i++) {
        if (mesh->first[i + 1u] - mesh->first[i] > MAX_PIECE_CORNERS - 8u) {
            return false;
        }
    }
    return true;
}

static double step_of(const VeerMesh *mesh, float size)
{
    return mesh && size > 0.0f && size <= VEER_WORLD_LIMIT ? (double)size / (double)mesh->unit.x
                                                           : 0.0;
}

static VeerVec3 *lay_out_cut(VeerArena *arena, MeshCut *cut, uint32_t **corners)
{
    cut->kept = veer_arena_take(arena, cut->corner_count, sizeof *cut->kept);
    cut->first = veer_arena_take(arena, (size_t)cut->piece_count + 1u, sizeof *cut->first);
    cut->flags = veer_arena_take(arena, cut->piece_count, sizeof *cut->flags);
    *corners = veer_arena_take(arena, cut->corner_count, sizeof **corners);
    return veer_arena_take(arena, cut->corner_count, sizeof(VeerVec3));
}

size_t veer_mesh_cut_size(const VeerMesh *mesh, float size)
{
    MeshCut cut = {.mesh = mesh, .step = step_of(mesh, size)};
    VeerArena arena = {NULL, 0};
    uint32_t *corners;
    if (!(cut.step > 0.0) || !is_good(mesh, cut.step) || !run(&cut)) {
        return 0;
    }
    (void)lay_out_cut(&arena, &cut, &corners);
    return arena.used;
}

static bool is_less(const void *context, const void *first, const void *second)
{
    const CutVertex *a = first, *b = second;
    (void)context;
    return a->key.kind != b->key.kind   ? a->key.kind < b->key.kind
           : a->key.a != b->key.a       ? a->key.a < b->key.a
           : a->key.b != b->key.b       ? a->key.b < b->key.b
           : a->key.line != b->key.line ? a->key.line < b->key.line
                                        : a->place < b->place;
}

static bool is_same(CutKey a, CutKey b)
{
    return a.kind == b.kind && a.a == b.a && a.b == b.b && a.line == b.line;
}

/// Numbers the corners, equal ones alike. @return how many there are
static uint32_t number_corners(const MeshCut *cut, VeerVec3 *vertices, uint32_t *corners)
{
    uint32_t count = 0;
    veer_sort(cut->kept, cut->corner_count, sizeof *cut->kept, is_less, NULL);
    for (uint32_t i = 0; i < cut->corner_count; i++) {
        const CutVertex *kept = &cut->kept[i];
        if (i == 0 || !is_same(kept->key, cut->kept[i - 1u].key)) {
            vertices[count++] = kept->at;
        }
        corners[kept->place] = count - 1u;
    }
    return count;
}

VeerStatus veer_mesh_cut(void *scratch, const VeerMesh *mesh, float size, VeerMeshDef *out)
{
    MeshCut cut = {.mesh = mesh, .step = step_of(mesh, size)};
    VeerArena arena = {scratch, 0};
    uint32_t *corners;
    if (!scratch || !out || !(cut.step > 0.0) || !is_good(mesh, cut.step) || !run(&cut)) {
        return VEER_BAD_VALUE;
    }
    VeerVec3 *vertices = lay_out_cut(&arena, &cut, &corners);
    cut.first[0] = 0;
    (void)run(&cut);
    uint32_t count = number_corners(&cut, vertices, corners);
    *out = (VeerMeshDef){.origin = mesh->origin,
                         .unit = mesh->unit,
                         .vertices = vertices,
                         .vertex_count = count,
                         .first = cut.first,
                         .corners = corners,
                         .flags = cut.flags,
                         .polygon_count = cut.piece_count,
                         .piece_size = size,
                         .cookie = VEER_MESH_COOKIE_CUT};
    return VEER_OK;
}
