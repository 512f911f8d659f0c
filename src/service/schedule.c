/// Schedules: a heap of entries by the tick of their next turn, and the load of each tick.
#include "veer/schedule.h"

#include <string.h>

#define COOKIE 0x73636864u
#define MAX_ENTRIES (1u << 24)
#define MAX_WORK (1u << 20)
#define NO_SLOT UINT32_MAX
#define ALIGNMENT 64u ///< of a schedule and its size, bytes

typedef struct Entry {
    VeerEntry told;  ///< the generation: of the entry, or of the one before
    uint64_t serial; ///< in the order of adding, from 1; 0: the slot is free
    uint32_t at;     ///< in the heap; of a free slot the next free one
    uint32_t heap;   ///< the slot that is in the heap at this one's number
} Entry;

struct VeerSchedule {
    VeerScheduleDef def;
    uint32_t count, used, free; ///< entries; slots ever used; the first free one
    uint64_t now, serial;
    uint64_t left;   ///< units of this tick's budget
    bool is_fresh;   ///< nobody has had a turn in this tick
    Entry entries[]; ///< entries[max_entries]; after them load[cycle], see load_of
};

VeerScheduleDef veer_schedule_def_default(void)
{
    return (VeerScheduleDef){1024, 60, COOKIE};
}

static bool is_good(const VeerScheduleDef *def)
{
    return def && def->cookie == COOKIE && def->max_entries >= 1 &&
           def->max_entries <= MAX_ENTRIES && def->cycle >= 1 &&
           def->cycle <= VEER_MAX_SCHEDULE_CYCLE;
}

/// Units of work in each tick of the cycle.
static uint32_t *load_of(VeerSchedule *schedule)
{
    return (uint32_t *)(void *)(schedule->entries + schedule->def.max_entries);
}

size_t veer_schedule_size(const VeerScheduleDef *def)
{
    if (!is_good(def)) {
        return 0;
    }
    size_t size =
        sizeof(VeerSchedule) + def->max_entries * sizeof(Entry) + def->cycle * sizeof(uint32_t);
    return (size + ALIGNMENT - 1u) / ALIGNMENT * ALIGNMENT;
}

VeerSchedule *veer_schedule_init(void *memory, const VeerScheduleDef *def)
{
    size_t size = veer_schedule_size(def);
    if (!memory || size == 0) {
        return NULL;
    }
    memset(memory, 0, size);
    VeerSchedule *schedule = memory;
    schedule->def = *def;
    schedule->free = NO_SLOT;
    return schedule;
}

// --- The heap ---

static bool comes_first(const VeerSchedule *schedule, uint32_t slot, uint32_t other)
{
    const Entry *a = &schedule->entries[slot], *b = &schedule->entries[other];
    return a->told.due != b->told.due ? a->told.due < b->told.due : a->serial < b->serial;
}

static void put(VeerSchedule *schedule, uint32_t at, uint32_t slot)
{
    schedule->entries[at].heap = slot;
    schedule->entries[slot].at = at;
}

static void rise(VeerSchedule *schedule, uint32_t at)
{
    const Entry *entries = schedule->entries;
    uint32_t slot = entries[at].heap;
    while (at > 0 && comes_first(schedule, slot, entries[(at - 1) / 2].heap)) {
        put(schedule, at, entries[(at - 1) / 2].heap);
        at = (at - 1) / 2;
    }
    put(schedule, at, slot);
}

static void sink(VeerSchedule *schedule, uint32_t at)
{
    const Entry *entries = schedule->entries;
    uint32_t count = schedule->count, slot = entries[at].heap;
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count &&
            comes_first(schedule, entries[child + 1].heap, entries[child].heap)) {
            child++;
        }
        if (!comes_first(schedule, entries[child].heap, slot)) {
            break;
        }
        put(schedule, at, entries[child].heap);
        at = child;
    }
    put(schedule, at, slot);
}

// --- Entries ---

/// The first tick after `now` that is of a phase.
static uint64_t next_turn(uint64_t now, uint64_t phase, uint32_t period)
{
    return now + 1 + (phase + period - (now + 1) % period) % period;
}

