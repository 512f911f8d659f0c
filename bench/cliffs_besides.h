/// What is there besides the agents of crowds that are timed.
#ifndef VEER_BENCH_CLIFFS_BESIDES_H
#define VEER_BENCH_CLIFFS_BESIDES_H

#include "cliffs.h"

void veer_add_balls(VeerCrowd *crowd);
void veer_add_huge_balls(VeerCrowd *crowd);
void veer_add_tiny_balls(VeerCrowd *crowd);
void veer_add_coincident_balls(VeerCrowd *crowd);
void veer_add_free_balls(VeerCrowd *crowd);
void veer_add_coincident_free_balls(VeerCrowd *crowd);
void veer_add_huge_free_balls(VeerCrowd *crowd);
void veer_add_one_huge_free_ball(VeerCrowd *crowd);
void veer_add_fast_free_ball(VeerCrowd *crowd);
void veer_add_walls(VeerCrowd *crowd);
void veer_add_one_long_wall(VeerCrowd *crowd);
void veer_add_overlapping_walls(VeerCrowd *crowd);
void veer_add_coincident_walls(VeerCrowd *crowd);
void veer_add_covers(VeerCrowd *crowd);
void veer_add_huge_covers(VeerCrowd *crowd);
void veer_foresee_balls(VeerCrowd *crowd);
void veer_foresee_huge_balls(VeerCrowd *crowd);
void veer_add_flock(VeerCrowd *crowd);
void veer_add_far_flock(VeerCrowd *crowd);
void veer_add_squad(VeerCrowd *crowd);
void veer_add_march(VeerCrowd *crowd);
void veer_add_links(VeerCrowd *crowd);
void veer_add_long_links(VeerCrowd *crowd);

#endif
