/// Notifiers: listeners that are called for the events that they asked for.
///
/// A notifier is a host's: worlds do not know of it. It lives in memory that its caller gives.
#ifndef VEER_NOTIFY_H
#define VEER_NOTIFY_H

#include "veer/event.h"
#include "veer/world.h"

/// The bit of a kind, for masks.
#define VEER_EVENT_BIT(kind) (1u << (unsigned)(kind))
/// The mask of all kinds.
#define VEER_ALL_EVENTS UINT32_MAX

/// Is told of an event. May attach and detach listeners, itself among them, and tell of more.
typedef void VeerListenerFn(void *user, const VeerEvent *event);

/// Names a listener; all zero names none. Safe to keep after it was detached.
typedef struct VeerListenerId {
    uint32_t slot, generation; ///< private
} VeerListenerId;

/// Listeners, in the order in which they were attached. Opaque.
typedef struct VeerNotifier VeerNotifier;

/// Bytes that a notifier needs: 48 a listener and 40 an event; 0: too many.
///
/// @param max_listeners  1 to 2^24
/// @param max_waiting    events that may wait at one time, while another is told of; 0 to 2^24
VEER_API size_t veer_notifier_size(uint32_t max_listeners, uint32_t max_waiting);
/// Makes a notifier without listeners in `memory` of as many bytes, aligned to 64, which stays the
/// caller's. @return NULL for too many. Cost O(listeners).
VEER_API VeerNotifier *veer_notifier_init(void *memory, uint32_t max_listeners,
                                          uint32_t max_waiting);

/// Attaches a listener, behind all others.
///
/// @param kinds  a bit for each kind that it wants to be told of: VEER_EVENT_BIT
/// @param out    its handle; untouched on failure
/// @return VEER_OK; VEER_FULL; VEER_BAD_VALUE: no function, no kind
/// One that is attached while an event is told of hears the next one first. Cost O(1).
VEER_API VeerStatus veer_notifier_attach(VeerNotifier *notifier, uint32_t kinds,
                                         VeerListenerFn *listener, void *user, VeerListenerId *out);
/// Detaches a listener: it is not called any more, not even for the event that is being told of.
/// @return VEER_OK or VEER_BAD_HANDLE. Cost O(1).
VEER_API VeerStatus veer_notifier_detach(VeerNotifier *notifier, VeerListenerId listener);
/// How many are attached.
VEER_API uint32_t veer_notifier_count(const VeerNotifier *notifier);

/// Tells all listeners of an event, in the order in which they were attached. Called by one of
/// them, it has the event wait until all have heard the one before.
/// @return VEER_OK; VEER_FULL: too many wait already; VEER_BAD_VALUE: no event, or of no kind. Cost
/// O(listeners).
VEER_API VeerStatus veer_notifier_tell(VeerNotifier *notifier, const VeerEvent *event);
/// Tells of all events of a world's last step, in their order. Listeners must not change the world.
/// @return as veer_notifier_tell
VEER_API VeerStatus veer_notifier_tell_world(VeerNotifier *notifier, const VeerWorld *world);

#endif
