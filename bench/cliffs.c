#include "cliffs.h"

#include "cliffs_besides.h"
#include "problems.h"

#include <math.h>

float veer_crowd_draw(VeerCrowd *crowd, float lower, float upper)
{
    float part = (float)veer_bench_draw(&crowd->seed, 1u << 20) * 0x1p-20f;
    return lower + (upper - lower) * part;
}

// --- Where agents are, and what they are like ---

static void at_one_point(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)i;
    float middle = 0.5f * crowd->side;
    def->position = (VeerVec3){middle, middle, def->position.z > 0.0f ? 8.0f : 0.0f};
}

static void at_two_points(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    float middle = 0.5f * crowd->side;
    def->position = (VeerVec3){i % 2u ? middle : middle + 10.0f, middle, def->position.z};
}

static void half_at_one_point(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    if (i % 2u) {
        at_one_point(crowd, i, def);
    }
}

static void on_a_line(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)i;
    def->position.y = 0.5f * crowd->side;
}

static void on_a_short_line(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    at_one_point(crowd, i, def);
    def->position.y += veer_crowd_draw(crowd, 0.0f, 1.0f);
}

static void in_one_disc(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    at_one_point(crowd, i, def);
    def->position.x += veer_crowd_draw(crowd, 0.0f, VEER_CLIFF_RADIUS);
    def->position.y += veer_crowd_draw(crowd, 0.0f, VEER_CLIFF_RADIUS);
}

static void in_a_heap(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->position.x *= 0.25f;
    def->position.y *= 0.25f;
}

static void of_no_radius(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->radius = 0.0f;
}

static void points_at_one_point(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    at_one_point(crowd, i, def);
    def->radius = 0.0f;
}

static void of_denormal_radius(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->radius = 1e-40f;
}

static void with_huge_ones(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    def->radius = i == 0 ? 1e6f : i <= 10 ? 1e3f : i == 11 ? 1e-6f : def->radius;
}

static void of_staggered_radii(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    static const float radii[] = {1e6f, 2e5f, 4e4f, 8e3f, 1.6e3f, 300.0f, 60.0f, 12.0f};
    def->radius = i < 8 ? radii[i] : def->radius;
}

static void of_random_radii(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)i;
    def->radius = powf(10.0f, veer_crowd_draw(crowd, -6.0f, 6.0f));
}

static void with_a_wide_tenth(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    def->radius = i % 10u == 0 ? 100.0f : def->radius;
}

static void all_huge(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->radius = 1e6f;
}

static void far_sighted(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->avoid.sense_range = 1e6f;
    def->avoid.max_neighbours = VEER_MAX_NEIGHBOURS;
    def->avoid.time_horizon = 1e6f;
    def->avoid.time_horizon_obstacles = 1e6f;
}

static void blind_to_most(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    far_sighted(crowd, i, def);
    def->layer = i < 5 ? 2u : 1u;
    def->avoid_mask = 2u;
}

static void blind_to_all(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    far_sighted(crowd, i, def);
    def->layer = 1u;
    def->avoid_mask = 2u;
}

static void of_random_layers(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    at_one_point(crowd, i, def);
    def->layer = 1u << veer_bench_draw(&crowd->seed, 32);
    def->avoid_mask = 1u << veer_bench_draw(&crowd->seed, 32);
}

static void very_fast(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->max_speed = 1e6f;
}

static void one_very_fast(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    def->max_speed = i == 0 ? 1e6f : def->max_speed;
}

static void far_away(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->position.x += VEER_WORLD_LIMIT - 2000.0f;
    def->position.y -= VEER_WORLD_LIMIT - 2000.0f;
}

static void in_far_corners(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    def->position.x += i % 2u ? VEER_WORLD_LIMIT - 2000.0f : -VEER_WORLD_LIMIT;
    def->position.y += i % 4u > 1 ? VEER_WORLD_LIMIT - 2000.0f : -VEER_WORLD_LIMIT;
}

static void one_far_away(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    def->position.x = i == 0 ? -VEER_WORLD_LIMIT : def->position.x;
    def->position.y = i == 0 ? VEER_WORLD_LIMIT : def->position.y;
}

static void immovable(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    at_one_point(crowd, i, def);
    def->is_immovable = true;
}

static void pilots_at_one_point(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    at_one_point(crowd, i, def);
    def->model = VEER_AVOID_PILOT;
}

static void pilots(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    (void)i;
    def->model = VEER_AVOID_PILOT;
}

static void one_huge(VeerCrowd *crowd, uint32_t i, VeerAgentDef *def)
{
    (void)crowd;
    def->radius = i == 0 ? 1e6f : def->radius;
}

