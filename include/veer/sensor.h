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

/// Makes a sensor of a cell of the world's map: a tile of a grid, a voxel, the cell of a node of a
/// graph, a polygon of a mesh. Who overlaps it is in it, blocked or not: events tell who comes and
/// goes, and from there on it is an obstacle as any ghost (a static one, which nobody avoids; its
/// user_data is the cell's number), to be destroyed as one.
///
/// @param cell  of a grid y · width + x; of voxels (z · height + y) · width + x; a node; a polygon
/// @param mask  as VeerObstacleDef.sense_mask
/// @param out   its handle; untouched on failure
/// @return as veer_obstacle_create; VEER_BAD_VALUE for no cell of the map, or none that an obstacle
///         can be: more than 64 corners, round ones (a radius besides corners), corners in space
/// In the plane a tile reaches up from its grid's origin, a node's cell is at any height, and a
/// polygon of a mesh is on its floor. Cost O(corners).
VEER_API VeerStatus veer_sensor_create_cell(VeerWorld *world, uint32_t cell, uint32_t mask,
                                            VeerObstacleId *out);

#endif
