// Scouts: fly through a shifting maze of rocks, collect crystals, and keep off a dozen scouts.
//
//   scouts [--level N] [--ship 1|2|3] [--script SECONDS] [--shot FILE.bmp]
//
// Arrows or WASD fly, space shoots ahead, the left mouse button shoots at the cursor, P flies by
// itself, + and - or the wheel zoom, 1, 2, 3 begin anew with another ship, N the next level,
// V shows velocities, G what scouts are after, Escape ends. --script plays without a player: keys
// are pressed as it says, and the game ends after so many seconds, with a picture.
#include "game.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 960, HEIGHT = 640, CORNERS = 24 };

#define TICK (1.0f / 60.0f)

typedef struct Screen {
    SDL_Window *window;
    SDL_Renderer *renderer;
    VeerVec3 middle;    // m, of what is shown
    float scale, shake; // pixels a m; pixels
    float time;         // s
    bool show_velocities, show_goals;
} Screen;

typedef struct Options {
    uint32_t level;
    int ship;
    float script; // s; 0: a player plays
    const char *shot;
} Options;

// --- Drawing ---

static SDL_FPoint point_of(const Screen *screen, float x, float y)
{
    return (SDL_FPoint){0.5f * WIDTH + (x - screen->middle.x) * screen->scale,
                        0.5f * HEIGHT - (y - screen->middle.y) * screen->scale};
}

// A filled shape about its middle, and its outline.
static void draw_shape(const Screen *screen, SDL_FPoint middle, const SDL_FPoint *corners,
                       int count, SDL_Color colour, SDL_Color edge)
{
    SDL_Vertex vertices[CORNERS + 1] = {{middle, colour, {0, 0}}};
    int indices[3 * CORNERS];
    for (int i = 0; i < count; ++i) {
        vertices[i + 1] = (SDL_Vertex){corners[i], colour, {0, 0}};
        indices[3 * i] = 0;
        indices[3 * i + 1] = i + 1;
        indices[3 * i + 2] = (i + 1) % count + 1;
    }
    SDL_RenderGeometry(screen->renderer, NULL, vertices, count + 1, indices, 3 * count);
    SDL_SetRenderDrawColor(screen->renderer, edge.r, edge.g, edge.b, 255);
    SDL_RenderDrawLinesF(screen->renderer, corners, count);
    SDL_RenderDrawLineF(screen->renderer, corners[count - 1].x, corners[count - 1].y, corners[0].x,
                        corners[0].y);
}

// A disc; `jag` > 0: a rock, of corners that its size decides.
static void draw_disc(const Screen *screen, VeerVec3 centre, float radius, float jag,
                      SDL_Color fill)
{
    SDL_FPoint corners[CORNERS];
    int count = jag > 0.0f ? 11 : CORNERS;
    for (int i = 0; i < count; ++i) {
        float turn = jag > 0.0f ? screen->time * (fmodf(radius * 37.0f, 1.0f) - 0.5f) : 0.0f;
        float angle = 6.2831853f * (float)i / (float)count + turn;
        float in = jag * (0.5f + 0.5f * sinf(radius * 91.0f + 2.3f * (float)(i * i)));
        float reach = radius * (1.0f + 0.4f * jag - in);
        corners[i] =
            point_of(screen, centre.x + reach * cosf(angle), centre.y + reach * sinf(angle));
    }
    SDL_Color edge = {(Uint8)(fill.r / 2 + 110), (Uint8)(fill.g / 2 + 110),
                      (Uint8)(fill.b / 2 + 110), 255};
    draw_shape(screen, point_of(screen, centre.x, centre.y), corners, count, fill, edge);
}

static void draw_ship(const Screen *screen, const VeerAgentState *ship, SDL_Color fill)
{
    float x = ship->heading.x, y = ship->heading.y, r = ship->radius;
    VeerVec3 at = ship->position;
    SDL_FPoint corners[4] = {
        point_of(screen, at.x + 1.3f * r * x, at.y + 1.3f * r * y),
        point_of(screen, at.x - r * x - 0.9f * r * y, at.y - r * y + 0.9f * r * x),
        point_of(screen, at.x - 0.4f * r * x, at.y - 0.4f * r * y),
        point_of(screen, at.x - r * x + 0.9f * r * y, at.y - r * y - 0.9f * r * x)};
    SDL_Color edge = {255, 255, 255, 255};
    draw_shape(screen, point_of(screen, at.x, at.y), corners, 4, fill, edge);
}

