// What the page of the game calls (web/page/src/scouts.ts): it passes and gets numbers alone.
#ifndef SCOUTS_PAGE_H
#define SCOUTS_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#define SCOUTS_API(name) __attribute__((export_name(#name), used))

// What scouts_bodies says that a body is.
typedef enum ScoutsLook {
    SCOUTS_HERO = 0,
    SCOUTS_HUNTER,
    SCOUTS_MEMBER, //< plus its squad, 0 or 1: a scout under orders
    SCOUTS_ROCK = 4,
    SCOUTS_SHOT,
    SCOUTS_CRYSTAL
} ScoutsLook;

// A game of a level, with one of three ships, in place of the last one. @return false: no memory
SCOUTS_API(scouts_begin) bool scouts_begin(uint32_t level, uint32_t ship);
// A tick of 1/60 s. @param x, y  -1 to 1: where to fly @param aim_x, aim_y  0, 0: ahead
// @return false: the ship is lost
SCOUTS_API(scouts_step)
bool scouts_step(float x, float y, float aim_x, float aim_y, bool is_firing, bool is_auto);
// A squad, 0 or 1, goes to a point, m.
SCOUTS_API(scouts_order) void scouts_order(int squad, float x, float y);
// All scouts hunt again.
SCOUTS_API(scouts_hunt) void scouts_hunt(void);
// All bodies, seven floats each: look, x, y, radius, heading x, y, id; the hero is the first. The
// id tells rocks apart. @return bodies[count · 7]
SCOUTS_API(scouts_bodies) const float *scouts_bodies(void);
// How many those are.
SCOUTS_API(scouts_count) uint32_t scouts_count(void);
// Of the hull 0 to 1, score, smashed scouts, broken rocks, the hardest bump of the tick in N s,
// and from the hero to the nearest crystal x, y in m: seven floats.
SCOUTS_API(scouts_facts) const float *scouts_facts(void);

#endif
