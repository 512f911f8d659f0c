/// What agents have in common, stored once: rows of profiles, and who has which.
#ifndef VEER_WORLD_BODY_PROFILE_H
#define VEER_WORLD_BODY_PROFILE_H

#include "world/base/base.h"

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
#endif
