/// Wavefront OBJ.
#include "veer/level.h"

#include "io/maps/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A level under reading.
typedef struct ObjReading {
    VeerLines *lines;
    VeerLevel level;
    uint32_t vertex_room, corner_room;
} ObjReading;

/// The next line without what is said about it.
static bool next_line(ObjReading *reading, VeerWord *line)
{
    if (!veer_lines_next(reading->lines, line)) {
        return false;
    }
    const char *comment = memchr(line->text, '#', line->length);
    line->length = comment ? (size_t)(comment - line->text) : line->length;
    return true;
}

/// The next word of a line that goes on after one that ends in a backslash.
static bool next_word(ObjReading *reading, VeerWord *line, VeerWord *word)
{
    bool is_there = veer_word_next(line, word);
    while (is_there && veer_word_is(*word, "\\") && next_line(reading, line)) {
        is_there = veer_word_next(line, word);
    }
    return is_there;
}

/// Makes room for more in a list of the level; of a file no more than its limits allow.
static VeerStatus reserve(const ObjReading *reading, void *list, uint32_t *room, uint32_t count,
                          uint32_t more, size_t size)
{
    const VeerLines *lines = reading->lines;
    uint64_t most = veer_limit(lines->limits, VEER_LIMIT_TRIANGLES);
    if (lines->limits && (count + more) / more > most) {
        (void)veer_lines_fail(
            lines, "must be no more: a level may have %llu vertices and as many triangles",
            (unsigned long long)most);
        return VEER_BAD_VALUE;
    }
    return veer_lines_reserve(lines, list, room, count, more, size);
}

static VeerStatus read_vertex(ObjReading *reading, VeerWord line)
{
    VeerLevel *level = &reading->level;
    double at[3];
    for (int i = 0; i < 3; i++) {
        VeerWord word;
        if (!veer_word_next(&line, &word) || !veer_word_number(word, &at[i]) ||
            fabs(at[i]) > (double)VEER_WORLD_LIMIT) {
            return veer_lines_fail(reading->lines, "must be 'v' and three numbers of at most %g",
                                   (double)VEER_WORLD_LIMIT);
        }
    }
    VeerStatus status = reserve(reading, &level->vertices, &reading->vertex_room,
                                level->vertex_count, 1, sizeof *level->vertices);
    if (status == VEER_OK) {
        VeerVec3 vertex = {(float)at[0], (float)-at[2], (float)at[1]};
        level->vertices[level->vertex_count++] = vertex;
    }
    return status;
}

/// A corner: the number of a vertex from 1, or back from the last by -1, then perhaps others after
/// slashes.
static bool read_corner(const ObjReading *reading, VeerWord word, uint32_t *corner)
{
    const char *slash = memchr(word.text, '/', word.length);
    int64_t number, count = reading->level.vertex_count;
    word.length = slash ? (size_t)(slash - word.text) : word.length;
    if (!veer_word_whole(word, -count, count, &number) || number == 0) {
        return false;
    }
    *corner = (uint32_t)(number > 0 ? number - 1 : count + number);
    return true;
}

static VeerStatus add_triangle(ObjReading *reading, const uint32_t corners[3])
{
    VeerLevel *level = &reading->level;
    uint32_t count = 3 * level->triangle_count;
    VeerStatus status =
        reserve(reading, &level->corners, &reading->corner_room, count, 3, sizeof *corners);
    if (status == VEER_OK) {
        memcpy(level->corners + count, corners, 3 * sizeof *corners);
        level->triangle_count++;
    }
    return status;
}

static VeerStatus read_face(ObjReading *reading, VeerWord line)
{
    uint32_t corners[3] = {0, 0, 0}, count = 0;
    VeerWord word;
    VeerStatus status = VEER_OK;
    while (status == VEER_OK && next_word(reading, &line, &word)) {
        uint32_t corner;
        if (!read_corner(reading, word, &corner)) {
            return veer_lines_fail(reading->lines, "corner %u must be one of the %u vertices above",
                                   count + 1u, reading->level.vertex_count);
        }
        corners[1] = corners[2];
        corners[count == 0 ? 0 : 2] = corner;
        count++;
        status = count >= 3 ? add_triangle(reading, corners) : VEER_OK;
    }
    return status == VEER_OK && count < 3
               ? veer_lines_fail(reading->lines, "a face must have three corners or more")
               : status;
}

static VeerStatus read_lines(ObjReading *reading)
{
    VeerWord line, word;
    VeerStatus status = VEER_OK;
    while (status == VEER_OK && next_line(reading, &line)) {
        if (!veer_word_next(&line, &word)) {
            continue;
        }
        if (veer_word_is(word, "v")) {
            status = read_vertex(reading, line);
        } else if (veer_word_is(word, "f")) {
            status = read_face(reading, line);
        }
    }
    return status;
}

static VeerStatus read_level(VeerLines *lines, const void *unused, void *out)
{
    (void)unused;
    ObjReading reading = {.lines = lines};
    VeerStatus status = read_lines(&reading);
    if (status == VEER_OK && reading.level.triangle_count == 0) {
        status = veer_lines_fail(lines, "has no face");
    }
    if (status == VEER_OK) {
        *(VeerLevel *)out = reading.level;
    } else {
        veer_level_free(&reading.level);
    }
    return status;
}

VeerStatus veer_level_read(const char *name, const char *text, size_t length, VeerLevel *out,
                           VeerInputError *error)
{
    return veer_lines_read_text(name, text, length, read_level, NULL, out, error);
}

VeerStatus veer_level_read_file(const char *path, const VeerInputLimits *limits, VeerLevel *out,
                                VeerInputError *error)
{
    return veer_lines_read_file(path, limits, read_level, NULL, out, error);
}

void veer_level_free(VeerLevel *level)
{
    if (!level) {
        return;
    }
    free(level->vertices);
    free(level->corners);
    *level = (VeerLevel){0};
}
