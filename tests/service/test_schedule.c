// Schedules: everyone at their period, nobody all at once.
#include "support/suite.h"

#include "veer/schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static VeerSchedule *make(uint32_t max_entries, uint32_t cycle)
{
    VeerScheduleDef def = veer_schedule_def_default();
    def.max_entries = max_entries;
    def.cycle = cycle;
    void *memory = aligned_alloc(64, veer_schedule_size(&def));
    assert_non_null(memory);
    VeerSchedule *schedule = veer_schedule_init(memory, &def);
    assert_non_null(schedule);
    return schedule;
}

static VeerEntryId add(VeerSchedule *schedule, uint32_t period, uint32_t work, uint64_t user_data)
{
    VeerEntryId id = {0, 0};
    assert_int_equal(veer_schedule_add(schedule, period, work, user_data, &id), VEER_OK);
    return id;
}

/// The 44 rocks of the asteroid field, each looked at once in a second of 30 ticks.
static void forty_four_of_period_thirty_take_one_or_two_a_tick(void **state)
{
    (void)state;
    VeerSchedule *schedule = make(44, 30);
    for (uint64_t i = 0; i < 44; i++) {
        add(schedule, 30, 1, i);
    }
    for (int round = 0; round < 3; round++) {
        int turns[44] = {0};
        for (int tick = 0; tick < 30; tick++) {
            int count = 0;
            VeerEntry entry;
            veer_schedule_tick(schedule, UINT32_MAX);
            for (; veer_schedule_next(schedule, &entry); count++) {
                turns[entry.user_data]++;
            }
            assert_in_range(count, 1, 2);
        }
        for (int i = 0; i < 44; i++) {
            assert_int_equal(turns[i], 1);
        }
    }
    free(schedule);
}

static void periods_mixed_are_kept_and_spread(void **state)
{
    (void)state;
    static const uint32_t periods[] = {1, 2, 3, 10, 30};
    uint64_t last[100] = {0};
    uint32_t least = UINT32_MAX, most = 0;
    VeerSchedule *schedule = make(100, 30);
    for (uint64_t i = 0; i < 100; i++) {
        add(schedule, periods[i % 5], 1, i);
    }
    for (uint64_t tick = 1; tick <= 90; tick++) {
        uint32_t count = 0;
        VeerEntry entry;
        veer_schedule_tick(schedule, UINT32_MAX);
        for (; veer_schedule_next(schedule, &entry); count++) {
            uint64_t i = entry.user_data;
            assert_true(last[i] == 0 ? tick <= periods[i % 5] : tick - last[i] == periods[i % 5]);
            assert_int_equal(entry.due, tick + entry.period);
            last[i] = tick;
        }
        least = count < least ? count : least;
        most = count > most ? count : most;
    }
    // 20 + 10 + 6.7 + 2 + 0.7 a tick.
    assert_true(least >= 38 && most <= 41);
    free(schedule);
}

static void what_is_over_budget_waits_and_keeps_its_phase(void **state)
{
    (void)state;
    VeerSchedule *schedule = make(8, 4);
    VeerEntryId ids[3];
    for (uint64_t i = 0; i < 3; i++) {
        ids[i] = add(schedule, 1, 2, i);
    }
    VeerEntryId late = add(schedule, 4, 1, 3);
    VeerEntry entry;
    veer_schedule_get(schedule, late, &entry);
    uint64_t first = entry.due;
    assert_int_equal(first, 1);
    veer_schedule_tick(schedule, 4);
    for (uint64_t i = 0; i < 2; i++) {
        assert_true(veer_schedule_next(schedule, &entry));
        assert_int_equal(entry.user_data, i);
    }
    assert_false(veer_schedule_next(schedule, &entry));
    // Those who have waited come first.
    veer_schedule_tick(schedule, 4);
    assert_true(veer_schedule_next(schedule, &entry));
    assert_int_equal(entry.user_data, 2);
    assert_true(veer_schedule_next(schedule, &entry));
    assert_int_equal(entry.user_data, 3);
    assert_int_equal(entry.due, first + 4);
    // One unit is left, and those that are due take two.
    assert_false(veer_schedule_next(schedule, &entry));
    // Where nothing has room, one gets its turn nevertheless.
    veer_schedule_tick(schedule, 0);
    assert_true(veer_schedule_next(schedule, &entry));
    assert_int_equal(entry.user_data, 0);
    assert_false(veer_schedule_next(schedule, &entry));
    assert_int_equal(veer_schedule_remove(schedule, ids[1]), VEER_OK);
    assert_int_equal(veer_schedule_count(schedule), 3);
    free(schedule);
}

static void entries_come_and_go_while_others_have_their_turn(void **state)
{
    (void)state;
    VeerSchedule *schedule = make(4, 2);
    VeerEntryId a = add(schedule, 1, 1, 1), b = add(schedule, 1, 1, 2);
    VeerEntry entry;
    veer_schedule_tick(schedule, 10);
    assert_true(veer_schedule_next(schedule, &entry));
    assert_int_equal(veer_schedule_remove(schedule, a), VEER_OK);
    assert_int_equal(veer_schedule_remove(schedule, b), VEER_OK);
    VeerEntryId c = add(schedule, 1, 1, 3);
    assert_false(veer_schedule_next(schedule, &entry));
    veer_schedule_tick(schedule, 10);
    assert_true(veer_schedule_next(schedule, &entry));
    assert_int_equal(entry.user_data, 3);
    assert_int_equal(entry.id.slot, c.slot);
    // The handles of what is gone are harmless, though a slot has a new tenant.
    assert_int_equal(veer_schedule_remove(schedule, a), VEER_BAD_HANDLE);
    assert_int_equal(veer_schedule_get(schedule, b, &entry), VEER_BAD_HANDLE);
    assert_int_equal(veer_schedule_get(schedule, (VeerEntryId){0, 0}, &entry), VEER_BAD_HANDLE);
    assert_int_equal(veer_schedule_get(schedule, (VeerEntryId){9, 1}, &entry), VEER_BAD_HANDLE);
    free(schedule);
}