// --- What their worlds have room for ---

static void with_links(VeerWorldDef *def)
{
    def->map.max_links = 128;
}

static void with_fields(VeerWorldDef *def)
{
    def->map.max_fields = 8;
}

static void with_window(VeerWorldDef *def)
{
    VeerWindowDef *window = &def->foresight.window;
    def->foresight.has_window = true;
    window->width = window->height = VEER_CLIFF_SIDE;
    window->depth = def->space == VEER_SPATIAL ? VEER_CLIFF_LEVELS : 0;
    window->cell_size = 1.0f;
}

// clang-format off: tables

/// name, beside, set_agent, add, set_world, dt, share, is_one_goal, space
static const VeerCliff plain[] = {
    {"spread", "spread", NULL, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-point", "spread", at_one_point, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-point-one-goal", "spread", at_one_point, NULL, NULL, 0, 0, true, VEER_PLANAR},
    {"two-points", "spread", at_two_points, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"half-at-one-point", "spread", half_at_one_point, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"line", "spread", on_a_line, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"short-line", "spread", on_a_short_line, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-disc", "spread", in_one_disc, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"heap", "spread", in_a_heap, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-goal", "spread", NULL, NULL, NULL, 0, 0, true, VEER_PLANAR},
    {"no-radius", "spread", of_no_radius, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"no-radius-one-point", "spread", points_at_one_point, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"denormal-radius", "spread", of_denormal_radius, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"huge-ones", "spread", with_huge_ones, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"staggered-radii", "spread", of_staggered_radii, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"random-radii", "spread", of_random_radii, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"wide-tenth", "spread", with_a_wide_tenth, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"all-huge", "spread", all_huge, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"far-sighted", "spread", far_sighted, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"blind-to-most", "spread", blind_to_most, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"blind-to-all", "spread", blind_to_all, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"random-layers", "spread", of_random_layers, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"fast", "spread", very_fast, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-fast", "spread", one_very_fast, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"long-ticks", "spread", NULL, NULL, NULL, 1.0f, 0, false, VEER_PLANAR},
    {"long-ticks-one-point", "spread", at_one_point, NULL, NULL, 1.0f, 0, false, VEER_PLANAR},
    {"far-away", "spread", far_away, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"far-corners", "spread", in_far_corners, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-far-away", "spread", one_far_away, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"immovable", "spread", immovable, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"pilots", "pilots", pilots, NULL, NULL, 0, 10, false, VEER_PLANAR},
    {"pilots-one-point", "pilots", pilots_at_one_point, NULL, NULL, 0, 10, false, VEER_PLANAR},
    {"space", "space", NULL, NULL, NULL, 0, 0, false, VEER_SPATIAL},
    {"space-one-point", "space", at_one_point, NULL, NULL, 0, 0, false, VEER_SPATIAL},
    {"space-huge-ones", "space", with_huge_ones, NULL, NULL, 0, 0, false, VEER_SPATIAL},
    {"space-random-radii", "space", of_random_radii, NULL, NULL, 0, 0, false, VEER_SPATIAL},
    {"balls", "balls", NULL, veer_add_balls, NULL, 0, 0, false, VEER_PLANAR},
    {"huge-balls", "balls", NULL, veer_add_huge_balls, NULL, 0, 0, false, VEER_PLANAR},
    {"tiny-balls", "balls", NULL, veer_add_tiny_balls, NULL, 0, 0, false, VEER_PLANAR},
    {"coincident-balls", "balls", NULL, veer_add_coincident_balls, NULL, 0, 0, false, VEER_PLANAR},
    {"coincident-all", "balls", at_one_point, veer_add_coincident_balls, NULL, 0, 0, false,
     VEER_PLANAR},
    {"free-balls", "free-balls", NULL, veer_add_free_balls, NULL, 0, 0, false, VEER_PLANAR},
    {"coincident-free", "free-balls", NULL, veer_add_coincident_free_balls, NULL, 0, 0, false,
     VEER_PLANAR},
    {"huge-free", "free-balls", NULL, veer_add_huge_free_balls, NULL, 0, 0, false, VEER_PLANAR},
    {"one-huge-free", "free-balls", NULL, veer_add_one_huge_free_ball, NULL, 0, 0, false,
     VEER_PLANAR},
    {"one-fast-free", "free-balls", NULL, veer_add_fast_free_ball, NULL, 0, 0, false, VEER_PLANAR},
    {"free-one-point", "free-balls", at_one_point, veer_add_coincident_free_balls, NULL, 0, 0,
     false, VEER_PLANAR},
    {"walls", "walls", NULL, veer_add_walls, NULL, 0, 0, false, VEER_PLANAR},
    {"one-long-wall", "walls", NULL, veer_add_one_long_wall, NULL, 0, 0, false, VEER_PLANAR},
    {"overlapping-walls", "walls", NULL, veer_add_overlapping_walls, NULL, 0, 0, false,
     VEER_PLANAR},
    {"coincident-walls", "walls", NULL, veer_add_coincident_walls, NULL, 0, 0, false, VEER_PLANAR},
    {"walls-far-sighted", "walls", far_sighted, veer_add_walls, NULL, 0, 0, false, VEER_PLANAR},
    {"flock", "flock", NULL, veer_add_flock, NULL, 0, 0, false, VEER_PLANAR},
    {"flock-far", "flock", NULL, veer_add_far_flock, NULL, 0, 0, false, VEER_PLANAR},
    {"flock-one-point", "flock", at_one_point, veer_add_flock, NULL, 0, 0, false, VEER_PLANAR},
    {"squad", "squad", NULL, veer_add_squad, NULL, 0, 10, false, VEER_PLANAR},
    {"squad-one-point", "squad", at_one_point, veer_add_squad, NULL, 0, 10, false, VEER_PLANAR},
    {"squad-huge-ones", "squad", with_huge_ones, veer_add_squad, NULL, 0, 10, false, VEER_PLANAR},
    {"march", "march", NULL, veer_add_march, NULL, 0, 10, false, VEER_PLANAR},
    {"march-one-point", "march", at_one_point, veer_add_march, NULL, 0, 10, false, VEER_PLANAR},
    {"foresight", "foresight", NULL, veer_foresee_balls, with_window, 0, 0, false, VEER_PLANAR},
    {"foresight-huge", "foresight", NULL, veer_foresee_huge_balls, with_window, 0, 0, false,
     VEER_PLANAR},
};

/// The same over each kind of map.
static const VeerCliff mapped[] = {
    {"spread", "spread", NULL, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-point", "spread", at_one_point, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"one-goal", "spread", NULL, NULL, with_fields, 0, 0, true, VEER_PLANAR},
    {"one-huge", "spread", one_huge, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"huge-ones", "spread", with_huge_ones, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"random-radii", "spread", of_random_radii, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"all-huge", "spread", all_huge, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"denormal", "spread", of_denormal_radius, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"far-sighted", "spread", far_sighted, NULL, NULL, 0, 0, false, VEER_PLANAR},
    {"covers", "covers", NULL, veer_add_covers, NULL, 0, 0, false, VEER_PLANAR},
    {"huge-covers", "covers", NULL, veer_add_huge_covers, NULL, 0, 0, false, VEER_PLANAR},
    {"squad", "squad", NULL, veer_add_squad, NULL, 0, 10, false, VEER_PLANAR},
    {"squad-one-point", "squad", at_one_point, veer_add_squad, NULL, 0, 10, false, VEER_PLANAR},
    {"squad-huge-ones", "squad", with_huge_ones, veer_add_squad, NULL, 0, 10, false, VEER_PLANAR},
    {"march-one-point", "squad", at_one_point, veer_add_march, NULL, 0, 10, false, VEER_PLANAR},
    {"march-huge-ones", "squad", with_huge_ones, veer_add_march, NULL, 0, 10, false, VEER_PLANAR},
    {"links", "links", NULL, veer_add_links, with_links, 0, 0, false, VEER_PLANAR},
    {"long-links", "links", NULL, veer_add_long_links, with_links, 0, 0, false, VEER_PLANAR},
    {"links-random", "links", of_random_radii, veer_add_links, with_links, 0, 0, false,
     VEER_PLANAR},
};
// clang-format on

static const VeerMapKind kinds[] = {VEER_MAP_GRID, VEER_MAP_MESH, VEER_MAP_GRAPH, VEER_MAP_VOXELS};

bool veer_cliff_at(uint32_t number, VeerCliff *out, VeerMapKind *map)
{
    enum { PLAIN = sizeof plain / sizeof *plain, MAPPED = sizeof mapped / sizeof *mapped };
    if (number < PLAIN) {
        *out = plain[number];
        *map = VEER_MAP_NONE;
        return true;
    }
    number -= PLAIN;
    if (number >= MAPPED * (sizeof kinds / sizeof *kinds)) {
        return false;
    }
    *out = mapped[number % MAPPED];
    *map = kinds[number / MAPPED];
    out->space = *map == VEER_MAP_VOXELS ? VEER_SPATIAL : VEER_PLANAR;
    return true;
}
