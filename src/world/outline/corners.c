#include "world/outline/corners.h"

#include "geom/segment.h"
#include "world/body/body.h"
#include "world/outline/constants.h"

VeerOutlineLook veer_outline_look(const VeerWorld *world, uint32_t slot)
{
    const VeerAgentColumns *agent = &world->agent;
    VeerVec3 at = agent->position[slot];
    return (VeerOutlineLook){
        .world = world,
        .position = veer_world_flat(world, at),
        .compensation = agent->compensation[slot],
        .is_far = veer_is_far(at),
        .radius = agent->radius[slot],
        .lower = at.z,
        .upper = at.z + agent->height[slot],
        .mask = veer_profile(world, slot)->avoid_mask,
    };
}

bool veer_outline_meets(const VeerOutlineLook *look, uint32_t wall)
{
    const VeerWallItem *item = &look->world->walls[wall];
    return item->lower <= look->upper && item->upper >= look->lower &&
           (look->world->obstacle.layer[item->obstacle] & look->mask) != 0 &&
           !veer_obstacle_is_kinematic(look->world, item->obstacle);
}

VeerVec2 veer_outline_end(const VeerOutlineLook *look, uint32_t wall, uint32_t end)
{
    const VeerWallItem *item = &look->world->walls[wall];
    return plane2(veer_world_between(look->world, &look->position, &look->compensation,
                                     end ? &item->b : &item->a, end ? &item->b_low : &item->a_low,
                                     look->is_far));
}

// --- What a body meets ---

void veer_outline_sweep(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to, float range,
                        bool (*visit)(void *context, uint32_t wall), void *context)
{
    VeerVec3 origin = add3(look->position, vec3(from.x, from.y, 0.0f));
    VeerVec3 way = vec3(to.x - from.x, to.y - from.y, 0.0f);
    float step = look->is_far ? 0x1p-22f * (fabsf(origin.x) + fabsf(origin.y)) : 0.0f;
    veer_tree_sweep(look->world->wall_tree, origin, way, range + step, visit, context);
}

void veer_outline_near(const VeerOutlineLook *look, VeerVec2 from, float range,
                       VeerTreeReach *visit, void *context)
{
    VeerVec3 point = add3(look->position, vec3(from.x, from.y, 0.0f));
    veer_tree_near(look->world->wall_tree, point, range, visit, context);
}

bool veer_outline_bars(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to, uint32_t wall)
{
    VeerVec2 a = veer_outline_end(look, wall, 0), b = veer_outline_end(look, wall, 1);
    return veer_outline_meets(look, wall) &&
           veer_segment_separation2(from, to, a, b) < VEER_FREE_RADII * look->radius;
}

typedef struct OutlineCast {
    const VeerOutlineLook *look;
    VeerVec2 from, to;
    float nearest; ///< m, to that
    uint32_t wall;
    bool is_any_enough; ///< else the first one is wanted
} OutlineCast;

static bool meet(void *context, uint32_t wall)
{
    OutlineCast *cast = context;
    if (!veer_outline_bars(cast->look, cast->from, cast->to, wall)) {
        return true;
    }
    if (cast->is_any_enough) {
        cast->wall = wall;
        return false;
    }
    VeerVec2 a = veer_outline_end(cast->look, wall, 0), b = veer_outline_end(cast->look, wall, 1);
    float distance = veer_segment_distance2(a, b, cast->from);
    bool is_first = distance < cast->nearest ||
                    (distance == cast->nearest && wall < cast->wall); // in whatever order
    cast->nearest = is_first ? distance : cast->nearest;
    cast->wall = is_first ? wall : cast->wall;
    return true;
}

static uint32_t cast_body(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to,
                          bool is_any_enough)
{
    float radius = VEER_FREE_RADII * look->radius;
    OutlineCast cast = {look, from, to, INFINITY, VEER_NO_SLOT, is_any_enough};
    veer_outline_sweep(look, from, to, radius, meet, &cast);
    return cast.wall;
}

uint32_t veer_outline_hit(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to)
{
    return cast_body(look, from, to, false);
}

bool veer_outline_is_free(const VeerOutlineLook *look, VeerVec2 from, VeerVec2 to)
{
    return cast_body(look, from, to, true) == VEER_NO_SLOT;
}

// --- Corners ---

static VeerVec2 unit2(VeerVec2 a)
{
    float length = length2(a);
    return length > 0.0f ? scale2(a, 1.0f / length) : a;
}

/// The walls about an end, and the wedge that holds them.
typedef struct Vertex {
    VeerOutlineLook look; ///< from the end
    uint32_t number;      ///< of the end: 2 * wall + which
    uint32_t first;       ///< the first one there
    VeerVec2 right, left; ///< unit vectors along the wedge's sides
    bool is_wedge;        ///< all walls lie within a half turn
} Vertex;

