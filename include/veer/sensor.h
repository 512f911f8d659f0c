/// Sensors: obstacles that tell who is in them. Doors that open, traps, pick-ups, zones that count.
///
/// A ghost (VeerObstacleDef.is_ghost) is a sensor: a ball, a polygon, or a box. Who overlaps it
/// after a step is in it: agents, and balls that are no ghosts, on layers that it senses. Ghost
/// polygons and boxes are nothing else: nobody avoids or touches them, and questions to the world
/// do not find them. Ghost balls are avoided as well by who avoids their layers; with layer 0
/// nobody does.
///
/// VEER_EVENT_ENTERED and VEER_EVENT_LEFT tell who came and went in the last step. What is removed
/// has left with the next step. A body that is through a sensor within one step is not seen.
#ifndef VEER_SENSOR_H
#define VEER_SENSOR_H

#include "veer/agent.h"
#include "veer/obstacle.h"

/// Who is in a sensor: one of the two is null.
typedef struct VeerSensorBody {
    VeerAgentId agent;       ///< null: a ball
    VeerObstacleId obstacle; ///< null: an agent
} VeerSensorBody;

/// How many bodies were in a sensor after the last step; 0 for a handle that is no sensor's.
/// Cost O(log VeerWorldDef.max_sensed).
VEER_API uint32_t veer_sensor_count(const VeerWorld *world, VeerObstacleId sensor);

/// Writes up to `capacity` of them to out[]: agents by id, then balls by slot. Handles of who is
/// gone since then name nobody.
///
/// @param out  out[capacity]; NULL if that is 0
/// @return how many there are; 0 for a handle that is no sensor's
/// Cost O(log VeerWorldDef.max_sensed + count).
VEER_API uint32_t veer_sensor_inside(const VeerWorld *world, VeerObstacleId sensor,
                                     VeerSensorBody *out, uint32_t capacity);

/// Sets the layers of bodies that a ghost senses; 0: it senses nobody, at no cost.
/// @return VEER_OK; VEER_BAD_HANDLE; VEER_BAD_VALUE for what is no ghost; VEER_BUSY during a step
VEER_API VeerStatus veer_sensor_set_mask(VeerWorld *world, VeerObstacleId sensor, uint32_t mask);

#endif
