/// Reading a field: distance and direction at a point.
#include "plan/field/ahead.h"
#include "plan/field/update.h"

#define NEAR_GOAL 1e-3f ///< cells: as good as there

static inline void corner_cell(const VeerFieldSpot *spot, uint32_t corner, int32_t *cell)
{
    for (uint32_t axis = 0; axis < 3; axis++) {
        cell[axis] = spot->cell[axis] + (corner >> axis & 1u ? spot->side[axis] : 0);
    }
}

/// Which corners can be reached from the point's own cell without cutting one that is blocked.
static inline uint32_t usable_corners(const VeerFieldSpot *spot, uint32_t corners)
{
    uint32_t usable = 0;
    for (uint32_t corner = 0; corner < corners; corner++) {
        int32_t cell[3];
        corner_cell(spot, corner, cell);
        bool is_usable = veer_field_value_near(spot->field, cell) < INFINITY;
        for (uint32_t part = 0; part < corner; part++) {
            is_usable = is_usable && ((part & corner) != part || (usable >> part & 1u));
        }
        usable |= (uint32_t)is_usable << corner;
    }
    return usable;
}

/// @param axes  two or three, known where this is compiled
/// @return false: the point is off the map
static inline bool find_spot_along(const VeerField *field, VeerVec3 position, uint32_t axes,
                                   VeerFieldSpot *spot)
{
    const float offset[3] = {position.x - field->origin.x, position.y - field->origin.y,
                             position.z - field->origin.z};
    *spot = (VeerFieldSpot){.field = field, .place = {0.5f, 0.5f, 0.5f}, .side = {1, 1, 1}};
    spot->axes = axes;
    spot->corners = 1u << axes;
    for (uint32_t axis = 0; axis < axes; axis++) {
        float place = offset[axis] / field->cell_size;
        if (!(place >= 0.0f && place < (float)field->shape.side[axis])) {
            return false;
        }
        spot->place[axis] = place;
        spot->cell[axis] = (int32_t)place;
        float off = place - (float)spot->cell[axis] - 0.5f;
        spot->side[axis] = off < 0.0f ? -1 : 1;
        spot->off[axis] = fabsf(off);
    }
    spot->usable = usable_corners(spot, 1u << axes);
    return true;
}

static bool find_spot(const VeerField *field, VeerVec3 position, VeerFieldSpot *spot)
{
    return field->shape.side[2] > 1 ? find_spot_along(field, position, 3u, spot)
                                    : find_spot_along(field, position, 2u, spot);
}

static inline float share_of(const VeerFieldSpot *spot, uint32_t corner, uint32_t axes)
{
    float share = spot->usable >> corner & 1u ? 1.0f : 0.0f;
    for (uint32_t axis = 0; axis < axes; axis++) {
        share *= corner >> axis & 1u ? spot->off[axis] : 1.0f - spot->off[axis];
    }
    return share;
}

/// The vector from a place to the nearest goal, in a straight line, in cells.
static void straight_direction(const VeerField *field, const float *place, float *direction)
{
    float least = INFINITY;
    for (uint32_t goal = 0; goal < field->goal_count; goal++) {
        float to[3] = {0.0f, 0.0f, 0.0f};
        for (int axis = 0; axis < (field->shape.side[2] > 1 ? 3 : 2); axis++) {
            to[axis] =
                (float)field->goals[goal].at[axis] * (1.0f / (float)VEER_FIELD_STEPS) - place[axis];
        }
        float length = veer_field_length(to);
        if (length < least) {
            least = length;
            direction[0] = to[0], direction[1] = to[1], direction[2] = to[2];
        }
    }
}

static bool has_goal(const VeerFieldSpot *spot)
{
    for (uint32_t goal = 0; goal < spot->field->goal_count; goal++) {
        bool is_here = true;
        for (uint32_t axis = 0; axis < spot->axes; axis++) {
            is_here =
                is_here && spot->field->goals[goal].at[axis] / VEER_FIELD_STEPS == spot->cell[axis];
        }
        if (is_here) {
            return true;
        }
    }
    return false;
}

