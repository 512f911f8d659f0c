/// The shapes of all objects of a scenario file.
#include "io/base/score_keys.h"
#include "io/scenario/spec/spec.h"

#define KEY(key) #key
const char *const veer_score_keys[] = {VEER_SCORE_KEYS(KEY), NULL};

static const VeerField bound_fields[] = {
    {"at_least", VEER_FIELD_NODE, offsetof(VeerBoundSpec, at_least), 0, 0, 0, NULL},
    {"at_most", VEER_FIELD_NODE, offsetof(VeerBoundSpec, at_most), 0, 0, 0, NULL},
};
const VeerShape veer_bound_shape = VEER_SHAPE("bound", bound_fields);

static const VeerShape *const single_shapes[] = {
    &veer_file_shape,      &veer_world_shape,          &veer_group_shape,     &veer_motion_shape,
    &veer_avoidance_shape, &veer_orbit_shape,          &veer_clear_shape,     &veer_bound_shape,
    &veer_magnets_shape,   &veer_potential_shape,      &veer_whiskers_shape,  &veer_rays_shape,
    &veer_custom_shape,    &veer_behaviour_list_shape, &veer_behaviour_shape, &veer_map_shape,
    &veer_tunnels_shape,   &veer_maze_shape,           &veer_city_shape,      &veer_rect_shape,
    &veer_link_shape,      &veer_cost_shape,           &veer_walker_shape,    &veer_squad_shape,
    &veer_formation_shape, &veer_order_shape,          &veer_models_shape,    &veer_tether_shape,
    &veer_foresight_shape, &veer_mesh_shape,           &veer_graph_shape,     &veer_tiling_shape,
};

const VeerShape *veer_spec_shape(uint32_t index)
{
    const uint32_t singles = sizeof single_shapes / sizeof single_shapes[0];
    if (index < singles) {
        return single_shapes[index];
    }
    index -= singles;
    if (index < VEER_GOAL_KINDS) {
        return &veer_place_shapes[index];
    }
    index -= VEER_GOAL_KINDS;
    if (index < VEER_OBSTACLE_KINDS) {
        return &veer_obstacle_shapes[index];
    }
    index -= VEER_OBSTACLE_KINDS;
    return index < VEER_TIMELINE_KINDS ? &veer_timeline_shapes[index] : NULL;
}
