#include "explain.h"

#include "picture/picture.h"
#include "veer/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PICTURE_WIDTH 1600u

/// An explanation under way.
typedef struct Explanation {
    const VeerArgs *args;
    VeerSession session;
    VeerTrails *trails;
    VeerAgentId agent;
    VeerAgentState state;
    VeerReason reasons[VEER_MAX_REASONS];
    uint32_t count;
} Explanation;

/// Steps to the time that is asked for, or to the scene's end.
static bool run_there(Explanation *self, VeerInputError *error)
{
    VeerSession *session = &self->session;
    double end = (double)(self->args->at > 0.0f ? self->args->at : session->info.duration);
    double half = 0.5 * (double)session->info.dt;
    self->trails = veer_trails_create(session->scenario, session->world);
    if (!self->trails) {
        return veer_error_memory(error);
    }
    while (veer_world_time(session->world) + half < end) {
        if (!veer_session_step(session, error)) {
            return false;
        }
        veer_trails_observe(self->trails, session->world);
    }
    return true;
}

static bool find_agent(Explanation *self, VeerInputError *error)
{
    const VeerWorld *world = self->session.world;
    for (uint32_t slot = 0; slot < veer_agent_slot_count(world); slot++) {
        self->agent = veer_agent_at(world, slot);
        if (veer_agent_get(world, self->agent, &self->state) == VEER_OK &&
            self->state.id == self->args->trace) {
            return true;
        }
    }
    char why[80];
    snprintf(why, sizeof why, "there is no agent %" PRIu32 " at %.3f s", self->args->trace,
             veer_world_time(world));
    return veer_error_of(error, "--agent", why);
}

// --- What it prints ---

static void print(const Explanation *self)
{
    const VeerAgentState *state = &self->state;
    const char *topic = "";
    printf("%s, agent %" PRIu32 " at %.3f s: at (%.2f, %.2f, %.2f), %.2f m/s\n", self->args->input,
           state->id, veer_world_time(self->session.world), (double)state->position.x,
           (double)state->position.y, (double)state->position.z,
           sqrt((double)state->velocity.x * (double)state->velocity.x +
                (double)state->velocity.y * (double)state->velocity.y +
                (double)state->velocity.z * (double)state->velocity.z));
    for (uint32_t i = 0; i < self->count; i++) {
        char text[256];
        const char *next = veer_reason_topic(self->reasons[i].kind);
        veer_reason_text(&self->reasons[i], text, sizeof text);
        printf("  %-8s %s\n", strcmp(next, topic) != 0 ? next : "", text);
        topic = next;
    }
}

static json_t *reason_json(const VeerReason *reason)
{
    char text[256];
    veer_reason_text(reason, text, sizeof text);
    bool has_body = reason->body.kind != VEER_FOUND_NONE;
    json_t *json = json_pack(
        "{s:s, s:s, s:s, s:o, s:o}", "kind", veer_reason_kind_name(reason->kind), "topic",
        veer_reason_topic(reason->kind), "text", text, "value",
        veer_json_number((double)reason->value), "limit", veer_json_number((double)reason->limit));
    json_t *body =
        has_body ? json_pack("{s:s, s:I, s:o}", "kind", veer_found_kind_name(reason->body.kind),
                             "id", (json_int_t)reason->body.id, "gap_m",
                             veer_json_number((double)reason->body.distance))
                 : json_null();
    json_t *place = reason->has_place ? json_pack("[f, f, f]", (double)reason->place.x,
                                                  (double)reason->place.y, (double)reason->place.z)
                                      : json_null();
    int failures = json_object_set_new(json, "body", body);
    failures |= json_object_set_new(json, "place_m", place);
    return veer_json_whole(json, failures);
}

static bool print_json(const Explanation *self, VeerInputError *error)
{
    json_t *reasons = json_array();
    int failures = 0;
    for (uint32_t i = 0; i < self->count; i++) {
        failures |= json_array_append_new(reasons, reason_json(&self->reasons[i]));
    }
    json_t *json = json_pack("{s:s, s:I, s:f, s:o}", "scene", self->args->input, "agent",
                             (json_int_t)self->state.id, "time_s",
                             veer_world_time(self->session.world), "reasons", reasons);
    json = veer_json_whole(json, failures);
    bool is_printed = veer_json_print(json, error);
    json_decref(json);
    return is_printed;
}

// --- What it draws ---

static bool draw(const Explanation *self, VeerFile *file, VeerInputError *error)
{
    bool is_svg = veer_text_ends_with(self->args->out, ".svg");
    VeerPictureOptions options = {.width = self->args->width ? self->args->width : PICTURE_WIDTH,
                                  .traced = self->args->trace,
                                  .shows_routes = true,
                                  .reasons = self->reasons,
                                  .reason_count = self->count};
    VeerPicture picture = {
        .session = &self->session, .trails = self->trails, .options = options, .tail = 1.0};
    return veer_picture_write(&picture, is_svg ? VEER_PICTURE_SVG : VEER_PICTURE_PNG, file, error);
}

static bool explain(Explanation *self, VeerOutputs *outputs, VeerInputError *error)
{
    const VeerArgs *args = self->args;
    const char *out = args->out;
    VeerFile *file = NULL;
    if (out && !veer_text_ends_with(out, ".svg") && !veer_text_ends_with(out, ".png")) {
        return veer_error_of(error, out, "must end in .svg or .png");
    }
    if ((out && !(file = veer_outputs_add(outputs, out, error))) ||
        !veer_session_open(&self->session, args, args->has_seed ? &args->seed : NULL, error) ||
        !run_there(self, error) || !find_agent(self, error)) {
        return false;
    }
    if (veer_world_explain(self->session.world, self->agent, self->session.info.dt, self->reasons,
                           VEER_MAX_REASONS, &self->count) != VEER_OK) {
        return veer_error_of(error, args->input, "cannot be explained");
    }
    return !file || draw(self, file, error);
}

VeerExit veer_command_explain(const VeerArgs *args, VeerOutputs *outputs, VeerInputError *error)
{
    Explanation self = {.args = args};
    bool is_done = explain(&self, outputs, error);
    if (is_done && args->is_json) {
        is_done = print_json(&self, error);
    } else if (is_done && !args->is_quiet) {
        print(&self);
    }
    veer_trails_destroy(self.trails);
    veer_session_close(&self.session);
    return is_done ? VEER_EXIT_DONE : VEER_EXIT_USAGE;
}
