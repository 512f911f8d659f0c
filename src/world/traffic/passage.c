/// A place is narrow to a class of bodies where no free square of some of their radii fits: what
/// the opening of the free cells by that square leaves out (map/layers/narrow.h). A passage is what
/// a path enters by one mouth and leaves by another, or ends in; what it leaves by the mouth that
/// it came in by is a notch of a wall. Mouths are places of the map: all who come to one have the
/// same before them, wherever their paths turn, so that their distances to it are one order.
#include "world/traffic/passage.h"
#include "world/map/map.h"
#include "world/traffic/traffic.h"
#include "world/traffic/walk.h"
#include "world/traffic/width.h"

/// Ticks within which all followers of a field learn that it was computed anew.
#define FIELD_TICKS 8u

/// m of path left: more than any path, so that an agent that gets one looks at once.
#define NOT_YET 1e12f

/// A walk, and whether it is in a narrow place.
typedef struct Search {
    VeerWalk walk;
    const VeerGrid *walls;
    const VeerNarrow *narrow;
    VeerCell cell, last; ///< where it is, and was one step before
    bool is_in, was_in;
} Search;

static void look(Search *search)
{
    search->last = search->cell;
    search->was_in = search->is_in;
    search->cell = veer_grid_cell_at(search->walls, veer_walk_point(&search->walk));
    search->is_in =
        veer_grid_has(search->walls, search->cell) && veer_narrow_has(search->narrow, search->cell);
}

/// Walks on to where it becomes narrow, or wide. @return false: it does not, as far as is searched
static bool find_change(Search *search, float limit)
{
    while (search->walk.gone <= limit && veer_walk_step(&search->walk)) {
        look(search);
        if (search->is_in != search->was_in) {
            return true;
        }
    }
    return false;
}

static bool is_same(const VeerMouth *a, const VeerMouth *b)
{
    return a->first.x == b->first.x && a->first.y == b->first.y;
}

/// A passage on a path.
typedef struct Found {
    VeerMouth enter, leave;
    float enter_left, leave_left; ///< m of path left where it begins, and ends
    bool has_end;                 ///< the path comes out of it
} Found;

/// The next passage on the path; one that the walk begins in begins there. @return false: none
static bool find_passage(Search *search, float limit, Found *found)
{
    bool begins_in = search->is_in;
    found->enter.middle = vec2((float)search->cell.x + 0.5f, (float)search->cell.y + 0.5f);
    while (begins_in || find_change(search, limit)) {
        if (!begins_in) {
            found->enter =
                veer_narrow_mouth(search->narrow, search->walls, search->last, search->cell);
        }
        found->enter_left = veer_walk_left(&search->walk);
        found->has_end = find_change(search, INFINITY);
        found->leave_left = veer_walk_left(&search->walk);
        if (!found->has_end) {
            return true;
        }
        found->leave = veer_narrow_mouth(search->narrow, search->walls, search->cell, search->last);
        if (begins_in || !is_same(&found->enter, &found->leave)) {
            return true;
        }
    }
    return false;
}

/// m, of a point in cells.
static VeerVec3 place_of(const VeerGridDef *def, VeerVec2 cells)
{
    return (VeerVec3){def->origin.x + cells.x * def->cell_size,
                      def->origin.y + cells.y * def->cell_size, 0.0f};
}

static VeerPassage search_path(const VeerWorld *world, uint32_t slot, const VeerNarrow *narrow)
{
    const VeerGrid *walls = world->map.grid.walls;
    float left = veer_route_left(world, slot), limit = VEER_LOOK_RADII * world->agent.radius[slot];
    Search search = {.walls = walls, .narrow = narrow, .walk = veer_walk_begin(world, slot)};
    VeerPassage passage = {.look_remaining = left};
    if (search.walk.count < 2) {
        return passage;
    }
    look(&search);
    const VeerGridDef *def = veer_grid_def(walls);
    Found found = {0};
    if (find_passage(&search, limit, &found)) {
        passage.is_there = 1;
        passage.has_end = found.has_end;
        passage.mouth = place_of(def, found.enter.middle);
        passage.end = found.has_end ? place_of(def, found.leave.middle) : passage.mouth;
        passage.enter_remaining = found.enter_left;
        passage.leave_remaining = found.leave_left;
    } else {
        passage.look_remaining = left - 0.5f * search.walk.gone;
    }
    return passage;
}

/// Whether its path is a new one. Followers of a field learn that it is in turns.
static bool has_new_path(const VeerWorld *world, uint32_t slot)
{
    const VeerRoute *route = &world->map.routes.all[slot];
    uint32_t tick = world->map.head->plan_tick;
    if (route->field == 0) {
        return route->planned == tick;
    }
    uint32_t age = tick - world->map.fields.head->shared[route->field - 1u].ready;
    return age < FIELD_TICKS && (tick + world->agent.id[slot]) % FIELD_TICKS == 0;
}

/// Brings the passage of an agent with a path up to date.
static void update(VeerWorld *world, uint32_t slot, const VeerNarrow *narrow)
{
    VeerPassage *passage = &world->map.traffic.passages[slot];
    float left = veer_route_left(world, slot);
    float again = passage->is_there ? passage->leave_remaining : passage->look_remaining;
    if (has_new_path(world, slot) || left <= again) {
        *passage = search_path(world, slot, narrow);
    }
    passage->is_inside = passage->is_there && left <= passage->enter_remaining;
}

void veer_passages_run(VeerWorld *world)
{
    if (!world->map.traffic.passages) {
        return;
    }
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        bool is_going = veer_route_leads_on(world, slot) && !veer_maze_has(world, slot);
        const VeerMapClass *class =
            is_going ? veer_width_class(world, world->agent.radius[slot]) : NULL;
        if (is_going && class->has_narrow) {
            update(world, slot, class->narrow);
        } else {
            world->map.traffic.passages[slot] = (VeerPassage){.look_remaining = NOT_YET};
        }
    }
}

VeerVec3 veer_passage_ahead(const VeerWorld *world, uint32_t slot)
{
    const VeerPassage *passages = world->map.traffic.passages;
    if (veer_keep_right_is_astray(world, slot)) {
        return veer_keep_right_aside(world, slot);
    }
    bool is_ahead = passages && passages[slot].is_there && !passages[slot].is_inside;
    return is_ahead ? veer_world_offset(world, slot, passages[slot].mouth) : (VeerVec3){0};
}
