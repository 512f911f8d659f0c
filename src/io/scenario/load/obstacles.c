/// The obstacles of a file, one after the other.
#include "io/scenario/load/load.h"
#include "io/scenario/map/map.h"

#include <math.h>
#include <string.h>

#define UNSTATED (-1.0f)

/// To measure how far a point is from a side of a wall.
#define STEPS_A_SIDE 4.0

/// Of a length that is not stated: as far as the ball is from the anchor at first.
static float tether_length(const VeerLoader *loader, const VeerObstacleDef *def)
{
    VeerVec3 a = def->tether.anchor, b = def->position;
    float x = b.x - a.x, y = b.y - a.y, z = loader->space == VEER_PLANAR ? 0.0f : b.z - a.z;
    return def->tether.stiffness > 0.0f ? sqrtf(x * x + y * y + z * z) : 0.0f;
}

bool veer_load_obstacle(VeerLoader *loader, const VeerObstacleDef *def)
{
    VeerScenario *scenario = loader->scenario;
    scenario->def.max_wall_vertices += def->vertex_count;
    scenario->def.has_lifetimes |= isfinite(def->time_to_live);
    if (!veer_reader_within(&loader->reader, loader->file.obstacles, VEER_LIMIT_OBSTACLES,
                            scenario->def.max_wall_vertices, "vertices in all")) {
        return false;
    }
    if (def->shape != VEER_SHAPE_BALL) {
        loader->walls[loader->wall_count++] = scenario->obstacle_count;
        loader->wall_steps += STEPS_A_SIDE * (def->vertex_count + 1.0);
    }
    VeerObstacleDef *kept = &scenario->obstacles[scenario->obstacle_count++];
    *kept = *def;
    if (kept->tether.length == UNSTATED) {
        kept->tether.length = tether_length(loader, def);
    }
    return true;
}

bool veer_load_check_tether(VeerReader *reader, const VeerNode *node, VeerObstacleMotion motion)
{
    const VeerNode *tether = veer_node_member(node, "tether");
    return veer_reader_check(reader, tether, !tether || motion == VEER_MOTION_FREE,
                             "goes with the motion \"free\" only");
}

static bool load_ball(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec)
{
    VeerReader *reader = &loader->reader;
    VeerObstacleDef *def = &spec->def;
    bool is_orbit = spec->orbit != NULL;
    const VeerNode *motion = veer_node_member(node, "motion");
    const VeerNode *velocity = veer_node_member(node, "velocity");
    def->shape = VEER_SHAPE_BALL;
    def->motion = motion        ? (VeerObstacleMotion)spec->motion
                  : spec->orbit ? VEER_MOTION_ORBIT
                  : velocity    ? VEER_MOTION_VELOCITY
                                : VEER_MOTION_STATIC;
    bool is_moved = velocity && (def->motion == VEER_MOTION_STATIC || spec->orbit);
    return veer_reader_check(reader, node, (def->motion == VEER_MOTION_ORBIT) == is_orbit,
                             "the motion \"orbit\" and the key \"orbit\" go together") &&
           veer_reader_check(reader, node, is_orbit || veer_node_member(node, "position"),
                             "needs the key \"position\"") &&
           veer_reader_check(reader, velocity, !is_moved,
                             "goes with the motions \"velocity\" and \"free\" only") &&
           veer_load_check_tether(reader, node, def->motion) &&
           (!is_orbit ||
            veer_reader_object(reader, spec->orbit, &veer_orbit_schema, &def->orbit)) &&
           veer_load_obstacle(loader, def);
}

static bool needs_plane(VeerLoader *loader, const VeerNode *node)
{
    return veer_reader_check(&loader->reader, node, loader->space == VEER_PLANAR,
                             "chains and polygons need a planar world, use boxes and balls");
}

/// Twice the area of the triangle a b c, positive counter-clockwise.
static double turn_of(VeerVec3 a, VeerVec3 b, VeerVec3 c)
{
    return ((double)b.x - (double)a.x) * ((double)c.y - (double)a.y) -
           ((double)b.y - (double)a.y) * ((double)c.x - (double)a.x);
}

