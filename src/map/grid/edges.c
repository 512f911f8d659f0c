/// The edges between free and blocked cells, word by word out of the bitmaps.
#include "map/grid/grid.h"
#include "math/vec.h"

enum {
    ROW_WORDS = 8,    ///< most words of a row that a search of a region looks at as a whole
    LIST_CELLS = 256, ///< most cells of a row in a region whose edges are listed
    LIST_MARGIN = 1,  ///< what part of a region is listed beyond each side of it
    LIST_PAUSE = 7    ///< regions: the first pause; each is twice as long as the last, and this
};

/// Edges of one axis between two lines of a bitmap.
typedef struct GridBorder {
    const VeerGrid *grid;
    const uint64_t *free, *blocked; ///< the lines on either side
    int32_t length;                 ///< of the lines
    int32_t axis, line;             ///< it lies at coordinate `line` of the other axis
    bool is_blocked_after;          ///< the greater coordinate of that axis is blocked
} GridBorder;

/// Bits of a word at which this border has an edge.
static uint64_t edge_bits(const GridBorder *border, int32_t word)
{
    return ~border->free[word] & border->blocked[word];
}

/// The first edge from `at` on; the length if there is none before `end`.
static int32_t next_edge(const GridBorder *border, int32_t at, int32_t end)
{
    int32_t word = at >> 6;
    uint64_t bits = edge_bits(border, word) >> (at & 63) << (at & 63);
    while (!bits && ++word * 64 < end) {
        bits = edge_bits(border, word);
    }
    int32_t found = bits ? word * 64 + (int32_t)veer_bits_lowest(bits) : end;
    return found < end ? found : border->length;
}

/// The end of the run of edges that `at` belongs to.
static int32_t run_end(const GridBorder *border, int32_t at)
{
    int32_t word = at >> 6;
    uint64_t gaps = ~edge_bits(border, word) >> (at & 63) << (at & 63);
    // Beyond its length both lines are set: there is a gap.
    while (!gaps && (word + 1) * 64 < border->length) {
        gaps = ~edge_bits(border, ++word);
    }
    return gaps ? word * 64 + (int32_t)veer_bits_lowest(gaps) : border->length;
}

static int32_t run_begin(const GridBorder *border, int32_t at)
{
    int32_t word = at >> 6;
    uint64_t gaps = ~edge_bits(border, word) << (63 - (at & 63)) >> (63 - (at & 63));
    while (!gaps && word > 0) {
        gaps = ~edge_bits(border, --word);
    }
    return gaps ? word * 64 + (int32_t)veer_bits_highest(gaps) + 1 : 0;
}

static VeerVec3 corner(const GridBorder *border, int32_t along)
{
    const VeerGridDef *def = &border->grid->def;
    float at = (float)along, across = (float)border->line;
    float x = border->axis == 0 ? at : across, y = border->axis == 0 ? across : at;
    return (VeerVec3){def->origin.x + x * def->cell_size, def->origin.y + y * def->cell_size,
                      def->origin.z};
}

static VeerGridEdge make_edge(const GridBorder *border, int32_t begin, int32_t end)
{
    // Along x with y upwards, what comes before is on the right; along y it is on the left.
    bool is_turned = (border->axis == 0) == border->is_blocked_after;
    uint64_t side = (uint64_t)border->axis << 1 | (uint64_t)border->is_blocked_after;
    return (VeerGridEdge){
        .a = corner(border, is_turned ? end : begin),
        .b = corner(border, is_turned ? begin : end),
        .order = side << 32 | (uint64_t)border->line << 16 | (uint64_t)begin,
    };
}

/// The region to visit, in cells along both axes.
typedef struct EdgeRange {
    int32_t begin[2], end[2];
    VeerGridEdgeVisit *visit;
    void *context;
    VeerGridEdgeList *list; ///< NULL: the edges are visited; else they are listed
} EdgeRange;

/// @return false: the list is full
static bool list_edge(VeerGridEdgeList *list, const GridBorder *border, int32_t begin, int32_t end)
{
    list->is_full = list->count == VEER_GRID_EDGE_LIST;
    if (!list->is_full) {
        list->all[list->count++] = (VeerGridListedEdge){make_edge(border, begin, end), border->axis,
                                                        border->line, begin, end};
    }
    return !list->is_full;
}

/// @return false: the query is over
static bool visit_edge(const EdgeRange *range, const GridBorder *border, int32_t begin, int32_t end)
{
    if (range->list) {
        return list_edge(range->list, border, begin, end);
    }
    VeerGridEdge edge = make_edge(border, begin, end);
    return range->visit(range->context, &edge);
}

