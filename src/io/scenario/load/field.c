/// Fields of rocks, thrown where there is room.
#include "io/base/packing.h"
#include "io/scenario/load/load.h"
#include "io/scenario/place/place.h"

enum {
    MAX_TRIES = 5000, ///< for one ball of a field, before there is taken to be no room
    MAX_STARTS = 64,  ///< of a field: the first large balls may have been thrown badly
    FEW_BALLS = 2000, ///< more are not thrown all over again
};

static bool add_clear(VeerLoader *loader, const VeerNode *list, VeerPacking *packing)
{
    const VeerNode *node = veer_reader_first(&loader->reader, list);
    for (; node; node = node->next) {
        VeerClearSpec clear = {0};
        if (!veer_reader_object(&loader->reader, node, &veer_clear_schema, &clear)) {
            return false;
        }
        veer_packing_add(packing, clear.centre, clear.radius);
    }
    return loader->reader.status == VEER_OK;
}

/// A point of the ellipse (or ellipsoid) that fills a box: any direction and any share of the
/// distance to the border alike, so that they crowd about the middle.
static VeerVec3 place_round(VeerChance *chance, VeerSpace space, VeerBounds box)
{
    VeerVec3 direction = veer_chance_direction(chance, space);
    float part = 0.5f * veer_chance_unit(chance);
    return (VeerVec3){
        0.5f * (box.lower.x + box.upper.x) + part * direction.x * (box.upper.x - box.lower.x),
        0.5f * (box.lower.y + box.upper.y) + part * direction.y * (box.upper.y - box.lower.y),
        0.5f * (box.lower.z + box.upper.z) + part * direction.z * (box.upper.z - box.lower.z)};
}

static VeerVec3 throw_place(const VeerLoader *loader, const VeerObstacleSpec *spec,
                            VeerChance *chance)
{
    VeerBounds box = {spec->lower, spec->upper};
    if (spec->is_round) {
        return place_round(chance, loader->space, box);
    }
    if (spec->distance < 0.0f) {
        return veer_chance_in_box(chance, box);
    }
    VeerVec3 centre = spec->centre, direction = veer_chance_direction(chance, loader->space);
    return (VeerVec3){centre.x + spec->distance * direction.x,
                      centre.y + spec->distance * direction.y,
                      centre.z + spec->distance * direction.z};
}

/// Draws place and radius together, anew at each try: what lies there crowds out the large.
static bool throw_rock(VeerLoader *loader, const VeerNode *node, const VeerObstacleSpec *spec,
                       uint64_t owner, uint32_t i, VeerPacking *packing, VeerObstacleDef *def)
{
    VeerChance chance = veer_chance_start(loader->seed, VEER_FOR_FIELD, owner, i);
    bool is_free = false;
    double steps = veer_packing_steps(packing) + loader->wall_steps;
    for (uint32_t try = 0; try < MAX_TRIES && !is_free; try++) {
        if (!veer_reader_spend(&loader->reader, node, steps)) {
            return false;
        }
        def->position = throw_place(loader, spec, &chance);
        def->radius = veer_chance_range(&chance, spec->radius);
        is_free = veer_packing_is_free(packing, def->position, def->radius, spec->gap) &&
                  veer_is_clear_of_walls(loader, def->position, def->radius + spec->gap);
    }
    float speed = veer_chance_range(&chance, spec->speed);
    VeerVec3 direction = veer_chance_direction(&chance, loader->space);
    def->velocity = (VeerVec3){speed * direction.x, speed * direction.y, speed * direction.z};
    return is_free;
}

/// Throws all balls of a field. @return false when one found no room, or with the reader's error
static bool throw_rocks(VeerLoader *loader, const VeerNode *node, const VeerObstacleSpec *spec,
                        uint64_t owner, VeerPacking *packing)
{
    for (uint32_t i = 0; i < spec->count && !packing->is_out; i++) {
        VeerObstacleDef def = spec->def;
        if (!throw_rock(loader, node, spec, owner, i, packing, &def)) {
            return false;
        }
        if (!spec->is_overlapping) {
            veer_packing_add(packing, def.position, def.radius);
        }
        if (!veer_load_obstacle(loader, &def)) {
            return false;
        }
    }
    return true;
}

/// One start of a field. @return as throw_rocks
static bool try_field(VeerLoader *loader, const VeerNode *node, const VeerObstacleSpec *spec,
                      uint64_t owner)
{
    if (!veer_reader_spend(&loader->reader, node, loader->scenario->obstacle_count)) {
        return false;
    }
    VeerPacking packing = {0};
    float most = spec->radius.max;
    veer_packing_start(&packing, loader->space, most + spec->gap, 2.0f * most, spec->count);
    if (!spec->is_overlapping) {
        veer_place_add_balls(loader->scenario, false, &packing);
    }
    bool is_loaded = add_clear(loader, spec->clear, &packing) && !packing.is_out &&
                     throw_rocks(loader, node, spec, owner, &packing);
    is_loaded = veer_reader_check_memory(&loader->reader, !packing.is_out) && is_loaded;
    veer_packing_clear(&packing);
    return is_loaded;
}

static bool check_field(VeerReader *reader, const VeerNode *node, const VeerObstacleSpec *spec)
{
    VeerVec3 a = spec->lower, b = spec->upper;
    VeerObstacleMotion motion = spec->def.motion;
    return veer_reader_check(reader, veer_node_member(node, "motion"), motion != VEER_MOTION_ORBIT,
                             "must not be \"orbit\", use the kind \"orbits\"") &&
           veer_reader_check(reader, veer_node_member(node, "speed"),
                             motion != VEER_MOTION_STATIC || !(spec->speed.max > 0.0f),
                             "goes with the motions \"velocity\" and \"free\" only") &&
           veer_load_check_tether(reader, node, motion) &&
           veer_reader_check(reader, node, a.x <= b.x && a.y <= b.y && a.z <= b.z,
                             "lower must be below upper on each axis");
}

static VeerObstacleMotion motion_of(const VeerNode *node, const VeerObstacleSpec *spec)
{
    bool is_moving = spec->speed.max > 0.0f;
    return veer_node_member(node, "motion") ? (VeerObstacleMotion)spec->motion
           : is_moving                      ? VEER_MOTION_FREE
                                            : VEER_MOTION_STATIC;
}

bool veer_load_field(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec)
{
    uint32_t first = loader->scenario->obstacle_count;
    uint32_t starts = spec->count <= FEW_BALLS ? MAX_STARTS : 1;
    spec->def.motion = motion_of(node, spec);
    bool is_loaded = false;
    bool is_good = check_field(&loader->reader, node, spec);
    for (uint32_t i = 0; i < starts && !is_loaded && is_good; i++) {
        loader->scenario->obstacle_count = first;
        is_loaded = try_field(loader, node, spec, node->index + ((uint64_t)i << 32));
        is_good = loader->reader.status == VEER_OK;
    }
    return veer_reader_check(&loader->reader, node, is_loaded,
                             "has no room for %u balls, must be larger or hold fewer",
                             (unsigned)spec->count);
}
