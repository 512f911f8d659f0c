#include "avoid/base/nearby.h"

#include "avoid/base/answer.h"
#include "avoid/base/spread.h"
#include "avoid/base/view.h"
#include "geom/box.h"
#include "geom/segment.h"

uint32_t veer_nearby_count(const VeerView *view)
{
    return body_count(view) + wall_count(view);
}

VeerVec3 veer_wall_nearest(const VeerView *view, const VeerWall *wall, VeerVec3 point)
{
    if (view->space == VEER_SPATIAL) {
        return veer_box_nearest((VeerBounds){wall->a, wall->b}, point);
    }
    VeerVec2 a = plane2(wall->a), b = plane2(wall->b);
    float part = veer_segment_nearest2(a, b, plane2(point));
    return vec3(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, 0.0f);
}

/// Fills in what follows from the offset and the radius.
static VeerNearby measured(const VeerView *view, VeerNearby nearby)
{
    float distance = length3(nearby.offset);
    nearby.distance = isfinite(distance) ? distance : INFINITY;
    nearby.gap = nearby.distance - nearby.radius - view->radius;
    nearby.away = scale3(direction3(nearby.offset), -1.0f);
    return nearby;
}

VeerNearby veer_nearby_at(const VeerView *view, uint32_t index)
{
    uint32_t bodies = body_count(view);
    if (index >= bodies) {
        VeerVec3 point =
            veer_wall_nearest(view, &view->walls[index - bodies], (VeerVec3){0.0f, 0.0f, 0.0f});
        return measured(view, (VeerNearby){.offset = point});
    }
    const VeerNeighbour *body = &view->neighbours[index];
    VeerNearby nearby = measured(view, (VeerNearby){.offset = body->offset,
                                                    .radius = body->radius,
                                                    .id = body->id,
                                                    .is_friend = body->is_friend});
    if (nearby.distance == 0.0f) {
        nearby.away = spread_apart(view, body->id);
    }
    return nearby;
}
