/// The schemas of all objects of a scenario file.
#include "io/base/score_keys.h"
#include "io/scenario/spec/tables.h"

#define KEY(key) #key
const char *const veer_score_keys[] = {VEER_SCORE_KEYS(KEY), NULL};

static const VeerProperty bound_keys[] = {
    {NODE("at_least", offsetof(VeerBoundSpec, at_least), 0)},
    {NODE("at_most", offsetof(VeerBoundSpec, at_most), 0)},
};
const VeerSchema veer_bound_schema = VEER_SCHEMA("bound", bound_keys);

static const VeerSchema *const single_schemas[] = {
    &veer_file_schema,      &veer_world_schema,          &veer_group_schema,
    &veer_motion_schema,    &veer_avoidance_schema,      &veer_orbit_schema,
    &veer_clear_schema,     &veer_bound_schema,          &veer_magnets_schema,
    &veer_potential_schema, &veer_whiskers_schema,       &veer_rays_schema,
    &veer_custom_schema,    &veer_behaviour_list_schema, &veer_behaviour_schema,
    &veer_map_schema,       &veer_tunnels_schema,        &veer_maze_schema,
    &veer_city_schema,      &veer_rect_schema,           &veer_link_schema,
    &veer_cost_schema,      &veer_walker_schema,         &veer_squad_schema,
    &veer_formation_schema, &veer_order_schema,          &veer_models_schema,
    &veer_tether_schema,    &veer_foresight_schema,      &veer_mesh_schema,
    &veer_graph_schema,     &veer_tiling_schema,
};

const VeerSchema *veer_spec_schema(uint32_t index)
{
    const uint32_t singles = sizeof single_schemas / sizeof single_schemas[0];
    if (index < singles) {
        return single_schemas[index];
    }
    index -= singles;
    if (index < VEER_GOAL_KINDS) {
        return &veer_place_schemas[index];
    }
    index -= VEER_GOAL_KINDS;
    if (index < VEER_OBSTACLE_KINDS) {
        return &veer_obstacle_schemas[index];
    }
    index -= VEER_OBSTACLE_KINDS;
    return index < VEER_TIMELINE_KINDS ? &veer_timeline_schemas[index] : NULL;
}
