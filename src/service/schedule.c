/// Schedules: a heap of entries by the tick of their next turn, and the load of each tick.
#include "veer/schedule.h"

#include "base/arena.h"

#include <string.h>

#define COOKIE 0x73636864u
#define MAX_ENTRIES (1u << 24)
#define MAX_WORK (1u << 20)
#define NO_SLOT UINT32_MAX

typedef struct Entry {
    uint64_t due, user_data;
    uint64_t serial; ///< in the order of adding, from 1; 0: the slot is free
    uint32_t period, work;
    uint32_t generation; ///< of the entry, or of the one before
    uint32_t at;         ///< in the heap; of a free slot the next free one
} Entry;

struct VeerSchedule {
    VeerScheduleDef def;
    uint32_t count, used, free; ///< entries; slots ever used; the first free one
    uint64_t now, serial;
    uint64_t left; ///< units of this tick's budget
    bool is_fresh; ///< nobody has had a turn in this tick
};

/// Where the parts of a schedule lie.
typedef struct Parts {
    VeerSchedule *schedule;
    Entry *entries; ///< entries[max_entries]
    uint32_t *heap; ///< heap[max_entries]: slots
    uint32_t *load; ///< load[cycle]: units of work
} Parts;

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

static Parts lay_out(VeerArena *arena, const VeerScheduleDef *def)
{
    Parts parts;
    parts.schedule = veer_arena_take(arena, 1, sizeof *parts.schedule);
    parts.entries = veer_arena_take(arena, def->max_entries, sizeof *parts.entries);
    parts.heap = veer_arena_take(arena, def->max_entries, sizeof *parts.heap);
    parts.load = veer_arena_take(arena, def->cycle, sizeof *parts.load);
    return parts;
}

/// The block may have been copied elsewhere: the parts are found from its head.
static Parts parts_of(const VeerSchedule *schedule)
{
    union {
        const VeerSchedule *read;
        unsigned char *base;
    } block = {schedule};
    VeerArena arena = {block.base, 0};
    return lay_out(&arena, &schedule->def);
}

size_t veer_schedule_size(const VeerScheduleDef *def)
{
    VeerArena arena = {NULL, 0};
    if (!is_good(def)) {
        return 0;
    }
    (void)lay_out(&arena, def);
    return arena.used;
}

VeerSchedule *veer_schedule_init(void *memory, const VeerScheduleDef *def)
{
    size_t size = veer_schedule_size(def);
    if (size == 0) {
        return NULL;
    }
    memset(memory, 0, size);
    VeerSchedule *schedule = memory;
    schedule->def = *def;
    schedule->free = NO_SLOT;
    return schedule;
}

// --- The heap ---

static bool comes_first(const Parts *parts, uint32_t slot, uint32_t other)
{
    const Entry *a = &parts->entries[slot], *b = &parts->entries[other];
    return a->due != b->due ? a->due < b->due : a->serial < b->serial;
}

static void put(const Parts *parts, uint32_t at, uint32_t slot)
{
    parts->heap[at] = slot;
    parts->entries[slot].at = at;
}

