/// Random places that keep clear of all that is there.
#include "io/base/packing.h"
#include "io/scenario/base/classes.h"
#include "io/scenario/place/place.h"

/// Tries for one body before there is taken to be no room.
enum { MAX_TRIES = 20000 };

/// That it takes to add a body that keeps clear, a few cells wide.
enum { STEPS_TO_ADD = 32 };

/// The largest of radii[count].
static float largest(const float *radii, uint32_t count)
{
    float most = 0.0f;
    for (uint32_t i = 0; i < count; i++) {
        most = radii[i] > most ? radii[i] : most;
    }
    return most;
}

/// Whether a ball is where it was put, or for goals: stays there.
static bool keeps_ground(const VeerObstacleDef *def, bool is_goal)
{
    bool stands = def->motion == VEER_MOTION_STATIC;
    bool has_start = def->motion != VEER_MOTION_ORBIT;
    return def->shape == VEER_SHAPE_BALL && (is_goal ? stands : has_start);
}

void veer_place_add_balls(const VeerScenario *scenario, bool is_goal, VeerPacking *packing)
{
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        const VeerObstacleDef *def = &scenario->obstacles[i];
        if (keeps_ground(def, is_goal)) {
            veer_packing_add(packing, def->position, def->radius);
        }
    }
}

static void add_others(const VeerScenario *scenario, const VeerPlaceRequest *request,
                       VeerPacking *packing)
{
    veer_place_add_balls(scenario, request->is_goal, packing);
    for (uint32_t i = 0; i < request->other_count; i++) {
        const VeerGroup *group = &scenario->groups[i];
        const VeerVec3 *points = request->is_goal ? group->goal.points : group->positions;
        uint32_t count = request->is_goal ? group->goal.count : group->count;
        for (uint32_t k = 0; k < count; k++) {
            veer_packing_add(packing, points[k], group->radii[k]);
        }
    }
}

static VeerBounds region_of(const VeerPlaceSpec *spec, VeerSpace space)
{
    if (spec->kind == VEER_PLACE_BOX) {
        return (VeerBounds){spec->lower, spec->upper};
    }
    VeerVec3 c = spec->centre;
    float r = spec->radius;
    float depth = space == VEER_SPATIAL ? r : 0.0f;
    return (VeerBounds){{c.x - r, c.y - r, c.z - depth}, {c.x + r, c.y + r, c.z + depth}};
}

static bool is_in_region(const VeerPlaceSpec *spec, VeerVec3 p)
{
    if (spec->kind == VEER_PLACE_BOX) {
        return true;
    }
    double x = (double)p.x - (double)spec->centre.x;
    double y = (double)p.y - (double)spec->centre.y;
    double z = (double)p.z - (double)spec->centre.z;
    return x * x + y * y + z * z <= (double)spec->radius * (double)spec->radius;
}

static uint32_t label_near(const VeerClassMap *class, VeerVec3 point)
{
    return veer_labels_at(class->labels, veer_class_cell(class, point, VEER_NO_LABEL));
}

/// Whether a body may get from one point to another. Bodies of more than four cells, and where
/// memory is out: true, as nothing is known.
static bool can_reach(VeerClassMaps *maps, VeerVec3 from, VeerVec3 to, float radius)
{
    bool is_known = radius > 0.0f && radius <= 4.0f * veer_grid_def(maps->map)->cell_size;
    const VeerClassMap *class = is_known ? veer_class_map(maps, radius) : NULL;
    return !class || label_near(class, from) == label_near(class, to);
}

/// Throws one body until it hits free ground, to which there is a path where `maps` has one.
/// @return whether it has, without error
static bool throw_body(VeerLoader *loader, const VeerPlaceRequest *request, uint32_t i,
                       const VeerPacking *packing, VeerClassMaps *maps, VeerVec3 *out)
{
    const VeerPlaceSpec *spec = request->spec;
    VeerBounds region = region_of(spec, loader->space);
    VeerChance chance = veer_chance_start(loader->seed, request->purpose, request->owner, i);
    double steps = veer_packing_steps(packing) + loader->wall_steps;
    for (uint32_t try = 0; try < MAX_TRIES; try++) {
        if (!veer_reader_spend(&loader->reader, request->node, steps)) {
            return false;
        }
        *out = veer_chance_in_box(&chance, region);
        if (is_in_region(spec, *out) &&
            veer_packing_is_free(packing, *out, request->radii[i], spec->gap) &&
            veer_is_clear_of_walls(loader, *out, request->radii[i] + spec->gap) &&
            (!maps->map || can_reach(maps, request->starts[i], *out, request->radii[i]))) {
            return true;
        }
    }
    return false;
}

static bool throw_all(VeerLoader *loader, const VeerPlaceRequest *request, VeerPacking *packing,
                      VeerClassMaps *maps, VeerVec3 *out)
{
    for (uint32_t i = 0; i < request->count && !packing->is_out; i++) {
        bool is_thrown = throw_body(loader, request, i, packing, maps, &out[i]);
        if (!is_thrown && maps->map && loader->reader.status == VEER_OK) {
            // No such place is reached: that and all others anywhere, as a door may open later.
            maps->map = NULL;
            is_thrown = throw_body(loader, request, i, packing, maps, &out[i]);
        }
        if (!is_thrown) {
            return veer_reader_fail(&loader->reader, request->node,
                                    "has no room for body %u of %u, must be larger or hold fewer",
                                    (unsigned)i + 1, (unsigned)request->count);
        }
        veer_packing_add(packing, out[i], request->radii[i]);
    }
    return true;
}

bool veer_place_random(VeerLoader *loader, const VeerPlaceRequest *request, VeerVec3 *out)
{
    const VeerPlaceSpec *spec = request->spec;
    VeerBounds region = region_of(spec, loader->space);
    if (!(region.lower.x <= region.upper.x && region.lower.y <= region.upper.y &&
          region.lower.z <= region.upper.z)) {
        return veer_reader_fail(&loader->reader, request->node,
                                "lower must be below upper on each axis");
    }
    double others = (double)loader->scenario->obstacle_count + loader->scenario->def.max_agents;
    if (!veer_reader_spend(&loader->reader, request->node, STEPS_TO_ADD * others)) {
        return false;
    }
    VeerPacking packing = {0};
    VeerClassMaps maps = {.map = request->starts ? loader->scenario->map : NULL};
    float most = largest(request->radii, request->count);
    veer_packing_start(&packing, loader->space, most + spec->gap, 2.0f * most, request->count);
    add_others(loader->scenario, request, &packing);
    bool is_placed = !packing.is_out && throw_all(loader, request, &packing, &maps, out);
    is_placed = veer_reader_check_memory(&loader->reader, !packing.is_out) && is_placed;
    veer_packing_clear(&packing);
    veer_store_clear(&maps.store);
    return is_placed;
}
