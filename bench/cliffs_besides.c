#include "cliffs_besides.h"

#include <math.h>

enum { OBSTACLES = 1000, SEGMENTS = 10000 };

static VeerObstacleDef ball_of(VeerCrowd *crowd, float radius)
{
    VeerObstacleDef def = veer_obstacle_def_default();
    def.position = (VeerVec3){veer_crowd_draw(crowd, 0.0f, crowd->side),
                              veer_crowd_draw(crowd, 0.0f, crowd->side), 0.0f};
    def.radius = radius;
    return def;
}

static void scatter(VeerCrowd *crowd, float radius, bool is_one_point, VeerObstacleMotion motion)
{
    VeerObstacleId out;
    for (uint32_t i = 0; i < OBSTACLES; i++) {
        VeerObstacleDef def = ball_of(crowd, radius);
        def.motion = motion;
        def.position =
            is_one_point ? (VeerVec3){0.5f * crowd->side, 0.5f * crowd->side, 0.0f} : def.position;
        def.velocity = (VeerVec3){veer_crowd_draw(crowd, -1.0f, 1.0f),
                                  veer_crowd_draw(crowd, -1.0f, 1.0f), 0.0f};
        (void)veer_obstacle_create(crowd->world, &def, &out);
    }
}

void veer_add_balls(VeerCrowd *crowd)
{
    scatter(crowd, VEER_CLIFF_RADIUS, false, VEER_MOTION_VELOCITY);
}

void veer_add_huge_balls(VeerCrowd *crowd)
{
    scatter(crowd, 1e6f, false, VEER_MOTION_VELOCITY);
}

void veer_add_tiny_balls(VeerCrowd *crowd)
{
    scatter(crowd, 1e-6f, false, VEER_MOTION_VELOCITY);
}

void veer_add_coincident_balls(VeerCrowd *crowd)
{
    scatter(crowd, VEER_CLIFF_RADIUS, true, VEER_MOTION_VELOCITY);
}

void veer_add_free_balls(VeerCrowd *crowd)
{
    scatter(crowd, VEER_CLIFF_RADIUS, false, VEER_MOTION_FREE);
}

void veer_add_coincident_free_balls(VeerCrowd *crowd)
{
    scatter(crowd, VEER_CLIFF_RADIUS, true, VEER_MOTION_FREE);
}

void veer_add_huge_free_balls(VeerCrowd *crowd)
{
    scatter(crowd, 1e6f, false, VEER_MOTION_FREE);
}

void veer_add_one_huge_free_ball(VeerCrowd *crowd)
{
    scatter(crowd, VEER_CLIFF_RADIUS, false, VEER_MOTION_FREE);
    VeerObstacleDef def = ball_of(crowd, 1e6f);
    def.motion = VEER_MOTION_FREE;
    VeerObstacleId out;
    (void)veer_obstacle_create(crowd->world, &def, &out);
}

void veer_add_fast_free_ball(VeerCrowd *crowd)
{
    scatter(crowd, VEER_CLIFF_RADIUS, false, VEER_MOTION_FREE);
    VeerObstacleDef def = ball_of(crowd, VEER_CLIFF_RADIUS);
    def.motion = VEER_MOTION_FREE;
    def.velocity.x = 1e6f;
    VeerObstacleId out;
    (void)veer_obstacle_create(crowd->world, &def, &out);
}

static void scatter_walls(VeerCrowd *crowd, float extent, float length, bool has_long_one)
{
    VeerObstacleId out;
    VeerObstacleDef def = veer_obstacle_def_default();
    VeerVec3 ends[2] = {{0, 0, 0}, {1, 0, 0}};
    def.shape = VEER_SHAPE_CHAIN;
    def.vertices = ends;
    def.vertex_count = 2;
    for (uint32_t i = 0; i < SEGMENTS; i++) {
        float from = 0.5f * (crowd->side - extent);
        ends[0] = (VeerVec3){veer_crowd_draw(crowd, from, from + extent),
                             veer_crowd_draw(crowd, from, from + extent), 0};
        ends[1] = (VeerVec3){ends[0].x + veer_crowd_draw(crowd, -length, length),
                             ends[0].y + veer_crowd_draw(crowd, -length, length), 0.0f};
        (void)veer_obstacle_create(crowd->world, &def, &out);
    }
    if (has_long_one) {
        ends[0] = (VeerVec3){-5e5f, -5e5f, 0.0f};
        ends[1] = (VeerVec3){5e5f, 5e5f, 0.0f};
        (void)veer_obstacle_create(crowd->world, &def, &out);
    }
}