static bool visit_border(const GridBorder *border, const EdgeRange *range)
{
    int32_t end = range->end[border->axis];
    int32_t at = next_edge(border, range->begin[border->axis], end);
    while (at < border->length) {
        int32_t after = run_end(border, at);
        if (!visit_edge(range, border, run_begin(border, at), after)) {
            return false;
        }
        at = after < end ? next_edge(border, after, end) : border->length;
    }
    return true;
}

/// Which of the bits from `begin` to `end` are in a word.
static inline uint64_t bits_within(int32_t word, int32_t begin, int32_t end)
{
    uint64_t bits = UINT64_MAX;
    bits = word == begin >> 6 ? bits << (begin & 63) : bits;
    bits = word == (end - 1) >> 6 ? bits & UINT64_MAX >> (63 - ((end - 1) & 63)) : bits;
    return word < begin >> 6 || word > (end - 1) >> 6 ? 0 : bits;
}

/// Whether two lines differ anywhere in a range: between lines that are alike there is no edge, and
/// most are.
static inline bool are_different(const uint64_t *a, const uint64_t *b, int32_t begin, int32_t end)
{
    for (int32_t word = begin >> 6; word <= (end - 1) >> 6; word++) {
        if ((a[word] ^ b[word]) & bits_within(word, begin, end)) {
            return true;
        }
    }
    return false;
}

/// Both kinds of edges between the lines line - 1 and line. @return false: the query is over
static bool visit_line(const VeerGrid *grid, int axis, int32_t line, const EdgeRange *range)
{
    const VeerBitmap *map = &grid->blocked[axis];
    const uint64_t *before = veer_bitmap_line(map, line - 1), *after = veer_bitmap_line(map, line);
    GridBorder border = {grid, before, after, map->length, axis, line, true};
    if (!visit_border(&border, range)) {
        return false;
    }
    border.free = after;
    border.blocked = before;
    border.is_blocked_after = false;
    return visit_border(&border, range);
}

/// The edges along one axis. @return false: the query is over
static bool visit_axis(const VeerGrid *grid, int axis, const EdgeRange *range)
{
    const VeerBitmap *map = &grid->blocked[axis];
    int32_t begin = range->begin[axis], end = range->end[axis];
    const uint64_t *before = veer_bitmap_line(map, range->begin[!axis] - 1);
    for (int32_t line = range->begin[!axis]; line <= range->end[!axis]; line++) {
        const uint64_t *after = before + map->stride;
        if (are_different(before, after, begin, end) && !visit_line(grid, axis, line, range)) {
            return false;
        }
        before = after;
    }
    return true;
}

/// Words of rows that a region reaches across, and which of their bits.
typedef struct RowWords {
    int32_t first, count;
    uint64_t within[ROW_WORDS];  ///< the region's
    uint64_t columns[ROW_WORDS]; ///< cells that are not as the one before them, in any row
} RowWords;

/// Whether there is an edge between a row and the one before. Notes its columns.
static bool look_at_row(RowWords *words, const uint64_t *before, const uint64_t *row)
{
    uint64_t edges = 0;
    for (int32_t i = 0; i < words->count; i++) {
        edges |= (row[i] ^ before[i]) & words->within[i];
        words->columns[i] |= row[i] ^ (row[i] << 1 | row[i - 1] >> 63);
    }
    return edges != 0;
}

/// The edges between a row and the one before. @return false: the query is over
static bool visit_row(const VeerGrid *grid, int32_t y, const EdgeRange *range, RowWords *words)
{
    const uint64_t *row = veer_bitmap_line(&grid->blocked[0], y) + words->first;
    const uint64_t *before = row - grid->blocked[0].stride;
    return !look_at_row(words, before, row) || visit_line(grid, 0, y, range);
}

/// Rows, 64 * word and on, that are not as the one before in any of the words or the one before
/// these.
static uint64_t turns_at(const VeerGrid *grid, const RowWords *words, int32_t word)
{
    uint64_t bits = 0;
    int32_t end = min_i(words->first + words->count, grid->turns.lines);
    for (int32_t i = max_i(words->first - 1, 0); i < end; i++) {
        bits |= veer_bitmap_line(&grid->turns, i)[word];
    }
    return bits;
}

/// The edges along x, row by row; rows that are as the one before have none to it, and the same
/// along y. @return false: the query is over
static bool visit_rows(const VeerGrid *grid, const EdgeRange *range, RowWords *words)
{
    int32_t begin = range->begin[1], end = range->end[1] + 1;
    if (!visit_row(grid, begin++, range, words)) {
        return false;
    }
    for (int32_t word = begin >> 6; word <= (end - 1) >> 6; word++) {
        uint64_t rows = turns_at(grid, words, word) & bits_within(word, begin, end);
        for (; rows; rows &= rows - 1u) {
            if (!visit_row(grid, word * 64 + (int32_t)veer_bits_lowest(rows), range, words)) {
                return false;
            }
        }
    }
    return true;
}

