/// Links and shared fields: fields that lead over links, and agents that go on them.
#include "math/vec.h"
#include "world/base/base.h"
#include "world/field/field.h"
#include "world/map/map.h"

/// Who is this near to where a link begins, in radii, goes on it.
#define BY_RADII 3.0f
/// So near, in cells, it goes to the beginning if its field leads over the link: what the field
/// says of it may be off by this part of a cell.
#define NEAR_CELLS 2.0f
#define SLACK_CELLS 0.5f

/// A link as one goes over it, in one of its directions.
typedef struct FieldPassage {
    VeerCell from, to;
    float cost; ///< m
    uint32_t start;
} FieldPassage;

/// The passage of a start: twice a link's number, and 1 for those who go back.
static FieldPassage passage_of(const VeerWorld *world, const VeerMapClass *class, uint32_t start)
{
    const VeerGridLink *link = &class->links[start / 2u];
    bool is_back = start & 1u;
    FieldPassage passage = {is_back ? link->to : link->from, is_back ? link->from : link->to, 0.0f,
                            start};
    VeerVec3 way = sub3(veer_grid_centre(world->map.grid.walls, passage.to),
                        veer_grid_centre(world->map.grid.walls, passage.from));
    passage.cost = max_f(world->map.links.all[start / 2u].cost, length3(way));
    return passage;
}

/// Whether a start is one that may be used by those who may use all of some flags.
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
            FieldPassage passage = passage_of(world, class, start);
            is_sooner |= veer_field_add_link(map->fields.solver, field, passage.from, passage.to,
                                             passage.cost);
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
    return NULL; // to be made anew
}

static float rest_of(const VeerWorld *world, uint32_t slot, VeerCell cell)
{
    return veer_field_at(veer_field_of(world, slot), cell);
}

/// The passage near an agent that its field leads over; the first of the shortest.
/// @return false: there is none
static bool find_passage(const VeerWorld *world, uint32_t slot, const VeerMapClass *class,
                         FieldPassage *out)
{
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]);
    float cell = veer_map_cell_size(world), radius = world->agent.radius[slot];
    float near = max_f(BY_RADII * radius, NEAR_CELLS * cell);
    float best = veer_field_distance(veer_field_of(world, slot), position) + SLACK_CELLS * cell;
    uint32_t may_use = veer_links_allowed(world, slot);
    bool is_found = false;
    for (uint32_t start = 0; start < 2u * world->def.map.max_links; start++) {
        if (!is_open(world, class, start, may_use)) {
            continue;
        }
        FieldPassage passage = passage_of(world, class, start);
        VeerVec3 begin =
            veer_world_flat(world, veer_grid_centre(world->map.grid.walls, passage.from));
        float off = length3(sub3(begin, position));
        float way = off + passage.cost + rest_of(world, slot, passage.to);
        VeerMapSight sight =
            veer_map_sight(world, world->map.grid.walls, VEER_SIGHT_RADII * radius);
        if (off <= near && way < best && veer_map_is_clear(&sight, position, begin)) {
            best = way;
            *out = passage;
            is_found = true;
        }
    }
    return is_found;
}

/// Has an agent leave the link that it is on, where it is across.
static void come_off(VeerWorld *world, uint32_t slot, VeerVec3 end)
{
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]);
    if (veer_links_is_across(world, slot, end, length3(sub3(end, position)))) {
        world->map.links.use[slot].crossing = 0;
    }
}

static VeerVec3 end_of(const VeerWorld *world, uint32_t slot, const VeerMapClass *class)
{
    return veer_world_flat(
        world, veer_grid_centre(world->map.grid.walls, veer_links_exit(world, slot, class)));
}

/// Has an agent go on a link, or come off it, and finds what it heads for. @return false: nothing
static bool go_over(VeerWorld *world, uint32_t slot, VeerVec3 *aim)
{
    const VeerMapClass *class = class_of(world, slot);
    FieldPassage passage;
    if (!class) {
        return false;
    }
    if (veer_links_is_crossing(world, slot)) {
        *aim = end_of(world, slot, class);
        come_off(world, slot, *aim);
        return veer_links_is_crossing(world, slot);
    }
    if (!find_passage(world, slot, class, &passage)) {
        return false;
    }
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]);
    *aim = veer_world_flat(world, veer_grid_centre(world->map.grid.walls, passage.from));
    if (length3(sub3(*aim, position)) <= BY_RADII * world->agent.radius[slot]) {
        world->map.links.use[slot].crossing = passage.start + 1u;
        *aim = end_of(world, slot, class);
    }
    return true;
}

bool veer_field_link_velocity(VeerWorld *world, uint32_t slot, float speed, VeerVec3 *wish)
{
    VeerRoute *route = &world->map.routes.all[slot];
    VeerVec3 aim;
    if (!world->map.links.all || !go_over(world, slot, &aim)) {
        return false;
    }
    VeerVec3 way = sub3(aim, veer_world_flat(world, world->agent.position[slot]));
    route->lost = 0.0f;
    route->aim = add3(world->agent.position[slot], way);
    *wish = scale3(unit3(way, (VeerVec3){0}), speed);
    return true;
}

float veer_field_link_remaining(const VeerWorld *world, uint32_t slot)
{
    const VeerMapClass *class = veer_links_is_crossing(world, slot) ? class_of(world, slot) : NULL;
    if (!class) {
        return -1.0f;
    }
    VeerVec3 position = veer_world_flat(world, world->agent.position[slot]);
    return length3(sub3(end_of(world, slot, class), position)) +
           rest_of(world, slot, veer_links_exit(world, slot, class));
}
