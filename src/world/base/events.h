/// The events of one tick, and the pairs of bodies that touch.
#ifndef VEER_WORLD_EVENTS_H
#define VEER_WORLD_EVENTS_H

#include "world/base/state.h"

/// Adds an event; drops, and counts, what does not fit.
void veer_event_push(VeerWorld *world, VeerEvent event);

/// Events of agents by kind, then by id, then by slot: an order for veer_sort, in a world.
bool veer_event_comes_first(const void *world, const void *a, const void *b);

/// Finds the pairs that touch now, adds an event for each that begun or ended, and keeps them.
void veer_events_add_contacts(VeerWorld *world);

#endif
