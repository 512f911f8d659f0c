#include "world/tick/messages.h"
#include "base/hash.h"
#include "veer/message.h"
#include "world/body/body.h"

#define WAITING_FIELDS(X, of, type)                                                                \
    X(of, type, due, WITHIN(0, VEER_LAST_TIME))                                                    \
    X(of, type, serial, APART)                                                                     \
    X(of, type, agent, ANY)                                                                        \
    X(of, type, from, ANY)                                                                         \
    X(of, type, message, ANY)
#define HEAD_FIELDS(X, of, type)                                                                   \
    X(of, type, serial, APART)                                                                     \
    X(of, type, count, APART)                                                                      \
    X(of, type, unused, UNUSED)
VEER_STRUCT_RULES(waiting_rules, "message", VeerWaiting, WAITING_FIELDS);
VEER_STRUCT_RULES(head_rules, "message_head", VeerMessageHead, HEAD_FIELDS);

// --- The heap ---

static bool comes_first(const VeerWaiting *a, const VeerWaiting *b)
{
    return a->due != b->due ? a->due < b->due : a->serial < b->serial;
}

/// Puts a message at an end of the heap, or nearer to its top.
static void rise(VeerWaiting *heap, uint32_t at, VeerWaiting message)
{
    for (; at > 0 && comes_first(&message, &heap[(at - 1) / 2]); at = (at - 1) / 2) {
        heap[at] = heap[(at - 1) / 2];
    }
    heap[at] = message;
}

/// Puts a message at the top of the heap, or further down.
static void sink(VeerWaiting *heap, uint32_t count, VeerWaiting message)
{
    uint32_t at = 0;
    for (uint32_t child = 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && comes_first(&heap[child + 1], &heap[child])) {
            child++;
        }
        if (comes_first(&message, &heap[child])) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = message;
}

/// Takes the first one out; what is not used stays zero.
static VeerWaiting take_first(VeerWorld *world)
{
    VeerMessageHead *head = world->message_head;
    VeerWaiting *heap = world->messages, first = heap[0], last = heap[--head->count];
    heap[head->count] = (VeerWaiting){.due = 0.0};
    if (head->count > 0) {
        sink(heap, head->count, last);
    } else {
        head->serial = 0;
    }
    return first;
}

static bool is_for_somebody(const VeerWorld *world, const VeerWaiting *message)
{
    return veer_agent_slot(world, message->agent) != VEER_NO_SLOT;
}

/// Takes those out whose agents are gone.
static void drop_dead(VeerWorld *world)
{
    VeerMessageHead *head = world->message_head;
    uint32_t kept = 0, count = head->count;
    for (uint32_t i = 0; i < count; ++i) {
        if (is_for_somebody(world, &world->messages[i])) {
            rise(world->messages, kept, world->messages[i]);
            ++kept;
        }
    }
    memset(world->messages + kept, 0, (count - kept) * sizeof *world->messages);
    head->count = kept;
}

// --- Calls ---

static VeerStatus make_room(VeerWorld *world, VeerRefusal *refusal)
{
    uint32_t most = world->def.max_messages;
    if (most > 0 && world->message_head->count == most) {
        drop_dead(world);
    }
    bool has_room = most > 0 && world->message_head->count < most;
    return veer_world_check_room(world, refusal, has_room, "world.max_messages", most);
}

VeerStatus veer_agent_post(VeerWorld *world, VeerAgentId agent, VeerAgentId from,
                           VeerMessage message, float delay)
{
    VeerRefusal refusal = {.function = __func__};
    uint32_t slot = veer_agent_need(&refusal, world, agent);
    (void)slot;
    bool is_from_nobody = from.slot == 0 && from.generation == 0;
    veer_need_handle(&refusal, is_from_nobody || veer_agent_is_alive(world, from), "from",
                     from.slot);
    veer_need(&refusal, delay >= 0.0f && isfinite(delay), "delay", "must be >= 0 and finite",
              (double)delay);
    VeerStatus status = veer_world_check_change(world, &refusal);
    status = status == VEER_OK ? make_room(world, &refusal) : status;
    if (status == VEER_OK) {
        VeerMessageHead *head = world->message_head;
        rise(world->messages, head->count++,
             (VeerWaiting){veer_world_time_in(world, delay), head->serial++, agent, from, message});
    }
    return status;
}

uint32_t veer_world_message_count(const VeerWorld *world)
{
    return world && world->def.max_messages > 0 ? world->message_head->count : 0;
}

void veer_messages_deliver(VeerWorld *world)
{
    uint32_t room = veer_world_event_capacity(&world->def);
    while (veer_world_message_count(world) > 0 && world->messages->due <= world->head->time &&
           world->event_count < room) {
        VeerWaiting first = take_first(world);
        if (is_for_somebody(world, &first)) {
            VeerEvent event = {.kind = VEER_EVENT_MESSAGE, .agent = first.agent};
            event.other = first.from;
            event.message = first.message;
            veer_event_push(world, event);
        }
    }
}

// --- The state ---

/// An agent is called by its id: handles depend on the order of creation.
static uint32_t name_of(const VeerWorld *world, VeerAgentId agent)
{
    uint32_t slot = veer_agent_slot(world, agent);
    return slot == VEER_NO_SLOT ? 0 : world->agent.id[slot];
}

uint64_t veer_messages_hash(const VeerWorld *world)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < veer_world_message_count(world); ++i) {
        VeerWaiting message = world->messages[i];
        if (is_for_somebody(world, &message)) {
            message.agent = (VeerAgentId){name_of(world, message.agent), 0};
            message.from = (VeerAgentId){name_of(world, message.from), 0};
            sum += veer_hash_mix(veer_hash_words(1, &message, sizeof message));
        }
    }
    return sum;
}

/// Whether a message is where it belongs in the heap.
static bool is_in_place(const VeerWorld *world, uint32_t i)
{
    const VeerWaiting *heap = world->messages;
    return heap[i].serial < world->message_head->serial &&
           (i == 0 || !comes_first(&heap[i], &heap[(i - 1) / 2]));
}

bool veer_messages_check(const VeerWorld *world, VeerStateFault *fault)
{
    uint32_t most = world->def.max_messages;
    const VeerMessageHead *head = world->message_head;
    if (most == 0) {
        return true;
    }
    bool is_count = head->count <= most && (head->count > 0 || head->serial == 0);
    if (!veer_rules_hold(&head_rules, head, 0, fault) ||
        !veer_state_holds(is_count, "message_head.count", 0, fault)) {
        return false;
    }
    for (uint32_t i = 0; i < head->count; ++i) {
        if (!veer_rules_hold(&waiting_rules, &world->messages[i], i, fault) ||
            !veer_state_holds(is_in_place(world, i), "message.serial", i, fault)) {
            return false;
        }
    }
    size_t unused = (most - head->count) * sizeof *world->messages;
    return veer_state_holds(veer_is_zero(world->messages + head->count, unused), "message",
                            head->count, fault);
}

void veer_messages_parts(const VeerWorld *world, VeerStateParts *parts)
{
    uint32_t most = world->def.max_messages;
    veer_state_add(parts, &waiting_rules, world->messages, sizeof *world->messages, most);
    veer_state_add(parts, &head_rules, world->message_head, sizeof *world->message_head, most > 0);
}
