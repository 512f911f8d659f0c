#include "io/scores/episodes.h"

#include "io/base/array.h"

#include <stdlib.h>

void veer_episodes_free(VeerEpisodes *episodes)
{
    free(episodes->touches);
    free(episodes->open);
    *episodes = (VeerEpisodes){0};
}

bool veer_episodes_add(VeerEpisodes *episodes, uint64_t pair, double depth)
{
    if (depth <= episodes->end_depth) {
        return true;
    }
    if (!veer_array_reserve(&episodes->touches, &episodes->touch_capacity,
                            (uint64_t)episodes->touch_count + 1, sizeof *episodes->touches)) {
        return false;
    }
    episodes->touches[episodes->touch_count++] = (VeerTouch){pair, depth};
    return true;
}

/// By pair, the deepest first.
static int compare_touches(const void *a, const void *b)
{
    const VeerTouch *s = a, *t = b;
    if (s->pair != t->pair) {
        return s->pair < t->pair ? -1 : 1;
    }
    return (s->depth < t->depth) - (s->depth > t->depth);
}

/// Whether the pair was open; advances the cursor through the ascending list of open pairs.
static bool was_open(const VeerEpisodes *episodes, uint64_t pair, uint32_t *cursor)
{
    while (*cursor < episodes->open_count && episodes->open[*cursor] < pair) {
        ++*cursor;
    }
    return *cursor < episodes->open_count && episodes->open[*cursor] == pair;
}

/// Moves the touches that are episodes to the front of the list, which is sorted: the deepest of
/// each pair's. @return how many they are
static uint32_t select_open(VeerEpisodes *episodes)
{
    uint32_t count = 0, cursor = 0;
    uint64_t last = 0;
    for (uint32_t i = 0; i < episodes->touch_count; i++) {
        VeerTouch touch = episodes->touches[i];
        bool recurs = i > 0 && touch.pair == last;
        bool goes_on = was_open(episodes, touch.pair, &cursor);
        last = touch.pair;
        episodes->worst = touch.depth > episodes->worst ? touch.depth : episodes->worst;
        if (!recurs && (goes_on || touch.depth > episodes->begin_depth)) {
            episodes->begun_count += !goes_on;
            episodes->touches[count++] = touch;
        }
    }
    return count;
}

bool veer_episodes_close(VeerEpisodes *episodes, double seconds)
{
    if (!veer_array_reserve(&episodes->open, &episodes->open_capacity, episodes->touch_count,
                            sizeof *episodes->open)) {
        return false;
    }
    if (episodes->touch_count > 0) {
        qsort(episodes->touches, episodes->touch_count, sizeof *episodes->touches, compare_touches);
    }
    episodes->open_count = select_open(episodes);
    for (uint32_t i = 0; i < episodes->open_count; i++) {
        episodes->open[i] = episodes->touches[i].pair;
    }
    episodes->seconds += episodes->open_count * seconds;
    episodes->touch_count = 0;
    return true;
}
