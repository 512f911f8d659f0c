/// From triangles to the polygons of a navigation mesh, by Recast, behind a header for C.
#include "veer/detour.h"

#include <recastnavigation/Recast.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace
{

constexpr uint32_t cookie = 0x64746f72u;
constexpr int most_cells = 8192, corners_most = 6;

/// What Recast allocates goes back with its own call.
template <typename T, void (*release)(T *)> struct Freed {
    void operator()(T *object) const
    {
        release(object);
    }
};
using Heights = std::unique_ptr<rcHeightfield, Freed<rcHeightfield, rcFreeHeightField>>;
using Compact =
    std::unique_ptr<rcCompactHeightfield, Freed<rcCompactHeightfield, rcFreeCompactHeightfield>>;
using Contours = std::unique_ptr<rcContourSet, Freed<rcContourSet, rcFreeContourSet>>;
using Block = std::unique_ptr<void, Freed<void, std::free>>;
using Polygons = std::unique_ptr<rcPolyMesh, Freed<rcPolyMesh, rcFreePolyMesh>>;

/// A level as Recast has it: y up.
struct Level {
    std::vector<float> vertices;
    std::vector<int> corners;
};

bool is_positive(float value)
{
    return value > 0.0f && value <= VEER_WORLD_LIMIT;
}

bool is_good(const VeerDetourDef &def)
{
    return def.cookie == cookie && def.radius >= 0.0f && def.radius <= VEER_WORLD_LIMIT &&
           is_positive(def.height) && def.climb >= 0.0f && def.climb <= VEER_WORLD_LIMIT &&
           def.slope >= 0.0f && def.slope <= 90.0f && is_positive(def.cell_size) &&
           is_positive(def.cell_height) && is_positive(def.edge_error) &&
           def.least_region >= 0.0f && def.least_region <= VEER_WORLD_LIMIT;
}

bool is_place(VeerVec3 at)
{
    return std::fabs(at.x) <= VEER_WORLD_LIMIT && std::fabs(at.y) <= VEER_WORLD_LIMIT &&
           std::fabs(at.z) <= VEER_WORLD_LIMIT;
}

bool take_level(const VeerVec3 *vertices, uint32_t vertex_count, const uint32_t *corners,
                uint32_t triangle_count, Level &out)
{
    for (uint32_t i = 0; i < vertex_count; i++) {
        if (!is_place(vertices[i])) {
            return false;
        }
        out.vertices.insert(out.vertices.end(), {vertices[i].x, vertices[i].z, -vertices[i].y});
    }
    for (size_t i = 0; i < 3 * size_t(triangle_count); i++) {
        if (corners[i] >= vertex_count) {
            return false;
        }
        out.corners.push_back(static_cast<int>(corners[i]));
    }
    return triangle_count > 0;
}

/// So many cells, or as many as an int holds.
int whole(float cells)
{
    return static_cast<int>(std::min(cells, 1e9f));
}

rcConfig config_of(const VeerDetourDef &def, const Level &level)
{
    rcConfig config = {};
    config.cs = def.cell_size;
    config.ch = def.cell_height;
    config.walkableSlopeAngle = def.slope;
    config.walkableHeight = whole(std::ceil(def.height / def.cell_height));
    config.walkableClimb = whole(std::floor(def.climb / def.cell_height));
    config.walkableRadius = whole(std::ceil(def.radius / def.cell_size));
    config.maxSimplificationError = def.edge_error;
    config.minRegionArea = whole(def.least_region * def.least_region);
    config.mergeRegionArea = 400;
    config.maxVertsPerPoly = corners_most;
    rcCalcBounds(level.vertices.data(), static_cast<int>(level.vertices.size() / 3), config.bmin,
                 config.bmax);
    // A level may be as thin as a wall.
    for (int axis = 0; axis < 3; axis += 2) {
        config.bmin[axis] -= config.cs;
        config.bmax[axis] += config.cs;
    }
    return config;
}

/// How many cells the boxes of all triangles cover in plan.
double covered(const Level &level, float cell)
{
    double sum = 0.0;
    for (size_t i = 0; i + 2 < level.corners.size(); i += 3) {
        const float *a = &level.vertices[3 * size_t(level.corners[i])];
        const float *b = &level.vertices[3 * size_t(level.corners[i + 1])];
        const float *c = &level.vertices[3 * size_t(level.corners[i + 2])];
        double wide = double(std::max({a[0], b[0], c[0]}) - std::min({a[0], b[0], c[0]}));
        double deep = double(std::max({a[2], b[2], c[2]}) - std::min({a[2], b[2], c[2]}));
        sum += (wide / double(cell) + 1.0) * (deep / double(cell) + 1.0);
    }
    return sum;
}

/// Whether the level is not too wide for its cells.
bool size_grid(rcConfig &config, const Level &level, uint32_t max_cells)
{
    constexpr double layers = 32.0;
    float wide = (config.bmax[0] - config.bmin[0]) / config.cs;
    float deep = (config.bmax[2] - config.bmin[2]) / config.cs;
    double most = max_cells > 0 ? max_cells : HUGE_VAL;
    if (!(wide < most_cells && deep < most_cells && double(wide) * double(deep) <= most &&
          covered(level, config.cs) <= layers * most)) {
        return false;
    }
    rcCalcGridSize(config.bmin, config.bmax, config.cs, &config.width, &config.height);
    return true;
}

bool fill_heights(rcContext &context, const rcConfig &config, const Level &level,
                  rcHeightfield &heights)
{
    int vertices = static_cast<int>(level.vertices.size() / 3);
    int triangles = static_cast<int>(level.corners.size() / 3);
    std::vector<unsigned char> areas(static_cast<size_t>(triangles), 0);
    rcMarkWalkableTriangles(&context, config.walkableSlopeAngle, level.vertices.data(), vertices,
                            level.corners.data(), triangles, areas.data());
    if (!rcCreateHeightfield(&context, heights, config.width, config.height, config.bmin,
                             config.bmax, config.cs, config.ch) ||
        !rcRasterizeTriangles(&context, level.vertices.data(), vertices, level.corners.data(),
                              areas.data(), triangles, heights, config.walkableClimb)) {
        return false;
    }
    rcFilterLowHangingWalkableObstacles(&context, config.walkableClimb, heights);
    rcFilterLedgeSpans(&context, config.walkableHeight, config.walkableClimb, heights);
    rcFilterWalkableLowHeightSpans(&context, config.walkableHeight, heights);
    return true;
}

bool fill_compact(rcContext &context, const rcConfig &config, rcHeightfield &heights,
                  rcCompactHeightfield &compact)
{
    return rcBuildCompactHeightfield(&context, config.walkableHeight, config.walkableClimb, heights,
                                     compact) &&
           rcErodeWalkableArea(&context, config.walkableRadius, compact) &&
           rcBuildDistanceField(&context, compact) &&
           rcBuildRegions(&context, compact, 0, config.minRegionArea, config.mergeRegionArea);
}

/// @return nothing, where memory ran out
Polygons build(const rcConfig &config, const Level &level)
{
    rcContext context(false);
    Heights heights(rcAllocHeightfield());
    Compact compact(rcAllocCompactHeightfield());
    Contours contours(rcAllocContourSet());
    Polygons polygons(rcAllocPolyMesh());
    bool is_built =
        heights && compact && contours && polygons &&
        fill_heights(context, config, level, *heights) &&
        fill_compact(context, config, *heights, *compact) &&
        rcBuildContours(&context, *compact, config.maxSimplificationError, 0, *contours) &&
        rcBuildPolyMesh(&context, *contours, config.maxVertsPerPoly, *polygons);
    return is_built ? std::move(polygons) : nullptr;
}

/// What a def points to.
struct Shape {
    std::vector<VeerVec3> vertices;
    std::vector<uint32_t> first{0}, corners;
};

/// Twice the area of a polygon in plan.
double area_of(const std::vector<VeerVec3> &vertices, const uint32_t *corners, uint32_t count)
{
    double twice = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        VeerVec3 a = vertices[corners[i]], b = vertices[corners[(i + 1) % count]];
        twice += double(a.x) * double(b.y) - double(a.y) * double(b.x);
    }
    return twice;
}

