/// The squads of a scenario in its world.
#include "io/scenario/play/play.h"

VeerStatus veer_scenario_order(const VeerScenario *scenario, VeerWorld *world, uint32_t squad,
                               const VeerOrderEntry *entry, bool is_appended)
{
    VeerOrder order = entry->order;
    if (entry->target.kind == VEER_NAMED_AGENT) {
        order.agent = scenario->agent_ids[entry->target.first];
    } else if (entry->target.kind == VEER_NAMED_OBSTACLE) {
        order.obstacle = scenario->obstacle_ids[entry->target.first];
    }
    return veer_squad_order(world, scenario->squad_ids[squad], &order, is_appended);
}

VeerStatus veer_scenario_join(const VeerScenario *scenario, VeerWorld *world,
                              const VeerGroup *group)
{
    VeerStatus status = VEER_OK;
    uint32_t joining = group->squad.kind == VEER_NAMED_SQUAD ? group->count : 0;
    for (uint32_t i = 0; i < joining && status == VEER_OK; i++) {
        status = veer_squad_add(world, scenario->squad_ids[group->squad.first],
                                scenario->agent_ids[group->first + i]);
    }
    return status;
}

VeerStatus veer_scenario_make_squads(VeerScenario *scenario, VeerWorld *world)
{
    VeerStatus status = VEER_OK;
    for (uint32_t i = 0; i < scenario->squad_count && status == VEER_OK; i++) {
        status = veer_squad_create(world, &scenario->squads[i].spec.def, &scenario->squad_ids[i]);
    }
    for (uint32_t i = 0; i < scenario->start_group_count && status == VEER_OK; i++) {
        status = veer_scenario_join(scenario, world, &scenario->groups[i]);
    }
    for (uint32_t i = 0; i < scenario->squad_count; i++) {
        const VeerSquadEntry *entry = &scenario->squads[i];
        for (uint32_t k = 0; k < entry->order_count && status == VEER_OK; k++) {
            status = veer_scenario_order(scenario, world, i, &entry->orders[k], true);
        }
    }
    return status;
}
