/// Schedules: entries that come round every so many ticks, spread so that no tick has much
/// more work than another, and within a budget.
///
/// A schedule lives in memory that the caller gives and holds no pointers: a copy of its bytes is a
/// copy of it, as a rollback wants. It calls nobody: each tick is asked for what is due, so entries
/// may come and go meanwhile.
#ifndef VEER_SCHEDULE_H
#define VEER_SCHEDULE_H

#include "veer/api.h"

/// Most ticks of a cycle.
#define VEER_MAX_SCHEDULE_CYCLE 65536u

/// How a schedule is made. Take it from veer_schedule_def_default.
typedef struct VeerScheduleDef {
    uint32_t max_entries; ///< 1 to 2^24
    uint32_t cycle;       ///< ticks, 1 to VEER_MAX_SCHEDULE_CYCLE: all periods divide it
    uint32_t cookie;      ///< private, set by veer_schedule_def_default
} VeerScheduleDef;

/// 1024 entries, a cycle of 60 ticks.
VEER_API VeerScheduleDef veer_schedule_def_default(void);

/// Names an entry; all zero names none. Safe to keep after the entry is gone.
typedef struct VeerEntryId {
    uint32_t slot, generation; ///< private
} VeerEntryId;

/// An entry, as it was added and as it stands.
typedef struct VeerEntry {
    VeerEntryId id;     ///< its handle
    uint32_t period;    ///< ticks
    uint32_t work;      ///< units, of one turn
    uint64_t user_data; ///< the host's
    uint64_t due;       ///< the tick of its next turn
} VeerEntry;

/// Entries by the tick of their next turn. Opaque.
typedef struct VeerSchedule VeerSchedule;

/// Bytes that a schedule needs: 48 an entry and 4 a tick of the cycle; 0 for a bad def.
VEER_API size_t veer_schedule_size(const VeerScheduleDef *def);
/// Makes a schedule, empty and before tick 1, in `memory` of veer_schedule_size(def) bytes, aligned
/// to 64, which stays the caller's. @return NULL for a bad def. Cost O(entries + cycle).
VEER_API VeerSchedule *veer_schedule_init(void *memory, const VeerScheduleDef *def);

/// Adds an entry. Of the ticks that its turns may fall on, those are taken whose greatest load is
/// the least; of such those with the least load in all, then the soonest.
///
/// @param period  ticks, divides the cycle
/// @param work    units of one turn, 1 to 2^20
/// @param out     its handle; untouched on failure
/// @return VEER_OK; VEER_FULL; VEER_BAD_VALUE
/// Cost O(cycle + log entries).
VEER_API VeerStatus veer_schedule_add(VeerSchedule *schedule, uint32_t period, uint32_t work,
                                      uint64_t user_data, VeerEntryId *out);
/// Takes an entry out, also one that is due. @return VEER_OK or VEER_BAD_HANDLE. Cost O(log
/// entries + cycle ÷ period)
VEER_API VeerStatus veer_schedule_remove(VeerSchedule *schedule, VeerEntryId entry);
/// Reads an entry. @return VEER_OK or VEER_BAD_HANDLE. Cost O(1)
VEER_API VeerStatus veer_schedule_get(const VeerSchedule *schedule, VeerEntryId entry,
                                      VeerEntry *out);
/// How many there are.
VEER_API uint32_t veer_schedule_count(const VeerSchedule *schedule);
/// The tick that it is; 0 before the first.
VEER_API uint64_t veer_schedule_now(const VeerSchedule *schedule);

/// Begins the next tick.
/// @param budget  units of work for it. Cost O(1).
VEER_API void veer_schedule_tick(VeerSchedule *schedule, uint32_t budget);
/// The next entry whose turn it is: those that are due longest first, then in the order in which
/// they were added. Its following turn is in its own phase again, however late this one is; turns
/// that it missed are not made up for. What the budget has no room for waits for the tick after;
/// but the first one of a tick always gets its turn.
/// @return whether there was one. Cost O(log entries).
VEER_API bool veer_schedule_next(VeerSchedule *schedule, VeerEntry *out);

#endif
