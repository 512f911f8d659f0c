/// The k nearest balls of an index, exactly.
///
/// Rows of cells are scanned from the centre outwards, and what is left to scan shrinks with the
/// farthest answer held. Pruning compares squares with a little slack; what may be an answer is
/// then judged by the gap itself, so that no rounding of the pruning shows in the result.
#include "space/index.h"

#include "base/arena.h"
#include "base/wide_bits.h"

#include "math/vec.h"
#include "space/nest.h"

static size_t lay_out(void *memory, size_t capacity, VeerIndex *parts)
{
    VeerArena arena = {memory, 0};
    (void)veer_arena_take(&arena, 1, sizeof *parts);
    size_t cells = 3 * capacity + VEER_INDEX_LEVELS * (VEER_INDEX_SLACK_CELLS + (size_t)1);
    size_t entries = capacity + (size_t)VEER_INDEX_ROOM;
    parts->x = veer_arena_take(&arena, entries, sizeof *parts->x);
    parts->y = veer_arena_take(&arena, entries, sizeof *parts->y);
    parts->z = veer_arena_take(&arena, entries, sizeof *parts->z);
    parts->radius = veer_arena_take(&arena, entries, sizeof *parts->radius);
    parts->tags = veer_arena_take(&arena, capacity, sizeof *parts->tags);
    parts->order = veer_arena_take(&arena, capacity, sizeof *parts->order);
    parts->layers =
        veer_arena_take(&arena, capacity / VEER_INDEX_BLOCK + 1u, sizeof *parts->layers);
    parts->keys = veer_arena_take(&arena, capacity, sizeof *parts->keys);
    parts->exponents = veer_arena_take(&arena, capacity, sizeof *parts->exponents);
    parts->table = veer_arena_take(&arena, cells, sizeof *parts->table);
    size_t nodes = veer_nest_nodes(capacity, VEER_INDEX_LEVELS);
    parts->nodes = veer_arena_take(&arena, nodes, sizeof *parts->nodes);
    return arena.used;
}

size_t veer_index_size(uint32_t capacity)
{
    VeerIndex parts;
    return lay_out(NULL, capacity, &parts);
}

VeerIndex *veer_index_init(void *memory, uint32_t capacity)
{
    VeerIndex *index = memory;
    if (!index) {
        return NULL;
    }
    *index = (VeerIndex){.capacity = capacity, .lanes = (uint8_t)veer_lanes()};
    (void)lay_out(memory, capacity, index);
    return index;
}

const uint32_t *veer_index_order(const VeerIndex *index, uint32_t *count)
{
    if (!index || !count) {
        return NULL;
    }
    *count = index->count;
    return index->order;
}

// --- Queries ---

#define SLACK VEER_INDEX_SLACK

// How many times the balls asked for a range should hold at first, and what times that after it
// turned out too short: at the edge of a crowd half of the range lies outside of it.
static const float AMPLE = 1.5f;
static const float WIDER = 2.5f;

typedef struct IndexSearch {
    const VeerIndex *index;
    const VeerIndexLevel *level;
    VeerNearQuery query;
    VeerAnswers answers;
    bool is_open; // no ball fails by its layers or its height
    float reach; // m, from the query's centre: no ball of the level whose centre is farther answers
} IndexSearch;

// A row of cells.
typedef struct IndexRow {
    int32_t y, z;
} IndexRow;

// Brings the reach up to date with the bound. Negative: none of the level can answer.
static void loosen(IndexSearch *search)
{
    search->reach = veer_index_reach(search->level, search->answers.bound);
}

static bool is_wanted(const IndexSearch *search, uint32_t entry)
{
    if (search->is_open) {
        return search->index->order[entry] != search->query.except;
    }
    return veer_index_is_wanted(search->index, &search->query, entry);
}

// Whether the entry's true cell is in the row: other rows may share the buckets of a hashed one.
static bool is_in_row(const IndexSearch *search, uint32_t entry, IndexRow row)
{
    const VeerIndex *index = search->index;
    return veer_index_cell(search->level, index->y[entry]) == row.y &&
           (!index->is_spatial || veer_index_cell(search->level, index->z[entry]) == row.z);
}

