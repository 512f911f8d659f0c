/// Maps of the Tiled editor: tiles as numbers, or as bytes in Base64, packed or not; and objects.
#include "io/maps/tiled_layers.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

enum { ELLIPSE_SIDES = 64 };

#define TURNED 0x0fffffffu // the rest of a tile's number says how it is turned
#define PI 3.14159265358979323846

enum {
    TILE_BYTES = 4,
    NO_DIGIT = 64,
    ANY_HEADER = 32 /* of zlib: its own, or that of gzip */,
    PORTION = 4096 /* bytes that are unpacked at a time */,
    STEPS_A_TILE = 8
};

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
}

static uint32_t digit(char letter)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = letter ? strchr(digits, letter) : NULL;
    return at ? (uint32_t)(at - digits) : (uint32_t)NO_DIGIT;
}

/// Digits and blanks, then what fills the text at its end.
static bool is_base64(const char *text)
{
    while (digit(*text) < NO_DIGIT || is_blank(*text)) {
        text++;
    }
    while (*text == '=' || is_blank(*text)) {
        text++;
    }
    return *text == '\0';
}

/// A text under decoding.
typedef struct Base64 {
    const char *at;
    uint32_t held, bits;
} Base64;

/// Six bits a digit. @return how many bytes came of it; 0: it is at its end
static uint32_t decode(Base64 *text, unsigned char bytes[PORTION])
{
    uint32_t count = 0;
    for (; count < PORTION && (digit(*text->at) < NO_DIGIT || is_blank(*text->at)); text->at++) {
        if (is_blank(*text->at)) {
            continue;
        }
        text->held = text->held << 6 | digit(*text->at);
        text->bits += 6;
        if (text->bits >= 8) {
            text->bits -= 8;
            bytes[count++] = (unsigned char)(text->held >> text->bits & 0xffu);
        }
    }
    return count;
}

static void lay_tile(VeerTiled *tiled, uint32_t place, uint32_t number, bool is_blocked)
{
    uint32_t x = place % tiled->width, y = tiled->height - 1u - place / tiled->width;
    VeerCell cell = {(int32_t)x, (int32_t)y};
    VeerTile tile = number < tiled->tile_count ? tiled->tiles[number] : (VeerTile){0};
    if (number > 0 && (tile.has_blocked || is_blocked)) {
        veer_grid_set_blocked(tiled->grid, cell, tile.has_blocked ? tile.is_blocked : is_blocked);
    }
    if (number > 0 && tile.cost > 0) {
        tiled->costs[(size_t)y * tiled->width + x] = tile.cost;
    }
}

/// Tiles that come byte by byte, the least significant first.
typedef struct TileBytes {
    VeerTiled *tiled;
    const VeerNode *data;
    bool is_blocked;
    uint32_t number;          ///< as far as it has come
    uint64_t taken, expected; ///< bytes; one too many is taken, and no more
} TileBytes;

static bool is_full(const TileBytes *tiles)
{
    return tiles->taken > tiles->expected;
}

static void lay_portion(TileBytes *tiles, const unsigned char *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count && !is_full(tiles); i++) {
        uint32_t part = (uint32_t)(tiles->taken % TILE_BYTES);
        tiles->number = (part > 0 ? tiles->number : 0) | (uint32_t)bytes[i] << 8u * part;
        tiles->taken++;
        if (part + 1u == TILE_BYTES && !is_full(tiles)) {
            lay_tile(tiles->tiled, (uint32_t)(tiles->taken / TILE_BYTES) - 1u,
                     tiles->number & TURNED, tiles->is_blocked);
        }
    }
}

/// Unpacks until there are too many tiles, or nothing comes any more.
static bool unpack_all(z_stream *stream, Base64 *text, TileBytes *tiles)
{
    unsigned char packed[PORTION], bytes[PORTION];
    int status = Z_OK;
    while (status == Z_OK && !is_full(tiles)) {
        if (stream->avail_in == 0) {
            stream->next_in = packed;
            stream->avail_in = decode(text, packed);
        }
        stream->next_out = bytes;
        stream->avail_out = PORTION;
        status = inflate(stream, Z_NO_FLUSH);
        lay_portion(tiles, bytes, PORTION - stream->avail_out);
    }
    return status == Z_STREAM_END || is_full(tiles);
}

static bool unpack(Base64 *text, TileBytes *tiles)
{
    VeerReader *reader = &tiles->tiled->reader;
    z_stream stream = {0};
    if (inflateInit2(&stream, MAX_WBITS + ANY_HEADER) != Z_OK) {
        return veer_reader_fail_memory(reader);
    }
    bool is_whole = unpack_all(&stream, text, tiles);
    (void)inflateEnd(&stream);
    return veer_reader_check(reader, tiles->data, is_whole,
                             "cannot be unpacked: it is damaged, or cut off");
}

