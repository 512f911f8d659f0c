/// The search for places near a goal: in rings, in shells, or by turns.
#include "veer/formation.h"

#include "base/hash.h"
#include "math/trig.h"
#include "math/vec.h"

#include <string.h>

enum {
    COOKIE = 0x51AD97AC,
    TURNS = 10,           // of 36 degrees
    MAX_PROBES = 1 << 20, // so that their numbers are exact in float
    MAX_POINTS = 4096,    // that cells hold
    BUCKETS = 1024,
    NO_POINT = UINT16_MAX,
};

// Of the separation: formations keep it only up to rounding.
static const float ROUNDING = 1e-5f;

// m: with less of a separation points are tested one by one.
static const float LEAST_CELL = 1e-3f;

// Of the separation: a cell is a little larger, so that rounding cannot put a point that is nearer
// two cells away.
static const double CELL = 1.001;

VeerPlaceDef veer_place_def_default(void)
{
    return (VeerPlaceDef){
        .up = {0.0f, 0.0f, 1.0f},
        .ahead = {1.0f, 0.0f, 0.0f},
        .separation = 1.0f,
        .radius = 0.5f,
        .max_drop = 1.0f,
        .reach = 20.0f,
        .step = 0.5f,
        .budget = 4096,
        .cookie = COOKIE,
    };
}

static float least_separation(const VeerPlaceDef *def)
{
    return def->separation * (1.0f - ROUNDING);
}

static bool is_separate(const VeerPlaceProbe *probe)
{
    const VeerPlaceDef *def = probe->def;
    float least = least_separation(def);
    for (uint32_t i = 0; i < def->taken_count; i++) {
        if (length3(sub3(def->taken[i], probe->point)) < least) {
            return false;
        }
    }
    for (uint32_t i = 0; i < probe->placed_count; i++) {
        const VeerPlace *place = &probe->placed[i];
        if (place->result != VEER_PLACE_NONE &&
            length3(sub3(place->position, probe->point)) < least) {
            return false;
        }
    }
    return true;
}

// The default rule without the separation. Comparisons are written so that a NaN from a callback
// makes no place valid.
static bool has_room(const VeerPlaceProbe *probe)
{
    const VeerPlaceDef *def = probe->def;
    const VeerPlaceSense *sense = &def->sense;
    VeerVec3 p = probe->point;
    return (!sense->clearance || sense->clearance(sense->context, p) >= def->radius) &&
           (!sense->is_reachable || sense->is_reachable(sense->context, p)) &&
           (!sense->floor_below || sense->floor_below(sense->context, p) <= def->max_drop) &&
           (!sense->region ||
            sense->region(sense->context, p) == sense->region(sense->context, def->goal)) &&
           (!sense->is_seen || sense->is_seen(sense->context, def->goal, p));
}

bool veer_place_is_valid(const VeerPlaceProbe *probe)
{
    bool is_good = probe && probe->def && (probe->placed || probe->placed_count == 0u) &&
                   (probe->def->taken || probe->def->taken_count == 0u);
    return is_good && is_separate(probe) && has_room(probe);
}

// What is taken, in lists by its cell in the plane: the points of the def, and the places that were
// found. Positions are read from where they are stored, so that it is small enough for the stack.
typedef struct TakenCells {
    const VeerPlaceDef *def;
    const VeerPlace *places;
    double size;             // m, of a cell
    uint16_t heads[BUCKETS]; // indices: places follow the points of the def
    uint16_t next[MAX_POINTS];
} TakenCells;

static int64_t cell_of(const TakenCells *cells, float value)
{
    return (int64_t)floor((double)value / cells->size);
}

static uint32_t bucket_of(int64_t x, int64_t y)
{
    return (uint32_t)(veer_hash_add((uint64_t)x, (uint64_t)y) % BUCKETS);
}

static VeerVec3 point_at(const TakenCells *cells, uint32_t index)
{
    uint32_t taken = cells->def->taken_count;
    return index < taken ? cells->def->taken[index] : cells->places[index - taken].position;
}

static void take(TakenCells *cells, uint32_t index)
{
    VeerVec3 point = point_at(cells, index);
    uint16_t *head = &cells->heads[bucket_of(cell_of(cells, point.x), cell_of(cells, point.y))];
    cells->next[index] = *head;
    *head = (uint16_t)index;
}

// With what is taken from the first. @return false: with places[count] it may be too much
static bool open_cells(TakenCells *cells, const VeerPlaceDef *def, const VeerPlace *places,
                       uint32_t count)
{
    if (def->separation < LEAST_CELL || def->taken_count > MAX_POINTS ||
        count > MAX_POINTS - def->taken_count) {
        return false;
    }
    cells->def = def;
    cells->places = places;
    cells->size = CELL * (double)least_separation(def);
    memset(cells->heads, 0xff, sizeof cells->heads);
    for (uint32_t i = 0; i < def->taken_count; i++) {
        take(cells, i);
    }
    return true;
}