/// Widens the wedge by a direction.
static void take(Vertex *vertex, VeerVec2 along)
{
    bool is_left = cross2(vertex->right, along) > 0.0f;
    bool is_right = cross2(along, vertex->left) > 0.0f;
    bool is_on_side =
        !is_left && !is_right && dot2(add2(vertex->right, vertex->left), along) > 0.0f;
    if ((is_left && is_right) || is_on_side) {
        return;
    }
    vertex->is_wedge &= is_left || is_right;
    vertex->left = is_left ? along : vertex->left;
    vertex->right = is_right ? along : vertex->right;
}

static bool gather(void *context, uint32_t wall)
{
    Vertex *vertex = context;
    const VeerOutlineLook *look = &vertex->look;
    if (wall == vertex->number >> 1 || !veer_outline_meets(look, wall)) {
        return true;
    }
    VeerVec2 a = veer_outline_end(look, wall, 0), b = veer_outline_end(look, wall, 1);
    if (veer_segment_distance2(a, b, vec2(0.0f, 0.0f)) > VEER_LENGTH_SLOP) {
        return true;
    }
    bool is_at[2] = {length2(a) <= VEER_LENGTH_SLOP, length2(b) <= VEER_LENGTH_SLOP};
    for (uint32_t end = 0; end < 2; end++) {
        if (is_at[end] && 2u * wall + end < vertex->first) {
            vertex->first = 2u * wall + end;
        }
        if (!is_at[end]) {
            take(vertex, unit2(end ? b : a));
        }
    }
    return true;
}

/// The look of the point at an end, which has no size.
static VeerOutlineLook look_from(const VeerWorld *world, uint32_t number)
{
    const VeerWallItem *item = &world->walls[number >> 1];
    return (VeerOutlineLook){
        .world = world,
        .position = number & 1u ? item->b : item->a,
        .compensation = number & 1u ? item->b_low : item->a_low,
        .is_far = veer_is_far(item->a) || veer_is_far(item->b),
        .lower = item->lower,
        .upper = item->upper,
        .mask = UINT32_MAX,
    };
}

static VeerOutlineEnd find_corner(const VeerWorld *world, uint32_t number)
{
    VeerVec2 here = {0.0f, 0.0f};
    Vertex vertex = {look_from(world, number), number, number, here, here, true};
    vertex.right = vertex.left = unit2(veer_outline_end(&vertex.look, number >> 1, !(number & 1u)));
    veer_outline_sweep(&vertex.look, here, here, 2.0f * VEER_LENGTH_SLOP, gather, &vertex);
    float turn = cross2(vertex.right, vertex.left), along = dot2(vertex.right, vertex.left);
    bool is_straight = along < 0.0f && fabsf(turn) <= STRAIGHT_SINE;
    bool is_corner = vertex.is_wedge && !is_straight;
    return is_corner ? (VeerOutlineEnd){vertex.right, vertex.left, vertex.first}
                     : (VeerOutlineEnd){here, here, vertex.first};
}

void veer_corners_build(VeerWorld *world)
{
    for (uint32_t number = 0; number < 2u * world->wall_count; number++) {
        world->outline[number] = find_corner(world, number);
    }
}

uint32_t veer_corner_sides(const VeerWorld *world, uint32_t wall, uint32_t end)
{
    const VeerOutlineEnd *corner = &world->outline[2u * wall + end];
    if (corner->right.x == 0.0f && corner->right.y == 0.0f) {
        return 0;
    }
    return dot2(corner->right, corner->left) > ACUTE_COSINE ? 2 : 1;
}

VeerCornerPass veer_corner_pass(const VeerOutlineLook *look, uint32_t corner)
{
    uint32_t wall = (corner - 1u) >> 2, end = (corner - 1u) >> 1 & 1u, side = (corner - 1u) & 1u;
    const VeerOutlineEnd *wedge = &look->world->outline[2u * wall + end];
    VeerVec2 right = wedge->right, left = wedge->left;
    float pass = PASS_RADII * look->radius;
    VeerCornerPass out = {.vertex = veer_outline_end(look, wall, end)};
    if (veer_corner_sides(look->world, wall, end) == 1) {
        VeerVec2 miter = scale2(add2(right, left), -pass / fabsf(cross2(right, left)));
        out.at = add2(out.vertex, miter);
        out.rim[0] = add2(out.vertex, scale2(right, -pass));
        out.rim[1] = add2(out.vertex, scale2(left, -pass));
        out.edges[0] = right;
        out.edges[1] = left;
        return out;
    }
    VeerVec2 ahead = scale2(unit2(add2(right, left)), -pass);
    VeerVec2 aside = scale2(left2(ahead), side ? -1.0f : 1.0f);
    out.rim[0] = add2(out.vertex, aside);
    out.rim[1] = add2(out.vertex, ahead);
    out.at = add2(out.rim[0], ahead);
    out.edges[0] = scale2(ahead, -1.0f / pass);
    out.edges[1] = scale2(aside, -1.0f / pass);
    return out;
}
