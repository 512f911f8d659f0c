/// Places in an order: points, lines, rings, grids, spheres.
#include "io/scenario/place/place.h"
#include "io/base/turn.h"

#include <math.h>
#include <string.h>

#define TAU 6.283185307179586

uint32_t veer_place_count(const VeerPlaceSpec *spec)
{
    switch (spec->kind) {
    case VEER_PLACE_POINTS:
        return spec->points.count;
    case VEER_PLACE_BESIDE:
        return 1;
    case VEER_PLACE_GRID:
        if (spec->columns && spec->rows) {
            double count = (double)spec->columns * spec->rows * (spec->layers ? spec->layers : 1);
            return count <= VEER_MAX_AGENTS ? (uint32_t)count : 0;
        }
        return 0;
    default:
        return 0;
    }
}

bool veer_load_place(VeerLoader *loader, const VeerNode *node, uint32_t kinds, VeerPlaceSpec *spec)
{
    uint32_t kind = 0;
    *spec = (VeerPlaceSpec){.factor = 1.5f};
    bool is_read =
        veer_reader_variant(&loader->reader, node, veer_place_schemas, kinds, &kind, spec);
    spec->kind = (VeerPlaceKind)kind;
    return is_read;
}

static VeerVec3 offset_by(VeerVec3 from, double x, double y, double z)
{
    return (VeerVec3){(float)((double)from.x + x), (float)((double)from.y + y),
                      (float)((double)from.z + z)};
}

static bool place_points(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    VeerPoints points = request->spec->points;
    if (request->count > points.count) {
        return veer_reader_fail(&loader->reader, request->node, "has %u points, needs %u",
                                (unsigned)points.count, (unsigned)request->count);
    }
    memcpy(out, points.at, request->count * sizeof *out);
    return true;
}

static bool place_line(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    const VeerPlaceSpec *spec = request->spec;
    bool has_to = veer_node_member(request->node, "to");
    if (has_to == (veer_node_member(request->node, "step") != NULL)) {
        return veer_reader_fail(&loader->reader, request->node, "needs one of \"to\" and \"step\"");
    }
    VeerVec3 step = spec->step;
    double share = 1.0;
    if (has_to) {
        step = (VeerVec3){spec->to.x - spec->from.x, spec->to.y - spec->from.y,
                          spec->to.z - spec->from.z};
        share = request->count > 1 ? 1.0 / (double)(request->count - 1) : 0.0;
    }
    for (uint32_t i = 0; i < request->count; i++) {
        double steps = share * i;
        out[i] = offset_by(spec->from, steps * (double)step.x, steps * (double)step.y,
                           steps * (double)step.z);
    }
    return true;
}

/// Even places on one ring; a shift by half a place for every other ring.
static void fill_ring(const VeerPlaceSpec *spec, double radius, uint32_t count, bool is_shifted,
                      VeerVec3 *out)
{
    VeerTurn turned = veer_turn_angle((double)spec->phase);
    for (uint32_t i = 0; i < count; i++) {
        VeerTurn turn = veer_turn(2 * (uint64_t)i + is_shifted, 2 * (uint64_t)count);
        out[i] = offset_by(spec->centre, radius * (turn.x * turned.x - turn.y * turned.y),
                           radius * (turn.x * turned.y + turn.y * turned.x), 0.0);
    }
}

static uint32_t ring_capacity(double radius, float spacing)
{
    double places = floor(TAU * radius / (double)spacing);
    return places < VEER_MAX_AGENTS ? (uint32_t)places : VEER_MAX_AGENTS;
}

static bool place_ring(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    const VeerPlaceSpec *spec = request->spec;
    double radius = (double)spec->radius;
    if (spec->spacing <= 0.0f) {
        fill_ring(spec, radius, request->count, false, out);
        return true;
    }
    uint32_t placed = 0;
    for (uint32_t ring = 0; placed < request->count; ring++) {
        uint32_t room = radius > 0.0 ? ring_capacity(radius, spec->spacing) : 0;
        if (room == 0) {
            return veer_reader_fail(&loader->reader, request->node,
                                    "has room for %u at this radius and spacing, needs %u",
                                    (unsigned)placed, (unsigned)request->count);
        }
        uint32_t left = request->count - placed;
        uint32_t count = left < room ? left : room;
        fill_ring(spec, radius, count, ring % 2, out + placed);
        placed += count;
        radius -= (double)spec->spacing;
    }
    return true;
}

/// A spiral of equal turns (by the golden angle) and equal steps of height: all places have the
/// same area of the sphere. Source: Vogel 1979, on the sphere after Saff and Kuijlaars 1997.
static bool place_sphere(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    static const double golden = 0.3819660112501051;
    const VeerPlaceSpec *spec = request->spec;
    if (loader->space != VEER_SPATIAL) {
        return veer_reader_fail(&loader->reader, request->node,
                                "a sphere needs a spatial world, use a ring");
    }
    for (uint32_t i = 0; i < request->count; i++) {
        double z = 1.0 - (2.0 * i + 1.0) / request->count;
        double flat = sqrt(1.0 - z * z) * (double)spec->radius;
        double turns = golden * i;
        VeerTurn turn = veer_turn((uint64_t)((turns - floor(turns)) * 0x1p52), UINT64_C(1) << 52);
        out[i] = offset_by(spec->centre, flat * turn.x, flat * turn.y, z * (double)spec->radius);
    }
    return true;
}

