#include "crowd_scenes.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 8192, EACH_SQUAD = 512, SQUAD = 12 };

/// A text that is written bit by bit; there is room.
typedef struct Text {
    char *begin;
    size_t used, size;
} Text;

static void add(Text *text, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int count = vsnprintf(text->begin + text->used, text->size - text->used, format, values);
    va_end(values);
    text->used += (size_t)count;
}

/// Balls of radius 1.5 m, as those of the scene `dense`.
#define BALLS                                                                                      \
    "\"radius\": 1.5, \"preferred_speed\": 1, \"max_speed\": 2, \"arrival_radius\": 1.5, "         \
    "\"avoidance\": {\"sense_range\": 13.5, \"time_horizon\": 10, \"time_horizon_obstacles\": "    \
    "10, \"max_neighbours\": 10}"
/// People of radius 0.25 m.
#define PEOPLE                                                                                     \
    "\"radius\": 0.25, \"preferred_speed\": 1.3, \"max_speed\": 1.6, \"arrival_radius\": 1"

/// In a cube that holds 707 m³ for each, of which it fills a fiftieth: twenty are within sight, as
/// in `dense`.
static void write_dense_3d(Text *text, uint32_t agents)
{
    double half = 0.5 * cbrt(707.0 * agents);
    add(text, "{\"agents\": %u, \"world\": {\"space\": \"spatial\", \"duration\": 600}, ", agents);
    add(text, "\"groups\": [{" BALLS);
    for (int i = 0; i < 2; i++) {
        add(text, ", \"%s\": {\"kind\": \"box\", \"lower\": [%g, %g, %g], \"upper\": [%g, %g, %g]}",
            i == 0 ? "place" : "goal", -half, -half, -half, half, half, half);
    }
    add(text, "}]}");
}

/// On a square lattice, 0.2 m from each other, all to the middle.
static void write_jam(Text *text, uint32_t agents)
{
    add(text, "{\"agents\": %u, \"world\": {\"duration\": 600}, \"groups\": [{" BALLS, agents);
    add(text, ", \"place\": {\"kind\": \"grid\", \"columns\": %g, \"pitch\": [3.2, 3.2]}, ",
        ceil(sqrt(agents)));
    add(text, "\"goal\": {\"kind\": \"points\", \"points\": [[0, 0]]}}]}");
}

/// On a square lattice before a gap of ten radii in a wall; there is no map.
static void write_bottleneck(Text *text, uint32_t agents)
{
    double columns = ceil(sqrt(agents)), side = 0.7 * columns;
    add(text, "{\"agents\": %u, \"world\": {\"duration\": 600}, \"obstacles\": [", agents);
    for (int i = 0; i < 2; i++) {
        double sign = i == 0 ? 1.0 : -1.0;
        add(text, "%s{\"kind\": \"chain\", \"points\": [[0, %g], [0, %g]]}", i == 0 ? "" : ", ",
            1.25 * sign, (side + 20.0) * sign);
    }
    add(text, "], \"groups\": [{" PEOPLE ", \"leaves\": true, ");
    add(text,
        "\"place\": {\"kind\": \"grid\", \"columns\": %g, \"pitch\": [0.7, 0.7], \"centre\": "
        "[%g, 0]}, ",
        columns, -0.5 * side - 1.0);
    add(text, "\"goal\": {\"kind\": \"points\", \"points\": [[12, 0]]}}]}");
}

