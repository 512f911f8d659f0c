// The game drawn by SDL2: through veer's draw callbacks, and ships, stars and digits by itself.
#include "screen.h"

#include <math.h>

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
    bool is_goal = role == VEER_DRAW_GOAL, is_trace = role >= VEER_DRAW_TRACE;
    if (is_goal || is_trace || role == VEER_DRAW_VELOCITY || role == VEER_DRAW_PREFERRED) {
        SDL_FPoint a = point_of(screen, from.x, from.y), b = point_of(screen, to.x, to.y);
        SDL_SetRenderDrawColor(screen->renderer,
                               is_goal    ? 120
                               : is_trace ? 230
                                          : 90,
                               is_goal ? 70 : 200, is_trace ? 60 : 110, 255);
        SDL_RenderDrawLineF(screen->renderer, a.x, a.y, b.x, b.y);
    }
}

// --- Layers ---

static void draw_ring(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre, float radius)
{
    const Screen *screen = user;
    SDL_FPoint corners[CORNERS + 1];
    (void)group;
    for (int i = 0; i <= CORNERS; ++i) {
        float angle = 6.2831853f * (float)i / CORNERS;
        corners[i] =
            point_of(screen, centre.x + radius * cosf(angle), centre.y + radius * sinf(angle));
    }
    bool is_trace = role >= VEER_DRAW_TRACE;
    SDL_SetRenderDrawColor(screen->renderer, is_trace ? 255 : 120, 230, is_trace ? 60 : 160, 255);
    SDL_RenderDrawLinesF(screen->renderer, corners, CORNERS + 1);
}

// The scout that the layers of one scout are about; null: all are smashed.
static VeerAgentId nearest_scout(const Game *game)
{
    VeerAgentState hero, scout;
    VeerAgentId best = {0, 0};
    float least = INFINITY;
    veer_agent_get(game->world, game->hero, &hero);
    for (int i = 0; i < SCOUTS; ++i) {
        if (veer_agent_get(game->world, game->scouts[i], &scout) == VEER_OK) {
            float x = scout.position.x - hero.position.x, y = scout.position.y - hero.position.y;
            best = x * x + y * y < least ? game->scouts[i] : best;
            least = fminf(x * x + y * y, least);
        }
    }
    return best;
}

static void draw_layers(Screen *screen, const Game *game)
{
    static VeerTraceMark marks[512];
    VeerAvoidTrace trace = {.marks = marks, .capacity = 512};
    VeerReason reasons[VEER_MAX_REASONS];
    VeerAgentId scout = nearest_scout(game);
    VeerDraw draw = {.ball = screen->show_bodies ? draw_ring : NULL, .user = screen};
    draw.show_velocities = screen->show_velocities;
    draw.line = draw_line;
    if (screen->show_trace && veer_world_trace(game->world, scout, TICK, &trace) == VEER_OK) {
        draw.trace = &trace;
    }
    if (screen->show_bodies || draw.trace) {
        veer_world_draw(game->world, &draw);
    }
    uint32_t count = 0;
    draw.ball = draw_ring;
    if (screen->show_reasons && veer_world_explain(game->world, scout, TICK, reasons,
                                                   VEER_MAX_REASONS, &count) == VEER_OK) {
        veer_draw_reasons(game->world, scout, reasons, count, &draw);
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

// A word of capitals from its left end, each letter of 3 by 5 dots.
static void draw_word(const Screen *screen, const char *word, float x, float y)
{
    static const unsigned short dots[26] = {
        ['A' - 'A'] = 0x5bea, ['C' - 'A'] = 0x624e, ['D' - 'A'] = 0x3b6b, ['E' - 'A'] = 0x72cf,
        ['H' - 'A'] = 0x5bed, ['L' - 'A'] = 0x7249, ['M' - 'A'] = 0x5bfd, ['O' - 'A'] = 0x2b6a,
        ['R' - 'A'] = 0x5aeb, ['S' - 'A'] = 0x388e, ['U' - 'A'] = 0x7b6d};
    for (; *word; ++word, x += 8.0f) {
        for (int i = 0; i < 15; ++i) {
            if (dots[*word - 'A'] >> i & 1) {
                SDL_FRect dot = {x + 2.0f * (float)(i % 3), y + 2.0f * (float)(i / 3), 2, 2};
                SDL_RenderFillRectF(screen->renderer, &dot);
            }
        }
    }
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
    draw_word(screen, "HULL", 232, 23);
    draw_word(screen, "SCORE", WIDTH - 180, 24);
    draw_number(screen, game->score, WIDTH - 20, 20);
    SDL_SetRenderDrawColor(screen->renderer, 240, 110, 90, 255);
    draw_word(screen, "SMASHED", WIDTH - 180, 54);
    draw_number(screen, game->smashed, WIDTH - 20, 50);
}

void draw_game(Screen *screen, const Game *game)
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
            bool is_ordered = game->squads[i % SQUADS].generation != 0;
            SDL_Color hunter = {210, 60, 70, 255},
                      member = {(Uint8)(i % SQUADS ? 90 : 200), 170, 90, 255};
            draw_ship(screen, &scout, is_ordered ? member : hunter);
        }
    }
    draw_ship(screen, &hero, (SDL_Color){70, 140, 255, 255});
    draw_layers(screen, game);
    draw_compass(screen, game);
    draw_panel(screen, game);
}