// As is_separate, of a point. Cost O(points within three cells).
static bool is_free(const TakenCells *cells, VeerVec3 point)
{
    int64_t x = cell_of(cells, point.x), y = cell_of(cells, point.y);
    float least = least_separation(cells->def);
    for (int64_t i = 0; i < 9; i++) {
        uint32_t at = cells->heads[bucket_of(x + i % 3 - 1, y + i / 3 - 1)];
        for (; at != NO_POINT; at = cells->next[at]) {
            if (length3(sub3(point_at(cells, at), point)) < least) {
                return false;
            }
        }
    }
    return true;
}

// The search for one agent's place.
typedef struct PlaceSearch {
    VeerPlaceProbe probe;
    VeerFrame frame; // level
    VeerVec3 preferred;
    VeerPlace found;
    TakenCells *taken; // NULL: points that are taken are tested one by one
} PlaceSearch;

static bool is_valid_for(const PlaceSearch *search)
{
    const VeerPlaceProbe *probe = &search->probe;
    if (probe->def->rule) {
        return probe->def->rule(probe->def->rule_context, probe);
    }
    return search->taken ? is_free(search->taken, probe->point) && has_room(probe)
                         : veer_place_is_valid(probe);
}

// Probes a point. @return whether the search ends: the point is valid, or the budget is spent
static bool try_point(PlaceSearch *search, VeerVec3 point, VeerPlaceResult result)
{
    const VeerPlaceDef *def = search->probe.def;
    if (search->found.probes >= def->budget) {
        search->found.is_cut_short = true;
        return true;
    }
    search->found.probes++;
    search->probe.point = point;
    bool is_valid = is_valid_for(search);
    if (is_valid) {
        search->found.result = result;
        search->found.position = point;
    }
    return is_valid;
}

// The number of probes for a length in units of the step, at most MAX_PROBES.
static uint32_t probes_for(float steps)
{
    return steps < (float)MAX_PROBES ? 1u + (uint32_t)steps : MAX_PROBES;
}

// 0, 1, -1, 2, -2, …
static float alternating(uint32_t i)
{
    uint32_t size = (i + 1u) / 2u;
    return i % 2u ? (float)size : -(float)size;
}

// A ring begins on the side of the preferred place.
static VeerFrame ring_frame(const PlaceSearch *search)
{
    VeerVec3 side = sub3(search->preferred, search->probe.def->goal);
    return veer_formation_frame(side, search->frame.ahead, search->frame.up, true);
}

static bool try_ring(PlaceSearch *search, const VeerFrame *frame, float radius,
                     VeerPlaceResult result)
{
    const VeerPlaceDef *def = search->probe.def;
    uint32_t count = probes_for(2.0f * VEER_PI * radius / def->step);
    for (uint32_t i = 0; i < count; i++) {
        float angle = 2.0f * VEER_PI * alternating(i) / (float)count;
        VeerVec3 point = along3(def->goal, frame->ahead, radius * veer_cos(angle));
        if (try_point(search, along3(point, frame->left, radius * veer_sin(angle)), result)) {
            return true;
        }
    }
    return false;
}

// Points in a spiral over a sphere, from the side of the preferred place, each for an area of
// step².
static bool try_shell(PlaceSearch *search, const VeerFrame *frame, float radius,
                      VeerPlaceResult result)
{
    const VeerPlaceDef *def = search->probe.def;
    float ratio = radius / def->step;
    uint32_t count = probes_for(4.0f * VEER_PI * ratio * ratio);
    for (uint32_t i = 0; i < count; i++) {
        float along = 1.0f - 2.0f * (float)i / (float)count;
        float across = sqrtf(max_f(1.0f - along * along, 0.0f));
        float angle = 2.0f * VEER_PI * ((float)((i * 2654435769u) >> 8) * 0x1p-24f);
        VeerVec3 direction = scale3(frame->ahead, along);
        direction = along3(direction, frame->left, across * veer_cos(angle));
        direction = along3(direction, frame->up, across * veer_sin(angle));
        if (try_point(search, along3(def->goal, direction, radius), result)) {
            return true;
        }
    }
    return false;
}

static void search_rings(PlaceSearch *search)
{
    const VeerPlaceDef *def = search->probe.def;
    bool is_spatial = def->space == VEER_SPATIAL;
    VeerFrame level = ring_frame(search);
    VeerFrame pitched = veer_formation_frame(sub3(search->preferred, def->goal),
                                             search->frame.ahead, search->frame.up, false);
    uint32_t rings = probes_for(max_f(def->reach, def->waiting_reach) / def->step) - 1u;
    bool is_over = try_point(search, def->goal, VEER_PLACE_SLOT);
    for (uint32_t ring = 1; ring <= rings && !is_over; ring++) {
        float radius = (float)ring * def->step;
        VeerPlaceResult result = radius <= def->reach ? VEER_PLACE_SLOT : VEER_PLACE_WAITING;
        is_over = is_spatial ? try_shell(search, &pitched, radius, result)
                             : try_ring(search, &level, radius, result);
    }
}