static void visit_columns(const VeerGrid *grid, const EdgeRange *range, const RowWords *words)
{
    for (int32_t i = 0; i < words->count; i++) {
        int32_t word = words->first + i;
        uint64_t x = words->columns[i] & bits_within(word, range->begin[0], range->end[0] + 1);
        for (; x; x &= x - 1u) {
            if (!visit_line(grid, 1, word * 64 + (int32_t)veer_bits_lowest(x), range)) {
                return;
            }
        }
    }
}

/// The edges of a region: of a narrow one row by row, which finds the columns that have any, too.
static void visit_region(const VeerGrid *grid, const EdgeRange *range)
{
    RowWords words = {.first = range->begin[0] >> 6};
    words.count = (range->end[0] >> 6) - words.first + 1;
    if (words.count > ROW_WORDS) {
        (void)(visit_axis(grid, 0, range) && visit_axis(grid, 1, range));
        return;
    }
    for (int32_t i = 0; i < words.count; i++) {
        words.within[i] = bits_within(words.first + i, range->begin[0], range->end[0]);
    }
    if (visit_rows(grid, range, &words)) {
        visit_columns(grid, range, &words);
    }
}

/// The cells that a region reaches into.
static EdgeRange range_of(const VeerGridDef *def, VeerBounds region)
{
    int32_t last_x = (int32_t)def->width - 1, last_y = (int32_t)def->height - 1;
    float size = def->cell_size;
    return (EdgeRange){
        .begin = {whole_within((region.lower.x - def->origin.x) / size, last_x),
                  whole_within((region.lower.y - def->origin.y) / size, last_y)},
        .end = {whole_within((region.upper.x - def->origin.x) / size, last_x) + 1,
                whole_within((region.upper.y - def->origin.y) / size, last_y) + 1},
    };
}

void veer_grid_edges(const VeerGrid *grid, VeerBounds region, VeerGridEdgeVisit *visit,
                     void *context)
{
    if (!grid || !visit) {
        return;
    }
    EdgeRange range = range_of(&grid->def, region);
    range.visit = visit;
    range.context = context;
    visit_region(grid, &range);
}

// --- Edges listed for many regions ---

static bool is_within(const EdgeRange *range, const VeerGridEdgeList *list)
{
    return range->begin[0] >= list->begin[0] && range->begin[1] >= list->begin[1] &&
           range->end[0] <= list->end[0] && range->end[1] <= list->end[1];
}

/// Lists the edges of a range and of as much around it as its regions may move to.
static void list_around(const VeerGrid *grid, EdgeRange range, VeerGridEdgeList *list)
{
    int32_t last[2] = {(int32_t)grid->def.width, (int32_t)grid->def.height};
    for (int axis = 0; axis < 2; axis++) {
        int32_t margin = (range.end[axis] - range.begin[axis]) / LIST_MARGIN + 1;
        list->begin[axis] = range.begin[axis] = max_i(range.begin[axis] - margin, 0);
        list->end[axis] = range.end[axis] = min_i(range.end[axis] + margin, last[axis]);
    }
    list->count = 0;
    list->is_full = false;
    range.list = list;
    visit_region(grid, &range);
    list->is_unused = true;
}

bool veer_grid_list_edges(const VeerGrid *grid, VeerBounds region, VeerGridEdgeList *list)
{
    EdgeRange range = range_of(&grid->def, region);
    if (range.end[0] - range.begin[0] > LIST_CELLS) {
        return false;
    }
    if (is_within(&range, list)) {
        list->is_unused = list->is_unused && list->is_full;
        list->next_pause = list->is_unused ? list->next_pause : 0;
        return !list->is_full;
    }
    if (list->pause == 0 && list->is_unused) {
        list->pause = list->next_pause = list->next_pause * 2u + LIST_PAUSE;
        list->is_unused = false;
    }
    if (list->pause > 0) {
        list->pause--;
        return false;
    }
    list_around(grid, range, list);
    return !list->is_full;
}

void veer_grid_listed_edges(const VeerGrid *grid, VeerBounds region, const VeerGridEdgeList *list,
                            VeerGridEdgeVisit *visit, void *context)
{
    EdgeRange range = range_of(&grid->def, region);
    for (uint32_t i = 0; i < list->count; i++) {
        const VeerGridListedEdge *edge = &list->all[i];
        int axis = edge->axis;
        bool is_in = edge->line >= range.begin[!axis] && edge->line <= range.end[!axis] &&
                     edge->begin < range.end[axis] && edge->end > range.begin[axis];
        if (is_in && !visit(context, &edge->edge)) {
            return;
        }
    }
}
