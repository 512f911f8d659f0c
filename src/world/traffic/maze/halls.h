/// Halls: rooms between passages where two cannot pass each other.
///
/// Those that are narrow for streams (VEER_STREAM_RADII) have nodes always, wider ones where a gate
/// fails. Where nobody meets, agents among few passages follow their paths, which are shorter than
/// ways over nodes, and gates let more of a stream through.
#ifndef VEER_WORLD_TRAFFIC_MAZE_HALLS_H
#define VEER_WORLD_TRAFFIC_MAZE_HALLS_H

#include "world/base/base.h"

/// Looks whether gates fail: an agent waits at one for VEER_BLOCKED_SECONDS, or gets no further for
/// so long. From then on halls of any width have nodes, for VEER_PATIENCE_SECONDS after agents last
/// met there. @return whether that begins or ends
bool veer_maze_watch_gates(VeerWorld *world, float dt);
/// Has agents among halls leave the maze where none meet: where all who leave theirs go to the same
/// hall, and those who only yield have their places in no passage that others go through.
/// @param list  list[count] of those at mazes @return how many are left of it
uint32_t veer_maze_drop_streams(VeerWorld *world, uint32_t *list, uint32_t count, float dt);

#endif
