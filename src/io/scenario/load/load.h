/// Loading what is in a scenario's world: obstacles, groups, squads, and what happens when.
#ifndef VEER_IO_LOAD_H
#define VEER_IO_LOAD_H

#include "io/scenario/base/base.h"

/// Lays all of the options over the tree: what the file says of the model that is chosen, then the
/// settings, then the others, which win.
bool veer_overlay_options(VeerReader *reader, VeerNode *root, const VeerScenarioOptions *options);

/// @name Stages, in this order. @return false with the reader's error
/// @{
/// Reads the window that agents with foresight plan through.
bool veer_load_foresight(VeerLoader *loader);
bool veer_load_obstacles(VeerLoader *loader);
bool veer_load_squads(VeerLoader *loader);
bool veer_load_groups(VeerLoader *loader);
bool veer_load_orders(VeerLoader *loader);
bool veer_load_timeline(VeerLoader *loader);
bool veer_load_expectations(VeerLoader *loader);
/// @}

bool veer_load_obstacle(VeerLoader *loader, const VeerObstacleDef *def);

/// A tether is for what moves freely.
bool veer_load_check_tether(VeerReader *reader, const VeerNode *node, VeerObstacleMotion motion);

/// Fills a field, or a ring, with balls at random.
bool veer_load_field(VeerLoader *loader, const VeerNode *node, VeerObstacleSpec *spec);

/// Reads one group: counts, places, draws its sizes and speeds.
/// @param index   among all groups
/// @param count   as the scene's size and shares give it; 0: as the group itself says
bool veer_load_group(VeerLoader *loader, const VeerNode *node, uint32_t index, uint32_t count);

/// Reads the goal of a group, its own or that of the defaults.
bool veer_load_group_goal(VeerLoader *loader, const VeerNode *node, VeerGroup *group);

/// Reads the behaviours of a group; node NULL: it has none.
bool veer_load_behaviour_list(VeerLoader *loader, const VeerNode *node, VeerGroup *group);

bool veer_load_order(VeerLoader *loader, const VeerNode *node, VeerOrderEntry *entry);

/// Reads a goal for the agents of a group (NULL: of several), whose radii keep random goals apart.
bool veer_load_goal(VeerLoader *loader, const VeerNode *node, const VeerGroup *group,
                    VeerGoal *goal);

/// What a picture shows: as stated, else the bounds, else all that is there at first and where it
/// wants to go.
VeerBounds veer_choose_viewport(const VeerLoader *loader);

#endif
