/// veer_index_build in steps: for who has what is to be put in the order of entries, and for balls
/// that come in two parts, of which the second comes later.
#ifndef VEER_SPACE_INDEX_BUILD_H
#define VEER_SPACE_INDEX_BUILD_H

#include "space/index.h"

/// A ball as it is put into an index.
typedef struct VeerIndexBall {
    VeerVec3 centre; ///< m
    float radius;    ///< m
    float height;    ///< m, planar: from centre.z up
    uint32_t id, layers;
    bool is_endless; ///< planar: at all heights
} VeerIndexBall;

/// Finds the entries of balls, `order` and `keys`, by their positions, radii, heights and ids: of
/// all that are present, or, where `part` is not 0, of those alone whose is_present[] is `part`.
/// Then each has to be put, and the index closed.
void veer_index_place(VeerIndex *index, VeerSpace space, const VeerBalls *balls, uint8_t part);
/// Likewise of those whose is_present[] is another part, in entries behind all others: these stay
/// where they are, and what is found is as if all had been built at once. The columns are those of
/// before, and may be longer; of half as many classes of radius each part has its own levels. Once
/// a build.
void veer_index_place_more(VeerIndex *index, const VeerBalls *balls, uint8_t part);

/// Of no balls.
static inline VeerIndexCommon veer_index_nothing(void)
{
    return (VeerIndexCommon){UINT32_MAX, -INFINITY, INFINITY};
}

/// Of balls, and of others.
static inline void veer_index_share(VeerIndexCommon *common, VeerIndexCommon others)
{
    common->layers &= others.layers;
    common->top_floor = others.top_floor > common->top_floor ? others.top_floor : common->top_floor;
    common->low_ceiling =
        others.low_ceiling < common->low_ceiling ? others.low_ceiling : common->low_ceiling;
}

/// Puts a ball that is as it was placed. What all have in common is the index's when it is closed;
/// meanwhile whoever puts some of them, in blocks of entries that nobody else does, has one of its
/// own.
static inline void veer_index_put(VeerIndex *index, uint32_t entry, const VeerIndexBall *ball,
                                  VeerIndexCommon *common)
{
    float floor = ball->is_endless ? -INFINITY : ball->centre.z;
    float ceiling = ball->centre.z + ball->height;
    index->x[entry] = ball->centre.x;
    index->y[entry] = ball->centre.y;
    index->z[entry] = floor;
    index->radius[entry] = ball->radius;
    index->tags[entry] = (VeerIndexTag){ball->id, ball->layers, ceiling};
    index->layers[entry / VEER_INDEX_BLOCK] |= ball->layers;
    veer_index_share(common, (VeerIndexCommon){ball->layers, floor, ceiling});
}

/// All from an entry on are put: the index answers.
void veer_index_close(VeerIndex *index, uint32_t first);
/// Puts all from an entry on by their columns, and closes the index.
void veer_index_put_all(VeerIndex *index, uint32_t first, const VeerBalls *balls);

#endif