static void judge(IndexSearch *search, uint32_t entry, float distance_squared, const IndexRow *row)
{
    float gap = sqrtf(distance_squared) - search->index->radius[entry];
    if (!(gap <= search->answers.bound) || !is_wanted(search, entry) ||
        (row && !is_in_row(search, entry, *row))) {
        return;
    }
    float bound = search->answers.bound;
    veer_answers_add(&search->answers, (VeerNear){entry, gap});
    if (search->answers.bound != bound) {
        loosen(search);
    }
}

enum { GAP_CHUNK = 32 };

// Judges those of the entries [begin, end), at most GAP_CHUNK, that are near. Whether one is
// depends on chance, so the near ones are gathered without a branch before they are looked at.
static inline void scan_chunk(IndexSearch *search, uint32_t begin, uint32_t end,
                              const IndexRow *row, bool is_spatial)
{
    float squares[GAP_CHUNK];
    uint32_t entries[GAP_CHUNK];
    VeerVec3 centre = search->query.centre;
    const VeerIndex *index = search->index;
    float reach = max_f(search->reach, 0.0f) * max_f(search->reach, 0.0f);
    uint32_t count = 0;
    for (uint32_t i = begin; i < end; i++) {
        float x = index->x[i] - centre.x;
        float y = index->y[i] - centre.y;
        float z = is_spatial ? index->z[i] - centre.z : 0.0f;
        float square = is_spatial ? x * x + y * y + z * z : x * x + y * y;
        squares[count] = square;
        entries[count] = i;
        count += square <= reach ? 1u : 0u;
    }
    for (uint32_t i = 0; i < count; i++) {
        judge(search, entries[i], squares[i], row);
    }
}

// Whether any of the entries [begin, end), at most GAP_CHUNK, may be on the query's layers.
static inline bool may_pass(const IndexSearch *search, uint32_t begin, uint32_t end)
{
    const uint32_t *layers = search->index->layers;
    return search->is_open ||
           (begin < end &&
            ((layers[begin / VEER_INDEX_BLOCK] | layers[(end - 1u) / VEER_INDEX_BLOCK]) &
             search->query.mask) != 0);
}

// Judges the entries [begin, end). `row`: they must lie in it; NULL: they do.
static inline void scan(IndexSearch *search, uint32_t begin, uint32_t end, const IndexRow *row,
                        bool is_spatial)
{
    for (; end - begin > GAP_CHUNK; begin += GAP_CHUNK) {
        if (may_pass(search, begin, begin + GAP_CHUNK)) {
            scan_chunk(search, begin, begin + GAP_CHUNK, row, is_spatial);
        }
    }
    if (may_pass(search, begin, end)) {
        scan_chunk(search, begin, end, row, is_spatial);
    }
}

static void scan_entries(IndexSearch *search, uint32_t begin, uint32_t end, const IndexRow *row)
{
    if (search->index->is_spatial) {
        scan(search, begin, end, row, true);
    } else {
        scan(search, begin, end, row, false);
    }
}

// Scans `count` buckets of a hashed row; the table goes round.
static void scan_buckets(IndexSearch *search, uint32_t first, uint32_t count, IndexRow row)
{
    const VeerIndexLevel *level = search->level;
    const uint32_t *ends = level->ends;
    if (count >= level->cell_count) {
        scan_entries(search, level->begin, level->end, &row);
        return;
    }
    uint32_t begin = first & level->mask;
    uint32_t last = (first + count - 1u) & level->mask;
    if (begin <= last) {
        scan_entries(search, ends[(ptrdiff_t)begin - 1], ends[last], &row);
    } else {
        scan_entries(search, ends[(ptrdiff_t)begin - 1], level->end, &row);
        scan_entries(search, level->begin, ends[last], &row);
    }
}

static void scan_cells(IndexSearch *search, IndexRow row, int32_t first, int32_t last)
{
    const VeerIndexLevel *level = search->level;
    uint32_t start = veer_index_row(level, row.y, row.z);
    if (level->is_hashed) {
        scan_buckets(search, start + (uint32_t)first, (uint32_t)(last - first) + 1u, row);
        return;
    }
    // A difference of pointers, so that the cell before the first is at -1.
    ptrdiff_t before = (ptrdiff_t)(start + (uint32_t)first) - 1;
    scan_entries(search, level->ends[before], level->ends[start + (uint32_t)last], NULL);
}