/// Convex and counter-clockwise: no vertex lies right of an edge, and not all are in line.
static bool is_convex(VeerPoints points)
{
    bool has_area = false;
    for (uint32_t i = 0; i < points.count; i++) {
        VeerVec3 a = points.at[i], b = points.at[(i + 1) % points.count];
        for (uint32_t j = 0; j < points.count; j++) {
            double turn = turn_of(a, b, points.at[j]);
            if (turn < 0.0) {
                return false;
            }
            has_area = has_area || turn > 0.0;
        }
    }
    return has_area;
}

/// The middle of a wall's vertices.
static VeerVec3 middle_of(const VeerObstacleDef *def)
{
    VeerVec3 sum = {0};
    float part = 1.0f / (float)def->vertex_count;
    for (uint32_t i = 0; i < def->vertex_count; i++) {
        VeerVec3 at = def->vertices[i];
        sum = (VeerVec3){sum.x + part * at.x, sum.y + part * at.y, sum.z};
    }
    return sum;
}

/// A wall that moves keeps its vertices where they are; its position is what it turns about.
static bool load_wall(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec)
{
    VeerObstacleDef *def = &spec->def;
    const VeerNode *rate = veer_node_member(node, "turn_rate");
    const VeerNode *pivot = veer_node_member(node, "pivot");
    bool turns = rate || pivot;
    if (rate || veer_node_member(node, "velocity")) {
        def->motion = VEER_MOTION_VELOCITY;
    }
    if (turns && def->vertex_count > 0) {
        def->position = pivot ? spec->centre : middle_of(def);
        def->position.z = 0.0f;
    }
    return veer_reader_check(&loader->reader, rate ? rate : pivot,
                             !turns || def->shape != VEER_SHAPE_BOX, "needs a planar world") &&
           veer_reader_check(&loader->reader, node,
                             !turns || def->vertex_count <= VEER_MAX_TURNING_VERTICES,
                             "turns with at most 64 points") &&
           veer_load_obstacle(loader, def);
}

static bool load_chain(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec)
{
    spec->def.shape = VEER_SHAPE_CHAIN;
    return veer_reader_check(&loader->reader, veer_node_member(node, "points"),
                             spec->points.count >= 2, "must have at least 2 points, has 1") &&
           needs_plane(loader, node) && load_wall(loader, node, spec);
}

static bool load_polygon(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec)
{
    const VeerNode *points = veer_node_member(node, "points");
    spec->def.shape = VEER_SHAPE_POLYGON;
    if (spec->points.count < 3 || spec->points.count > 64) {
        return veer_reader_fail(&loader->reader, points, "must have 3 to 64 points, has %u",
                                (unsigned)spec->points.count);
    }
    return veer_reader_check(&loader->reader, points, is_convex(spec->points),
                             "must be convex and counter-clockwise (a chain need not be)") &&
           needs_plane(loader, node) && load_wall(loader, node, spec);
}