static void rise(const Parts *parts, uint32_t at)
{
    uint32_t slot = parts->heap[at];
    while (at > 0 && comes_first(parts, slot, parts->heap[(at - 1) / 2])) {
        put(parts, at, parts->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(parts, at, slot);
}

static void sink(const Parts *parts, uint32_t at)
{
    uint32_t count = parts->schedule->count, slot = parts->heap[at];
    for (uint32_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && comes_first(parts, parts->heap[child + 1], parts->heap[child])) {
            child++;
        }
        if (!comes_first(parts, parts->heap[child], slot)) {
            break;
        }
        put(parts, at, parts->heap[child]);
        at = child;
    }
    put(parts, at, slot);
}

// --- Entries ---

/// The first tick after `now` that is of a phase.
static uint64_t next_turn(uint64_t now, uint64_t phase, uint32_t period)
{
    return now + 1 + (phase + period - (now + 1) % period) % period;
}

/// The tick at which a period's turns begin that are spread best; never later than a period.
static uint64_t least_loaded(const Parts *parts, uint32_t period)
{
    uint32_t cycle = parts->schedule->def.cycle;
    uint64_t best = 0, best_sum = UINT64_MAX;
    uint32_t best_most = UINT32_MAX;
    for (uint64_t first = parts->schedule->now + 1; first <= parts->schedule->now + period;
         first++) {
        uint32_t most = 0;
        uint64_t sum = 0;
        for (uint32_t i = 0; i < cycle; i += period) {
            uint32_t load = parts->load[(first + i) % cycle];
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

static void add_load(const Parts *parts, uint64_t turn, uint32_t period, uint32_t work)
{
    uint32_t cycle = parts->schedule->def.cycle;
    for (uint32_t i = 0; i < cycle; i += period) {
        parts->load[(turn + i) % cycle] += work;
    }
}

static uint32_t take_slot(const Parts *parts)
{
    VeerSchedule *schedule = parts->schedule;
    uint32_t slot = schedule->free;
    if (slot == NO_SLOT) {
        return schedule->used++;
    }
    schedule->free = parts->entries[slot].at;
    return slot;
}

VeerStatus veer_schedule_add(VeerSchedule *schedule, uint32_t period, uint32_t work,
                             uint64_t user_data, VeerEntryId *out)
{
    if (period < 1 || schedule->def.cycle % period != 0 || work < 1 || work > MAX_WORK) {
        return VEER_BAD_VALUE;
    }
    if (schedule->count == schedule->def.max_entries) {
        return VEER_FULL;
    }
    Parts parts = parts_of(schedule);
    uint32_t slot = take_slot(&parts);
    Entry *entry = &parts.entries[slot];
    entry->due = least_loaded(&parts, period);
    entry->user_data = user_data;
    entry->serial = ++schedule->serial;
    entry->period = period;
    entry->work = work;
    entry->generation++;
    add_load(&parts, entry->due, period, work);
    put(&parts, schedule->count, slot);
    rise(&parts, schedule->count++);
    *out = (VeerEntryId){slot, entry->generation};
    return VEER_OK;
}

/// The entry that a handle names; NULL: it is gone.
static Entry *find(const Parts *parts, VeerEntryId id)
{
    bool is_there = id.slot < parts->schedule->used && parts->entries[id.slot].serial != 0 &&
                    parts->entries[id.slot].generation == id.generation;
    return is_there ? &parts->entries[id.slot] : NULL;
}

VeerStatus veer_schedule_remove(VeerSchedule *schedule, VeerEntryId id)
{
    Parts parts = parts_of(schedule);
    Entry *entry = find(&parts, id);
    if (!entry) {
        return VEER_BAD_HANDLE;
    }
    add_load(&parts, entry->due, entry->period, 0u - entry->work);
    uint32_t at = entry->at, last = parts.heap[--schedule->count];
    if (at < schedule->count) {
        put(&parts, at, last);
        rise(&parts, at);
        sink(&parts, parts.entries[last].at);
    }
    entry->serial = 0;
    entry->at = schedule->free;
    schedule->free = id.slot;
    return VEER_OK;
}

static VeerEntry told(const Parts *parts, uint32_t slot)
{
    const Entry *entry = &parts->entries[slot];
    return (VeerEntry){
        {slot, entry->generation}, entry->period, entry->work, entry->user_data, entry->due};
}

VeerStatus veer_schedule_get(const VeerSchedule *schedule, VeerEntryId id, VeerEntry *out)
{
    Parts parts = parts_of(schedule);
    if (!find(&parts, id)) {
        return VEER_BAD_HANDLE;
    }
    *out = told(&parts, id.slot);
    return VEER_OK;
}

uint32_t veer_schedule_count(const VeerSchedule *schedule)
{
    return schedule->count;
}

uint64_t veer_schedule_now(const VeerSchedule *schedule)
{
    return schedule->now;
}

void veer_schedule_tick(VeerSchedule *schedule, uint32_t budget)
{
    schedule->now++;
    schedule->left = budget;
    schedule->is_fresh = true;
}

bool veer_schedule_next(VeerSchedule *schedule, VeerEntry *out)
{
    Parts parts = parts_of(schedule);
    if (schedule->count == 0) {
        return false;
    }
    uint32_t slot = parts.heap[0];
    Entry *entry = &parts.entries[slot];
    bool has_room = entry->work <= schedule->left || schedule->is_fresh;
    if (entry->due > schedule->now || !has_room) {
        return false;
    }
    schedule->left -= entry->work < schedule->left ? entry->work : schedule->left;
    schedule->is_fresh = false;
    entry->due = next_turn(schedule->now, entry->due % entry->period, entry->period);
    sink(&parts, 0);
    *out = told(&parts, slot);
    return true;
}