// veer's draw callbacks: rocks, shots and crystals are told apart by their radius and role.
static void draw_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre, float radius)
{
    const Screen *screen = user;
    (void)group;
    if (role != VEER_DRAW_OBSTACLE) {
        return; // ships have shapes of their own
    }
    if (radius < 0.2f) {
        draw_disc(screen, centre, radius + 0.1f, 0.0f, (SDL_Color){255, 210, 90, 255});
    } else if (radius == 1.5f) {
        float pulse = 1.0f + 0.15f * sinf(5.0f * screen->time);
        draw_disc(screen, centre, 0.6f * pulse, 0.3f, (SDL_Color){70, 225, 200, 255});
    } else {
        Uint8 grey = (Uint8)(70.0f + 30.0f * fmodf(radius * 13.0f, 1.0f));
        draw_disc(screen, centre, radius, 0.18f, (SDL_Color){grey, grey, (Uint8)(grey + 18), 255});
    }
}

static void draw_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from, VeerVec3 to)
{
    const Screen *screen = user;
    (void)group;
    bool is_goal = role == VEER_DRAW_GOAL;
    if (is_goal || role == VEER_DRAW_VELOCITY || role == VEER_DRAW_PREFERRED) {
        SDL_FPoint a = point_of(screen, from.x, from.y), b = point_of(screen, to.x, to.y);
        SDL_SetRenderDrawColor(screen->renderer, is_goal ? 120 : 90, is_goal ? 70 : 200, 110, 255);
        SDL_RenderDrawLineF(screen->renderer, a.x, a.y, b.x, b.y);
    }
}

static void draw_stars(const Screen *screen)
{
    uint32_t random = 7;
    for (int i = 0; i < 240; ++i) {
        random = random * 1664525u + 1013904223u;
        float far = 0.1f + 0.3f * (float)(i % 3);
        float x = (float)(random >> 16 & 1023) - screen->middle.x * screen->scale * far;
        float y = (float)(random >> 6 & 1023) + screen->middle.y * screen->scale * far;
        x -= WIDTH * floorf(x / WIDTH);
        y -= HEIGHT * floorf(y / HEIGHT);
        Uint8 light = (Uint8)(60 + 55 * (i % 3));
        SDL_SetRenderDrawColor(screen->renderer, light, light, light, 255);
        SDL_RenderDrawPointF(screen->renderer, x, y);
    }
}

// A digit of seven segments, 10 by 18 pixels.
static void draw_digit(const Screen *screen, int digit, float x, float y)
{
    static const unsigned char lit[10] = {0x77, 0x24, 0x5d, 0x6d, 0x2e,
                                          0x6b, 0x7b, 0x25, 0x7f, 0x6f};
    static const SDL_FRect bars[7] = {{0, 0, 10, 2}, {0, 0, 2, 9}, {8, 0, 2, 9},  {0, 8, 10, 2},
                                      {0, 9, 2, 9},  {8, 9, 2, 9}, {0, 16, 10, 2}};
    for (int i = 0; i < 7; ++i) {
        if (lit[digit] >> i & 1) {
            SDL_FRect bar = {bars[i].x + x, bars[i].y + y, bars[i].w, bars[i].h};
            SDL_RenderFillRectF(screen->renderer, &bar);
        }
    }
}

static void draw_number(const Screen *screen, uint32_t number, float right, float y)
{
    do {
        right -= 15.0f;
        draw_digit(screen, (int)(number % 10), right, y);
        number /= 10;
    } while (number > 0);
}

// A dot on the way to the nearest crystal.
static void draw_compass(const Screen *screen, const Game *game)
{
    VeerVec3 way = game_nearest_crystal(game);
    float length = fmaxf(sqrtf(way.x * way.x + way.y * way.y), 0.01f);
    float out = fminf(90.0f, length * screen->scale);
    SDL_FRect dot = {0.5f * WIDTH + out * way.x / length - 2.0f,
                     0.5f * HEIGHT - out * way.y / length - 2.0f, 5, 5};
    SDL_SetRenderDrawColor(screen->renderer, 70, 225, 200, 255);
    SDL_RenderFillRectF(screen->renderer, &dot);
}

static void draw_panel(const Screen *screen, const Game *game)
{
    float part = fmaxf(game->hull / game->ship->hull, 0.0f);
    SDL_FRect frame = {20, 20, 204, 16}, bar = {22, 22, 200.0f * part, 12};
    SDL_SetRenderDrawColor(screen->renderer, 150, 160, 180, 255);
    SDL_RenderDrawRectF(screen->renderer, &frame);
    SDL_SetRenderDrawColor(screen->renderer, (Uint8)(255.0f - 170.0f * part),
                           (Uint8)(60.0f + 150.0f * part), 90, 255);
    SDL_RenderFillRectF(screen->renderer, &bar);
    SDL_SetRenderDrawColor(screen->renderer, 240, 240, 250, 255);
    draw_number(screen, game->score, WIDTH - 20, 20);
    SDL_SetRenderDrawColor(screen->renderer, 240, 110, 90, 255);
    draw_number(screen, game->smashed, WIDTH - 20, 50);
}

