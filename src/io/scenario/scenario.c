/// Reads a scenario: its parts in their order, what is known of it, and its end.
#include "io/base/input.h"
#include "io/json/json.h"
#include "io/scenario/load/load.h"
#include "io/scenario/map/map.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

VeerScenarioOptions veer_scenario_options_default(void)
{
    return (VeerScenarioOptions){0};
}

/// A whole number up to 2^53, or a string of decimal digits below 2^64.
static bool read_seed(VeerLoader *loader, const VeerNode *node)
{
    if (!node) {
        return true;
    }
    if (node->kind == VEER_NODE_NUMBER) {
        double number = node->value.number;
        loader->seed = number >= 0.0 && number <= 0x1p53 ? (uint64_t)number : 0;
        return veer_reader_check(&loader->reader, node, (double)loader->seed == number,
                                 "must be a whole number from 0 to 2^53, or a string of digits, "
                                 "is %.17g",
                                 number);
    }
    if (!veer_reader_expect(&loader->reader, node, VEER_NODE_STRING)) {
        return false;
    }
    const char *digits = node->value.string;
    size_t length = strlen(digits);
    errno = 0;
    unsigned long long seed = strtoull(digits, NULL, 10);
    loader->seed = seed;
    return veer_reader_check(&loader->reader, node,
                             length > 0 && strspn(digits, "0123456789") == length && errno == 0,
                             "must be a string of digits below 2^64, is \"%.40s\"", digits);
}

/// "maps/doorway.json" is the scenario "doorway".
static char *name_of(VeerStore *store, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file;
    size_t length = strlen(base);
    if (length > 5 && strcmp(base + length - 5, ".json") == 0) {
        length -= 5;
    }
    return veer_store_copy(store, base, length);
}

static bool read_file_object(VeerLoader *loader, VeerNode *root)
{
    VeerFileSpec *file = &loader->file;
    if (!veer_reader_object(&loader->reader, root, &veer_file_schema, file)) {
        return false;
    }
    if (!file->name) {
        file->name = name_of(loader->reader.store, loader->reader.file);
    }
    if (file->agents_reference && !file->agents) {
        return veer_reader_fail(&loader->reader, root, "\"agents_reference\" needs \"agents\"");
    }
    if (file->agents_reference) {
        loader->reader.scale = sqrt((double)file->agents / (double)file->agents_reference);
    }
    return veer_reader_check_memory(&loader->reader, file->name);
}

/// Room for what the caller adds to the world.
static void add_spare(VeerWorldDef *def, const VeerScenarioOptions *options)
{
    def->max_agents += options->spare_agents;
    def->max_obstacles += options->spare_obstacles;
    def->max_wall_vertices += options->spare_vertices;
    def->max_squads += options->spare_squads;
}

/// An hour of 60 ticks a second, and some more.
#define MAX_WARM_TICKS 250000.0f
/// Two days of them.
#define MAX_TICKS 1e7f

static bool read_world_object(VeerLoader *loader)
{
    VeerWorldSpec *world = &loader->world;
    const VeerNode *node = loader->file.world;
    VeerVec3 far = {INFINITY, INFINITY, INFINITY};
    *world = (VeerWorldSpec){
        .dt = 1.0f / 60.0f,
        .rest = 1.0f,
        .bounds = {{-far.x, -far.y, -far.z}, far},
    };
    if (node && !veer_reader_object(&loader->reader, node, &veer_world_schema, world)) {
        return false;
    }
    if (!(world->duration > 0.0f)) {
        world->duration = world->duration_scaled > 0.0f ? world->duration_scaled : 60.0f;
    }
    if (world->warm_up > MAX_WARM_TICKS * world->dt) {
        return veer_reader_fail(&loader->reader, veer_node_member(node, "warm_up"),
                                "must take at most %g ticks", (double)MAX_WARM_TICKS);
    }
    if (world->duration > MAX_TICKS * world->dt) {
        return veer_reader_fail(&loader->reader, node, "must take at most %g ticks",
                                (double)MAX_TICKS);
    }
    world->has_viewport = veer_node_member(node, "viewport");
    loader->space = (VeerSpace)world->space;
    return read_seed(loader, world->seed);
}

