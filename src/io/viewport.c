#include "io/load.h"

#include <math.h>

static void include_point(VeerBounds *box, VeerVec3 p, float radius)
{
    VeerBounds *b = box;
    b->lower.x = p.x - radius < b->lower.x ? p.x - radius : b->lower.x;
    b->lower.y = p.y - radius < b->lower.y ? p.y - radius : b->lower.y;
    b->lower.z = p.z - radius < b->lower.z ? p.z - radius : b->lower.z;
    b->upper.x = p.x + radius > b->upper.x ? p.x + radius : b->upper.x;
    b->upper.y = p.y + radius > b->upper.y ? p.y + radius : b->upper.y;
    b->upper.z = p.z + radius > b->upper.z ? p.z + radius : b->upper.z;
}

VeerVec3 veer_goal_point(const VeerGoal *goal, uint32_t index, VeerVec3 position)
{
    switch (goal->kind) {
    case VEER_GOAL_MIRRORED:
        return (VeerVec3){2.0f * goal->vector.x - position.x, 2.0f * goal->vector.y - position.y,
                          2.0f * goal->vector.z - position.z};
    case VEER_GOAL_OFFSET:
        return (VeerVec3){position.x + goal->vector.x, position.y + goal->vector.y,
                          position.z + goal->vector.z};
    default:
        return goal->points ? goal->points[goal->count == 1 ? 0 : index] : position;
    }
}

static void include_group(VeerBounds *box, const VeerGroup *group)
{
    for (uint32_t i = 0; i < group->count; i++) {
        include_point(box, group->positions[i], group->radii[i]);
        include_point(box, veer_goal_point(&group->goal, i, group->positions[i]), group->radii[i]);
    }
}

static void include_obstacle(VeerBounds *box, const VeerObstacleDef *def)
{
    for (uint32_t i = 0; i < def->vertex_count; i++) {
        include_point(box, def->vertices[i], 0.0f);
    }
    if (def->motion == VEER_MOTION_ORBIT) {
        include_point(box, def->orbit.centre, def->orbit.semi_major + def->radius);
    } else if (def->vertex_count == 0) {
        VeerVec3 half = def->half_extents;
        include_point(box, def->position, def->shape == VEER_SHAPE_BALL ? def->radius : half.x);
    }
}

static VeerBounds with_margin(VeerBounds box, float share)
{
    float x = (box.upper.x - box.lower.x) * share + 1.0f;
    float y = (box.upper.y - box.lower.y) * share + 1.0f;
    return (VeerBounds){{box.lower.x - x, box.lower.y - y, box.lower.z},
                        {box.upper.x + x, box.upper.y + y, box.upper.z}};
}

VeerBounds veer_choose_viewport(const VeerLoader *loader)
{
    const VeerScenario *scenario = loader->scenario;
    const VeerWorldSpec *world = &loader->world;
    if (world->has_viewport) {
        return world->viewport;
    }
    if (isfinite(world->bounds.lower.x)) {
        return with_margin(world->bounds, 0.02f);
    }
    VeerBounds box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        include_group(&box, &scenario->groups[i]);
    }
    for (uint32_t i = 0; i < scenario->obstacle_count; i++) {
        include_obstacle(&box, &scenario->obstacles[i]);
    }
    if (!(box.lower.x <= box.upper.x)) {
        box = (VeerBounds){0};
    }
    return with_margin(box, 0.05f);
}