/// In a city of 1024 × 1024 m, among 200 balls that roll through it: by routes to places at random,
/// and all to others each second.
static void write_plan(Text *text, uint32_t agents)
{
    static const char all[] = "{\"kind\": \"box\", \"lower\": [0, 0], \"upper\": [1024, 1024]}";
    add(text, "{\"agents\": %u, \"world\": {\"duration\": 600, \"dt\": 0.05}, ", agents);
    add(text, "\"map\": {\"city\": {\"width\": 1024, \"height\": 1024, \"avenue\": 16, "
              "\"lane\": 7, \"block\": 44}}, \"obstacles\": [{\"kind\": \"field\", \"lower\": "
              "[0, 0], \"upper\": [1024, 1024], \"count\": 200, \"radius\": {\"min\": 0.6, "
              "\"max\": 1.2}, \"gap\": 0.5, \"speed\": {\"min\": 0.5, \"max\": 1.2}}], ");
    add(text, "\"groups\": [{\"name\": \"all\", \"route\": true, " PEOPLE);
    add(text, ", \"place\": %s, \"goal\": %s}], \"timeline\": [", all, all);
    for (int i = 1; i <= 20; i++) {
        add(text, "%s{\"kind\": \"go_to\", \"at\": %d, \"group\": \"all\", \"goal\": %s}",
            i == 1 ? "" : ", ", i, all);
    }
    add(text, "]}");
}

typedef struct Place {
    double x, y;
} Place;

/// m: of a squad on its lattice.
static Place place_of(uint32_t squad, uint32_t columns)
{
    uint32_t column = squad % columns, row = squad / columns;
    return (Place){14.0 * (column - 0.5 * (columns - 1.0)), 14.0 * row};
}

/// Squads of twelve on a square lattice, 14 m from each other: those on the left go 40 m to the
/// right, and the others to the left, so that they meet in the middle.
static void write_squads(Text *text, uint32_t agents)
{
    uint32_t squads = (agents + SQUAD - 1u) / SQUAD, columns = (uint32_t)ceil(sqrt(squads));
    add(text, "{\"world\": {\"duration\": 600}, \"squads\": [");
    for (uint32_t i = 0; i < squads; i++) {
        Place at = place_of(i, columns);
        add(text,
            "%s{\"name\": \"%u\", \"formation\": {\"shape\": \"box\", \"spacing\": 2, \"width\": "
            "4}, \"orders\": [{\"kind\": \"go\", \"points\": [[%g, %g]]}]}",
            i == 0 ? "" : ", ", i, at.x > 0.0 ? at.x - 40.0 : at.x + 40.0, at.y);
    }
    add(text, "], \"defaults\": {\"radius\": 0.4}, \"groups\": [");
    for (uint32_t i = 0; i < squads; i++) {
        Place at = place_of(i, columns);
        uint32_t left = agents - SQUAD * i;
        add(text,
            "%s{\"squad\": \"%u\", \"count\": %u, \"place\": {\"kind\": \"grid\", \"columns\": 4, "
            "\"rows\": 3, \"pitch\": [2, 2], \"centre\": [%g, %g]}}",
            i == 0 ? "" : ", ", i, left < SQUAD ? left : (uint32_t)SQUAD, at.x, at.y);
    }
    add(text, "]}");
}

static const struct {
    const char *name;
    uint32_t agents;
    void (*write)(Text *text, uint32_t agents);
} scenes[] = {
    {"dense-3d", 1000, write_dense_3d},    {"jam", 1000, write_jam},
    {"bottleneck", 500, write_bottleneck}, {"plan", 500, write_plan},
    {"squads-open", 240, write_squads},
};

enum { SCENES = sizeof scenes / sizeof *scenes };

static uint32_t find(const char *name)
{
    uint32_t i = 0;
    while (i < SCENES && strcmp(scenes[i].name, name) != 0) {
        i++;
    }
    return i;
}

bool veer_crowd_scene_is_there(const char *name)
{
    return find(name) < SCENES;
}

char *veer_crowd_scene_text(const char *name, uint32_t agents)
{
    uint32_t i = find(name);
    agents = agents > 0 ? agents : scenes[i].agents;
    Text text = {NULL, 0, HEAD + (size_t)EACH_SQUAD * (agents / SQUAD + 1u)};
    text.begin = malloc(text.size);
    if (text.begin) {
        scenes[i].write(&text, agents);
    }
    return text.begin;
}