/// The polygons of Recast, in cells, counter-clockwise.
Shape shape_of(const rcPolyMesh &mesh)
{
    Shape shape;
    for (int i = 0; i < mesh.nverts; i++) {
        const unsigned short *at = &mesh.verts[3 * i];
        shape.vertices.push_back({float(at[0]), -float(at[2]), float(at[1])});
    }
    for (int i = 0; i < mesh.npolys; i++) {
        const unsigned short *polygon = &mesh.polys[2 * mesh.nvp * i];
        uint32_t corners[corners_most], count = 0;
        while (count < uint32_t(mesh.nvp) && polygon[count] != RC_MESH_NULL_IDX) {
            corners[count] = polygon[count];
            count++;
        }
        bool is_turned = area_of(shape.vertices, corners, count) < 0.0;
        for (uint32_t k = 0; k < count; k++) {
            shape.corners.push_back(corners[is_turned ? count - 1 - k : k]);
        }
        shape.first.push_back(uint32_t(shape.corners.size()));
    }
    return shape;
}

void drop_polygon(Shape &shape, uint32_t polygon)
{
    uint32_t begin = shape.first[polygon], count = shape.first[polygon + 1] - begin;
    shape.corners.erase(shape.corners.begin() + begin, shape.corners.begin() + begin + count);
    shape.first.erase(shape.first.begin() + polygon + 1);
    for (size_t i = polygon + 1; i < shape.first.size(); i++) {
        shape.first[i] -= count;
    }
}

