/// Whether the state of foresight holds.
#include "world/predict/check.h"
#include "math/vec.h"
#include "world/base/rules.h"

#define MOST 8e6

#define FORESIGHT_FIELDS(X, of, type)                                                              \
    X(of, type, begun, APART)                                                                      \
    X(of, type, since, ANY)                                                                        \
    X(of, type, goal, POSITION)                                                                    \
    X(of, type, plans, ANY)                                                                        \
    X(of, type, count, WITHIN(0, VEER_FORESIGHT_POINTS))                                           \
    X(of, type, is_on, FLAG)                                                                       \
    X(of, type, status, WITHIN(0, VEER_FORESIGHT_PARTIAL))                                         \
    X(of, type, is_waiting, FLAG)                                                                  \
    X(of, type, is_cut, FLAG)                                                                      \
    X(of, type, points, APART)

VEER_STRUCT_RULES(rules, "foresight", VeerForesight, FORESIGHT_FIELDS);

/// Whether points are near the world, and come one after the other.
static bool are_points(const VeerForesight *own)
{
    float before = 0.0f;
    for (uint32_t i = 0; i < own->count; i++) {
        VeerVec3 at = own->points[i].position;
        float time = own->points[i].time;
        if (!(fabsf(at.x) <= (float)MOST && fabsf(at.y) <= (float)MOST &&
              fabsf(at.z) <= (float)MOST && time >= before && time < INFINITY)) {
            return false;
        }
        before = time;
    }
    return own->count > 0 || own->status < VEER_FORESIGHT_WHOLE;
}

bool veer_foresight_check(const VeerWorld *world, VeerStateFault *fault)
{
    uint32_t agents = world->def.foresight.has_window ? world->def.max_agents : 0;
    for (uint32_t slot = 0; slot < agents; slot++) {
        const VeerForesight *own = &world->foresight.agents[slot];
        bool is_begun = own->begun >= 0.0 && own->begun <= world->head->time;
        bool may_be =
            !own->is_on || (slot < world->head->agent_slot_count && world->agent.is_alive[slot]);
        if (!veer_rules_hold(&rules, own, slot, fault) ||
            !veer_state_holds(is_begun, "foresight.begun", slot, fault) ||
            !veer_state_holds(may_be, "foresight.is_on", slot, fault) ||
            !veer_state_holds(are_points(own), "foresight.points", slot, fault)) {
            return false;
        }
    }
    return true;
}

void veer_foresight_parts(const VeerWorld *world, VeerStateParts *parts)
{
    veer_state_add_of_agents(parts, &rules, world->foresight.agents, sizeof(VeerForesight),
                             world->def.max_agents);
}
