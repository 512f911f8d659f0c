// Every column of the state is held by its rule: what no call can have written is refused, by the
// column's name and the slot; what may be anything is taken.
#include "states/subjects.h"
#include "world/base/rules.h"
#include "world/host/check.h"
#include "world/world_maker.h"

/// A column of a world.
typedef struct Column {
    VeerStateRule rule;
    void *at;
} Column;

enum { MAX_COLUMNS = 80 };

typedef struct Columns {
    Column all[MAX_COLUMNS];
    uint32_t count;
} Columns;

static Columns columns_of(const VeerWorld *world, bool has_squads)
{
    Columns columns = {.count = 0};
#define ADD(type, name, rule)                                                                      \
    columns.all[columns.count++] =                                                                 \
        (Column){VEER_COLUMN_RULE("agent", type, name, rule), world->agent.name};
    VEER_AGENT_COLUMNS(ADD, VEER_LEAVE_OUT)
#undef ADD
#define ADD(type, name, rule)                                                                      \
    columns.all[columns.count++] =                                                                 \
        (Column){VEER_COLUMN_RULE("obstacle", type, name, rule), world->obstacle.name};
    VEER_OBSTACLE_COLUMNS(ADD)
#undef ADD
#define ADD(type, name, rule)                                                                      \
    columns.all[columns.count++] =                                                                 \
        (Column){VEER_COLUMN_RULE("member", type, name, rule), world->member.name};
    if (has_squads) {
        VEER_MEMBER_COLUMNS(ADD)
    }
#undef ADD
    assert_true(columns.count < MAX_COLUMNS);
    return columns;
}

/// Whether a rule takes any bits, by what it is called.
static bool is_any(const VeerStateRule *rule)
{
    static const char *const any[] = {"agent.user_data", "agent.layer",       "agent.avoid_mask",
                                      "agent.group",     "agent.id",          "obstacle.user_data",
                                      "obstacle.layer",  "member.place_index"};
    for (size_t i = 0; i < sizeof any / sizeof *any; ++i) {
        if (strcmp(rule->what, any[i]) == 0) {
            return true;
        }
    }
    return false;
}

/// Fills a slot's value with a byte. @return whether the state holds; it is mended after that
static bool holds_with(const VeerWorld *world, const Column *column, uint32_t slot, int byte,
                       VeerStateFault *fault)
{
    unsigned char before[256], *value = (unsigned char *)column->at + slot * column->rule.size;
    assert_true(column->rule.size <= sizeof before);
    memcpy(before, value, column->rule.size);
    memset(value, byte, column->rule.size);
    *fault = (VeerStateFault){"nothing", 0};
    bool holds = veer_world_check(world, fault);
    memcpy(value, before, column->rule.size);
    return holds;
}

/// Whether a slot is an agent's, an obstacle's, or a member's.
static bool is_taken(const VeerWorld *world, const Column *column, uint32_t slot)
{
    switch (*column->rule.what) {
    case 'o':
        return world->obstacle.is_alive[slot];
    case 'm':
        return world->member.squad[slot] > 0;
    default:
        return world->agent.is_alive[slot];
    }
}

static uint32_t slots_of(const VeerWorld *world, const Column *column)
{
    const VeerStateHead *head = world->head;
    return *column->rule.what == 'o' ? head->obstacle_slot_count : head->agent_slot_count;
}

/// Sets all bits of a value: no number, or beyond all that it counts.
/// @return how many slots it is refused of
static uint32_t count_refused(const VeerWorld *world, const Column *column)
{
    size_t table = strcspn(column->rule.what, ".") + 1u;
    uint32_t refused = 0;
    for (uint32_t slot = 0; slot < slots_of(world, column); ++slot) {
        VeerStateFault fault;
        if (!is_taken(world, column, slot) || holds_with(world, column, slot, 0xFF, &fault)) {
            continue;
        }
        ++refused;
        assert_int_equal(strncmp(fault.what, column->rule.what, table), 0);
        assert_int_equal(fault.slot, slot);
    }
    return refused;
}

static void each_column_is_held_by_its_rule(void **unused)
{
    (void)unused;
    uint32_t refused[MAX_COLUMNS] = {0};
    Columns columns;
    // In the plane, in space, and with squads.
    for (int i = 0; i < 3; ++i) {
        VeerWorld *world = veer_state_subject_make(&veer_state_subjects[i]);
        columns = columns_of(world, i == 2);
        for (uint32_t k = 0; k < columns.count; ++k) {
            refused[k] += count_refused(world, &columns.all[k]);
        }
        assert_true(veer_world_check(world, NULL));
        veer_world_destroy(world);
    }
    for (uint32_t k = 0; k < columns.count; ++k) {
        const VeerStateRule *rule = &columns.all[k].rule;
        bool is_held = rule->kind != VEER_RULE_IS_OF_SLOT && !is_any(rule);
        if ((refused[k] > 0) != is_held) {
            fail_msg("%s: %u are refused", rule->what, refused[k]);
        }
    }
}

static uint32_t free_slot_of(const VeerWorld *world, const Column *column)
{
    uint32_t slot = 0;
    while (is_taken(world, column, slot)) {
        ++slot;
    }
    assert_true(slot < slots_of(world, column));
    return slot;
}

/// Nothing is left in it but the number of who comes next, and the next such slot.
static void each_column_of_a_free_slot_is_empty(void **unused)
{
    (void)unused;
    VeerWorld *world = veer_state_subject_make(&veer_state_subjects[0]);
    Columns columns = columns_of(world, false);
    assert_int_equal(veer_obstacle_destroy(world, veer_obstacle_at(world, 2)), VEER_OK);
    for (uint32_t k = 0; k < columns.count; ++k) {
        const Column *column = &columns.all[k];
        VeerStateFault fault;
        bool holds = holds_with(world, column, free_slot_of(world, column), 1, &fault);
        if (holds && column->rule.kind != VEER_RULE_IS_OF_SLOT) {
            fail_msg("%s of a free slot", column->rule.what);
        }
    }
    veer_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_column_is_held_by_its_rule),
        cmocka_unit_test(each_column_of_a_free_slot_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
