/// A scenario in a world: what its start, its timeline and its tours do there.
#ifndef VEER_IO_PLAY_H
#define VEER_IO_PLAY_H

#include "io/scenario/base/base.h"

/// The mesh of a scenario in pieces, which its world copies; free() it. NULL: nothing covers it.
VeerStatus veer_pieces_make(const VeerScenario *scenario, VeerMesh **out);

/// @name Squads of a world that is started
/// @{
/// Makes the squads; the groups of the start join, and the orders of the start are given.
VeerStatus veer_scenario_make_squads(VeerScenario *scenario, VeerWorld *world);
/// A group joins its squad, if it has one.
VeerStatus veer_scenario_join(const VeerScenario *scenario, VeerWorld *world,
                              const VeerGroup *group);
VeerStatus veer_scenario_order(const VeerScenario *scenario, VeerWorld *world, uint32_t squad,
                               const VeerOrderEntry *entry, bool is_appended);
/// @}

/// @name Agents
/// @{
/// The group of an agent, counted over the scenario.
const VeerGroup *veer_scenario_group(const VeerScenario *scenario, uint32_t index);
/// How near the `index`-th agent of a group must come to its goal, m.
float veer_scenario_arrival_radius(const VeerScenario *scenario, const VeerGroup *group,
                                   const VeerGoal *goal, uint32_t index);
/// The straight distance to the goal of a note, less the arrival radius, m.
float veer_scenario_straight_distance(const VeerScenarioAgent *note, VeerSpace space);
/// Gives the `index`-th agent of a group a goal. What is gone meanwhile leaves it idle.
VeerStatus veer_scenario_set_goal(const VeerScenario *scenario, VeerWorld *world,
                                  const VeerGroup *group, const VeerGoal *goal, uint32_t index);
/// Makes the agents of a group, and notes what the scenario wants of them.
VeerStatus veer_scenario_spawn_agents(VeerScenario *scenario, VeerWorld *world,
                                      const VeerGroup *group);
/// Sends them to their goals: after all are there, since they may follow each other.
VeerStatus veer_scenario_set_goals(const VeerScenario *scenario, VeerWorld *world,
                                   const VeerGroup *group);
/// Both, and into their squad: of a group that comes later.
VeerStatus veer_scenario_spawn(VeerScenario *scenario, VeerWorld *world, const VeerGroup *group);
/// Sends the agents on tours that have arrived to their next points.
VeerStatus veer_tours_update(VeerScenario *scenario, VeerWorld *world);
/// @}

#endif
