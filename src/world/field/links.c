/// Links and shared fields: fields that lead over links, and agents that use them.
#include "math/vec.h"
#include "world/body/body.h"
#include "world/field/field.h"
#include "world/map/map.h"

/// A link in one of its directions.
typedef struct DirectedLink {
    VeerCell from, to;
    float cost; ///< m
    uint32_t start;
} DirectedLink;

/// A link by its start: twice a link's number, plus 1 in the opposite direction.
static DirectedLink directed_link(const VeerWorld *world, const VeerMapClass *class, uint32_t start)
{
    const VeerGridLink *link = &class->links[start / 2u];
    bool is_back = start & 1u;
    DirectedLink directed = {is_back ? link->to : link->from, is_back ? link->from : link->to, 0.0f,
                             start};
    VeerVec3 offset = sub3(veer_grid_centre(world->map.grid.walls, directed.to),
                           veer_grid_centre(world->map.grid.walls, directed.from));
    directed.cost = max_f(world->map.links.all[start / 2u].cost, length3(offset));
    return directed;
}

/// Whether a start may be used with all of some flags.
static bool is_open(const VeerWorld *world, const VeerMapClass *class, uint32_t start,
                    uint32_t may_use)
{
    const VeerGridLink *link = &class->links[start / 2u];
    return (link->flags & ~may_use) == 0 && world->map.links.all[start / 2u].is_alive &&
           !(link->is_one_way && (start & 1u));
}

bool veer_field_add_links(VeerWorld *world)
{
    VeerWorldMap *map = &world->map;
    const VeerSharedField *shared = &map->fields.head->shared[map->fields.head->job];
    bool is_sooner = false;
    if (!map->links.all) {
        return false;
    }
    const VeerMapClass *class = veer_map_class(world, veer_map_class_for(world, shared->radius));
    VeerField *field = veer_field_in(world, map->fields.head->spare);
    for (uint32_t start = 0; start < 2u * world->def.map.max_links; start++) {
        if (is_open(world, class, start, shared->may_use)) {
            DirectedLink directed = directed_link(world, class, start);
            is_sooner |= veer_field_add_link(map->fields.solver, field, directed.from, directed.to,
                                             directed.cost);
        }
    }
    return is_sooner;
}

/// The class of the field that an agent follows.
static const VeerMapClass *class_of(const VeerWorld *world, uint32_t slot)
{
    const VeerSharedField *shared =
        &world->map.fields.head->shared[world->map.routes.all[slot].field - 1u];
    for (uint32_t i = 0; i < world->map.head->class_count; i++) {
        if (world->map.head->radii[i] == shared->radius && world->map.classes[i].has_links) {
            return &world->map.classes[i];
        }
    }
    return NULL; // it is to be recomputed
}

static float rest_of(const VeerWorld *world, uint32_t slot, VeerCell cell)
{
    return veer_field_at(veer_field_of(world, slot), cell);
}

/// The link near an agent that its field leads over; the first of the shortest.
/// @return false: there is none
static bool find_link(const VeerWorld *world, uint32_t slot, const VeerMapClass *class,
                      DirectedLink *out)
{
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]);
    float cell = veer_map_cell_size(world), radius = world->agent.radius[slot];
    float near = max_f(VEER_NEAR_RADII * radius, VEER_BESIDE_CELLS * cell);
    float best = veer_field_distance(veer_field_of(world, slot), position) + 0.5f * cell;
    uint32_t may_use = veer_links_allowed(world, slot);
    bool is_found = false;
    for (uint32_t start = 0; start < 2u * world->def.map.max_links; start++) {
        if (!is_open(world, class, start, may_use)) {
            continue;
        }
        DirectedLink directed = directed_link(world, class, start);
        VeerVec3 begin =
            veer_world_flat(world, veer_grid_centre(world->map.grid.walls, directed.from));
        float off = length3(sub3(begin, position));
        float length = off + directed.cost + rest_of(world, slot, directed.to);
        if (off <= near && length < best && veer_map_sees(world, slot, position, begin)) {
            best = length;
            *out = directed;
            is_found = true;
        }
    }
    return is_found;
}

static VeerVec3 end_of(const VeerWorld *world, uint32_t slot, const VeerMapClass *class)
{
    return veer_world_flat(
        world, veer_grid_centre(world->map.grid.walls, veer_links_exit(world, slot, class)));
}

/// Moves an agent onto a link, or off one, and finds its aim. @return false: it has none there
static bool go_over(VeerWorld *world, uint32_t slot, VeerVec3 *aim)
{
    const VeerMapClass *class = class_of(world, slot);
    DirectedLink directed;
    if (!class) {
        return false;
    }
    if (veer_links_is_crossing(world, slot)) {
        *aim = end_of(world, slot, class);
        if (veer_links_is_across(world, slot, *aim,
                                 length3(veer_world_offset(world, slot, *aim)))) {
            world->map.links.use[slot].crossing = 0;
        }
        return veer_links_is_crossing(world, slot);
    }
    if (!find_link(world, slot, class, &directed)) {
        return false;
    }
    *aim = veer_world_flat(world, veer_grid_centre(world->map.grid.walls, directed.from));
    if (length3(veer_world_offset(world, slot, *aim)) <=
        VEER_NEAR_RADII * world->agent.radius[slot]) {
        world->map.links.use[slot].crossing = directed.start + 1u;
        *aim = end_of(world, slot, class);
    }
    return true;
}

bool veer_field_link_velocity(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *preferred)
{
    VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 aim;
    if (!world->map.links.all || !go_over(world, slot, &aim)) {
        return false;
    }
    VeerVec3 offset = veer_world_offset(world, slot, aim);
    route->lost = 0.0f;
    route->aim = add3(world->agent.position[slot], offset);
    *preferred = scale3(unit3(offset, (VeerVec3){0}), speed);
    return true;
}
