/// Maps of the Tiled editor: tiles as bytes in Base64, packed or not.
#include "io/maps/tiled.h"

#include <string.h>
#include <zlib.h>

enum { TILE_BYTES = 4, NO_DIGIT = 64, ANY_HEADER = 32 /* of zlib: its own, or that of gzip */ };

/// TiledBytes of a layer under reading.
typedef struct TiledBytes {
    unsigned char *at; ///< at[room]
    size_t count, room;
} TiledBytes;

static bool take_room(VeerTiled *tiled, size_t room, TiledBytes *bytes)
{
    *bytes = (TiledBytes){veer_store_take(tiled->reader.store, room, 1), 0, room};
    return bytes->at || veer_reader_fail_memory(&tiled->reader);
}

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
    if (!take_room(tiled, strlen(at) + 1u, bytes)) {
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
    if (!take_room(tiled, room, bytes)) {
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

bool veer_tiled_bytes(VeerTiled *tiled, const VeerNode *layer, const unsigned char **out)
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
