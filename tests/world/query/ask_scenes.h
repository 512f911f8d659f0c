/// Worlds full of bodies of all shapes, and what is known of them: for each body, and for the map,
/// how far it is from a point, found by going through all there is.
#ifndef VEER_TESTS_ASK_SCENES_H
#define VEER_TESTS_ASK_SCENES_H

#include "world/world_maker.h"

#include <float.h>

#define MOST_BODIES 400
#define MOST_CORNERS 8
#define MOST_CELLS 32

typedef enum SceneShape { SCENE_BALL, SCENE_CHAIN, SCENE_POLYGON, SCENE_BOX } SceneShape;

typedef struct SceneBody {
    VeerFoundKind kind;
    uint32_t id, layer;
    SceneShape shape;
    VeerVec3 centre, half;
    double radius;
    VeerVec3 corners[MOST_CORNERS];
    uint32_t corner_count;
    bool is_closed;
    float floor, ceiling;
    VeerAgentId agent;
    VeerObstacleId obstacle;
} SceneBody;

typedef struct Scene {
    VeerWorld *world;
    bool is_planar;
    SceneBody bodies[MOST_BODIES];
    uint32_t count;
    // The map, if side is not 0: cells of 1 m from `origin` on.
    int side, height;
    VeerVec3 origin;
    bool is_blocked[MOST_CELLS * MOST_CELLS * MOST_CELLS];
} Scene;

typedef struct P3 {
    double x, y, z;
} P3;

static inline P3 p3(VeerVec3 v)
{
    return (P3){(double)v.x, (double)v.y, (double)v.z};
}

