/// Profiles: a row for all agents whose values are equal, found by a hash of these.
///
/// Which row a profile gets depends on the state alone: the lowest that is free. The table by which
/// it is found is made from the rows when it is asked for, and no state.
#include "world/body/profile.h"

#include "avoid/model.h"
#include "base/hash.h"
#include "world/base/rules.h"
#include "world/body/body.h"

#include <string.h>

/// Bytes of a profile's values.
#define VALUES offsetof(VeerProfile, users)

#define FIELDS(X, of, type)                                                                        \
    X(of, type, avoid, DEF)                                                                        \
    X(of, type, max_acceleration, DEF)                                                             \
    X(of, type, max_braking, WITHIN(FLT_TRUE_MIN, (double)INFINITY))                               \
    X(of, type, max_turn_rate, DEF)                                                                \
    X(of, type, vehicle_values, DEF)                                                               \
    X(of, type, avoid_mask, ANY)                                                                   \
    X(of, type, model, DEF)                                                                        \
    X(of, type, vehicle, DEF)                                                                      \
    X(of, type, unused, UNUSED)                                                                    \
    X(of, type, users, APART)
VEER_STRUCT_RULES(profile_rules, "profile", VeerProfile, FIELDS);

static uint32_t *bucket_of(const VeerWorld *world, const VeerProfile *profile)
{
    uint32_t rows = veer_world_profile_capacity(&world->def);
    return &world->profile_table->first[veer_hash_words(0, profile, VALUES) % rows];
}

/// The row with a profile's values; VEER_NO_SLOT: none has them.
static uint32_t find(const VeerWorld *world, const VeerProfile *wanted)
{
    uint32_t row = *bucket_of(world, wanted);
    while (row != VEER_NO_SLOT && memcmp(&world->profiles[row], wanted, VALUES) != 0) {
        row = world->profile_table->next[row];
    }
    return row;
}

static void link_row(const VeerWorld *world, uint32_t row)
{
    uint32_t *first = bucket_of(world, &world->profiles[row]);
    world->profile_table->next[row] = *first;
    *first = row;
}

static void unlink_row(const VeerWorld *world, uint32_t row)
{
    uint32_t *at = bucket_of(world, &world->profiles[row]);
    while (*at != row) {
        at = &world->profile_table->next[*at];
    }
    *at = world->profile_table->next[row];
}

/// Makes the table from the rows. @return the first row that is like another one; VEER_NO_SLOT
static uint32_t make_table(const VeerWorld *world)
{
    VeerProfileTable *table = world->profile_table;
    uint32_t rows = veer_world_profile_capacity(&world->def), twin = VEER_NO_SLOT;
    memset(table->first, 0xff, rows * sizeof *table->first);
    table->lowest = 0;
    table->is_made = true;
    for (uint32_t row = 0; row < rows; ++row) {
        if (world->profiles[row].users > 0) {
            bool is_twin = twin == VEER_NO_SLOT && find(world, &world->profiles[row]) != twin;
            twin = is_twin ? row : twin;
            link_row(world, row);
        }
    }
    return twin;
}

static uint32_t lowest_free(const VeerWorld *world)
{
    uint32_t rows = veer_world_profile_capacity(&world->def), row = world->profile_table->lowest;
    while (row < rows && world->profiles[row].users > 0) {
        ++row;
    }
    world->profile_table->lowest = row;
    return row < rows ? row : VEER_NO_SLOT;
}

uint32_t veer_profile_take(const VeerWorld *world, const VeerProfile *wanted)
{
    if (!world->profile_table->is_made) {
        (void)make_table(world);
    }
    uint32_t row = find(world, wanted);
    if (row != VEER_NO_SLOT) {
        world->profiles[row].users++;
        return row;
    }
    row = lowest_free(world);
    if (row != VEER_NO_SLOT) {
        world->profiles[row] = *wanted;
        world->profiles[row].users = 1;
        link_row(world, row);
    }
    return row;
}

void veer_profile_leave(const VeerWorld *world, uint32_t row)
{
    VeerProfileTable *table = world->profile_table;
    if (--world->profiles[row].users > 0) {
        return;
    }
    if (table->is_made) {
        unlink_row(world, row);
        table->lowest = row < table->lowest ? row : table->lowest;
    }
    world->profiles[row] = (VeerProfile){.users = 0};
}

VeerStatus veer_agent_set_profile(VeerWorld *world, VeerRefusal *refusal, uint32_t slot,
                                  const VeerProfile *wanted)
{
    VeerStatus status = veer_world_check_change(world, refusal);
    if (status != VEER_OK) {
        return status;
    }
    uint32_t own = world->agent.profile[slot];
    veer_profile_leave(world, own);
    uint32_t row = veer_profile_take(world, wanted);
    if (row != VEER_NO_SLOT) {
        world->agent.profile[slot] = (uint16_t)row;
        return VEER_OK;
    }
    world->profiles[own].users++; // others have it, or its row would be free
    return veer_world_check_room(world, refusal, false, "world.max_profiles",
                                 world->def.max_profiles);
}

void veer_profile_put_avoidance(VeerProfile *profile, float max_speed, VeerAvoidModel model,
                                const VeerAvoidParams *avoid)
{
    VeerMotionLimits limits = {max_speed, profile->max_acceleration, profile->max_braking,
                               profile->max_turn_rate};
    VeerAvoidParams params = *avoid;
    model = veer_avoid_resolve(model, (VeerVehicle)profile->vehicle, &limits, &params);
    profile->model = (uint8_t)model;
    profile->avoid = veer_avoid_params_tidy(model, &params);
}

// --- As state ---

bool veer_profiles_check(const VeerWorld *world, VeerStateFault *fault)
{
    const VeerStateRules *rules = &profile_rules;
    uint32_t rows = veer_world_profile_capacity(&world->def);
    for (uint32_t row = 0; row < rows; ++row) {
        const VeerProfile *profile = &world->profiles[row];
        bool holds = profile->users > 0 ? veer_rules_hold(rules, profile, row, fault)
                                        : veer_state_holds(veer_is_zero(profile, sizeof *profile),
                                                           "profile.users", row, fault);
        if (!holds) {
            return false;
        }
    }
    uint32_t twin = make_table(world);
    return veer_state_holds(twin == VEER_NO_SLOT, "profile", twin, fault);
}

bool veer_profiles_count(const VeerWorld *world, VeerStateFault *fault)
{
    uint32_t rows = veer_world_profile_capacity(&world->def), *users = world->profile_table->next;
    world->profile_table->is_made = false;
    memset(users, 0, rows * sizeof *users);
    for (uint32_t slot = 0; slot < world->head->agent_slot_count; ++slot) {
        users[world->agent.profile[slot]] += world->agent.is_alive[slot];
    }
    for (uint32_t row = 0; row < rows; ++row) {
        if (!veer_state_holds(users[row] == world->profiles[row].users, "profile.users", row,
                              fault)) {
            return false;
        }
    }
    return true;
}

void veer_profiles_parts(const VeerWorld *world, VeerStateParts *parts)
{
    veer_state_add(parts, &profile_rules, world->profiles, sizeof *world->profiles,
                   veer_world_profile_capacity(&world->def));
}
