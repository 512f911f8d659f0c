// Scouts: fly through a shifting maze of rocks, collect crystals, and keep off a dozen scouts.
//
//   scouts [--level N] [--ship 1|2|3] [--script SECONDS] [--shot FILE.bmp]
//
// Arrows or WASD fly, space shoots ahead, the left mouse button shoots at the cursor, P flies by
// itself, + and - or the wheel zoom, 1, 2, 3 begin anew with another ship, N the next level, Escape
// ends. O takes the scouts over: the left mouse button sends one squad, the right one the other; O
// again, and they hunt. Layers: V velocities, G what scouts are after, B bodies as veer has them, T
// the trace of the nearest scout's avoidance, R why it does what it does. A gamepad's left stick
// flies, the right one aims and shoots, A shoots ahead, B flies by itself. --script plays without a
// player: keys are pressed as it says, and the game ends after so many seconds, with a picture.
#include "screen.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    uint32_t level;
    int ship;
    float script; // s; 0: a player plays
    const char *shot;
} Options;

// --- Input ---

// Keys that are down; SDL's own state does not know of keys that a script presses.
typedef struct Keys {
    bool left, right, up, down, fire, mouse, is_auto, is_over, begins;
    bool is_ordering; // the mouse's buttons are orders
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
    case SDLK_o:
        keys->is_ordering ^= is_down;
        break;
    case SDLK_b:
        screen->show_bodies ^= is_down;
        break;
    case SDLK_t:
        screen->show_trace ^= is_down;
        break;
    case SDLK_r:
        screen->show_reasons ^= is_down;
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

// A button of the mouse: it shoots, or sends a squad to where it points.
static void click(Keys *keys, const Screen *screen, Game *game, const SDL_MouseButtonEvent *button)
{
    bool is_down = button->type == SDL_MOUSEBUTTONDOWN;
    keys->mouse = is_down && !keys->is_ordering;
    if (is_down && keys->is_ordering) {
        VeerVec3 point = {screen->middle.x + ((float)button->x - 0.5f * WIDTH) / screen->scale,
                          screen->middle.y - ((float)button->y - 0.5f * HEIGHT) / screen->scale,
                          0.0f};
        game_order(game, button->button == SDL_BUTTON_RIGHT, point);
    }
}

static void take_input(Keys *keys, Screen *screen, Options *options, Game *game)
{
    bool was_ordering = keys->is_ordering;
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
            click(keys, screen, game, &event.button);
        } else if (event.type == SDL_CONTROLLERBUTTONDOWN || event.type == SDL_CONTROLLERBUTTONUP) {
            bool is_down = event.type == SDL_CONTROLLERBUTTONDOWN;
            bool is_fire = event.cbutton.button == SDL_CONTROLLER_BUTTON_A;
            keys->fire = is_fire ? is_down : keys->fire;
            keys->is_auto ^= is_down && event.cbutton.button == SDL_CONTROLLER_BUTTON_B;
        } else if (event.type == SDL_CONTROLLERDEVICEADDED && !screen->pad) {
            screen->pad = SDL_GameControllerOpen(event.cdevice.which);
        }
    }
    if (was_ordering && !keys->is_ordering) {
        game_hunt(game);
    }
    screen->scale = fminf(fmaxf(screen->scale, 4.0f), 40.0f);
}

// -1 to 1, of a stick; within a fifth of its middle it rests.
static float axis(const Screen *screen, SDL_GameControllerAxis number)
{
    float value = screen->pad ? SDL_GameControllerGetAxis(screen->pad, number) / 32767.0f : 0.0f;
    return fabsf(value) > 0.2f ? value : 0.0f;
}

static Controls controls_of(const Keys *keys, const Screen *screen)
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
    controls.x += axis(screen, SDL_CONTROLLER_AXIS_LEFTX);
    controls.y -= axis(screen, SDL_CONTROLLER_AXIS_LEFTY);
    float x = axis(screen, SDL_CONTROLLER_AXIS_RIGHTX);
    float y = axis(screen, SDL_CONTROLLER_AXIS_RIGHTY);
    if (x != 0.0f || y != 0.0f) {
        controls.is_firing = true;
        controls.aim[0] = x;
        controls.aim[1] = -y;
    }
    return controls;
}

static void push_key(SDL_Keycode key, bool is_down)
{
    SDL_Event event = {.type = is_down ? SDL_KEYDOWN : SDL_KEYUP};
    event.key.keysym.sym = key;
    SDL_PushEvent(&event);
}

static void push_click(Uint8 number, int x, int y)
{
    SDL_Event event = {.type = SDL_MOUSEBUTTONDOWN};
    event.button.button = number;
    event.button.x = x;
    event.button.y = y;
    SDL_PushEvent(&event);
    event.type = SDL_MOUSEBUTTONUP;
    SDL_PushEvent(&event);
}

// Squads and layers: orders from 4 s on, hunters again from 8 s on, layers from 10 s on.
static void press_more(int tick)
{
    if (tick == 240 || tick == 480) {
        push_key(SDLK_o, true);
    } else if (tick == 250) {
        push_click(SDL_BUTTON_LEFT, WIDTH / 4, HEIGHT / 4);
        push_click(SDL_BUTTON_RIGHT, 3 * WIDTH / 4, HEIGHT / 4);
    } else if (tick == 600) {
        push_key(SDLK_b, true);
        push_key(SDLK_t, true);
        push_key(SDLK_r, true);
        push_key(SDLK_v, true);
    }
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
    press_more(tick);
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
            take_input(&keys, screen, options, game);
            Controls controls = controls_of(&keys, screen);
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
    if (SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) != 0) {
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
    printf("level %u, %s: score %u, %u scouts smashed, %u rocks broken, %u orders, hull %.0f%%, "
           "%.0f s\n",
           options.level, game.ship->name, game.score, game.smashed, game.broken, game.orders,
           100.0 * (double)(game.hull / game.ship->hull), (double)((float)ticks * TICK));
    bool is_short = options.script < 5.0f; // the script orders squads at 4 s
    bool has_played = options.script == 0.0f || (game.score > 0 && (is_short || game.orders > 0));
    game_end(&game);
    SDL_DestroyRenderer(screen.renderer);
    SDL_DestroyWindow(screen.window);
    SDL_Quit();
    return has_played ? 0 : 1;
}