/// Of agents that the caller asks for, with all that they may have.
#define BYTES_AN_AGENT 4096.0

/// Points of routes an agent, where the file states none.
#define POINTS_EACH 32u

static VeerAvoidModel commonest_model(const VeerScenario *scenario)
{
    uint32_t counts[VEER_AVOID_MODEL_COUNT] = {0};
    VeerAvoidModel best = VEER_AVOID_CROWD;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        VeerAvoidModel model = scenario->groups[i].spec.def.model;
        counts[model] += scenario->groups[i].count;
        best = counts[model] > counts[best] ? model : best;
    }
    return best;
}

static void fill_info(VeerLoader *loader)
{
    VeerScenario *scenario = loader->scenario;
    VeerScenarioInfo *info = &scenario->info;
    info->name = loader->file.name;
    info->title = loader->file.title ? loader->file.title : "";
    info->space = loader->space;
    info->dt = loader->world.dt;
    info->duration = loader->world.duration;
    info->rest = loader->world.rest;
    if (scenario->event_count > 0) {
        info->last_event = (float)scenario->events[scenario->event_count - 1].spec.at;
    }
    if (scenario->has_tours) {
        info->last_event = INFINITY;
    }
    info->seed = loader->seed;
    info->viewport = veer_choose_viewport(loader);
    info->model = commonest_model(scenario);
    scenario->def.space = loader->space;
    scenario->def.bounds = loader->world.bounds;
    scenario->def.seed = loader->seed;
    scenario->def.max_messages = loader->world.messages;
    scenario->def.max_obstacles = scenario->obstacle_count;
    scenario->def.max_squads = scenario->squad_count;
    if (veer_scenario_has_map(scenario) && scenario->def.map.max_route_points == 0) {
        scenario->def.map.max_route_points = POINTS_EACH * scenario->def.max_agents;
    }
    scenario->file =
        veer_store_copy(&scenario->store, loader->reader.file, strlen(loader->reader.file));
}

static bool take_run_state(VeerLoader *loader)
{
    VeerScenario *scenario = loader->scenario;
    uint32_t agents = scenario->def.max_agents;
    scenario->obstacle_ids =
        veer_reader_take(&loader->reader, scenario->obstacle_count, sizeof *scenario->obstacle_ids);
    scenario->agent_ids = veer_reader_take(&loader->reader, agents, sizeof *scenario->agent_ids);
    scenario->agents = veer_reader_take(&loader->reader, agents, sizeof *scenario->agents);
    scenario->agent_of = veer_reader_take(&loader->reader, agents, sizeof *scenario->agent_of);
    scenario->warm_ticks = (uint32_t)ceilf(loader->world.warm_up / loader->world.dt - 1e-3f);
    scenario->warmed =
        veer_reader_take(&loader->reader, scenario->obstacle_count, sizeof *scenario->warmed);
    scenario->tours = veer_reader_take(&loader->reader, agents, sizeof *scenario->tours);
    return veer_reader_check_memory(&loader->reader, scenario->file) &&
           loader->reader.status == VEER_OK;
}

/// Obstacles move alone, in a world of their own.
static double steps_of_warm_up(const VeerLoader *loader)
{
    const double each = 32.0;
    const VeerScenario *scenario = loader->scenario;
    return each * scenario->warm_ticks * ((double)scenario->obstacle_count + 1.0);
}

/// The name becomes part of the text, which may be read back under any other.
static bool write_text(VeerLoader *loader, VeerNode *root)
{
    VeerStore *store = &loader->scenario->store;
    if (!veer_node_member(root, "name")) {
        veer_node_append(root, "name", veer_node_string(store, loader->file.name));
    }
    loader->scenario->text = store->is_out ? NULL : veer_node_text(root, store);
    return veer_reader_check_memory(&loader->reader, loader->scenario->text);
}