VeerMeshDef def_of(const rcConfig &config, const Shape &shape)
{
    VeerMeshDef def = veer_mesh_def_default();
    def.origin = {config.bmin[0], -config.bmin[2], config.bmin[1]};
    def.unit = {config.cs, config.cs, config.ch};
    def.vertices = shape.vertices.data();
    def.vertex_count = uint32_t(shape.vertices.size());
    def.first = shape.first.data();
    def.corners = shape.corners.data();
    def.polygon_count = uint32_t(shape.first.size() - 1);
    return def;
}

/// Drops what is at fault: where a level folds onto itself, what Recast makes of it may share an
/// edge with two others.
VeerStatus drop_faults(const rcConfig &config, Shape &shape)
{
    while (shape.first.size() > 1) {
        VeerMeshDef def = def_of(config, shape);
        size_t size = veer_mesh_size(&def);
        VeerMeshFault fault = VEER_MESH_BAD_DEF;
        uint32_t place = 0;
        Block memory(size > 0 ? std::aligned_alloc(64, (size + 63) / 64 * 64) : nullptr);
        if (size > 0 && !memory) {
            return VEER_OUT_OF_MEMORY;
        }
        veer_mesh_init(memory.get(), &def, &fault, &place);
        if (fault == VEER_MESH_GOOD) {
            return VEER_OK;
        }
        if (fault != VEER_MESH_EDGE_SHARED && fault != VEER_MESH_NOT_CONVEX) {
            return VEER_BAD_VALUE;
        }
        drop_polygon(shape, place);
    }
    return VEER_BAD_VALUE;
}

template <typename T> const T *put(char *&at, const std::vector<T> &from)
{
    T *to = reinterpret_cast<T *>(at);
    at = reinterpret_cast<char *>(std::copy(from.begin(), from.end(), to));
    return to;
}

/// Hands out a def with its arrays in one block, that of the vertices.
VeerStatus hand_out(const rcConfig &config, const Shape &shape, VeerMeshDef *out)
{
    size_t vertices = shape.vertices.size() * sizeof(VeerVec3);
    size_t numbers = (shape.first.size() + shape.corners.size()) * sizeof(uint32_t);
    char *at = static_cast<char *>(std::malloc(vertices + numbers));
    if (!at) {
        return VEER_OUT_OF_MEMORY;
    }
    *out = def_of(config, shape);
    out->vertices = put(at, shape.vertices);
    out->first = put(at, shape.first);
    out->corners = put(at, shape.corners);
    return VEER_OK;
}

VeerStatus mesh_of(const VeerDetourDef &def, const Level &level, VeerMeshDef *out)
{
    rcConfig config = config_of(def, level);
    if (!size_grid(config, level, def.max_cells)) {
        return VEER_FULL;
    }
    Polygons polygons = build(config, level);
    if (!polygons) {
        return VEER_OUT_OF_MEMORY;
    }
    Shape shape = shape_of(*polygons);
    VeerStatus status = drop_faults(config, shape);
    return status == VEER_OK ? hand_out(config, shape, out) : status;
}

} // namespace

VeerDetourDef veer_detour_def_default(void)
{
    VeerDetourDef def = {};
    def.radius = 0.3f;
    def.height = 1.8f;
    def.climb = 0.4f;
    def.slope = 45.0f;
    def.cell_size = 0.2f;
    def.cell_height = 0.1f;
    def.edge_error = 1.3f;
    def.least_region = 8.0f;
    def.cookie = cookie;
    return def;
}

VeerStatus veer_detour_mesh(const VeerDetourDef *def, const VeerVec3 *vertices,
                            uint32_t vertex_count, const uint32_t *corners, uint32_t triangle_count,
                            VeerMeshDef *out)
{
    if (!def || !vertices || !corners || !out || !is_good(*def)) {
        return VEER_BAD_VALUE;
    }
    try {
        Level level;
        return take_level(vertices, vertex_count, corners, triangle_count, level)
                   ? mesh_of(*def, level, out)
                   : VEER_BAD_VALUE;
    } catch (const std::bad_alloc &) {
        return VEER_OUT_OF_MEMORY;
    }
}

void veer_detour_free(VeerMeshDef *def)
{
    if (!def) {
        return;
    }
    std::free(const_cast<VeerVec3 *>(def->vertices));
}