static void draw_game(Screen *screen, const Game *game)
{
    VeerAgentState hero;
    veer_agent_get(game->world, game->hero, &hero);
    screen->shake = fmaxf(0.9f * screen->shake, fminf(4.0f * game->bump, 20.0f));
    float sway = screen->shake / screen->scale;
    screen->middle.x = hero.position.x + sway * sinf(70.0f * screen->time);
    screen->middle.y = hero.position.y + sway * cosf(90.0f * screen->time);
    SDL_SetRenderDrawColor(screen->renderer, 10, 12, 26, 255);
    SDL_RenderClear(screen->renderer);
    draw_stars(screen);
    VeerDraw draw = {.ball = draw_ball,
                     .line = draw_line,
                     .user = screen,
                     .show_velocities = screen->show_velocities,
                     .show_goals = screen->show_goals};
    veer_world_draw(game->world, &draw);
    for (int i = 0; i < SCOUTS; ++i) {
        VeerAgentState scout;
        if (veer_agent_get(game->world, game->scouts[i], &scout) == VEER_OK) {
            draw_ship(screen, &scout, (SDL_Color){210, 60, 70, 255});
        }
    }
    draw_ship(screen, &hero, (SDL_Color){70, 140, 255, 255});
    draw_compass(screen, game);
    draw_panel(screen, game);
}

// --- Input ---

// Keys that are down; SDL's own state does not know of keys that a script presses.
typedef struct Keys {
    bool left, right, up, down, fire, mouse, is_auto, is_over, begins;
} Keys;

static void press(Keys *keys, Screen *screen, Options *options, SDL_Keycode key, bool is_down)
{
    switch (key) {
    case SDLK_LEFT:
    case SDLK_a:
        keys->left = is_down;
        break;
    case SDLK_RIGHT:
    case SDLK_d:
        keys->right = is_down;
        break;
    case SDLK_UP:
    case SDLK_w:
        keys->up = is_down;
        break;
    case SDLK_DOWN:
    case SDLK_s:
        keys->down = is_down;
        break;
    case SDLK_SPACE:
        keys->fire = is_down;
        break;
    case SDLK_PLUS:
    case SDLK_EQUALS:
        screen->scale *= is_down ? 1.15f : 1.0f;
        break;
    case SDLK_MINUS:
        screen->scale /= is_down ? 1.15f : 1.0f;
        break;
    case SDLK_p:
        keys->is_auto ^= is_down;
        break;
    case SDLK_v:
        screen->show_velocities ^= is_down;
        break;
    case SDLK_g:
        screen->show_goals ^= is_down;
        break;
    case SDLK_ESCAPE:
        keys->is_over |= is_down;
        break;
    case SDLK_n:
        options->level += is_down;
        keys->begins |= is_down;
        break;
    case SDLK_1:
    case SDLK_2:
    case SDLK_3:
        options->ship = (int)(key - SDLK_1);
        keys->begins |= is_down;
        break;
    default:
        break;
    }
}

static void take_input(Keys *keys, Screen *screen, Options *options)
{
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT) {
            keys->is_over = true;
        } else if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) {
            bool is_down = event.type == SDL_KEYDOWN;
            press(keys, screen, options, event.key.keysym.sym, is_down && !event.key.repeat);
        } else if (event.type == SDL_MOUSEWHEEL) {
            screen->scale *= event.wheel.y > 0 ? 1.15f : 1.0f / 1.15f;
        } else if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP) {
            keys->mouse = event.type == SDL_MOUSEBUTTONDOWN;
        }
    }
    screen->scale = fminf(fmaxf(screen->scale, 4.0f), 40.0f);
}

static Controls controls_of(const Keys *keys)
{
    Controls controls = {.x = (float)(keys->right - keys->left),
                         .y = (float)(keys->up - keys->down),
                         .is_firing = keys->fire || keys->mouse,
                         .is_auto = keys->is_auto};
    if (keys->mouse) {
        int x, y;
        SDL_GetMouseState(&x, &y);
        controls.aim[0] = (float)x - 0.5f * WIDTH;
        controls.aim[1] = 0.5f * HEIGHT - (float)y;
    }
    return controls;
}