/// Whether the data are packed, and by what can be unpacked.
static bool read_packing(VeerTiled *tiled, const VeerNode *layer, bool *is_packed)
{
    const VeerNode *node = veer_node_member(layer, "compression");
    const char *name = node && node->kind == VEER_NODE_STRING ? node->value.string : "";
    *is_packed = strcmp(name, "zlib") == 0 || strcmp(name, "gzip") == 0;
    return veer_reader_check(&tiled->reader, node, *is_packed || !name[0],
                             "must be \"zlib\", \"gzip\" or none, is \"%.20s\"", name);
}

static bool lay_numbers(VeerTiled *tiled, const VeerNode *data, bool is_blocked)
{
    uint32_t count = tiled->width * tiled->height;
    if (data->count != count) {
        return veer_reader_fail(&tiled->reader, data, "must have %u tiles, has %u", count,
                                data->count);
    }
    for (const VeerNode *node = data->first; node; node = node->next) {
        uint32_t number;
        if (!veer_reader_count(&tiled->reader, node, 0, UINT32_MAX, &number)) {
            return false;
        }
        lay_tile(tiled, node->index, number & TURNED, is_blocked);
    }
    return true;
}

/// The tiles of a layer whose data are a text, four bytes each. They are laid as they come, so that
/// they take no memory.
static bool lay_text(VeerTiled *tiled, const VeerNode *layer, bool is_blocked)
{
    const VeerNode *data = veer_node_member(layer, "data");
    uint32_t count = tiled->width * tiled->height;
    TileBytes tiles = {.tiled = tiled,
                       .data = data,
                       .is_blocked = is_blocked,
                       .expected = (uint64_t)count * TILE_BYTES};
    Base64 text = {.at = data->value.string};
    bool is_packed;
    if (!read_packing(tiled, layer, &is_packed) ||
        !veer_reader_check(&tiled->reader, data, is_base64(text.at), "must be Base64")) {
        return false;
    }
    unsigned char bytes[PORTION];
    for (uint32_t got = 1; !is_packed && got > 0;) {
        got = decode(&text, bytes);
        lay_portion(&tiles, bytes, got);
    }
    return (!is_packed || unpack(&text, &tiles)) &&
           veer_reader_check(&tiled->reader, data, tiles.taken == tiles.expected,
                             "must be %u tiles of 4 bytes, is %s", count,
                             is_full(&tiles) ? "longer" : "shorter");
}

bool veer_tiled_tiles(VeerTiled *tiled, const VeerNode *layer)
{
    const VeerNode *data = veer_node_member(layer, "data");
    bool is_blocked = false;
    if (!veer_tiled_blocked(tiled, layer, &is_blocked) ||
        !veer_reader_spend(&tiled->reader, layer,
                           STEPS_A_TILE * (double)tiled->width * tiled->height)) {
        return false;
    }
    if (!data) {
        return veer_reader_fail(&tiled->reader, layer, "needs \"data\"");
    }
    if (data->kind == VEER_NODE_STRING) {
        return lay_text(tiled, layer, is_blocked);
    }
    return veer_reader_expect(&tiled->reader, data, VEER_NODE_ARRAY) &&
           lay_numbers(tiled, data, is_blocked);
}

/// Where an object is: its corner, from which it is turned clockwise.
typedef struct TiledFrame {
    double x, y, cosine, sine; ///< pixels, downwards
} TiledFrame;

/// A point of an object, in cells.
static VeerVec3 point_at(const VeerTiled *tiled, const TiledFrame *frame, double x, double y)
{
    double px = frame->x + x * frame->cosine - y * frame->sine;
    double py = frame->y + x * frame->sine + y * frame->cosine;
    return (VeerVec3){(float)(px / tiled->tile_width),
                      (float)((double)tiled->height - py / tiled->tile_height), 0.0f};
}

/// A height above the map's lowest row, or the nearest on the map.
static double row_of(const VeerTiled *tiled, VeerVec3 point)
{
    return fmin(fmax((double)point.y, 0.0), tiled->height);
}

/// How much work it is to fill a polygon: its rows are all cells wide at most, and in each all
/// sides are asked once for each that crosses it.
static double steps_of(const VeerTiled *tiled, const VeerPoints *points)
{
    double low = tiled->height, high = 0.0, crossed = 0.0;
    for (uint32_t i = 0; i < points->count; i++) {
        double row = row_of(tiled, points->at[i]);
        double next = row_of(tiled, points->at[(i + 1u) % points->count]);
        low = fmin(low, row);
        high = fmax(high, row);
        crossed += fabs(next - row);
    }
    double rows = fmax(high - low, 0.0) + 1.0;
    return rows * tiled->width + (rows + crossed + 1.0) * points->count;
}

static bool fill(VeerTiled *tiled, const VeerNode *object, const VeerPoints *points,
                 bool is_blocked)
{
    if (!veer_reader_spend(&tiled->reader, object, steps_of(tiled, points))) {
        return false;
    }
    return veer_reader_check(
        &tiled->reader, object,
        veer_grid_fill_polygon(tiled->grid, points->at, points->count, is_blocked) == VEER_OK,
        "must have three corners or more, on the map");
}