static inline double hypot3(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

static inline double beyond(double at, double lower, double upper)
{
    return at < lower ? lower - at : at > upper ? at - upper : 0.0;
}

static inline double to_segment2(P3 p, VeerVec3 a, VeerVec3 b)
{
    P3 u = p3(a), v = p3(b);
    double x = v.x - u.x, y = v.y - u.y, square = x * x + y * y;
    double part = square > 0.0 ? ((p.x - u.x) * x + (p.y - u.y) * y) / square : 0.0;
    part = part < 0.0 ? 0.0 : part > 1.0 ? 1.0 : part;
    return hypot3(p.x - u.x - part * x, p.y - u.y - part * y, 0.0);
}

/// m from a point to a body, 0 inside of it.
static inline double to_body(const Scene *scene, const SceneBody *body, P3 p)
{
    P3 c = p3(body->centre), h = p3(body->half);
    p.z = scene->is_planar ? 0.0 : p.z;
    c.z = scene->is_planar ? 0.0 : c.z;
    if (body->shape == SCENE_BALL) {
        double distance = hypot3(p.x - c.x, p.y - c.y, p.z - c.z) - body->radius;
        return distance > 0.0 ? distance : 0.0;
    }
    if (body->shape == SCENE_BOX) {
        return hypot3(beyond(p.x, c.x - h.x, c.x + h.x), beyond(p.y, c.y - h.y, c.y + h.y),
                      beyond(p.z, c.z - h.z, c.z + h.z));
    }
    double least = (double)INFINITY;
    bool is_inside = body->shape == SCENE_POLYGON;
    for (uint32_t i = body->is_closed ? 0 : 1; i < body->corner_count; i++) {
        VeerVec3 a = body->corners[(i + body->corner_count - 1) % body->corner_count];
        VeerVec3 b = body->corners[i];
        least = fmin(least, to_segment2(p, a, b));
        P3 u = p3(a), v = p3(b);
        is_inside = is_inside && (v.x - u.x) * (p.y - u.y) - (v.y - u.y) * (p.x - u.x) >= 0.0;
    }
    return is_inside ? 0.0 : least;
}

static inline bool scene_blocks(const Scene *scene, int x, int y, int z)
{
    bool is_in =
        x >= 0 && y >= 0 && z >= 0 && x < scene->side && y < scene->side && z < scene->height;
    return !is_in || scene->is_blocked[(z * scene->side + y) * scene->side + x];
}

/// m from a point to what is blocked on the map, or off it.
static inline double to_map(const Scene *scene, P3 p)
{
    P3 o = p3(scene->origin);
    double least = (double)INFINITY;
    for (int z = scene->is_planar ? 0 : -1; z <= (scene->is_planar ? 0 : scene->height); z++) {
        for (int y = -1; y <= scene->side; y++) {
            for (int x = -1; x <= scene->side; x++) {
                if (scene_blocks(scene, x, y, z)) {
                    double far = 1e9; // what lies off the map has no end
                    double dx = beyond(p.x - o.x, x < 0 ? -far : x, x < scene->side ? x + 1 : far);
                    double dy = beyond(p.y - o.y, y < 0 ? -far : y, y < scene->side ? y + 1 : far);
                    double dz =
                        beyond(p.z - o.z, z < 0 ? -far : z, z < scene->height ? z + 1 : far);
                    dx = x < 0 || x == scene->side ? dx : beyond(p.x - o.x, x, x + 1);
                    dy = y < 0 || y == scene->side ? dy : beyond(p.y - o.y, y, y + 1);
                    dz = scene->is_planar              ? 0.0
                         : z < 0 || z == scene->height ? dz
                                                       : beyond(p.z - o.z, z, z + 1);
                    least = fmin(least, hypot3(dx, dy, dz));
                }
            }
        }
    }
    return least;
}

/// Whether a filter lets a body, or the map, pass; the tests' own reading of it.
static inline bool scene_wants(const Scene *scene, const SceneBody *body,
                               const VeerQueryFilter *filter)
{
    bool is_kind = body->kind == VEER_FOUND_AGENT ? filter->has_agents : filter->has_obstacles;
    bool is_other =
        body->kind == VEER_FOUND_AGENT
            ? memcmp(&body->agent, &filter->except, sizeof body->agent) != 0
            : memcmp(&body->obstacle, &filter->except_obstacle, sizeof body->obstacle) != 0;
    bool is_level =
        !scene->is_planar || (body->floor <= filter->upper && body->ceiling >= filter->lower);
    return is_kind && is_other && is_level && (body->layer & filter->mask) != 0;
}

// --- Making them ---

static inline SceneBody *scene_body(Scene *scene, VeerFoundKind kind, SceneShape shape)
{
    assert_true(scene->count < MOST_BODIES);
    SceneBody *body = &scene->bodies[scene->count++];
    *body = (SceneBody){.kind = kind, .shape = shape, .floor = -INFINITY, .ceiling = INFINITY};
    return body;
}

static inline VeerVec3 roll_place(Dice *dice, const Scene *scene, VeerVec3 middle, float reach)
{
    VeerVec3 at = add3(middle, roll3(dice, reach));
    at.z = scene->is_planar ? roll(dice, -4.0f, 4.0f) : at.z;
    return at;
}

static inline void scene_add_agent(Scene *scene, Dice *dice, VeerVec3 at, float radius)
{
    VeerAgentDef def = veer_agent_def_default();
    def.position = at;
    def.radius = radius;
    def.height = roll(dice, 0.1f, 3.0f);
    def.layer = 1u << roll_index(dice, 4);
    def.id = scene->count * 7919u % 100003u + 1u;
    SceneBody *body = scene_body(scene, VEER_FOUND_AGENT, SCENE_BALL);
    body->agent = add_agent(scene->world, &def);
    body->id = def.id;
    body->layer = def.layer;
    body->centre = at;
    body->radius = (double)radius;
    body->floor = at.z;
    body->ceiling = at.z + def.height;
}

static inline void scene_add_obstacle(Scene *scene, Dice *dice, SceneShape shape, VeerVec3 at,
                                      float size)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    SceneBody *body = scene_body(scene, VEER_FOUND_OBSTACLE, shape);
    def.position = at;
    def.layer = body->layer = 1u << roll_index(dice, 4);
    def.height = roll(dice, 0.5f, 3.0f);
    body->floor = at.z;
    body->ceiling = at.z + def.height;
    body->centre = at;
    if (shape == SCENE_BALL) {
        def.radius = size;
        body->radius = (double)size;
    } else if (shape == SCENE_BOX) {
        def.shape = VEER_SHAPE_BOX;
        def.half_extents.x = roll(dice, 0.0f, size);
        def.half_extents.y = roll(dice, 0.0f, size);
        def.half_extents.z = roll(dice, 0.0f, size);
        body->half = def.half_extents;
    } else {
        def.shape = shape == SCENE_CHAIN ? VEER_SHAPE_CHAIN : VEER_SHAPE_POLYGON;
        def.vertex_count = body->corner_count = 3u + roll_index(dice, MOST_CORNERS - 3u);
        def.is_closed = body->is_closed = shape == SCENE_POLYGON || roll_index(dice, 2) == 0;
        float turn = roll(dice, 0.0f, 6.0f), step = 6.2831853f / (float)body->corner_count;
        for (uint32_t i = 0; i < body->corner_count; i++) {
            float angle = turn + step * (float)i;
            float far = shape == SCENE_POLYGON ? size : size * roll(dice, 0.2f, 2.0f);
            body->corners[i] = vec3(far * cosf(angle), far * sinf(angle), 0.0f);
        }
        def.vertices = body->corners;
    }
    body->obstacle = add_obstacle(scene->world, &def);
    body->id = body->obstacle.slot;
    for (uint32_t i = 0; i < body->corner_count; i++) {
        body->corners[i] = veer_obstacle_vertex(scene->world, body->obstacle, i);
    }
}