void veer_add_walls(VeerCrowd *crowd)
{
    scatter_walls(crowd, 10.0f * crowd->side, 1.0f, false);
}

void veer_add_one_long_wall(VeerCrowd *crowd)
{
    scatter_walls(crowd, 10.0f * crowd->side, 1.0f, true);
}

void veer_add_overlapping_walls(VeerCrowd *crowd)
{
    scatter_walls(crowd, 0.01f * crowd->side, 10.0f * crowd->side, false);
}

void veer_add_coincident_walls(VeerCrowd *crowd)
{
    scatter_walls(crowd, 0.0f, 1.0f, false);
}

static void cover(VeerCrowd *crowd, float radius, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        VeerObstacleDef def = ball_of(crowd, radius);
        VeerObstacleId out;
        def.motion = VEER_MOTION_VELOCITY;
        def.velocity.x = 1.0f;
        if (veer_obstacle_create(crowd->world, &def, &out) == VEER_OK) {
            (void)veer_obstacle_set_covering(crowd->world, out, true);
        }
    }
}

void veer_add_covers(VeerCrowd *crowd)
{
    cover(crowd, 1.0f, 20);
}

void veer_add_huge_covers(VeerCrowd *crowd)
{
    cover(crowd, 1e6f, 20);
}

static void foresee(VeerCrowd *crowd)
{
    for (uint32_t i = 0; i < crowd->count; i += 100u) {
        (void)veer_agent_set_foresight(crowd->world, crowd->agents[i], true);
    }
}

void veer_foresee_balls(VeerCrowd *crowd)
{
    veer_add_balls(crowd);
    foresee(crowd);
}

void veer_foresee_huge_balls(VeerCrowd *crowd)
{
    veer_add_huge_balls(crowd);
    foresee(crowd);
}

static void flock_by(VeerCrowd *crowd, float range)
{
    VeerBehaviourList list = veer_behaviour_list_flock(2.0f);
    VeerBehaviourListId id;
    for (uint32_t i = 0; i < list.behaviour_count; i++) {
        list.behaviours[i].range = range > 0.0f ? range : list.behaviours[i].range;
    }
    (void)veer_behaviour_list_create(crowd->world, &list, &id);
    for (uint32_t i = 0; i < crowd->count; i++) {
        (void)veer_agent_set_group(crowd->world, crowd->agents[i], 1);
        (void)veer_agent_set_behaviours(crowd->world, crowd->agents[i], id);
    }
}

void veer_add_flock(VeerCrowd *crowd)
{
    flock_by(crowd, 0.0f);
}

void veer_add_far_flock(VeerCrowd *crowd)
{
    flock_by(crowd, 1e6f);
}

static void give_orders(VeerCrowd *crowd, bool is_together)
{
    VeerSquadDef def = veer_squad_def_default();
    VeerSquadId squad;
    def.formation.spacing = 1.0f;
    def.mode = is_together ? VEER_SQUAD_TOGETHER : VEER_SQUAD_LOOSE;
    if (veer_squad_create(crowd->world, &def, &squad) != VEER_OK) {
        return;
    }
    for (uint32_t i = 0; i < crowd->count; i++) {
        (void)veer_squad_add(crowd->world, squad, crowd->agents[i]);
    }
    float middle = 0.5f * crowd->side;
    VeerOrder order = veer_order_go((VeerVec3){middle + 10.0f, middle, 0.0f});
    (void)veer_squad_order(crowd->world, squad, &order, false);
}

void veer_add_squad(VeerCrowd *crowd)
{
    give_orders(crowd, false);
}

void veer_add_march(VeerCrowd *crowd)
{
    give_orders(crowd, true);
}

static void lay_links(VeerCrowd *crowd, float length)
{
    for (uint32_t i = 0; i < 100; i++) {
        VeerLinkDef def = veer_link_def_default();
        VeerLinkId out;
        def.from = (VeerVec3){veer_crowd_draw(crowd, 0.0f, crowd->side),
                              veer_crowd_draw(crowd, 0.0f, crowd->side), 0};
        def.to = (VeerVec3){fminf(def.from.x + length, crowd->side - 1.0f), def.from.y, 0.0f};
        (void)veer_link_create(crowd->world, &def, &out);
    }
}

void veer_add_links(VeerCrowd *crowd)
{
    lay_links(crowd, 3.0f);
}

void veer_add_long_links(VeerCrowd *crowd)
{
    lay_links(crowd, 1e6f);
}
