/// Crowds that are made to be timed, for any number of agents: what no shipped scene has.
#ifndef VEER_BENCH_CROWD_SCENES_H
#define VEER_BENCH_CROWD_SCENES_H

#include <stdbool.h>
#include <stdint.h>

bool veer_crowd_scene_is_there(const char *name);
/// The scenario's text of a crowd that is there, to be freed; NULL: no memory.
/// @param agents  0: as many as it is meant for
char *veer_crowd_scene_text(const char *name, uint32_t agents);

#endif
