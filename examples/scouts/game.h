// Scouts, the game without its screen: a ship in a shifting maze of rocks, a dozen scouts behind.
// All that moves is veer's; the rules below are the game's own, told by veer's events.
#ifndef SCOUTS_GAME_H
#define SCOUTS_GAME_H

#include <veer/veer.h>

enum { SCOUTS = 12, SQUADS = 2, ROCKS = 64, CRYSTALS = 5, MOST_EVENTS = 512 };

#define FIELD_HALF 50.0f // m, of the square that rocks keep to

// Layers: who avoids and touches whom.
enum { ON_SHIPS = 1, ON_ROCKS = 2, ON_SHOTS = 4 };

// What user_data of an obstacle says that it is.
enum { IS_ROCK = 1, IS_SHOT, IS_CRYSTAL };

// What one can fly.
typedef struct ShipClass {
    const char *name;
    float radius, mass, max_speed, acceleration; // m, kg, m/s, m/s²
    float hull;                                  // N s that it stands in all
} ShipClass;

extern const ShipClass ship_classes[3];

// What the player does.
typedef struct Controls {
    float x, y;   // -1 to 1: where to
    float aim[2]; // a direction to shoot at; 0, 0: ahead
    bool is_firing;
    bool is_auto; // the ship finds its way to the next crystal by itself
} Controls;

typedef struct Game {
    VeerWorld *world;
    VeerAgentId hero, scouts[SCOUTS];
    float scout_returns[SCOUTS]; // s, until a smashed one comes again
    VeerSquadId squads[SQUADS];  // null: its scouts hunt
    VeerObstacleId crystals[CRYSTALS];
    const ShipClass *ship;
    float hull;   // N s that are left
    float reload; // s
    float bump;   // N s, the hardest of the last tick: for who draws
    uint32_t score, smashed, broken, orders, level, random;
} Game;

// A game of a level, by its number. @return false: no memory
bool game_begin(Game *game, uint32_t level, const ShipClass *ship);
void game_end(Game *game);
// From the hero to the nearest crystal, m.
VeerVec3 game_nearest_crystal(const Game *game);
// Every other scout stops hunting, and goes to a point with the others of its squad: 0 or 1.
void game_order(Game *game, int squad, VeerVec3 point);
// All scouts hunt again.
void game_hunt(Game *game);
// One tick. @return false: the ship is lost
bool game_step(Game *game, const Controls *controls, float dt);

#endif