// At most the distance along one axis from the coordinate to cells numbered `cell`.
static float distance_to_cell(const VeerIndexLevel *level, int32_t cell, float coordinate)
{
    float lower = (float)cell * level->size;
    float upper = ((float)cell + 1.0f) * level->size;
    float distance = max_f(lower - coordinate, coordinate - upper);
    return max_f(distance - (fabsf(coordinate) + fabsf(lower) + fabsf(upper)) * SLACK, 0.0f);
}

// The cells that hold anything within `reach` of the coordinate.
static VeerCellRange cells_within(const VeerIndexLevel *level, float coordinate, float reach,
                                  float lower, float upper)
{
    return veer_index_cells(level, coordinate - reach, coordinate + reach, lower, upper);
}

static VeerCellRange rows_within(const IndexSearch *search)
{
    const VeerIndexLevel *level = search->level;
    return cells_within(level, search->query.centre.y, search->reach, level->lower.y,
                        level->upper.y);
}

static VeerCellRange slabs_within(const IndexSearch *search)
{
    const VeerIndexLevel *level = search->level;
    if (!search->index->is_spatial) {
        return (VeerCellRange){0, 0};
    }
    return cells_within(level, search->query.centre.z, search->reach, level->lower.z,
                        level->upper.z);
}

// Scans what part of a row lies within reach; `aside` is the squared distance to its slab.
static void scan_row(IndexSearch *search, IndexRow row, float aside)
{
    const VeerIndexLevel *level = search->level;
    VeerVec3 centre = search->query.centre;
    float y = distance_to_cell(level, row.y, centre.y);
    float left = search->reach * search->reach * (1.0f + SLACK) - y * y - aside;
    if (!(search->reach >= 0.0f) || !(left >= 0.0f)) {
        return;
    }
    float half = sqrtf(left) * (1.0f + SLACK);
    VeerCellRange cells = cells_within(level, centre.x, half, level->lower.x, level->upper.x);
    if (cells.first <= cells.last) {
        scan_cells(search, row, cells.first, cells.last);
    }
}

// The rows of a slab, from the centre outwards.
static void scan_slab(IndexSearch *search, int32_t z)
{
    VeerVec3 centre = search->query.centre;
    float away = search->index->is_spatial ? distance_to_cell(search->level, z, centre.z) : 0.0f;
    VeerCellRange rows = rows_within(search);
    if (rows.first > rows.last) {
        return;
    }
    const VeerIndexLevel *level = search->level;
    int32_t middle = veer_index_cell(level, clamp_f(centre.y, level->lower.y, level->upper.y));
    scan_row(search, (IndexRow){middle, z}, away * away);
    for (int32_t up = middle + 1, down = middle - 1;; up++, down--) {
        rows = rows_within(search);
        if (up > rows.last && down < rows.first) {
            return;
        }
        if (up <= rows.last) {
            scan_row(search, (IndexRow){up, z}, away * away);
        }
        if (down >= rows.first) {
            scan_row(search, (IndexRow){down, z}, away * away);
        }
    }
}

// The slabs of a level, from the centre outwards.
static void scan_slabs(IndexSearch *search)
{
    VeerCellRange slabs = slabs_within(search);
    if (slabs.first > slabs.last) {
        return;
    }
    const VeerIndexLevel *level = search->level;
    int32_t middle =
        veer_index_cell(level, clamp_f(search->query.centre.z, level->lower.z, level->upper.z));
    scan_slab(search, middle);
    for (int32_t up = middle + 1, down = middle - 1;; up++, down--) {
        slabs = slabs_within(search);
        if (up > slabs.last && down < slabs.first) {
            return;
        }
        if (up <= slabs.last) {
            scan_slab(search, up);
        }
        if (down >= slabs.first) {
            scan_slab(search, down);
        }
    }
}

static uint64_t width_of(VeerCellRange range)
{
    return (uint64_t)(range.last - range.first) + 1u;
}

