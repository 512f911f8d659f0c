/// What squads see of what stands: walls, blocks and balls that do not move.
#include "geom/box.h"
#include "geom/polygon.h"
#include "geom/segment.h"
#include "math/vec.h"
#include "world/body/body.h"
#include "world/map/map.h"
#include "world/squad/base/map.h"

#define POLYGON_CORNERS 64u
#define MAX_BALLS 32u

static bool is_spatial(const VeerSquadRun *run)
{
    return run->world->def.space == VEER_SPATIAL;
}

/// Whether a wall stands in the way of the squad at a height.
static bool concerns(const VeerSquadRun *run, const VeerWallItem *wall, float height)
{
    bool is_level =
        is_spatial(run) || (wall->lower <= height + run->height && wall->upper >= height);
    return is_level && (run->world->obstacle.layer[wall->obstacle] & run->mask) != 0;
}

/// Balls that stand, near to far. @return how many
static uint32_t standing_balls(const VeerSquadRun *run, VeerVec3 centre, float range,
                               VeerNear near[MAX_BALLS])
{
    VeerNearQuery query = {
        .centre = centre,
        .range = range,
        .limit = MAX_BALLS,
        .mask = run->mask,
        .except = VEER_NO_SLOT,
        .height = run->height,
    };
    uint32_t count = veer_index_nearest(run->world->ball_index, &query, near);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (run->world->obstacle.motion[near[i].index] == VEER_MOTION_STATIC) {
            near[kept++] = near[i];
        }
    }
    return kept;
}

/// A point that may lie inside a polygon.
typedef struct Inside {
    const VeerSquadRun *run;
    VeerVec3 point;
    bool is_inside;
} Inside;

static bool ask_polygon(void *context, uint32_t box)
{
    Inside *inside = context;
    const VeerWorld *world = inside->run->world;
    const VeerWallItem *wall = &world->walls[box];
    uint32_t slot = wall->obstacle;
    if (world->obstacle.shape[slot] != VEER_SHAPE_POLYGON ||
        !concerns(inside->run, wall, inside->point.z)) {
        return true;
    }
    VeerVec2 corners[POLYGON_CORNERS];
    uint32_t count = world->obstacle.vertex_count[slot];
    for (uint32_t i = 0; i < count; ++i) {
        VeerVec3 vertex = veer_obstacle_corner(world, slot, i);
        corners[i] = plane2(add3(vertex, world->obstacle.position[slot]));
    }
    inside->is_inside = veer_polygon_contains(corners, count, plane2(inside->point));
    return !inside->is_inside;
}

/// Whether a point lies in a polygon: from there, every ray to the right crosses an edge of it.
static bool is_in_polygon(const VeerSquadRun *run, VeerVec3 point)
{
    Inside inside = {run, point, false};
    VeerVec3 from = {point.x, point.y, 0.0f}, to = {2.0f * VEER_WORLD_LIMIT, point.y, 0.0f};
    if (!is_spatial(run) && run->world->wall_count > 0) {
        veer_tree_visit(run->world->wall_tree, (VeerBounds){from, to}, ask_polygon, &inside);
    }
    return inside.is_inside;
}

float veer_squad_clearance(const VeerSquadRun *run, VeerVec3 point)
{
    VeerNear balls[MAX_BALLS];
    VeerNearWall walls[VEER_MAX_WALLS];
    float range = 2.0f * run->radius;
    float clearance = INFINITY;
    if (standing_balls(run, point, range, balls) > 0) {
        clearance = balls[0].gap;
    }
    VeerWallQuery query = {
        .point = point,
        .range = range,
        .lower = point.z,
        .upper = point.z + run->height,
        .mask = run->mask,
    };
    if (veer_walls_near(run->world, &query, walls) > 0) {
        clearance = min_f(clearance, walls[0].distance);
    }
    bool is_inside = is_in_polygon(run, point) || veer_squad_map_blocks(run, point);
    return is_inside ? -1.0f : clearance;
}

