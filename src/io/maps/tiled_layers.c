/// Maps of the Tiled editor: tiles as numbers, or as bytes in Base64, packed or not; and objects.
#include "io/maps/tiled_layers.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

enum { ELLIPSE_SIDES = 64 };

#define TURNED 0x0fffffffu // the rest of a tile's number says how it is turned
#define PI 3.14159265358979323846

enum { TILE_BYTES = 4, NO_DIGIT = 64, ANY_HEADER = 32 /* of zlib: its own, or that of gzip */ };

/// Bytes of a layer under reading.
typedef struct TiledBytes {
    unsigned char *at; ///< at[count]
    size_t count;
} TiledBytes;

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

/// Six bits a digit, up to what fills the text at its end; blanks are skipped.
static bool decode(VeerTiled *tiled, const VeerNode *data, TiledBytes *bytes)
{
    const char *at = data->value.string;
    uint32_t held = 0, bits = 0;
    *bytes = (TiledBytes){veer_reader_take(&tiled->reader, strlen(at) + 1u, 1), 0};
    if (!bytes->at) {
        return false;
    }
    for (; digit(*at) < NO_DIGIT || is_blank(*at); at++) {
        if (is_blank(*at)) {
            continue;
        }
        held = held << 6 | digit(*at);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes->at[bytes->count++] = (unsigned char)(held >> bits & 0xffu);
        }
    }
    while (*at == '=' || is_blank(*at)) {
        at++;
    }
    return *at == '\0' || veer_reader_fail(&tiled->reader, data, "must be Base64");
}

/// Unpacks to one byte more than is wanted, so that too many are told from enough.
static bool unpack(VeerTiled *tiled, const VeerNode *data, const TiledBytes *packed,
                   TiledBytes *bytes)
{
    z_stream stream = {0};
    size_t room = (size_t)tiled->width * tiled->height * TILE_BYTES + 1u;
    bytes->at = veer_reader_take(&tiled->reader, room, 1);
    if (!bytes->at) {
        return false;
    }
    if (inflateInit2(&stream, MAX_WBITS + ANY_HEADER) != Z_OK) {
        return veer_reader_fail_memory(&tiled->reader);
    }
    stream.next_in = packed->at;
    stream.avail_in = (uInt)packed->count;
    stream.next_out = bytes->at;
    stream.avail_out = (uInt)room;
    int status = inflate(&stream, Z_FINISH);
    bytes->count = room - stream.avail_out;
    (void)inflateEnd(&stream);
    return status == Z_STREAM_END || bytes->count == room ||
           veer_reader_fail(&tiled->reader, data, "cannot be unpacked: it is damaged, or cut off");
}

/// Whether the data are packed, and by what can be unpacked.
static bool read_packing(VeerTiled *tiled, const VeerNode *layer, bool *is_packed)
{
    const VeerNode *node = veer_node_member(layer, "compression");
    const char *name = node && node->kind == VEER_NODE_STRING ? node->value.string : "";
    *is_packed = strcmp(name, "zlib") == 0 || strcmp(name, "gzip") == 0;
    return *is_packed || !name[0] ||
           veer_reader_fail(&tiled->reader, node,
                            "must be \"zlib\", \"gzip\" or none, is \"%.20s\"", name);
}

/// The tiles of a layer whose data are a text, four bytes each, least significant first:
/// out[4 * cells].
static bool read_bytes(VeerTiled *tiled, const VeerNode *layer, const unsigned char **out)
{
    const VeerNode *data = veer_node_member(layer, "data");
    TiledBytes coded, bytes;
    bool is_packed;
    if (!read_packing(tiled, layer, &is_packed) || !decode(tiled, data, &coded)) {
        return false;
    }
    bytes = coded;
    if (is_packed && !unpack(tiled, data, &coded, &bytes)) {
        return false;
    }
    *out = bytes.at;
    uint32_t count = tiled->width * tiled->height;
    return bytes.count == (size_t)count * TILE_BYTES ||
           veer_reader_fail(&tiled->reader, data, "must be %u tiles of 4 bytes, is %s", count,
                            bytes.count > (size_t)count * TILE_BYTES ? "longer" : "shorter");
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

/// Four bytes a tile, least significant first.
static bool lay_bytes(VeerTiled *tiled, const VeerNode *layer, bool is_blocked)
{
    uint32_t count = tiled->width * tiled->height;
    const unsigned char *at;
    if (!read_bytes(tiled, layer, &at)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++, at += 4) {
        uint32_t number =
            at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        lay_tile(tiled, i, number & TURNED, is_blocked);
    }
    return true;
}

bool veer_tiled_tiles(VeerTiled *tiled, const VeerNode *layer)
{
    const VeerNode *data = veer_node_member(layer, "data");
    bool is_blocked = false;
    if (!veer_tiled_blocked(tiled, layer, &is_blocked)) {
        return false;
    }
    if (!data) {
        return veer_reader_fail(&tiled->reader, layer, "needs \"data\"");
    }
    if (data->kind == VEER_NODE_STRING) {
        return lay_bytes(tiled, layer, is_blocked);
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

static bool fill(VeerTiled *tiled, const VeerNode *object, const VeerPoints *points,
                 bool is_blocked)
{
    return veer_grid_fill_polygon(tiled->grid, points->at, points->count, is_blocked) == VEER_OK ||
           veer_reader_fail(&tiled->reader, object, "must have three corners or more, on the map");
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
