/// How crowds move before doors, by seed: how much they turn, run to and fro, and pass.
#ifndef VEER_BENCH_DOOR_BENCH_H
#define VEER_BENCH_DOOR_BENCH_H

#include <stdbool.h>
#include <stdint.h>

/// What came out for one door, over all seeds.
typedef struct VeerDoorScores {
    float width;               ///< m
    bool has_map;              ///< the wall is on a map; else nothing but avoidance knows it
    uint32_t agents, arrived;  ///< over all seeds
    double turn;               ///< rad/s an agent, while it moves
    double reversals;          ///< 1/s an agent: turns by more than 90 degrees from tick to tick
    double waste;              ///< part of what they walked beyond the shortest paths
    double flow;               ///< 1/s through the door, between the first and the last tenth
    double last;               ///< s: when the last one arrived
    double penetration, swept; ///< deepest overlap ÷ the sum of the radii; m, furthest way back
} VeerDoorScores;

/// What is measured at each door.
typedef struct VeerDoorCase {
    uint32_t agents, seeds;
    uint64_t seed; ///< the first one
    float dt;      ///< s; 0: a sixtieth
} VeerDoorCase;

/// Measures one door. @return false: there is no door of this number, or no memory for it
bool veer_door_bench_run(uint32_t number, const VeerDoorCase *given, VeerDoorScores *out);

#endif
