#include "io/maps/text.h"

#include "io/base/array.h"
#include "io/base/input.h"

#include <stdlib.h>
#include <string.h>

bool veer_lines_begin(VeerLines *lines, VeerWord *line, const char *word)
{
    VeerWord first;
    return veer_lines_next(lines, line) && veer_word_next(line, &first) &&
           veer_word_is(first, word);
}

bool veer_word_next_whole(VeerWord *line, int64_t lower, int64_t upper, int64_t *out)
{
    VeerWord word;
    return veer_word_next(line, &word) && veer_word_whole(word, lower, upper, out);
}

VeerStatus veer_lines_reserve(const VeerLines *lines, void *array, uint32_t *room, uint32_t count,
                              uint32_t more, size_t size)
{
    if (veer_array_reserve(array, room, (uint64_t)count + more, size)) {
        return VEER_OK;
    }
    (void)veer_lines_fail(lines, "no memory for what follows");
    return VEER_OUT_OF_MEMORY;
}

VeerStatus veer_lines_items(VeerLines *lines, VeerItemReader *read, void *context, void *array,
                            uint32_t *count, size_t size)
{
    uint32_t room = 0;
    VeerWord line;
    VeerStatus status = VEER_OK;
    while (status == VEER_OK && veer_lines_next(lines, &line)) {
        if (line.length == 0) {
            continue;
        }
        status = veer_lines_reserve(lines, array, &room, *count, 1, size);
        if (status == VEER_OK) {
            // `array` is the address of a pointer of any type: copied by bytes.
            char *items;
            memcpy(&items, array, sizeof items);
            status = read(lines, line, context, items + *count * size);
            *count += status == VEER_OK;
        }
    }
    return status;
}

