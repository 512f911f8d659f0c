/// The map of a world where it is a mesh: what its files share.
#ifndef VEER_WORLD_DECK_H
#define VEER_WORLD_DECK_H

#include "map/mesh/mesh.h"
#include "plan/mesh/paths.h"
#include "world/map/links.h"

/// Whether there is room for the mesh's own links, and all may be had.
bool veer_deck_links_fit(const VeerWorldMapDef *def);
void veer_deck_lay_out_links(VeerWorld *world, VeerArena *arena);
/// Makes the mesh's own links the first of a new world's.
void veer_deck_take_links(VeerWorld *world, const VeerMesh *mesh);
/// Puts the world's links on its mesh, as they are now.
void veer_deck_bring_links(VeerWorld *world);
/// A way that the search found, behind the map's room.
typedef struct VeerDeckReading {
    VeerVec3 *raw; ///< raw[count], m
    uint32_t count;
    uint32_t first; ///< the first point that is kept
    float radius;   ///< m, of the body
    bool is_one;    ///< it is for one body, not for many
} VeerDeckReading;

/// Writes a way that may take links to the map's points: what is walked is mended, and links begin
/// and end off the walls. Its links are the map's hops.
/// @return how many points there are
uint32_t veer_deck_read_hops(VeerWorld *world, const VeerDeckReading *way);
/// Where the link ends that an agent is on, off the walls.
VeerVec3 veer_deck_exit(const VeerWorld *world, uint32_t slot);
/// The height after this tick of an agent that is on a link, m.
float veer_deck_link_height(const VeerWorld *world, uint32_t slot, float dt);

void veer_deck_lay_out_legs(VeerWorld *world, VeerArena *arena);
/// Ways keep so many radii off the walls.
#define VEER_DECK_RADII 1.05f
/// A point of a mesh moved off the walls that are nearer than `wanted`, m; as it is where that does
/// not go.
VeerVec3 veer_deck_off_walls(const VeerWorld *world, VeerVec3 point, float wanted);

/// What is asked for a body: the way to a goal, from there so far.
VeerMeshQuery veer_deck_query(const VeerWorld *world, float radius, uint32_t may_use,
                              VeerVec3 goal);
/// The same of a job.
VeerMeshQuery veer_deck_query_of(const VeerWorld *world, const VeerPlanJob *job);
/// As VeerWayKind.read.
uint32_t veer_deck_read(VeerWorld *world, const VeerPlanJob *job);

/// The bits of a goal, which stand for it in the state; and the goal.
VeerVoxel veer_deck_goal(VeerVec3 point);
VeerVec3 veer_deck_goal_point(VeerVoxel goal);

void veer_deck_lay_out_covers(VeerWorld *world, VeerArena *arena);
/// Sets what does not change of the pieces of a new world.
void veer_deck_begin_covers(VeerWorld *world);
/// Counts all in anew that the state says lies on the pieces.
/// @param has_changed  what is blocked of the mesh
void veer_deck_rebuild_covers(VeerWorld *world, bool has_changed);
/// Blocks or frees the pieces of a polygon, as that is now.
/// @param box  that it lies in, m
void veer_deck_block_pieces(VeerWorld *world, uint32_t polygon, VeerBounds box);
/// Whether a straight leg of a route leads over what is covered; not so about its end, where it is
/// the last.
bool veer_deck_is_covered(const VeerWorld *world, VeerVec3 from, VeerVec3 to, bool is_last);

extern const VeerLinkKind veer_links_deck;
extern const VeerCoverKind veer_covers_deck;
extern const VeerTreeKind veer_trees_deck;

#endif