// The preferred place moved to a centre, then ten turns about up.
static bool try_turns(PlaceSearch *search, VeerVec3 centre)
{
    const VeerPlaceDef *def = search->probe.def;
    VeerVec3 first = add3(centre, sub3(search->preferred, def->goal));
    if (try_point(search, first, VEER_PLACE_SLOT)) {
        return true;
    }
    for (int turn = 1; turn <= TURNS; turn++) {
        float angle = (float)turn * (VEER_PI / 5.0f);
        VeerVec3 point = along3(centre, search->frame.ahead, def->step * veer_cos(angle));
        point = along3(point, search->frame.left, def->step * veer_sin(angle));
        if (try_point(search, point, VEER_PLACE_SLOT)) {
            return true;
        }
    }
    return false;
}

static void search_turns(PlaceSearch *search)
{
    const VeerPlaceDef *def = search->probe.def;
    bool is_over = try_turns(search, def->goal);
    for (uint32_t i = 0; i < def->taken_count && !is_over; i++) {
        is_over = try_turns(search, def->taken[i]);
    }
    for (uint32_t i = 0; i < search->probe.placed_count && !is_over; i++) {
        const VeerPlace *place = &search->probe.placed[i];
        is_over = place->result != VEER_PLACE_NONE && try_turns(search, place->position);
    }
}

static PlaceSearch open_search(const VeerPlaceDef *def, VeerVec3 preferred, const VeerPlace *placed,
                               uint32_t placed_count)
{
    return (PlaceSearch){
        .probe = {def, preferred, placed, placed_count},
        .frame = veer_formation_frame(def->ahead, def->ahead, def->up, true),
        .preferred = preferred,
        .found = {VEER_PLACE_NONE, preferred, 0, false},
        .taken = NULL,
    };
}

// Stores the answer of a search, which is taken from now on.
static void store(const PlaceSearch *search, VeerPlace *places, uint32_t i)
{
    places[i] = search->found;
    if (search->taken && search->found.result != VEER_PLACE_NONE) {
        take(search->taken, search->probe.def->taken_count + i);
    }
}

// In rings all preferred places that are valid are given first; by turns each agent searches in
// its turn.
static void find(const VeerPlaceDef *def, const VeerVec3 *preferred, uint32_t count,
                 VeerPlace *places)
{
    TakenCells cells;
    bool is_by_turns = def->order == VEER_PLACE_TURNS;
    bool has_cells = !is_by_turns && open_cells(&cells, def, places, count);
    for (uint32_t i = 0; i < count; i++) {
        PlaceSearch search = open_search(def, preferred[i], places, i);
        search.taken = has_cells ? &cells : NULL;
        if (is_by_turns) {
            search_turns(&search);
        } else {
            (void)try_point(&search, preferred[i], VEER_PLACE_SLOT);
        }
        store(&search, places, i);
    }
    for (uint32_t i = 0; i < count && !is_by_turns; i++) {
        if (places[i].result == VEER_PLACE_NONE) {
            PlaceSearch search = open_search(def, preferred[i], places, count);
            search.taken = has_cells ? &cells : NULL;
            search.found.probes = places[i].probes;
            search_rings(&search);
            store(&search, places, i);
        }
    }
}

static bool is_length(float value)
{
    return value >= 0.0f && value <= VEER_WORLD_LIMIT;
}

static bool is_def_valid(const VeerPlaceDef *def)
{
    return def && def->cookie == COOKIE && (unsigned)def->order <= VEER_PLACE_TURNS &&
           (unsigned)def->space <= VEER_SPATIAL && is_position3(def->goal) && is_finite3(def->up) &&
           is_finite3(def->ahead) && is_length(def->separation) && is_length(def->radius) &&
           def->max_drop >= 0.0f && is_length(def->reach) && is_length(def->waiting_reach) &&
           is_length(def->step) && def->step > 0.0f && def->budget <= MAX_PROBES &&
           are_positions3(def->taken, def->taken_count);
}

VeerStatus veer_place_find(const VeerPlaceDef *def, const VeerVec3 *preferred, uint32_t count,
                           VeerPlace *places)
{
    if (!is_def_valid(def) || count > VEER_MAX_SQUAD_MEMBERS || !are_positions3(preferred, count) ||
        (!places && count > 0u)) {
        return VEER_BAD_VALUE;
    }
    find(def, preferred, count, places);
    for (uint32_t i = 0; i < count; i++) {
        if (places[i].result != VEER_PLACE_SLOT) {
            return VEER_PARTIAL;
        }
    }
    return VEER_OK;
}
