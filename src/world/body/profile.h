/// What agents have in common, stored once: rows of profiles, and who has which.
#ifndef VEER_WORLD_BODY_PROFILE_H
#define VEER_WORLD_BODY_PROFILE_H

#include "world/base/base.h"

#include <string.h>

enum {
    VEER_ROW = 16 ///< agents, of slots in a row
};

/// Room for a profile: the row that has its values, or the lowest free one. Cost expected O(1), but
/// O(rows) where none has its values. @return VEER_NO_SLOT: there is no room
uint32_t veer_profile_take(const VeerWorld *world, const VeerProfile *wanted);
/// One agent less has it. Nobody's is free.
void veer_profile_leave(const VeerWorld *world, uint32_t row);
/// Gives a live agent another profile, unless a call was refused before, or there is no room.
/// @return VEER_OK: it has it; else nothing is changed
VeerStatus veer_agent_set_profile(VeerWorld *world, VeerRefusal *refusal, uint32_t slot,
                                  const VeerProfile *wanted);
/// The model that an agent gets, or that which suits its vehicle and limits, and its constants.
/// @param max_speed  m/s
void veer_profile_put_avoidance(VeerProfile *profile, float max_speed, VeerAvoidModel model,
                                const VeerAvoidParams *avoid);

/// Whether all rows are as rows can be, and no two alike.
bool veer_profiles_check(const VeerWorld *world, VeerStateFault *fault);
/// Whether so many agents have each as it says; agents were checked before.
bool veer_profiles_count(const VeerWorld *world, VeerStateFault *fault);
void veer_profiles_parts(const VeerWorld *world, VeerStateParts *parts);

/// Whether VEER_ROW bytes all are `value`.
static inline bool veer_row_is(const uint8_t *column, uint8_t value)
{
    uint64_t wanted = value * UINT64_C(0x0101010101010101), words[2];
    memcpy(words, column, sizeof words);
    return words[0] == wanted && words[1] == wanted;
}

/// Whether the agents of VEER_ROW slots from `first` on are there, may move and share a profile.
static inline bool veer_row_is_alike(const VeerWorld *world, uint32_t first)
{
    const VeerAgentColumns *agent = &world->agent;
    uint16_t other = 0;
    for (uint32_t i = 1; i < VEER_ROW; i++) {
        other |= agent->profile[first + i] ^ agent->profile[first];
    }
    return other == 0 && veer_row_is(agent->is_alive + first, 1) &&
           veer_row_is(agent->is_immovable + first, 0);
}

#endif
