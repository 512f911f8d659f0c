/// One group of a file: how many, where, how large, how fast.
#include "io/base/turn.h"
#include "io/scenario/load/load.h"
#include "io/scenario/place/place.h"

#include <math.h>
#include <string.h>
/// A world's for agents with masses of their own.
#define MOST_MASSES (1u << 24)

/// A group's spec with nothing stated.
static VeerGroupSpec group_spec_default(void)
{
    VeerAgentDef def = veer_agent_def_default();
    VeerGroupSpec spec = {
        .def = def,
        .model = VEER_AVOID_DEFAULT,
        .vehicle = VEER_VEHICLE_FREE,
        .radius = {def.radius, def.radius},
        .max_speed = {def.max_speed, def.max_speed},
        .preferred_speed = {def.preferred_speed, def.preferred_speed},
        .may_use = VEER_LINK_FLAGS,
    };
    for (int i = 0; i < VEER_AVOID_MODEL_COUNT; i++) {
        spec.models[i] = veer_avoid_params_for((VeerAvoidModel)i);
    }
    for (int i = 0; i < VEER_VEHICLE_COUNT; i++) {
        spec.vehicles[i] = veer_vehicle_params_default((VeerVehicle)i);
    }
    return spec;
}

/// Reads the file's "defaults", then the group over them.
static bool read_over(VeerLoader *loader, const VeerNode *node, VeerGroupSpec *spec)
{
    const VeerNode *defaults = loader->file.defaults;
    return (!defaults || veer_reader_object(&loader->reader, defaults, &veer_group_schema, spec)) &&
           veer_reader_object(&loader->reader, node, &veer_group_schema, spec);
}

/// Reads twice: for the model and its constants, then what is stated over its other parameters.
static bool read_spec(VeerLoader *loader, const VeerNode *node, VeerGroupSpec *spec)
{
    *spec = group_spec_default();
    if (!read_over(loader, node, spec)) {
        return false;
    }
    if (spec->model == VEER_AVOID_DEFAULT) {
        VeerMotionLimits limits = {spec->def.max_speed, spec->def.max_acceleration,
                                   spec->def.max_braking, spec->def.max_turn_rate};
        spec->model = (int)veer_avoid_model_for((VeerVehicle)spec->vehicle, &limits);
    }
    spec->def.model = (VeerAvoidModel)spec->model;
    spec->def.avoid = spec->models[spec->model];
    spec->vehicles[VEER_VEHICLE_THRUSTER].thruster.lateral =
        spec->vehicles[VEER_VEHICLE_TORQUE].torque.lateral;
    spec->def.vehicle = spec->vehicles[spec->vehicle];
    return read_over(loader, node, spec);
}

/// How many agents: stated here, or by shares of the scene, or by the place.
static bool decide_count(VeerLoader *loader, const VeerNode *node, const VeerGroupSpec *spec,
                         const VeerPlaceSpec *place, uint32_t given, uint32_t *count)
{
    if (spec->count && spec->share > 0.0f) {
        return veer_reader_fail(&loader->reader, node,
                                "must not have both \"count\" and \"share\"");
    }
    *count = spec->count ? spec->count : given;
    if (*count == 0 && !(spec->share > 0.0f)) {
        *count = veer_place_count(place);
    }
    if (*count == 0) {
        return veer_reader_fail(&loader->reader, node,
                                spec->share > 0.0f ? "its share of the scene's \"agents\" is none"
                                                   : "needs the key \"count\" or \"share\"");
    }
    double all = (double)*count + loader->scenario->def.max_agents;
    return all <= loader->asked_agents ||
           veer_reader_within(&loader->reader, node, VEER_LIMIT_AGENTS, all, "agents in all");
}

static bool read_heading(VeerLoader *loader, const VeerNode *node, VeerGroup *group)
{
    VeerReader *reader = &loader->reader;
    bool is_text = node && node->kind == VEER_NODE_STRING;
    if (!node || (is_text && strcmp(node->value.string, "goal") == 0)) {
        group->is_facing_goal = true;
        return true;
    }
    if (node->kind == VEER_NODE_NUMBER) {
        if (!(fabs(node->value.number) <= 1e6)) {
            return veer_reader_fail(reader, node, "must be at most 1e6 rad, is %.9g",
                                    node->value.number);
        }
        VeerTurn turn = veer_turn_angle(node->value.number);
        group->spec.def.heading = (VeerVec3){(float)turn.x, (float)turn.y, 0.0f};
        return true;
    }
    if (node->kind != VEER_NODE_ARRAY) {
        return veer_reader_fail(reader, node, "must be an angle, a vector or \"goal\"");
    }
    return veer_reader_vector(reader, node, &group->spec.def.heading);
}