VeerStatus veer_lines_read_text(const char *name, const char *text, size_t length,
                                VeerLinesReader *read, const void *context, void *out,
                                VeerInputError *error)
{
    VeerInputError own;
    if (!veer_input_is_given(name, text, length, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    text = text ? text : "";
    return read(&(VeerLines){name, text, text + length, 0, error, NULL}, context, out);
}

VeerStatus veer_lines_read_file(const char *path, const VeerInputLimits *limits,
                                VeerLinesReader *read, const void *context, void *out,
                                VeerInputError *error)
{
    static const VeerInputLimits defaults = {0};
    VeerInputError own;
    char *text;
    size_t length;
    if (!veer_input_is_given(path, "", 0, out, &error, &own)) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_input_read(path, limits, &text, &length, error);
    if (status == VEER_OK) {
        VeerLines lines = {path, text, text + length, 0, error, limits ? limits : &defaults};
        status = read(&lines, context, out);
        free(text);
    }
    return status;
}

VeerStatus veer_lines_named(VeerLines *lines, const char *name, int64_t lower, int64_t upper,
                            uint32_t *out)
{
    VeerWord line, word;
    int64_t whole;
    if (!veer_lines_next(lines, &line)) {
        return veer_lines_fail(lines, "ends here; must go on with '%s'", name);
    }
    if (!veer_word_next(&line, &word) || !veer_word_is(word, name)) {
        return veer_lines_fail(lines, "must be '%s' and a number, is '%.*s'", name,
                               (int)(word.length < 40 ? word.length : 40), word.text);
    }
    if (!veer_word_next_whole(&line, lower, upper, &whole) || line.length > 0) {
        return veer_lines_fail(lines, "%s: must be a whole number from %lld to %lld", name,
                               (long long)lower, (long long)upper);
    }
    *out = (uint32_t)whole;
    return VEER_OK;
}

VeerStatus veer_lines_size(VeerLines *lines, uint32_t *width, uint32_t *height)
{
    VeerStatus status = veer_lines_named(lines, "height", 1, VEER_MAX_GRID_CELLS, height);
    return status == VEER_OK ? veer_lines_named(lines, "width", 1, VEER_MAX_GRID_CELLS, width)
                             : status;
}

VeerStatus veer_lines_cells(const VeerLines *lines, VeerLimit each, double cells)
{
    double most = (double)veer_limit(lines->limits, each);
    return !lines->limits || cells <= most
               ? VEER_OK
               : veer_lines_fail(lines, "must have at most %.0f cells, has %.0f", most, cells);
}

static VeerStatus read_rows(VeerLines *lines, VeerMapText *map)
{
    for (uint32_t y = 0; y < map->height; y++) {
        VeerWord line;
        if (!veer_lines_next(lines, &line)) {
            return veer_lines_fail(lines, "ends after %u rows; the map has %u", y, map->height);
        }
        if (line.length != map->width) {
            return veer_lines_fail(lines, "row %u has %zu cells; the map is %u wide", y,
                                   line.length, map->width);
        }
        for (uint32_t x = 0; x < map->width; x++) {
            if (!line.text[x] || !strchr(".G@OTSW", line.text[x])) {
                return veer_lines_fail(lines, "cell %u: must be one of . G S @ O T W", x);
            }
        }
        memcpy(map->cells + (size_t)y * map->width, line.text, map->width);
    }
    return VEER_OK;
}

VeerStatus veer_map_text_from_lines(VeerLines *lines, VeerMapText *out)
{
    VeerMapText map = {0};
    VeerWord line;
    VeerStatus status = veer_lines_size(lines, &map.width, &map.height);
    if (status == VEER_OK && !veer_lines_begin(lines, &line, "map")) {
        status = veer_lines_fail(lines, "must be 'map'");
    }
    if (status != VEER_OK) {
        return status;
    }
    // A text that is too short to hold the cells asks for no memory.
    size_t size = (size_t)map.width * map.height;
    if (size > (size_t)(lines->end - lines->at)) {
        return veer_lines_fail(lines, "the text is too short for %u × %u cells", map.width,
                               map.height);
    }
    status = veer_lines_cells(lines, VEER_LIMIT_CELLS, (double)size);
    if (status != VEER_OK) {
        return status;
    }
    map.cells = malloc(size);
    if (!map.cells) {
        (void)veer_lines_fail(lines, "no memory for %u × %u cells", map.width, map.height);
        return VEER_OUT_OF_MEMORY;
    }
    status = read_rows(lines, &map);
    if (status != VEER_OK) {
        free(map.cells);
        return status;
    }
    *out = map;
    return VEER_OK;
}

VeerStatus veer_map_text_lines(VeerLines *lines, const void *unused, void *out)
{
    (void)unused;
    VeerWord line, word;
    if (!veer_lines_begin(lines, &line, "type") || !veer_word_next(&line, &word) ||
        !veer_word_is(word, "octile")) {
        return veer_lines_fail(lines, "must be 'type octile'");
    }
    VeerMapText map = {0};
    VeerStatus status = veer_map_text_from_lines(lines, &map);
    if (status != VEER_OK) {
        return status;
    }
    if (!veer_lines_are_done(lines)) {
        free(map.cells);
        return veer_lines_fail(lines, "must be the end: the map has %u rows", map.height);
    }
    *(VeerMapText *)out = map;
    return VEER_OK;
}

VeerStatus veer_map_text_read(const char *name, const char *text, size_t length, VeerMapText *out,
                              VeerInputError *error)
{
    return veer_lines_read_text(name, text, length, veer_map_text_lines, NULL, out, error);
}

void veer_map_text_free(VeerMapText *map)
{
    if (!map) {
        return;
    }
    free(map->cells);
    free(map->costs);
    *map = (VeerMapText){0};
}

bool veer_map_letter_is_free(char letter)
{
    return letter == '.' || letter == 'G' || letter == 'S';
}

// Of a map's rows or columns those that come to lie on a grid: [begin, end).
typedef struct TextRange {
    uint32_t begin, end;
} TextRange;

static TextRange range_on(uint32_t count, int32_t at, uint32_t size)
{
    int64_t begin = at < 0 ? -(int64_t)at : 0, end = (int64_t)size - at;
    end = end < (int64_t)count ? end : (int64_t)count;
    return begin < end ? (TextRange){(uint32_t)begin, (uint32_t)end} : (TextRange){0, 0};
}

void veer_map_text_lay(const VeerMapText *map, VeerGrid *grid, VeerCell at)
{
    if (!map || !map->cells || !grid) {
        return;
    }
    const VeerGridDef *def = veer_grid_def(grid);
    TextRange columns = range_on(map->width, at.x, def->width);
    TextRange rows = range_on(map->height, at.y, def->height);
    for (uint32_t y = rows.begin; y < rows.end; y++) {
        for (uint32_t x = columns.begin; x < columns.end; x++) {
            VeerCell cell = {(int32_t)(at.x + (int64_t)x), (int32_t)(at.y + (int64_t)y)};
            size_t number = (size_t)y * map->width + x;
            veer_grid_set_blocked(grid, cell, !veer_map_letter_is_free(map->cells[number]));
            if (map->costs) {
                (void)veer_grid_set_cost(grid, cell, map->costs[number]);
            }
        }
    }
}