/// Whether the point sees its goal: all cells round it do. A blocked cell is too wide to fit
/// between the lines of sight of neighbouring cells.
static bool is_in_sight(const VeerFieldSpot *spot)
{
    for (uint32_t corner = 0; corner < spot->corners; corner++) {
        int32_t cell[3];
        corner_cell(spot, corner, cell);
        if (!(spot->usable >> corner & 1u) || !veer_field_is_seen(spot->field, cell)) {
            return false;
        }
    }
    return true;
}

/// From the middle of a cell: down the steepest of the differences that its distance came from.
static inline void cell_direction_along(const VeerFieldSpot *spot, const int32_t *cell,
                                        uint32_t axes, float *direction)
{
    const VeerField *field = spot->field;
    float value = veer_field_value_near(field, cell);
    direction[0] = direction[1] = direction[2] = 0.0f;
    if (veer_field_is_seen(field, cell)) {
        float middle[3] = {(float)cell[0] + 0.5f, (float)cell[1] + 0.5f, (float)cell[2] + 0.5f};
        straight_direction(field, middle, direction);
        (void)veer_field_normalise(direction);
        return;
    }
    for (uint32_t axis = 0; axis < axes; axis++) {
        int32_t beside[3] = {cell[0], cell[1], cell[2]};
        beside[axis] = cell[axis] - 1;
        float before = veer_field_value_near(field, beside);
        beside[axis] = cell[axis] + 1;
        float after = veer_field_value_near(field, beside);
        float least = veer_lesser(before, after);
        if (least < value) {
            direction[axis] = after < before ? value - least : least - value;
        }
    }
    (void)veer_field_normalise(direction);
}

/// Along which of two axes a straight line comes to the end of the cell later.
static uint32_t later_of(const VeerFieldSpot *spot, const float *direction, uint32_t one,
                         uint32_t two)
{
    float rest = 0.5f - spot->off[one], other = 0.5f - spot->off[two];
    return rest * fabsf(direction[two]) > other * fabsf(direction[one]) ? one : two;
}

/// Which axes lead to something blocked: straight on, or across a corner, after the path has come
/// to the end of the cell along the other. @return bit i: axis i
static uint32_t held_axes(const VeerFieldSpot *spot, const float *direction)
{
    uint32_t held = 0, towards = 0;
    // Two axes or three: said once more for gcc -O3 with sanitizers, which warns of shifts by 32.
    for (uint32_t axis = 0; axis < 3 && axis < spot->axes; axis++) {
        towards |= (uint32_t)(direction[axis] * (float)spot->side[axis] > 0.0f) << axis;
        held |= (uint32_t)(!(spot->usable >> (1u << axis) & 1u)) << axis;
    }
    for (uint32_t one = 0; one < spot->axes; one++) {
        for (uint32_t two = one + 1u; two < spot->axes; two++) {
            uint32_t sides = 1u << one | 1u << two;
            if ((towards & sides) == sides && !(held & sides) && !(spot->usable >> sides & 1u)) {
                held |= 1u << later_of(spot, direction, one, two);
            }
        }
    }
    return held & towards;
}

/// Takes out of a direction what leads into something blocked: all at the edge of the
/// cell, nothing at its middle; it goes along it instead. @return false: nothing is left
static bool keep_off(const VeerFieldSpot *spot, float *direction)
{
    uint32_t held = held_axes(spot, direction);
    float taken = 0.0f, left = 0.0f;
    for (uint32_t axis = 0; axis < spot->axes; axis++) {
        if (held >> axis & 1u) {
            direction[axis] *= 1.0f - 2.0f * spot->off[axis];
            taken += direction[axis] * direction[axis];
        } else {
            left += direction[axis] * direction[axis];
        }
    }
    if (!(left > VEER_FIELD_FAINT * VEER_FIELD_FAINT)) {
        return taken > VEER_FIELD_FAINT * VEER_FIELD_FAINT && !held; // only into the wall
    }
    for (uint32_t axis = 0; axis < spot->axes; axis++) {
        direction[axis] *= held >> axis & 1u ? 1.0f : sqrtf((1.0f - taken) / left);
    }
    return true;
}