// Whether going through all entries is less work than going through the cells within reach.
static bool is_wide(const IndexSearch *search)
{
    const VeerIndexLevel *level = search->level;
    VeerCellRange cells =
        cells_within(level, search->query.centre.x, search->reach, level->lower.x, level->upper.x);
    // Each factor is below 2^23, so the doubles hold the order of magnitude, which is enough.
    double box = (double)width_of(cells) * (double)width_of(rows_within(search)) *
                 (double)width_of(slabs_within(search));
    return box > (double)(level->end - level->begin);
}

// Takes in what answers of a leaf of a tree: of the first one all at once, which come in no order.
static void take_leaf(void *context, uint32_t begin, uint32_t near, const float *gaps)
{
    IndexSearch *search = context;
    VeerAnswers *answers = &search->answers;
    bool is_first = answers->count == 0 && !answers->is_pooled;
    uint32_t first = 0;
    for (; near; near &= near - 1u) {
        uint32_t i = veer_bits_lowest(near);
        if (gaps[i] > answers->bound || !is_wanted(search, begin + i)) {
            continue;
        }
        if (is_first) {
            answers->pool[first++] = (VeerNear){begin + i, gaps[i]};
        } else {
            veer_answers_add(answers, (VeerNear){begin + i, gaps[i]});
        }
    }
    if (first > 0) {
        veer_answers_begin(answers, first);
    }
}

static void scan_nest(IndexSearch *search)
{
    VeerNestWalk walk = {search->index,    search->level, &search->query,
                         &search->answers, take_leaf,     search};
    veer_nest_walk(&walk);
}

static void scan_level(IndexSearch *search)
{
    const VeerIndexLevel *level = search->level;
    loosen(search);
    if (!(search->reach >= 0.0f)) {
        return;
    }
    if (level->is_nested) {
        scan_nest(search);
        return;
    }
    if (level->is_hashed && is_wide(search)) {
        scan_entries(search, level->begin, level->end, NULL);
        return;
    }
    scan_slabs(search);
}

static void scan_levels(IndexSearch *search, float bound)
{
    const VeerIndex *index = search->index;
    veer_answers_open(&search->answers, bound);
    for (uint32_t g = 0; g < index->level_count; g++) {
        search->level = &index->levels[g];
        scan_level(search);
    }
}

// A range in which so many balls are to be expected, going by the density round a ball on average.
static float likely_range(const VeerIndex *index, float wanted)
{
    float root = sqrtf(wanted);
    float fourth_root = sqrtf(root);
    // The cube root within 4% up to 100: its quotient with the fourth root is nearly straight.
    float scale = index->is_spatial ? fourth_root * (0.78f + 0.22f * fourth_root) : root;
    float range = INFINITY;
    for (uint32_t g = 0; g < index->level_count; g++) {
        const VeerIndexLevel *level = &index->levels[g];
        range = min_f(range, level->spread * scale - level->max_radius);
    }
    return max_f(range, 0.0f);
}

uint32_t veer_index_nearest_entries(const VeerIndex *index, const VeerNearQuery *query,
                                    VeerNear *out)
{
    if (query->limit == 0 || index->count == 0 || !is_finite3(query->centre)) {
        return 0;
    }
    IndexSearch search;
    search.index = index;
    search.query = *query;
    search.is_open = veer_index_is_open(index, query);
    search.answers.tags = index->tags;
    search.answers.out = out;
    search.answers.limit = query->limit;
    // What trees offer comes near to far: few places are found among those already there.
    search.answers.is_pooled = query->limit <= VEER_POOL_LIMIT && !index->is_nested;
    float wanted = AMPLE * (float)query->limit + 1.0f;
    float range = likely_range(index, wanted);
    scan_levels(&search, min_f(range, query->range));
    if (search.answers.count < query->limit && range < query->range) {
        range = likely_range(index, wanted * WIDER);
        scan_levels(&search, min_f(range, query->range));
    }
    if (search.answers.count < query->limit && range < query->range) {
        scan_levels(&search, query->range);
    }
    return veer_answers_close(&search.answers);
}

uint32_t veer_index_nearest(const VeerIndex *index, const VeerNearQuery *query, VeerNear *out)
{
    if (!index || !query || !out || !(query->range >= 0.0f)) {
        return 0;
    }
    uint32_t count = veer_index_nearest_entries(index, query, out);
    for (uint32_t i = 0; i < count; i++) {
        out[i].index = index->order[out[i].index];
    }
    return count;
}
