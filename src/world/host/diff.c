/// The first thing that differs between two worlds, by the rules of all parts of the state.
#include "veer/diff.h"
#include "world/base/checks.h"
#include "world/host/check.h"

#include <string.h>

/// Two worlds of one def and one map, side by side.
typedef struct Sides {
    const VeerWorld *a, *b;
    VeerStateParts of_a, of_b;
} Sides;

static bool differs(const Sides *sides, uint32_t part, uint32_t slot, uint32_t rule)
{
    const void *a = veer_state_value(&sides->of_a.all[part], slot, rule);
    const void *b = veer_state_value(&sides->of_b.all[part], slot, rule);
    return memcmp(a, b, sides->of_a.all[part].rules->all[rule].size) != 0;
}

/// The id of the agent in a slot; 0: there is none.
static uint32_t id_in(const VeerWorld *world, uint32_t slot)
{
    return world->agent.is_alive[slot] ? world->agent.id[slot] : 0;
}

/// Names a value that differs.
static VeerWorldDifference name(const Sides *sides, uint32_t part, uint32_t slot, uint32_t rule)
{
    const VeerStatePart *own = &sides->of_a.all[part];
    const VeerStateRule *of = &own->rules->all[rule];
    const unsigned char *a = veer_state_value(own, slot, rule);
    const unsigned char *b = veer_state_value(&sides->of_b.all[part], slot, rule);
    size_t width = of->size / veer_rule_numbers(of);
    uint32_t number = 0;
    while (memcmp(a + number * width, b + number * width, width) == 0) {
        number++;
    }
    uint32_t id = own->is_of_agents ? id_in(sides->a, slot) : 0;
    return (VeerWorldDifference){
        .what = of->what,
        .slot = slot,
        .id = own->is_of_agents && id == 0 ? id_in(sides->b, slot) : id,
        .number = number,
        .a = veer_rule_number(of, a, number),
        .b = veer_rule_number(of, b, number),
    };
}

/// Whether a field says that something is there.
static bool is_liveness(const VeerStateRule *rule)
{
    static const char end[] = ".is_alive";
    size_t length = strlen(rule->what);
    return length >= sizeof end && strcmp(rule->what + length - (sizeof end - 1u), end) == 0;
}

/// The first rule of a slot that differs, but first of all whether something is there.
/// @return false: none does
static bool find_rule(const Sides *sides, uint32_t part, uint32_t slot, uint32_t *out)
{
    const VeerStateRules *rules = sides->of_a.all[part].rules;
    bool is_found = false;
    for (uint32_t rule = 0; rule < rules->count; rule++) {
        bool is_first = !is_found || is_liveness(&rules->all[rule]);
        if (is_first && differs(sides, part, slot, rule)) {
            *out = rule;
            is_found = true;
        }
    }
    return is_found;
}

static bool find_in_part(const Sides *sides, uint32_t part, VeerWorldDifference *out)
{
    uint32_t rule = 0;
    for (uint32_t slot = 0; slot < sides->of_a.all[part].count; slot++) {
        if (find_rule(sides, part, slot, &rule)) {
            *out = name(sides, part, slot, rule);
            return true;
        }
    }
    return false;
}

static VeerWorldDifference name_number(const char *what, double a, double b)
{
    return (VeerWorldDifference){.what = what, .a = a, .b = b};
}

/// Of states that differ.
static VeerWorldDifference find(const VeerWorld *a, const VeerWorld *b)
{
    if (a->head->tick != b->head->tick) {
        return name_number("head.tick", (double)a->head->tick, (double)b->head->tick);
    }
    if (a->head->time != b->head->time) {
        return name_number("head.time", a->head->time, b->head->time);
    }
    Sides sides = {.a = a, .b = b};
    veer_world_parts(a, &sides.of_a);
    veer_world_parts(b, &sides.of_b);
    VeerWorldDifference found;
    for (uint32_t part = 0; part < sides.of_a.count; part++) {
        if (find_in_part(&sides, part, &found)) {
            return found;
        }
    }
    // What aligns them.
    return name_number("state", 0.0, 0.0);
}

VeerStatus veer_world_diff(const VeerWorld *a, const VeerWorld *b, VeerWorldDifference *out)
{
    VeerRefusal refusal = {.function = __func__};
    veer_need_object(&refusal, a, "a");
    veer_need_object(&refusal, b, "b");
    veer_need_place(&refusal, out, "out");
    if (refusal.status == VEER_OK) {
        const double none = (double)NAN;
        veer_need_as(&refusal, VEER_BUSY, !a->is_stepping, "a", "must not be in a step", none);
        veer_need_as(&refusal, VEER_BUSY, !b->is_stepping, "b", "must not be in a step", none);
        veer_need_as(&refusal, VEER_WRONG_DEF, a->def_hash == b->def_hash, "b",
                     "must be of the same def as a", none);
        veer_need_as(&refusal, VEER_WRONG_MAP, a->map_hash == b->map_hash, "b",
                     "must have the same map as a", none);
    }
    VeerStatus status = veer_world_check_read(a, &refusal);
    if (status != VEER_OK) {
        return status;
    }
    bool are_equal = memcmp(a->state_block, b->state_block, a->state_size) == 0;
    *out = are_equal ? (VeerWorldDifference){.what = NULL} : find(a, b);
    return VEER_OK;
}
