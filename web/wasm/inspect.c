/// What a page reads of one agent: why it does what it does, what it senses, and what it holds.
#include "web.h"

#include "veer/explain.h"
#include "veer/reservation.h"

/// Puts a text at out[0 .. size - 1], or what fits, and then a letter. @return how far that comes
static uint32_t put_part(char *out, uint32_t size, const char *text, char end)
{
    uint32_t length = 0;
    for (; text[length] && length + 1 < size; length++) {
        out[length] = text[length];
    }
    out[length] = end;
    return length + 1;
}

const char *web_explain(Web *web, double agent)
{
    enum { LINE = 256, NAME = 32 };
    static char lines[VEER_MAX_REASONS * LINE + 1];
    VeerReason reasons[VEER_MAX_REASONS];
    uint32_t count, length = 0;
    if (veer_world_explain(web->world, web_agent_id(agent), web->dt, reasons, VEER_MAX_REASONS,
                           &count) != VEER_OK) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        char text[LINE - 2 * NAME];
        (void)veer_reason_text(&reasons[i], text, sizeof text);
        length += put_part(lines + length, NAME, veer_reason_kind_name(reasons[i].kind), '\t');
        length += put_part(lines + length, NAME, veer_reason_topic(reasons[i].kind), '\t');
        length += put_part(lines + length, sizeof text, text, '\n');
    }
    lines[length] = '\0';
    return lines;
}

const double *web_sensed(Web *web, double agent)
{
    static double values[1 + 3 * VEER_MAX_SENSED];
    VeerFound found[VEER_MAX_SENSED];
    uint32_t count;
    if (veer_world_sensed(web->world, web_agent_id(agent), web->dt, found, VEER_MAX_SENSED,
                          &count) != VEER_OK) {
        return NULL;
    }
    values[0] = count;
    for (uint32_t i = 0; i < count; i++) {
        double *at = values + 1 + 3 * (size_t)i;
        at[0] = web_handle(found[i].agent.slot, found[i].agent.generation);
        at[1] = web_handle(found[i].obstacle.slot, found[i].obstacle.generation);
        at[2] = (double)found[i].distance;
    }
    return values;
}

const double *web_held(const Web *web, double agent)
{
    static double values[2 + 3 * VEER_MAX_HELD];
    VeerHeld held;
    if (veer_agent_held(web->world, web_agent_id(agent), &held) != VEER_OK) {
        return NULL;
    }
    values[0] = (double)held.is_waiting;
    values[1] = held.count;
    for (uint32_t i = 0; i < held.count; i++) {
        web_put(values + 2 + 3 * (size_t)i, held.places[i]);
    }
    return values;
}