static uint32_t divide_up(uint32_t count, double by)
{
    return (uint32_t)ceil((double)count / by);
}

/// The sides of a grid: those that are not stated make it about as wide as deep (and high).
static void grid_sides(const VeerPlaceRequest *request, VeerSpace space, double side[3])
{
    const VeerPlaceSpec *spec = request->spec;
    bool is_cube = space == VEER_SPATIAL && !spec->layers && !spec->columns && !spec->rows;
    uint32_t cube = 1;
    while (is_cube && (double)cube * cube * cube < (double)request->count) {
        cube++;
    }
    side[2] = spec->layers ? spec->layers : cube;
    double layer = divide_up(request->count, side[2]);
    side[0] = spec->columns ? spec->columns
              : spec->rows  ? ceil(layer / spec->rows)
                            : ceil(sqrt(layer));
    side[1] = spec->rows ? spec->rows : ceil(layer / side[0]);
}

static bool place_grid(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    const VeerPlaceSpec *spec = request->spec;
    double side[3];
    grid_sides(request, loader->space, side);
    if (side[0] * side[1] * side[2] < (double)request->count) {
        return veer_reader_fail(&loader->reader, request->node, "holds %.0f, needs %u",
                                side[0] * side[1] * side[2], (unsigned)request->count);
    }
    for (uint32_t i = 0; i < request->count; i++) {
        double row = floor(i / side[0]);
        double layer = floor(row / side[1]);
        double x = i - row * side[0] - (side[0] - 1.0) / 2.0;
        double y = row - layer * side[1] - (side[1] - 1.0) / 2.0;
        double z = layer - (side[2] - 1.0) / 2.0;
        out[i] = offset_by(spec->centre, x * (double)spec->pitch.x, y * (double)spec->pitch.y,
                           z * (double)spec->pitch.z);
    }
    return true;
}

/// Where an obstacle is at time 0.
static VeerVec3 obstacle_start(const VeerObstacleDef *def)
{
    const VeerOrbit *orbit = &def->orbit;
    if (def->motion != VEER_MOTION_ORBIT) {
        return def->position;
    }
    VeerTurn phase = veer_turn_angle((double)orbit->phase);
    VeerTurn tilt = veer_turn_angle((double)orbit->inclination);
    VeerTurn node = veer_turn_angle((double)orbit->node);
    double x = (double)orbit->semi_major * phase.x;
    double y = (double)orbit->semi_minor * phase.y;
    double level = y * tilt.x;
    return offset_by(orbit->centre, x * node.x - level * node.y, x * node.y + level * node.x,
                     y * tilt.y);
}

/// The direction from the centre to the obstacle, turned about the z axis. All zero: there is none.
static void beside_direction(const VeerPlaceSpec *spec, VeerVec3 at, double direction[3])
{
    VeerTurn turn = veer_turn_angle((double)spec->turn);
    double x = (double)at.x - (double)spec->centre.x;
    double y = (double)at.y - (double)spec->centre.y;
    double z = (double)at.z - (double)spec->centre.z;
    double length = sqrt(x * x + y * y + z * z);
    double share = length > 0.0 ? 1.0 / length : 0.0;
    direction[0] = share * (x * turn.x - y * turn.y);
    direction[1] = share * (x * turn.y + y * turn.x);
    direction[2] = share * z;
}

static bool place_beside(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    const VeerPlaceSpec *spec = request->spec;
    VeerNamed target;
    double direction[3];
    if (!veer_target_find(loader, request->node, NULL, spec->obstacle, spec->index, &target)) {
        return false;
    }
    const VeerObstacleDef *def = &loader->scenario->obstacles[target.first];
    VeerVec3 at = obstacle_start(def);
    beside_direction(spec, at, direction);
    if (def->shape != VEER_SHAPE_BALL ||
        (direction[0] == 0.0 && direction[1] == 0.0 && direction[2] == 0.0)) {
        return veer_reader_fail(&loader->reader, request->node,
                                "the obstacle must be a ball away from the centre");
    }
    for (uint32_t i = 0; i < request->count; i++) {
        double away = (double)spec->factor * ((double)def->radius + (double)request->radii[i]);
        out[i] = offset_by(at, away * direction[0], away * direction[1], away * direction[2]);
    }
    return true;
}

static bool is_inside_limit(VeerVec3 p)
{
    return fabsf(p.x) <= VEER_WORLD_LIMIT && fabsf(p.y) <= VEER_WORLD_LIMIT &&
           fabsf(p.z) <= VEER_WORLD_LIMIT;
}

typedef bool PlaceBodies(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out);
static PlaceBodies *const place_by_kind[VEER_PLACE_KINDS] = {
    place_points, place_line,        place_ring,        place_sphere,
    place_grid,   veer_place_random, veer_place_random, place_beside};

bool veer_place_bodies(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    if (!place_by_kind[request->spec->kind](loader, request, out)) {
        return false;
    }
    for (uint32_t i = 0; i < request->count; i++) {
        if (!is_inside_limit(out[i])) {
            return veer_reader_fail(&loader->reader, request->node,
                                    "puts body %u further than %g m from the origin", (unsigned)i,
                                    (double)VEER_WORLD_LIMIT);
        }
    }
    return true;
}
