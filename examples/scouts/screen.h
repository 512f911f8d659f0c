// The game's screen: what is shown, and how.
#ifndef SCOUTS_SCREEN_H
#define SCOUTS_SCREEN_H

#include "game.h"

#include <SDL.h>

enum { WIDTH = 960, HEIGHT = 640, CORNERS = 24 };

#define TICK (1.0f / 60.0f)

typedef struct Screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    VeerVec3 middle;    // m, of what is shown
    float scale, shake; // pixels a m; pixels
    float time;         // s
    bool show_velocities, show_goals, show_bodies, show_trace, show_reasons;
    SDL_GameController *pad; // NULL: none
} Screen;

// All of a game, in the middle of it the hero.
void draw_game(Screen *screen, const Game *game);

#endif
