/// Views made by hand, for the tests of avoidance models.
#ifndef VEER_TESTS_AVOID_VIEW_MAKER_H
#define VEER_TESTS_AVOID_VIEW_MAKER_H

// cmocka wants these first.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "avoid/dice.h"
#include "veer/avoid.h"

/// An agent of id 1 and radius 1 m at rest, heading for +x: prefers 1 m/s, can go 2 m/s.
static inline VeerView make_view(VeerSpace space)
{
    VeerView view;
    memset(&view, 0, sizeof view);
    view.space = space;
    view.dt = 1.0f / 60.0f;
    view.id = 1;
    view.heading = (VeerVec3){1.0f, 0.0f, 0.0f};
    view.radius = 1.0f;
    view.max_speed = 2.0f;
    view.preferred_speed = 1.0f;
    view.max_acceleration = view.max_braking = view.max_turn_rate = INFINITY;
    return view;
}

/// An agent of id 2 and radius 1 m that takes its half of the evasion.
static inline VeerNeighbour make_neighbour(VeerVec3 offset, VeerVec3 velocity)
{
    VeerNeighbour neighbour;
    memset(&neighbour, 0, sizeof neighbour);
    neighbour.offset = offset;
    neighbour.velocity = velocity;
    neighbour.radius = 1.0f;
    neighbour.share = 0.5f;
    neighbour.id = 2;
    return neighbour;
}

static inline VeerAvoidResult ask(const VeerView *view, VeerVec3 preferred)
{
    VeerAvoidParams params = veer_avoid_params_default();
    return veer_avoid_crowd(view, &params, preferred);
}

static inline bool same_bits3(VeerVec3 a, VeerVec3 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/// A view of anything that is finite: far away, denormal, coincident, too fast, of no size.
typedef struct WildView {
    VeerView view;
    VeerNeighbour neighbours[12];
    VeerWall walls[6];
    VeerVec3 preferred;
} WildView;

static inline float roll_wild(Dice *dice)
{
    const double sizes[8] = {0.0, 1e-42, 1e-20, 1e-6, 1.0, 1.0, 1e6, 1e30};
    return (float)(sizes[roll_below(dice, 8)] * roll_between(dice, -1.0, 1.0));
}

static inline VeerVec3 roll_wild_vec(Dice *dice, bool is_flat)
{
    float x = roll_wild(dice), y = roll_wild(dice);
    return vec3(x, y, is_flat ? 0.0f : roll_wild(dice));
}

static inline VeerWall roll_wild_wall(Dice *dice, bool is_flat)
{
    VeerVec3 a = roll_wild_vec(dice, is_flat), b = roll_wild_vec(dice, is_flat);
    if (is_flat) {
        return (VeerWall){a, b};
    }
    return (VeerWall){vec3(min_f(a.x, b.x), min_f(a.y, b.y), min_f(a.z, b.z)),
                      vec3(max_f(a.x, b.x), max_f(a.y, b.y), max_f(a.z, b.z))};
}

static inline WildView roll_wild_view(Dice *dice, VeerSpace space)
{
    bool is_flat = space == VEER_PLANAR;
    WildView wild;
    memset(&wild, 0, sizeof wild);
    wild.view = make_view(space);
    wild.view.velocity = roll_wild_vec(dice, is_flat);
    wild.view.radius = fabsf(roll_wild(dice));
    wild.view.max_speed = fabsf(roll_wild(dice));
    wild.view.neighbour_count = roll_below(dice, 13);
    wild.view.wall_count = roll_below(dice, 7);
    wild.preferred = roll_wild_vec(dice, is_flat);
    for (uint32_t i = 0; i < wild.view.neighbour_count; i++) {
        VeerNeighbour other =
            make_neighbour(roll_wild_vec(dice, is_flat), roll_wild_vec(dice, is_flat));
        other.radius = fabsf(roll_wild(dice));
        other.id = i;
        wild.neighbours[i] = other;
    }
    for (uint32_t i = 0; i < wild.view.wall_count; i++) {
        wild.walls[i] = roll_wild_wall(dice, is_flat);
    }
    return wild;
}

static inline VeerVec3 ask_wild(WildView *wild)
{
    wild->view.neighbours = wild->neighbours;
    wild->view.walls = wild->walls;
    return ask(&wild->view, wild->preferred).velocity;
}

#endif
