/// Worlds and scenarios of a page: their life, and their time.
#include "web.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static VeerInputError last_error;

const char *web_error(void)
{
    return last_error.text;
}

void web_set_error(const char *text)
{
    size_t length = strlen(text);
    length = length < sizeof last_error.text ? length : sizeof last_error.text - 1;
    memcpy(last_error.text, text, length);
    last_error.text[length] = '\0';
}

double web_fail(VeerStatus status)
{
    web_set_error(veer_status_name(status));
    return 0.0;
}

static Web *take_web(void)
{
    Web *web = calloc(1, sizeof *web);
    if (!web) {
        web_fail(VEER_OUT_OF_MEMORY);
        return NULL;
    }
    web->trace = (VeerAvoidTrace){.marks = web->marks, .capacity = WEB_MARKS};
    web->dt = 1.0f / 60.0f;
    return web;
}

Web *web_create(int space, uint32_t agents, uint32_t obstacles, uint32_t vertices, uint32_t squads,
                uint64_t seed)
{
    Web *web = take_web();
    VeerWorldDef def = veer_world_def_default();
    def.space = (VeerSpace)space;
    def.max_agents = agents;
    def.max_obstacles = obstacles;
    def.max_wall_vertices = vertices;
    def.max_squads = squads;
    def.seed = seed;
    if (web_tasks()) {
        def.tasks = *web_tasks();
    }
    VeerStatus status = web ? veer_world_create(&def, &web->world) : VEER_OUT_OF_MEMORY;
    if (status != VEER_OK) {
        web_fail(status);
        free(web);
        return NULL;
    }
    return web;
}

enum { MAX_SETTINGS = 256 };

/// Cuts a text into its lines. @return how many there are
static uint32_t cut_lines(char *text, const char **lines)
{
    uint32_t count = 0;
    while (*text && count < MAX_SETTINGS) {
        lines[count++] = text;
        char *end = strchr(text, '\n');
        if (!end) {
            break;
        }
        *end = '\0';
        text = end + 1;
    }
    return count;
}

static bool start(Web *web, bool has_scores)
{
    if (veer_scenario_start(web->scenario, NULL, web_tasks(), &web->world, &last_error) !=
        VEER_OK) {
        return false;
    }
    web->dt = veer_scenario_info(web->scenario).dt;
    return !has_scores || veer_metrics_create(web->scenario, web->world, &web->metrics) == VEER_OK;
}

Web *web_read(const char *name, const char *text, uint32_t agents, double seed, int model,
              char *settings, uint32_t spare_agents, uint32_t spare_obstacles,
              uint32_t spare_vertices, uint32_t spare_squads, bool has_scores)
{
    const char *lines[MAX_SETTINGS];
    VeerScenarioOptions options = veer_scenario_options_default();
    options.agents = agents;
    options.has_seed = seed >= 0.0;
    options.seed = options.has_seed ? (uint64_t)seed : 0;
    options.has_model = model > -2;
    options.model = (VeerAvoidModel)model;
    options.settings = lines;
    options.setting_count = cut_lines(settings, lines);
    options.spare_agents = spare_agents;
    options.spare_obstacles = spare_obstacles;
    options.spare_vertices = spare_vertices;
    options.spare_squads = spare_squads;
    Web *web = take_web();
    bool is_read = web && veer_scenario_read(name, text, strlen(text), &options, &web->scenario,
                                             &last_error) == VEER_OK;
    if (!is_read || !start(web, has_scores)) {
        web_destroy(web);
        return NULL;
    }
    return web;
}

void web_destroy(Web *web)
{
    if (web) {
        veer_metrics_destroy(web->metrics);
        veer_world_destroy(web->world);
        veer_scenario_destroy(web->scenario);
        free(web);
    }
}

const char *web_text(const Web *web, int which)
{
    if (!web->scenario) {
        return "";
    }
    VeerScenarioInfo info = veer_scenario_info(web->scenario);
    return which == 0 ? info.title : which == 1 ? info.name : veer_scenario_text(web->scenario);
}

void web_put(double *values, VeerVec3 vector)
{
    values[0] = (double)vector.x;
    values[1] = (double)vector.y;
    values[2] = (double)vector.z;
}

const double *web_facts(const Web *web)
{
    static double facts[18];
    VeerScenarioInfo info = veer_scenario_info(web->scenario);
    facts[0] = veer_world_time(web->world);
    facts[1] = (double)veer_world_tick(web->world);
    facts[2] = (double)veer_agent_count(web->world);
    facts[3] = (double)veer_agent_slot_count(web->world);
    facts[4] = (double)veer_obstacle_slot_count(web->world);
    facts[5] = (double)web->dt;
    facts[6] = (double)info.duration;
    facts[7] = (double)veer_world_space(web->world);
    web_put(facts + 8, info.viewport.lower);
    web_put(facts + 11, info.viewport.upper);
    facts[14] = (double)veer_metrics_is_done(web->metrics);
    facts[15] = (double)veer_world_stats(web->world).bytes;
    facts[16] = (double)info.last_event;
    facts[17] = veer_world_def(web->world).max_squads;
    return facts;
}

int web_step(Web *web, float dt)
{
    VeerStatus status = web->scenario ? veer_scenario_update(web->scenario, web->world) : VEER_OK;
    if (status == VEER_OK) {
        status = veer_world_step(web->world, dt > 0.0f ? dt : web->dt);
    }
    if (status == VEER_OK && web->metrics) {
        status = veer_metrics_observe(web->metrics, web->scenario, web->world);
    }
    return (int)status;
}

uint64_t web_hash(const Web *web)
{
    return veer_world_hash(web->world);
}

uint32_t web_save_size(const Web *web)
{
    return veer_world_save_size(web->world);
}

int web_save(const Web *web, void *out, uint32_t size)
{
    return (int)veer_world_save(web->world, out, size);
}

int web_restore(Web *web, const void *saved, uint32_t size)
{
    return (int)veer_world_restore(web->world, saved, size);
}

void web_count(Web *web)
{
    web->scores = veer_metrics_scores(web->metrics, web->world);
}

double web_score(const Web *web, const char *key)
{
    double value;
    bool is_there = web->metrics && veer_scores_value(&web->scores, key, &value);
    return is_there ? value : (double)NAN;
}