/// A line that is looked along.
typedef struct Look {
    const VeerSquadRun *run;
    VeerVec3 from, move;
    float nearest; ///< part of the path at which the first wall is met
} Look;

static bool look_at_wall(void *context, uint32_t box)
{
    Look *look = context;
    const VeerWallItem *wall = &look->run->world->walls[box];
    if (!concerns(look->run, wall, look->from.z)) {
        return true;
    }
    float part = is_spatial(look->run)
                     ? veer_box_cast((VeerBounds){wall->a, wall->b}, look->from, look->move, 0.0f)
                     : veer_segment_cast2(plane2(wall->a), plane2(wall->b), plane2(look->from),
                                          plane2(look->move), 0.0f);
    look->nearest = min_f(look->nearest, part);
    return true;
}

/// The part of a path, 0 to 1, at which it meets a wall; INFINITY: it does not.
static float first_wall(const VeerSquadRun *run, VeerVec3 from, VeerVec3 move)
{
    Look look = {run, from, move, INFINITY};
    VeerVec3 origin = veer_world_flat(run->world, from);
    VeerVec3 flat = veer_world_flat(run->world, move);
    if (run->world->wall_count > 0) {
        veer_tree_sweep(run->world->wall_tree, origin, flat, 0.0f, look_at_wall, &look);
    }
    return look.nearest;
}

bool veer_squad_is_seen(const VeerSquadRun *run, VeerVec3 from, VeerVec3 to)
{
    VeerNear balls[MAX_BALLS];
    VeerVec3 move = veer_world_flat(run->world, sub3(to, from));
    VeerVec3 middle = along3(from, move, 0.5f);
    uint32_t count = standing_balls(run, middle, 0.5f * length3(move), balls);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t ball = balls[i].index;
        VeerVec3 centre =
            veer_world_flat(run->world, sub3(run->world->obstacle.position[ball], from));
        float distance = veer_segment_distance3((VeerVec3){0}, move, centre);
        if (distance < run->world->obstacle.radius[ball]) {
            return false;
        }
    }
    return isinf(first_wall(run, from, move)) && veer_squad_map_is_clear(run, from, to, 0.0f);
}