static bool load_box(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec)
{
    VeerVec3 a = spec->lower, b = spec->upper;
    bool is_planar = loader->space == VEER_PLANAR;
    if (!(a.x < b.x && a.y < b.y && (is_planar || a.z < b.z))) {
        return veer_reader_fail(&loader->reader, node, "lower must be below upper on each axis");
    }
    if (!is_planar) {
        spec->def.shape = VEER_SHAPE_BOX;
        spec->def.position = (VeerVec3){(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
        spec->def.half_extents = (VeerVec3){(b.x - a.x) / 2, (b.y - a.y) / 2, (b.z - a.z) / 2};
        return load_wall(loader, node, spec);
    }
    const VeerVec3 at[] = {a, {b.x, a.y, a.z}, {b.x, b.y, a.z}, {a.x, b.y, a.z}};
    VeerVec3 *corners = veer_reader_take(&loader->reader, 4, sizeof *corners);
    if (!corners) {
        return false;
    }
    memcpy(corners, at, sizeof at);
    spec->def.shape = VEER_SHAPE_POLYGON;
    spec->def.vertices = corners;
    spec->def.vertex_count = 4;
    return load_wall(loader, node, spec);
}

static bool load_orbits(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec)
{
    for (uint32_t i = 0; i < spec->count; i++) {
        VeerChance chance = veer_chance_start(loader->seed, VEER_FOR_ORBIT, node->index, i);
        VeerObstacleDef def = spec->def;
        float semi_major = spec->first + spec->spacing * (float)i;
        float sign = veer_chance_unit(&chance) < 0.5f ? -1.0f : 1.0f;
        def.motion = VEER_MOTION_ORBIT;
        def.radius = veer_chance_range(&chance, spec->radius);
        def.orbit.semi_major = semi_major;
        def.orbit.semi_minor = semi_major * spec->ratio;
        def.orbit.rate = sign * spec->orbit_speed / semi_major;
        def.orbit.phase = veer_chance_range(&chance, spec->phase);
        def.orbit.inclination = veer_chance_range(&chance, spec->inclination);
        def.orbit.node = veer_chance_range(&chance, spec->node);
        if (!veer_load_obstacle(loader, &def)) {
            return false;
        }
    }
    return true;
}

typedef bool LoadObstacle(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec);
static LoadObstacle *const load_by_kind[VEER_OBSTACLE_KINDS] = {
    load_ball, load_chain, load_polygon, load_box, veer_load_field, load_orbits, veer_load_field};

static VeerObstacleSpec spec_default(void)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.tether.length = UNSTATED;
    return (VeerObstacleSpec){
        .def = def,
        .distance = UNSTATED,
        .ratio = 1.0f,
        .phase = {0.0f, 6.2831853f},
    };
}

static bool make_room(VeerLoader *loader, const VeerNode *list)
{
    VeerScenario *scenario = loader->scenario;
    double total = 0.0;
    for (const VeerNode *node = list->first; node; node = node->next) {
        double count = veer_reader_peek(node, "count", 1.0);
        total += count > 0.0 ? count : 1.0;
    }
    if (!veer_reader_within(&loader->reader, list, VEER_LIMIT_OBSTACLES, total,
                            "obstacles in all")) {
        return false;
    }
    scenario->entries = veer_reader_take(&loader->reader, list->count, sizeof *scenario->entries);
    scenario->obstacles =
        veer_reader_take(&loader->reader, (size_t)total + 1, sizeof *scenario->obstacles);
    loader->walls = veer_reader_take(&loader->reader, list->count, sizeof *loader->walls);
    return loader->reader.status == VEER_OK;
}

static bool load_entry(VeerLoader *loader, const VeerNode *node)
{
    VeerScenario *scenario = loader->scenario;
    VeerObstacleSpec spec = spec_default();
    uint32_t kind = 0;
    uint32_t first = scenario->obstacle_count;
    if (!veer_reader_variant(&loader->reader, node, veer_obstacle_schemas, VEER_OBSTACLE_KINDS,
                             &kind, &spec)) {
        return false;
    }
    spec.def.vertices = spec.points.at;
    spec.def.vertex_count = spec.points.count;
    if (!load_by_kind[kind](loader, node, &spec)) {
        return false;
    }
    scenario->entries[scenario->entry_count++] =
        (VeerObstacleEntry){node, first, scenario->obstacle_count - first, spec.is_covering};
    scenario->def.map.has_covers |= spec.is_covering;
    return veer_reader_check(&loader->reader, node,
                             !spec.is_covering || veer_scenario_has_map(scenario),
                             "\"covers\" needs the scenario's \"map\"") &&
           veer_target_name(
               loader, node, spec.name,
               (VeerNamed){VEER_NAMED_OBSTACLE, first, scenario->obstacle_count - first});
}

bool veer_load_obstacles(VeerLoader *loader)
{
    const VeerNode *list = loader->file.obstacles;
    bool is_loaded = !list || (veer_reader_expect(&loader->reader, list, VEER_NODE_ARRAY) &&
                               make_room(loader, list) && veer_load_each(loader, list, load_entry));
    return is_loaded && (!loader->maps_obstacles || veer_map_lay_obstacles(loader));
}
