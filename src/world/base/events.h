/// The queue of a tick's events, their order, and removals until the next tick reports them.
#ifndef VEER_WORLD_BASE_EVENTS_H
#define VEER_WORLD_BASE_EVENTS_H

#include "world/base/state.h"

/// Before decisions and contacts, which use the memory of events: none are left of the last step.
/// Of a step's earlier substeps as many stay as veer_world_early_capacity, and the others are
/// dropped and counted.
void veer_events_begin(VeerWorld *world);
/// Adds an event; drops and counts those beyond the capacity.
void veer_event_push(VeerWorld *world, VeerEvent event);
/// Events of agents by kind, then by id, then by slot: an order for veer_sort, in a world.
bool veer_event_comes_first(const void *world, const void *a, const void *b);
uint32_t veer_world_pair_capacity(const VeerWorldDef *def);
/// Different profiles that agents may have.
uint32_t veer_world_profile_capacity(const VeerWorldDef *def);
/// Slots of agents that may have a mass of their own.
uint32_t veer_world_matter_capacity(const VeerWorldDef *def);
/// Impacts of a tick that are kept for its events.
uint32_t veer_world_impact_capacity(const VeerWorldDef *def);
uint32_t veer_world_event_capacity(const VeerWorldDef *def);
/// Events of the substeps of a step but its last, all together: behind them is room for what
/// decisions, and impacts, need.
uint32_t veer_world_early_capacity(const VeerWorldDef *def);
uint32_t veer_world_removal_capacity(const VeerWorldDef *def);
/// Stores a removal for the next step's events.
void veer_world_note_removal(VeerWorld *world, VeerRemoval removal);

#endif