/// Draws a number for each agent of a group.
static float *draw_column(VeerLoader *loader, VeerPurpose purpose, uint32_t owner, VeerRange range,
                          uint32_t count)
{
    float *column = veer_reader_take(&loader->reader, count, sizeof *column);
    for (uint32_t i = 0; column && i < count; i++) {
        VeerChance chance = veer_chance_start(loader->seed, purpose, owner, i);
        column[i] = veer_chance_range(&chance, range);
    }
    return column;
}

static float length(VeerVec3 v)
{
    return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

static bool check_velocity(VeerLoader *loader, const VeerNode *node, const VeerGroup *group)
{
    float speed = length(group->spec.def.velocity);
    for (uint32_t i = 0; i < group->count; i++) {
        if (speed > group->max_speeds[i]) {
            return veer_reader_fail(&loader->reader, node,
                                    "velocity must be at most max_speed (%.9g), is %.9g",
                                    (double)group->max_speeds[i], (double)speed);
        }
    }
    return true;
}

static bool place_group(VeerLoader *loader, const VeerPlaceSpec *place, uint32_t index)
{
    VeerScenario *scenario = loader->scenario;
    VeerGroup *group = &scenario->groups[index];
    bool is_start = index < scenario->start_group_count;
    VeerPlaceRequest request = {
        .node = group->spec.place,
        .spec = place,
        .radii = group->radii,
        .count = group->count,
        .purpose = VEER_FOR_PLACE,
        .owner = index,
        // Where the others will be by the time of a later spawn is not known yet.
        .other_count = is_start ? index : 0,
    };
    return veer_place_bodies(loader, &request, group->positions);
}

/// What a group needs of the scenario.
static bool check_spec(VeerLoader *loader, const VeerNode *node, const VeerGroupSpec *spec)
{
    const VeerScenario *scenario = loader->scenario;
    const char *lacks = (spec->has_route || spec->is_covering) && !veer_scenario_has_map(scenario)
                            ? "\"route\" and \"covers\" need the scenario's \"map\""
                        : spec->has_foresight && !scenario->def.foresight.has_window
                            ? "\"foresight\" needs that of the scenario"
                        : !spec->place ? "needs the key \"place\""
                                       : NULL;
    return veer_reader_check(&loader->reader, node, !lacks, "%s", lacks);
}

/// What it takes to measure the shortest paths of a group: room for a search over all cells, and
/// for each agent one across the map.
static double steps_of_routes(const VeerScenario *scenario, const VeerGroup *group)
{
    const VeerGridDef *def = scenario->map ? veer_grid_def(scenario->map) : NULL;
    if (!def || !group->spec.has_route) {
        return 0.0;
    }
    double across = 4.0 * ((double)def->width + def->height);
    return (double)def->width * def->height + across * group->count;
}

bool veer_load_group(VeerLoader *loader, const VeerNode *node, uint32_t index, uint32_t count)
{
    VeerGroup *group = &loader->scenario->groups[index];
    VeerGroupSpec *spec = &group->spec;
    VeerPlaceSpec place;
    if (!read_spec(loader, node, spec) || !check_spec(loader, node, spec) ||
        !veer_load_place(loader, spec->place, VEER_PLACE_KINDS, &place) ||
        !decide_count(loader, node, spec, &place, count, &group->count)) {
        return false;
    }
    loader->scenario->def.map.has_covers |= spec->is_covering;
    loader->scenario->def.has_lifetimes |= isfinite(spec->def.time_to_live);
    group->node = node;
    group->first = loader->scenario->def.max_agents;
    if (!veer_reader_spend(&loader->reader, node, steps_of_routes(loader->scenario, group))) {
        return false;
    }
    if ((spec->squad && !veer_target_by_name(loader, node, VEER_NAMED_SQUAD, spec->squad, VEER_ALL,
                                             &group->squad)) ||
        !veer_load_behaviour_list(loader, spec->behaviour_list, group) ||
        !read_heading(loader, spec->heading, group)) {
        return false;
    }
    group->positions = veer_reader_take(&loader->reader, group->count, sizeof *group->positions);
    group->radii = draw_column(loader, VEER_FOR_RADIUS, index, spec->radius, group->count);
    group->max_speeds = draw_column(loader, VEER_FOR_SPEED, index, spec->max_speed, group->count);
    group->preferred_speeds =
        draw_column(loader, VEER_FOR_PREFERRED_SPEED, index, spec->preferred_speed, group->count);
    loader->scenario->def.max_agents += group->count;
    if (spec->def.mass > 0.0f || spec->def.restitution > 0.0f || spec->def.friction > 0.0f) {
        loader->scenario->def.max_masses = MOST_MASSES; // of all agents
    }
    VeerNamed own = {VEER_NAMED_AGENT, group->first, group->count};
    return loader->reader.status == VEER_OK && check_velocity(loader, node, group) &&
           place_group(loader, &place, index) && veer_target_name(loader, node, spec->name, own);
}