static bool load(VeerLoader *loader, const char *text, size_t length,
                 const VeerScenarioOptions *options)
{
    VeerNode *root = veer_source_parse(&loader->reader, text, length);
    if (!root || !veer_overlay_options(&loader->reader, root, options) ||
        !read_file_object(loader, root) || !read_world_object(loader)) {
        return false;
    }
    if (!veer_load_map(loader) || !veer_load_foresight(loader) || !veer_load_obstacles(loader) ||
        !veer_load_squads(loader) || !veer_load_groups(loader) || !veer_load_orders(loader) ||
        !veer_load_timeline(loader) || !veer_load_expectations(loader)) {
        return false;
    }
    fill_info(loader);
    add_spare(&loader->scenario->def, options);
    loader->scenario->def.isa = options->isa;
    return take_run_state(loader) &&
           veer_reader_spend(&loader->reader, loader->file.world, steps_of_warm_up(loader)) &&
           write_text(loader, root);
}

VeerStatus veer_scenario_read(const char *name, const char *text, size_t length,
                              const VeerScenarioOptions *options, VeerScenario **out,
                              VeerInputError *error)
{
    VeerScenarioOptions plain = veer_scenario_options_default();
    VeerInputError own;
    if (!veer_input_is_given(name, text, length, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    VeerScenario *scenario = calloc(1, sizeof *scenario);
    VeerLoader loader = {.reader = {.file = name,
                                    .error = error,
                                    .scale = 1.0,
                                    .limits = options ? &options->limits : NULL},
                         .asked_agents = options ? options->agents : 0,
                         .scenario = scenario,
                         .mesher = options ? options->mesher : NULL};
    if (!scenario) {
        veer_reader_fail_memory(&loader.reader);
        return VEER_OUT_OF_MEMORY;
    }
    loader.reader.store = &scenario->store;
    loader.reader.granted = BYTES_AN_AGENT * loader.asked_agents;
    scenario->max_bytes =
        (double)veer_limit(loader.reader.limits, VEER_LIMIT_MEMORY) + loader.reader.granted;
    scenario->def = veer_world_def_default();
    scenario->def.max_agents = 0;
    scenario->def.max_wall_vertices = 0;
    scenario->def.max_behaviour_lists = 0;
    if (!load(&loader, text ? text : "", length, options ? options : &plain)) {
        veer_scenario_destroy(scenario);
        return loader.reader.status;
    }
    *out = scenario;
    return VEER_OK;
}

VeerStatus veer_scenario_read_file(const char *path, const VeerScenarioOptions *options,
                                   VeerScenario **out, VeerInputError *error)
{
    VeerInputError own;
    char *text;
    size_t length;
    if (!veer_input_is_given(path, "", 0, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status =
        veer_input_read(path, options ? &options->limits : NULL, &text, &length, error);
    if (status == VEER_OK) {
        status = veer_scenario_read(path, text, length, options, out, error);
        free(text);
    }
    return status;
}

void veer_scenario_destroy(VeerScenario *scenario)
{
    if (scenario) {
        veer_store_clear(&scenario->store);
        free(scenario);
    }
}

const char *veer_scenario_text(const VeerScenario *scenario)
{
    return scenario ? scenario->text : NULL;
}

VeerScenarioInfo veer_scenario_info(const VeerScenario *scenario)
{
    return scenario ? scenario->info : (VeerScenarioInfo){0};
}

/// A list, whose count goes to where it is asked for.
static const void *counted(const void *list, uint32_t count, uint32_t *out)
{
    if (out) {
        *out = count;
    }
    return list;
}

const VeerExpectation *veer_scenario_expectations(const VeerScenario *scenario, uint32_t *count)
{
    return counted(scenario ? scenario->expectations : NULL,
                   scenario ? scenario->expectation_count : 0, count);
}

const VeerScenarioAgent *veer_scenario_agents(const VeerScenario *scenario, uint32_t *count)
{
    return counted(scenario ? scenario->agents : NULL, scenario ? scenario->agent_count : 0, count);
}
