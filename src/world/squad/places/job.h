/// Assignment of places by exact path lengths, where that takes more than a tick: the job that goes
/// on from tick to tick. What it is about is state; how far it has come is made anew from that.
#ifndef VEER_WORLD_SQUAD_PLACES_JOB_H
#define VEER_WORLD_SQUAD_PLACES_JOB_H

#include "world/base/base.h"
#include "world/squad/base/squads.h"
#include "world/squad/places/measure.h"

/// Once a tick, before all squads.
void veer_squad_job_open(VeerWorld *world);
/// Once a tick for each squad: goes on with what is its.
void veer_squad_job_go_on(const VeerSquadRun *run);
/// Forgets what is a squad's.
void veer_squad_job_drop(VeerWorld *world, uint32_t index);
/// Begins with a task of the squad's, for those listed in `able` of the scratch's subset.
/// @param is_anew  it becomes the job if it takes more than this tick
/// @return whether it is done: the scratch's seats tell
bool veer_squad_job_begin(const VeerSquadRun *run, const VeerMeasureTask *task, bool is_anew);

/// 0: there is none.
uint64_t veer_squad_job_hash(const VeerWorld *world);
/// @param side  members and places are so many at most; 0: there is no map
void veer_squad_job_lay_out_state(VeerWorld *world, VeerArena *arena, uint32_t side);
void veer_squad_job_lay_out(VeerWorld *world, VeerArena *arena, uint32_t side);

#endif