/// Counter-based, so that a seed tells all.
static uint32_t draw(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

/// Against a list that is searched from end to end.
static void turns_are_those_of_a_plain_list(void **state)
{
    (void)state;
    enum { MOST = 40, TICKS = 2000 };
    static const uint32_t periods[] = {1, 2, 3, 4, 6, 12};
    uint64_t seed = 7;
    printf("seed %u\n", 7u);
    VeerSchedule *schedule = make(MOST, 12);
    VeerEntryId ids[MOST];
    uint64_t due[MOST], serial[MOST], number = 0;
    bool is_there[MOST] = {false};
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        for (int edit = 0; edit < 3; edit++) {
            uint32_t i = draw(&seed) % MOST;
            VeerEntry entry;
            if (is_there[i]) {
                assert_int_equal(veer_schedule_remove(schedule, ids[i]), VEER_OK);
            } else {
                ids[i] = add(schedule, periods[draw(&seed) % 6], 1 + draw(&seed) % 3, i);
                assert_int_equal(veer_schedule_get(schedule, ids[i], &entry), VEER_OK);
                due[i] = entry.due;
                serial[i] = ++number;
            }
            is_there[i] = !is_there[i];
        }
        VeerEntry entry;
        veer_schedule_tick(schedule, 12);
        assert_int_equal(veer_schedule_now(schedule), tick);
        while (veer_schedule_next(schedule, &entry)) {
            uint64_t got = entry.user_data;
            assert_true(is_there[got] && due[got] <= tick);
            for (uint32_t i = 0; i < MOST; i++) {
                bool is_before = is_there[i] && (due[i] < due[got] ||
                                                 (due[i] == due[got] && serial[i] < serial[got]));
                assert_false(is_before);
            }
            assert_true(entry.due > tick && entry.due <= tick + entry.period);
            assert_int_equal(entry.due % entry.period, due[got] % entry.period);
            due[got] = entry.due;
        }
    }
    free(schedule);
}

static void a_copy_of_the_bytes_goes_on_as_the_first(void **state)
{
    (void)state;
    VeerScheduleDef def = veer_schedule_def_default();
    VeerSchedule *schedule = make(def.max_entries, def.cycle);
    for (uint64_t i = 0; i < 50; i++) {
        add(schedule, i % 2 ? 20 : 30, 1, i);
    }
    veer_schedule_tick(schedule, 3);
    size_t size = veer_schedule_size(&def);
    VeerSchedule *copy = aligned_alloc(64, size);
    assert_non_null(copy);
    memcpy(copy, schedule, size);
    VeerEntry entry, other;
    for (int tick = 0; tick < 90; tick++) {
        while (veer_schedule_next(schedule, &entry)) {
            assert_true(veer_schedule_next(copy, &other));
            assert_int_equal(entry.user_data, other.user_data);
        }
        assert_false(veer_schedule_next(copy, &other));
        veer_schedule_tick(schedule, 3);
        veer_schedule_tick(copy, 3);
    }
    free(copy);
    free(schedule);
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    VeerScheduleDef def = veer_schedule_def_default();
    def.cycle = 0;
    assert_int_equal(veer_schedule_size(&def), 0);
    assert_null(veer_schedule_init(NULL, &def));
    def.cycle = VEER_MAX_SCHEDULE_CYCLE + 1;
    assert_int_equal(veer_schedule_size(&def), 0);
    def = (VeerScheduleDef){4, 4, 0};
    assert_int_equal(veer_schedule_size(&def), 0);
    assert_int_equal(veer_schedule_size(NULL), 0);
    VeerSchedule *schedule = make(1, 12);
    VeerEntryId id = {5, 5};
    VeerEntry entry;
    assert_false(veer_schedule_next(schedule, &entry));
    const uint32_t bad[][2] = {{0, 1}, {5, 1}, {24, 1}, {12, 0}, {12, (1u << 20) + 1}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(veer_schedule_add(schedule, bad[i][0], bad[i][1], 0, &id), VEER_BAD_VALUE);
    }
    assert_int_equal(id.slot, 5);
    add(schedule, 12, 1, 0);
    assert_int_equal(veer_schedule_add(schedule, 12, 1, 0, &id), VEER_FULL);
    free(schedule);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forty_four_of_period_thirty_take_one_or_two_a_tick),
        cmocka_unit_test(periods_mixed_are_kept_and_spread),
        cmocka_unit_test(what_is_over_budget_waits_and_keeps_its_phase),
        cmocka_unit_test(entries_come_and_go_while_others_have_their_turn),
        cmocka_unit_test(turns_are_those_of_a_plain_list),
        cmocka_unit_test(a_copy_of_the_bytes_goes_on_as_the_first),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