/// The tick at which a period's turns begin that are spread best; never later than a period.
static uint64_t least_loaded(VeerSchedule *schedule, uint32_t period)
{
    uint32_t cycle = schedule->def.cycle;
    const uint32_t *loads = load_of(schedule);
    uint64_t best = 0, best_sum = UINT64_MAX;
    uint32_t best_most = UINT32_MAX;
    for (uint64_t first = schedule->now + 1; first <= schedule->now + period; first++) {
        uint32_t most = 0;
        uint64_t sum = 0;
        for (uint32_t i = 0; i < cycle; i += period) {
            uint32_t load = loads[(first + i) % cycle];
            most = load > most ? load : most;
            sum += load;
        }
        if (most < best_most || (most == best_most && sum < best_sum)) {
            best = first;
            best_most = most;
            best_sum = sum;
        }
    }
    return best;
}

/// Adds work to the ticks of an entry's turns.
static void add_load(VeerSchedule *schedule, const VeerEntry *entry, uint32_t work)
{
    uint32_t cycle = schedule->def.cycle;
    for (uint32_t i = 0; i < cycle; i += entry->period) {
        load_of(schedule)[(entry->due + i) % cycle] += work;
    }
}

static uint32_t take_slot(VeerSchedule *schedule)
{
    uint32_t slot = schedule->free;
    if (slot == NO_SLOT) {
        return schedule->used++;
    }
    schedule->free = schedule->entries[slot].at;
    return slot;
}

VeerStatus veer_schedule_add(VeerSchedule *schedule, uint32_t period, uint32_t work,
                             uint64_t user_data, VeerEntryId *out)
{
    if (!schedule || !out || period < 1 || schedule->def.cycle % period != 0 || work < 1 ||
        work > MAX_WORK) {
        return VEER_BAD_VALUE;
    }
    if (schedule->count == schedule->def.max_entries) {
        return VEER_FULL;
    }
    uint32_t slot = take_slot(schedule);
    Entry *entry = &schedule->entries[slot];
    VeerEntryId id = {slot, entry->told.id.generation + 1};
    entry->told = (VeerEntry){id, period, work, user_data, least_loaded(schedule, period)};
    entry->serial = ++schedule->serial;
    add_load(schedule, &entry->told, work);
    put(schedule, schedule->count, slot);
    rise(schedule, schedule->count++);
    *out = id;
    return VEER_OK;
}

/// Whether a handle names an entry.
static bool is_there(const VeerSchedule *schedule, VeerEntryId id)
{
    return schedule && id.slot < schedule->used && schedule->entries[id.slot].serial != 0 &&
           schedule->entries[id.slot].told.id.generation == id.generation;
}

VeerStatus veer_schedule_remove(VeerSchedule *schedule, VeerEntryId id)
{
    if (!is_there(schedule, id)) {
        return VEER_BAD_HANDLE;
    }
    Entry *entry = &schedule->entries[id.slot];
    add_load(schedule, &entry->told, 0u - entry->told.work);
    uint32_t at = entry->at, last = schedule->entries[--schedule->count].heap;
    if (at < schedule->count) {
        put(schedule, at, last);
        rise(schedule, at);
        sink(schedule, schedule->entries[last].at);
    }
    entry->serial = 0;
    entry->at = schedule->free;
    schedule->free = id.slot;
    return VEER_OK;
}

VeerStatus veer_schedule_get(const VeerSchedule *schedule, VeerEntryId id, VeerEntry *out)
{
    if (!is_there(schedule, id)) {
        return VEER_BAD_HANDLE;
    }
    if (!out) {
        return VEER_BAD_VALUE;
    }
    *out = schedule->entries[id.slot].told;
    return VEER_OK;
}

uint32_t veer_schedule_count(const VeerSchedule *schedule)
{
    return schedule ? schedule->count : 0;
}

uint64_t veer_schedule_now(const VeerSchedule *schedule)
{
    return schedule ? schedule->now : 0;
}

void veer_schedule_tick(VeerSchedule *schedule, uint32_t budget)
{
    if (!schedule) {
        return;
    }
    schedule->now++;
    schedule->left = budget;
    schedule->is_fresh = true;
}

bool veer_schedule_next(VeerSchedule *schedule, VeerEntry *out)
{
    if (!schedule || !out || schedule->count == 0) {
        return false;
    }
    VeerEntry *entry = &schedule->entries[schedule->entries[0].heap].told;
    bool has_room = entry->work <= schedule->left || schedule->is_fresh;
    if (entry->due > schedule->now || !has_room) {
        return false;
    }
    schedule->left -= entry->work < schedule->left ? entry->work : schedule->left;
    schedule->is_fresh = false;
    entry->due = next_turn(schedule->now, entry->due % entry->period, entry->period);
    sink(schedule, 0);
    *out = *entry;
    return true;
}
