/// The constants that the rooms of a world share: one a concept (docs/traffic.md). Those of one
/// room alone stand in it.
#ifndef VEER_WORLD_BASE_CONSTANTS_H
#define VEER_WORLD_BASE_CONSTANTS_H

#include "veer/api.h"

/// @name Progress: one clock, `goal_stalled`
/// @{
/// s without progress after which an agent is held up: it does not progress.
#define VEER_HELD_UP_SECONDS 1.0f
/// s: the patience of those that only others can help: who queues or gave up waits so long, and in
/// a maze the clock stands still for so long after any step.
#define VEER_PATIENCE_SECONDS 30.0f
/// Of the radius, and of what the preferred speed covers in VEER_BLOCKED_SECONDS where that is
/// less: nearer to the goal by this part is progress. Who is slower than this
/// part of its top speed stands.
#define VEER_PROGRESS_PART 0.1f
/// @}

/// s: the commitment horizon. An agent decides for so long: it looks so far along its path, beside
/// VEER_NEAR_RADII, goes back to where it was pushed from in this time, replans after so long
/// without sight of its aim, and looks at paths, places and seats again so often.
#define VEER_COMMITMENT_SECONDS 0.5f

/// @name Widths, in radii of who asks
/// @{
/// In less two cannot pass each other: single file.
#define VEER_PASSING_RADII 4.8f
/// Up to here there is a right of way: two or three bodies abreast.
#define VEER_NARROW_RADII 6.0f
/// Free width for a centre over which those that go the same way spread, and opposing streams keep
/// right: wider places are open.
#define VEER_STREAM_RADII 32.0f
/// @}

/// @name Nearness, in radii of who asks
/// @{
/// By a point: links are entered at their begins and left at their ends, those ahead in a queue are
/// looked for, and paths looked along at least so far.
#define VEER_NEAR_RADII 3.0f
/// Part of a radius, of a body or of arrival, within which a point is reached.
#define VEER_REACHED_PART 0.5f
/// Bodies see a little closer past walls than they move, as taut paths touch corners.
#define VEER_SIGHT_RADII 0.99f
/// Part of its radius with which a body must be free along a leg to take it, past corners of paths
/// and of bare walls: paths run along walls, and bodies are pushed off them.
#define VEER_FREE_RADII 0.95f
/// How far a path is searched for where it becomes narrow: further than crowds reach back.
#define VEER_LOOK_RADII 60.0f
/// @}

/// Cells beside a body's radius: ends of links are moved so far to free cells, paths round cells
/// that were freed lie within, and who is further off its planned place plans anew.
#define VEER_BESIDE_CELLS 1.5f
/// Part that plans keep beyond what bodies need, of speeds, radii and spacings: bodies follow their
/// plans to within it.
#define VEER_PLAN_SLACK 0.02f
/// The level part of a direction below which it is steep: 60 degrees.
#define VEER_STEEP_LEVEL 0.5f
/// Lengths that differ by no more than this part are as good.
#define VEER_AS_GOOD 0.05f

/// @name Rounding
/// @{
/// Bodies are kept apart by this part of the sum of their radii, so that rounding alone never makes
/// an overlap; up to twice that is contact. Queries count hits that are as shallow as grazes.
#define VEER_CONTACT_SLOP 1e-4f
/// Overlaps that contacts may leave, as a part of a radius or of the sum of two: half of what
/// counts as one.
#define VEER_OVERLAP_SLOP 5e-4f
/// m: shorter lengths are lost in rounding, as that of meshes to their units.
#define VEER_LENGTH_SLOP 1e-3f
/// Part of coordinates by which rounding moves what is cut from a mesh.
#define VEER_COORDINATE_SLOP 1e-5f
/// m: no two points of a world are so far apart.
#define VEER_FARTHEST (4.0f * VEER_WORLD_LIMIT)
/// @}

#endif