static bool read_points(VeerTiled *tiled, const TiledFrame *frame, const VeerNode *list,
                        VeerPoints *points)
{
    const VeerNode *first = veer_reader_first(&tiled->reader, list);
    points->at = veer_reader_take(&tiled->reader, list->count + 1u, sizeof *points->at);
    for (const VeerNode *node = first; node && points->at; node = node->next) {
        double x, y;
        if (!veer_tiled_number(tiled, node, "x", -1e9, 1e9, &x) ||
            !veer_tiled_number(tiled, node, "y", -1e9, 1e9, &y)) {
            return false;
        }
        points->at[points->count++] = point_at(tiled, frame, x, y);
    }
    return tiled->reader.status == VEER_OK;
}

static bool lay_polygon(VeerTiled *tiled, const TiledFrame *frame, const VeerNode *list,
                        bool is_blocked)
{
    VeerPoints points = {NULL, 0};
    return read_points(tiled, frame, list, &points) && fill(tiled, list, &points, is_blocked);
}

static bool lay_line(VeerTiled *tiled, const TiledFrame *frame, const VeerNode *list,
                     bool is_blocked)
{
    VeerPoints points = {NULL, 0};
    if (!read_points(tiled, frame, list, &points)) {
        return false;
    }
    if (!veer_reader_spend(&tiled->reader, list,
                           (double)points.count * ((double)tiled->width + tiled->height))) {
        return false;
    }
    for (uint32_t i = 1; i < points.count; i++) {
        if (veer_grid_fill_segment(tiled->grid, points.at[i - 1u], points.at[i], 0.0f,
                                   is_blocked) != VEER_OK) {
            return veer_reader_fail(&tiled->reader, list, "must lie on the map");
        }
    }
    return true;
}

/// A rectangle, or the ellipse in it: by tangents, so that none of it is left out, the sides of the
/// rectangle among them, so that it does not reach beyond.
static bool lay_box(VeerTiled *tiled, const TiledFrame *frame, const VeerNode *object,
                    bool is_blocked)
{
    const VeerNode *ellipse = veer_node_member(object, "ellipse");
    VeerVec3 corners[ELLIPSE_SIDES];
    VeerPoints points = {corners, 4};
    double width, height;
    if (!veer_tiled_number(tiled, object, "width", 0.0, 1e9, &width) ||
        !veer_tiled_number(tiled, object, "height", 0.0, 1e9, &height)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        corners[i] = point_at(tiled, frame, i == 1 || i == 2 ? width : 0.0, i > 1 ? height : 0.0);
    }
    if (veer_tiled_is_true(ellipse)) {
        double wide = 0.5 / cos(PI / ELLIPSE_SIDES);
        points.count = ELLIPSE_SIDES;
        for (int i = 0; i < ELLIPSE_SIDES; i++) {
            double angle = 2.0 * PI * (i + 0.5) / ELLIPSE_SIDES;
            corners[i] = point_at(tiled, frame, width * (0.5 + wide * cos(angle)),
                                  height * (0.5 + wide * sin(angle)));
        }
    }
    return fill(tiled, object, &points, is_blocked);
}

static bool frame_of(VeerTiled *tiled, const VeerNode *object, TiledFrame *frame)
{
    double degrees = 0.0;
    if (!veer_tiled_number(tiled, object, "x", -1e9, 1e9, &frame->x) ||
        !veer_tiled_number(tiled, object, "y", -1e9, 1e9, &frame->y) ||
        (veer_node_member(object, "rotation") &&
         !veer_tiled_number(tiled, object, "rotation", -1e6, 1e6, &degrees))) {
        return false;
    }
    frame->cosine = cos(degrees * PI / 180.0);
    frame->sine = sin(degrees * PI / 180.0);
    return true;
}

static bool lay_object(VeerTiled *tiled, const VeerNode *object, bool is_blocked)
{
    static const char *const shapeless[] = {"point", "gid", "text", "template"};
    TiledFrame frame;
    for (int i = 0; i < 4; i++) {
        if (veer_node_member(object, shapeless[i])) {
            return true;
        }
    }
    if (!frame_of(tiled, object, &frame)) {
        return false;
    }
    const VeerNode *polygon = veer_node_member(object, "polygon");
    const VeerNode *line = veer_node_member(object, "polyline");
    return polygon ? lay_polygon(tiled, &frame, polygon, is_blocked)
           : line  ? lay_line(tiled, &frame, line, is_blocked)
                   : lay_box(tiled, &frame, object, is_blocked);
}

bool veer_tiled_objects(VeerTiled *tiled, const VeerNode *layer)
{
    bool is_layer_blocked = false;
    if (!veer_tiled_blocked(tiled, layer, &is_layer_blocked)) {
        return false;
    }
    const VeerNode *object = veer_reader_first(&tiled->reader, veer_node_member(layer, "objects"));
    for (; object && tiled->reader.status == VEER_OK; object = object->next) {
        const VeerNode *own = veer_tiled_property(object, "blocked");
        bool is_blocked = is_layer_blocked;
        if (veer_tiled_blocked(tiled, object, &is_blocked) && (is_blocked || own)) {
            (void)lay_object(tiled, object, is_blocked);
        }
    }
    return tiled->reader.status == VEER_OK;
}
