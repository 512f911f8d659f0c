/// Whether the state of squads holds: who is a member of which, and what each was told.
#include "world/base/rules.h"
#include "world/squad/places/places.h"
#include "world/squad/squad.h"

#include <string.h>

#define RULE(type, name, rule) VEER_COLUMN_RULE("member", type, name, rule),
static const VeerStateRule member_columns[] = {VEER_MEMBER_COLUMNS(RULE)};
#undef RULE
static const VeerStateRules member_rules = {member_columns,
                                            sizeof member_columns / sizeof(VeerStateRule)};

static bool member_holds(const VeerWorld *world, const VeerStatePart *columns, uint32_t slot,
                         VeerStateFault *fault)
{
    uint32_t squad = world->member.squad[slot];
    bool is_there = slot < world->head->agent_slot_count && world->agent.is_alive[slot];
    if (squad == 0 || !is_there) {
        bool is_none = veer_state_slot_is_empty(columns, slot);
        return veer_state_holds(is_none, "member.squad", slot, fault);
    }
    bool is_in_one = squad <= world->def.max_squads && world->squads[squad - 1u].is_alive;
    return veer_state_holds(is_in_one, "member.squad", slot, fault) &&
           veer_state_slot_holds(columns, slot, fault);
}

bool veer_squads_check(const VeerWorld *world, VeerStateFault *fault)
{
    uint32_t members = world->def.max_squads > 0 ? world->def.max_agents : 0;
    const VeerStatePart columns = {&member_rules, &world->member, 0, members, true};
    uint32_t *sizes = world->squad_scratch.first; // made anew in each tick
    memset(sizes, 0, (members > 0 ? world->def.max_squads + 1u : 0) * sizeof *sizes);
    for (uint32_t i = 0; i < world->def.max_squads; ++i) {
        if (!veer_squad_slot_holds(world, i, fault)) {
            return false;
        }
    }
    for (uint32_t slot = 0; slot < members; ++slot) {
        if (!member_holds(world, &columns, slot, fault)) {
            return false;
        }
        uint32_t size = ++sizes[world->member.squad[slot]];
        bool fits = size <= VEER_MAX_SQUAD_MEMBERS || world->member.squad[slot] == 0;
        if (!veer_state_holds(fits, "member.squad", slot, fault)) {
            return false;
        }
    }
    return veer_squad_job_holds(world, fault);
}

void veer_squads_parts(const VeerWorld *world, VeerStateParts *parts)
{
    uint32_t members = world->def.max_squads > 0 ? world->def.max_agents : 0;
    veer_state_add_of_agents(parts, &member_rules, &world->member, 0, members);
    veer_squad_slot_parts(world, parts);
    veer_squad_job_parts(world, parts);
}