/// Where costs differ: bilinear between the directions of the cells around, added to none.
static inline void blended_along(const VeerFieldSpot *spot, uint32_t axes, float *direction)
{
    for (uint32_t corner = 0; corner < 1u << axes; corner++) {
        float share = share_of(spot, corner, axes), one[3];
        int32_t cell[3];
        if (share > 0.0f) {
            corner_cell(spot, corner, cell);
            cell_direction_along(spot, cell, axes, one);
            for (int axis = 0; axis < 3; axis++) {
                direction[axis] += share * one[axis];
            }
        }
    }
    if (!veer_field_normalise(direction) || !keep_off(spot, direction)) {
        cell_direction_along(spot, spot->cell, axes, direction);
    }
}

static void blended_direction(const VeerFieldSpot *spot, float *direction)
{
    if (spot->axes > 2) {
        blended_along(spot, 3u, direction);
    } else {
        blended_along(spot, 2u, direction);
    }
}

/// Out of a cell from which there is no path: to the middle of the best one beside it.
static void direction_out(const VeerFieldSpot *spot, float *direction)
{
    float least = INFINITY;
    for (uint32_t side = 0; side < 2u * spot->axes; side++) {
        int32_t cell[3] = {spot->cell[0], spot->cell[1], spot->cell[2]};
        cell[side / 2u] += side % 2u ? 1 : -1;
        float value = veer_field_value_near(spot->field, cell);
        if (value < least) {
            least = value;
            for (uint32_t axis = 0; axis < 3; axis++) {
                direction[axis] = (float)cell[axis] + 0.5f - spot->place[axis];
            }
        }
    }
    (void)veer_field_normalise(direction);
}

VeerVec3 veer_field_direction(const VeerField *field, VeerVec3 position)
{
    float direction[3] = {0.0f, 0.0f, 0.0f};
    VeerFieldSpot spot;
    if (!field || !find_spot(field, position, &spot)) {
        return (VeerVec3){0.0f, 0.0f, 0.0f};
    }
    if (!(spot.usable & 1u)) {
        direction_out(&spot, direction);
    } else if (has_goal(&spot) || is_in_sight(&spot)) {
        straight_direction(field, spot.place, direction);
        if (veer_field_length(direction) < NEAR_GOAL) {
            return (VeerVec3){0.0f, 0.0f, 0.0f};
        }
        (void)veer_field_normalise(direction);
    } else if (field->has_costs || !veer_field_look_ahead(&spot, direction)) {
        blended_direction(&spot, direction);
    }
    return (VeerVec3){direction[0], direction[1], direction[2]};
}

float veer_field_distance(const VeerField *field, VeerVec3 position)
{
    float sum = 0.0f, shares = 0.0f, direction[3] = {0.0f, 0.0f, 0.0f};
    VeerFieldSpot spot;
    if (!field || !find_spot(field, position, &spot) || !(spot.usable & 1u)) {
        return INFINITY;
    }
    if (is_in_sight(&spot)) {
        straight_direction(field, spot.place, direction);
        return veer_field_length(direction) * field->cell_size;
    }
    for (uint32_t corner = 0; corner < spot.corners; corner++) {
        int32_t cell[3];
        float share = share_of(&spot, corner, spot.axes);
        if (share > 0.0f) {
            corner_cell(&spot, corner, cell);
            sum += share * veer_field_value_near(field, cell);
            shares += share;
        }
    }
    return sum / shares * field->cell_size;
}

float veer_field_at_voxel(const VeerField *field, VeerVoxel voxel)
{
    const int32_t place[3] = {voxel.x, voxel.y, voxel.z};
    return field ? veer_field_value(field, place) * field->cell_size : INFINITY;
}

float veer_field_at(const VeerField *field, VeerCell cell)
{
    return veer_field_at_voxel(field, (VeerVoxel){cell.x, cell.y, 0});
}