float veer_squad_floor_below(const VeerSquadRun *run, VeerVec3 point)
{
    static const VeerVec3 feet[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    float most = 2.0f * run->squad->rules.max_drop, drop = 0.0f;
    for (uint32_t i = 0; i < sizeof feet / sizeof *feet; ++i) {
        VeerVec3 foot = along3(point, feet[i], VEER_ROOT_HALF * run->radius);
        float wall =
            is_spatial(run) ? most * first_wall(run, foot, vec3(0.0f, 0.0f, -most)) : INFINITY;
        drop = max_f(drop, min_f(wall, veer_squad_map_floor_below(run, foot, most)));
    }
    return drop;
}

/// A slice that is being cut.
typedef struct Cut {
    const VeerSquadRun *run;
    const VeerPathPiece *piece;
    float margin;
    VeerSlice *slice;
} Cut;

/// A point as seen in a piece of a path: x ahead, y to the left.
static VeerVec2 in_piece(const Cut *cut, VeerVec3 point)
{
    VeerVec3 offset = sub3(point, cut->piece->middle);
    return vec2(dot3(offset, cut->piece->ahead), dot3(offset, cut->piece->left));
}

/// The y at which the line from a to b is at x; a.x != b.x.
static float crossing(VeerVec2 a, VeerVec2 b, float x)
{
    return a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
}

/// Blocks what a segment covers within the piece.
static void block_segment(const Cut *cut, VeerVec2 a, VeerVec2 b)
{
    float half = cut->piece->half_length;
    if (a.x > b.x) {
        VeerVec2 held = a;
        a = b;
        b = held;
    }
    if (b.x < -half || a.x > half) {
        return;
    }
    float first = a.x < -half ? crossing(a, b, -half) : a.y;
    float last = b.x > half ? crossing(a, b, half) : b.y;
    float lower = min_f(first, last) - cut->margin, upper = max_f(first, last) + cut->margin;
    if (lower < cut->piece->half_width && upper > -cut->piece->half_width) {
        veer_slice_block(cut->slice, lower, upper);
    }
}

/// A box in space counts where it meets the height of the squad, with its outline.
static void block_box(const Cut *cut, const VeerWallItem *wall)
{
    float height = cut->piece->middle.z, reach = cut->run->radius;
    if (wall->b.z < height - reach || wall->a.z > height + reach) {
        return;
    }
    const VeerVec3 corners[4] = {{wall->a.x, wall->a.y, height},
                                 {wall->b.x, wall->a.y, height},
                                 {wall->b.x, wall->b.y, height},
                                 {wall->a.x, wall->b.y, height}};
    for (uint32_t i = 0; i < 4; ++i) {
        block_segment(cut, in_piece(cut, corners[i]), in_piece(cut, corners[(i + 1) % 4]));
    }
}

static bool cut_wall(void *context, uint32_t box)
{
    const Cut *cut = context;
    const VeerWallItem *wall = &cut->run->world->walls[box];
    if (!concerns(cut->run, wall, cut->piece->middle.z)) {
        return true;
    }
    if (is_spatial(cut->run)) {
        block_box(cut, wall);
    } else {
        block_segment(cut, in_piece(cut, wall->a), in_piece(cut, wall->b));
    }
    return true;
}

static bool cut_side(void *context, const VeerMeshWall *wall)
{
    const Cut *cut = context;
    block_segment(cut, in_piece(cut, wall->a), in_piece(cut, wall->b));
    return true;
}

/// The sides of a mesh, on the floor that the piece lies on.
static void cut_mesh(Cut *cut, float reach)
{
    const VeerWorld *world = cut->run->world;
    VeerVec3 middle = cut->piece->middle;
    if (world->map.mesh.whole && (world->def.map.layer & cut->run->mask) != 0) {
        VeerMeshWallQuery query = {middle, reach, middle.z - VEER_OFF_FLOOR,
                                   middle.z + VEER_OFF_FLOOR};
        veer_mesh_walls(world->map.mesh.whole, &query, cut_side, cut);
    }
}

static void cut_balls(const Cut *cut, float reach)
{
    VeerNear balls[MAX_BALLS];
    uint32_t count = standing_balls(cut->run, cut->piece->middle, reach, balls);
    for (uint32_t i = 0; i < count; ++i) {
        const VeerObstacleColumns *obstacle = &cut->run->world->obstacle;
        VeerVec3 centre = obstacle->position[balls[i].index];
        float radius = obstacle->radius[balls[i].index];
        bool is_level = !is_spatial(cut->run) ||
                        fabsf(centre.z - cut->piece->middle.z) < radius + cut->run->radius;
        VeerVec2 at = in_piece(cut, centre);
        float side = radius + cut->margin;
        if (is_level && fabsf(at.x) < cut->piece->half_length + radius &&
            fabsf(at.y) < cut->piece->half_width + side) {
            veer_slice_block(cut->slice, at.y - side, at.y + side);
        }
    }
}

void veer_squad_slice(const VeerSquadRun *run, const VeerPathPiece *piece, float margin,
                      VeerSlice *slice)
{
    Cut cut = {run, piece, margin, slice};
    float reach = piece->half_length + piece->half_width;
    VeerVec3 size = {reach, reach, is_spatial(run) ? reach : 0.0f};
    VeerVec3 middle = veer_world_flat(run->world, piece->middle);
    if (run->world->wall_count > 0) {
        VeerBounds region = {sub3(middle, size), add3(middle, size)};
        veer_tree_visit(run->world->wall_tree, region, cut_wall, &cut);
    }
    cut_balls(&cut, reach);
    cut_mesh(&cut, reach);
    veer_squad_map_slice(run, piece, margin, slice);
}