static void push_key(SDL_Keycode key, bool is_down)
{
    SDL_Event event = {.type = is_down ? SDL_KEYDOWN : SDL_KEYUP};
    event.key.keysym.sym = key;
    SDL_PushEvent(&event);
}

// Who plays where nobody does: by hand at first, then by pilot, shooting now and then.
static void press_as_scripted(int tick)
{
    switch (tick) {
    case 10:
        push_key(SDLK_RIGHT, true);
        break;
    case 90:
        push_key(SDLK_UP, true);
        break;
    case 150:
        push_key(SDLK_RIGHT, false);
        push_key(SDLK_UP, false);
        break;
    case 170:
        push_key(SDLK_p, true);
        push_key(SDLK_p, false);
        break;
    default:
        break;
    }
    if (tick % 60 == 20 || tick % 60 == 40) {
        push_key(SDLK_SPACE, tick % 60 == 20);
    }
}

// --- The loop ---

static bool save_picture(const Screen *screen, const char *path)
{
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_ARGB8888);
    bool is_saved = surface &&
                    SDL_RenderReadPixels(screen->renderer, NULL, SDL_PIXELFORMAT_ARGB8888,
                                         surface->pixels, surface->pitch) == 0 &&
                    SDL_SaveBMP(surface, path) == 0;
    SDL_FreeSurface(surface);
    return is_saved;
}

// @return ticks that were played
static int play(Game *game, Screen *screen, Options *options)
{
    Keys keys = {0};
    VeerClock clock = veer_clock_default(TICK);
    Uint64 last = SDL_GetPerformanceCounter();
    int tick = 0, most = (int)(options->script / TICK);
    while (!keys.is_over && (most == 0 || tick < most)) {
        Uint64 now = SDL_GetPerformanceCounter();
        float frame = (float)(now - last) / (float)SDL_GetPerformanceFrequency();
        last = now;
        // A script's frame is a tick, however long it takes.
        uint32_t ticks = most > 0 ? 1 : veer_clock_advance(&clock, frame);
        for (; ticks > 0; --ticks, ++tick) {
            if (most > 0) {
                press_as_scripted(tick);
            }
            take_input(&keys, screen, options);
            Controls controls = controls_of(&keys);
            screen->time += TICK;
            if (!game_step(game, &controls, TICK) || keys.begins) {
                keys.begins = false;
                game_end(game);
                if (!game_begin(game, options->level, &ship_classes[options->ship])) {
                    return tick;
                }
            }
        }
        draw_game(screen, game);
        if (options->shot && tick == most) {
            save_picture(screen, options->shot);
        }
        SDL_RenderPresent(screen->renderer);
    }
    return tick;
}

static bool open_screen(Screen *screen)
{
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return false;
    }
    screen->window = SDL_CreateWindow("Scouts", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                      WIDTH, HEIGHT, 0);
    screen->renderer = screen->window ? SDL_CreateRenderer(screen->window, -1, 0) : NULL;
    return screen->renderer != NULL;
}

static bool read_options(Options *options, int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--level") == 0) {
            options->level = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--ship") == 0) {
            options->ship = (atoi(argv[i + 1]) + 2) % 3;
        } else if (strcmp(argv[i], "--script") == 0) {
            options->script = strtof(argv[i + 1], NULL);
        } else if (strcmp(argv[i], "--shot") == 0) {
            options->shot = argv[i + 1];
        } else {
            return false;
        }
    }
    return argc % 2 == 1;
}

int main(int argc, char **argv)
{
    Options options = {1, 1, 0.0f, NULL};
    Screen screen = {.scale = 12.0f};
    Game game = {0};
    if (!read_options(&options, argc, argv)) {
        fprintf(stderr, "usage: scouts [--level N] [--ship 1|2|3] [--script SECONDS] [--shot "
                        "FILE.bmp]\n");
        return 2;
    }
    if (!open_screen(&screen) || !game_begin(&game, options.level, &ship_classes[options.ship])) {
        fprintf(stderr, "scouts: %s\n", SDL_GetError());
        return 1;
    }
    int ticks = play(&game, &screen, &options);
    printf("level %u, %s: score %u, %u scouts smashed, %u rocks broken, hull %.0f%%, %.0f s\n",
           options.level, game.ship->name, game.score, game.smashed, game.broken,
           100.0 * (double)(game.hull / game.ship->hull), (double)((float)ticks * TICK));
    bool has_played = options.script == 0.0f || (game.score > 0 && ticks > 0);
    game_end(&game);
    SDL_DestroyRenderer(screen.renderer);
    SDL_DestroyWindow(screen.window);
    SDL_Quit();
    return has_played ? 0 : 1;
}