/// Bodies of all shapes and sizes within `reach` of `middle`.
static inline void scene_fill(Scene *scene, Dice *dice, VeerVec3 middle, float reach,
                              uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        float size = 0.1f * powf(30.0f, roll(dice, 0.0f, 1.0f));
        VeerVec3 at = roll_place(dice, scene, middle, reach);
        uint32_t what = roll_index(dice, 6);
        if (what < 3) {
            scene_add_agent(scene, dice, at, roll_index(dice, 20) == 0 ? 0.0f : size);
        } else if (what == 3) {
            scene_add_obstacle(scene, dice, SCENE_BALL, at, size);
        } else if (scene->is_planar) {
            scene_add_obstacle(scene, dice, what == 4 ? SCENE_CHAIN : SCENE_POLYGON, at, size);
        } else {
            scene_add_obstacle(scene, dice, SCENE_BOX, at, size);
        }
    }
}

static inline Scene *make_scene(VeerSpace space)
{
    Scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->is_planar = space == VEER_PLANAR;
    scene->world = make_world(space);
    return scene;
}

static inline void drop_scene(Scene *scene)
{
    veer_world_destroy(scene->world);
    free(scene);
}

/// A filter of some kind.
static inline VeerQueryFilter roll_filter(Dice *dice, const Scene *scene)
{
    VeerQueryFilter filter = veer_query_filter_default();
    filter.mask = roll_index(dice, 2) == 0 ? UINT32_MAX : roll_index(dice, 16);
    filter.has_agents = roll_index(dice, 5) != 0;
    filter.has_obstacles = roll_index(dice, 5) != 0;
    filter.has_map = roll_index(dice, 5) != 0;
    if (scene->count > 0) {
        const SceneBody *body = &scene->bodies[roll_index(dice, scene->count)];
        filter.except = body->agent;
        filter.except_obstacle = body->obstacle;
    }
    if (roll_index(dice, 3) == 0) {
        filter.lower = roll(dice, -4.0f, 4.0f);
        filter.upper = filter.lower + roll(dice, 0.0f, 3.0f);
    }
    return filter;
}

#endif
