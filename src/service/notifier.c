/// Notifiers: a list of listeners in slots, and a ring of events that wait.
#include "veer/notify.h"

#include <string.h>

#define MOST (1u << 24)
#define NONE UINT32_MAX
#define ALIGNMENT 64u ///< of a notifier and its size, bytes

typedef struct Listener {
    VeerListenerFn *call; ///< NULL: the slot is free
    void *user;
    uint64_t since; ///< the number of the first event that it hears
    uint32_t kinds;
    uint32_t generation;     ///< of the listener, or of the one before
    uint32_t next, previous; ///< in the order of attaching; of a free slot the next free one
} Listener;

struct VeerNotifier {
    VeerEvent *waiting; ///< waiting[max_waiting], a ring, after the listeners
    uint32_t max_listeners, max_waiting;
    uint32_t first, last; ///< listeners, in the order of attaching
    uint32_t free, used, count;
    uint32_t waiting_first, waiting_count;
    uint64_t number; ///< of the event that is told of, or was last
    uint32_t next;   ///< who hears it next; NONE: nobody
    bool is_telling;
    Listener listeners[]; ///< listeners[max_listeners]
};

size_t veer_notifier_size(uint32_t max_listeners, uint32_t max_waiting)
{
    if (max_listeners < 1 || max_listeners > MOST || max_waiting > MOST) {
        return 0;
    }
    size_t size =
        sizeof(VeerNotifier) + max_listeners * sizeof(Listener) + max_waiting * sizeof(VeerEvent);
    return (size + ALIGNMENT - 1u) / ALIGNMENT * ALIGNMENT;
}

VeerNotifier *veer_notifier_init(void *memory, uint32_t max_listeners, uint32_t max_waiting)
{
    size_t size = veer_notifier_size(max_listeners, max_waiting);
    VeerNotifier *notifier = memory;
    if (!notifier || size == 0) {
        return NULL;
    }
    memset(memory, 0, size);
    notifier->waiting = (VeerEvent *)(void *)(notifier->listeners + max_listeners);
    notifier->max_listeners = max_listeners;
    notifier->max_waiting = max_waiting;
    notifier->first = notifier->last = notifier->free = notifier->next = NONE;
    return notifier;
}

static uint32_t take_slot(VeerNotifier *notifier)
{
    uint32_t slot = notifier->free;
    if (slot == NONE) {
        return notifier->used++;
    }
    notifier->free = notifier->listeners[slot].next;
    return slot;
}

VeerStatus veer_notifier_attach(VeerNotifier *notifier, uint32_t kinds, VeerListenerFn *listener,
                                void *user, VeerListenerId *out)
{
    if (!notifier || !listener || kinds == 0 || !out) {
        return VEER_BAD_VALUE;
    }
    if (notifier->count == notifier->max_listeners) {
        return VEER_FULL;
    }
    uint32_t slot = take_slot(notifier);
    Listener *added = &notifier->listeners[slot];
    *added = (Listener){.call = listener,
                        .user = user,
                        .since = notifier->number + 1,
                        .kinds = kinds,
                        .generation = added->generation + 1,
                        .next = NONE,
                        .previous = notifier->last};
    if (notifier->last == NONE) {
        notifier->first = slot;
    } else {
        notifier->listeners[notifier->last].next = slot;
    }
    notifier->last = slot;
    notifier->count++;
    *out = (VeerListenerId){slot, added->generation};
    return VEER_OK;
}

VeerStatus veer_notifier_detach(VeerNotifier *notifier, VeerListenerId id)
{
    Listener *listeners = notifier ? notifier->listeners : NULL;
    if (!notifier || id.slot >= notifier->used || !listeners[id.slot].call ||
        listeners[id.slot].generation != id.generation) {
        return VEER_BAD_HANDLE;
    }
    Listener *gone = &listeners[id.slot];
    *(gone->previous == NONE ? &notifier->first : &listeners[gone->previous].next) = gone->next;
    *(gone->next == NONE ? &notifier->last : &listeners[gone->next].previous) = gone->previous;
    if (notifier->next == id.slot) {
        notifier->next = gone->next;
    }
    gone->call = NULL;
    gone->next = notifier->free;
    notifier->free = id.slot;
    notifier->count--;
    return VEER_OK;
}

uint32_t veer_notifier_count(const VeerNotifier *notifier)
{
    return notifier ? notifier->count : 0;
}

/// Tells of one event. Whoever is detached meanwhile leaves the list, and `next` moves on with it.
static void tell_all(VeerNotifier *notifier, const VeerEvent *event)
{
    notifier->number++;
    notifier->next = notifier->first;
    while (notifier->next != NONE) {
        const Listener *listener = &notifier->listeners[notifier->next];
        notifier->next = listener->next;
        if (listener->kinds & VEER_EVENT_BIT(event->kind) && listener->since <= notifier->number) {
            listener->call(listener->user, event);
        }
    }
}

static VeerStatus wait(VeerNotifier *notifier, const VeerEvent *event)
{
    if (notifier->waiting_count == notifier->max_waiting) {
        return VEER_FULL;
    }
    uint32_t at = (notifier->waiting_first + notifier->waiting_count) % notifier->max_waiting;
    notifier->waiting[at] = *event;
    notifier->waiting_count++;
    return VEER_OK;
}

VeerStatus veer_notifier_tell(VeerNotifier *notifier, const VeerEvent *event)
{
    if (!notifier || !event || (unsigned)event->kind >= VEER_EVENT_KIND_COUNT) {
        return VEER_BAD_VALUE;
    }
    if (notifier->is_telling) {
        return wait(notifier, event);
    }
    notifier->is_telling = true;
    tell_all(notifier, event);
    while (notifier->waiting_count > 0) {
        VeerEvent next = notifier->waiting[notifier->waiting_first];
        notifier->waiting_first = (notifier->waiting_first + 1) % notifier->max_waiting;
        notifier->waiting_count--;
        tell_all(notifier, &next);
    }
    notifier->is_telling = false;
    return VEER_OK;
}

VeerStatus veer_notifier_tell_world(VeerNotifier *notifier, const VeerWorld *world)
{
    uint32_t count = 0;
    VeerStatus status = VEER_OK;
    const VeerEvent *events = veer_world_events(world, &count);
    if (!notifier || !world) {
        return VEER_BAD_VALUE;
    }
    for (uint32_t i = 0; i < count && status == VEER_OK; i++) {
        status = veer_notifier_tell(notifier, &events[i]);
    }
    return status;
}
