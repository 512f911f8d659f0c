#include "io/replay/pack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

struct VeerPacker {
    z_stream stream;
    bool is_unpacking;
};

enum { RAW = -15, LEVEL = 6, MEMORY = 8, CHUNK = 4096 };

/// What zlib ends each part with (Z_SYNC_FLUSH); it goes without saying.
static const unsigned char tail[4] = {0, 0, 0xff, 0xff};

VeerPacker *veer_packer_create(bool is_unpacking)
{
    VeerPacker *packer = calloc(1, sizeof *packer);
    if (!packer) {
        return NULL;
    }
    packer->is_unpacking = is_unpacking;
    int status = is_unpacking ? inflateInit2(&packer->stream, RAW)
                              : deflateInit2(&packer->stream, LEVEL, Z_DEFLATED, RAW, MEMORY,
                                             Z_DEFAULT_STRATEGY);
    if (status != Z_OK) {
        free(packer);
        return NULL;
    }
    return packer;
}

void veer_packer_destroy(VeerPacker *packer)
{
    if (packer) {
        (void)(packer->is_unpacking ? inflateEnd(&packer->stream) : deflateEnd(&packer->stream));
        free(packer);
    }
}

/// Gives a stream its next part; zlib does not write to it.
static void feed(z_stream *stream, const void *bytes, size_t size)
{
    memcpy(&stream->next_in, &bytes, sizeof bytes);
    stream->avail_in = (uInt)size;
}

bool veer_pack(VeerPacker *packer, const void *bytes, size_t size, VeerCodec *out)
{
    unsigned char chunk[CHUNK];
    z_stream *stream = &packer->stream;
    feed(stream, bytes, size);
    do {
        stream->next_out = chunk;
        stream->avail_out = CHUNK;
        if (size > UINT32_MAX || deflate(stream, Z_SYNC_FLUSH) != Z_OK) {
            return false;
        }
        veer_code(out, chunk, CHUNK - stream->avail_out);
    } while (stream->avail_out == 0);
    bool is_whole = !out->has_failed && out->size >= sizeof tail;
    out->size -= is_whole ? sizeof tail : 0;
    return is_whole;
}

static bool unpack_part(z_stream *stream, size_t most, VeerCodec *out)
{
    unsigned char chunk[CHUNK];
    do {
        stream->next_out = chunk;
        stream->avail_out = CHUNK;
        int status = inflate(stream, Z_SYNC_FLUSH);
        size_t got = CHUNK - stream->avail_out;
        if ((status != Z_OK && status != Z_BUF_ERROR) || got > most - out->size) {
            return false;
        }
        veer_code(out, chunk, got);
    } while (stream->avail_out == 0 && !out->has_failed);
    return stream->avail_in == 0 && !out->has_failed;
}

bool veer_unpack(VeerPacker *packer, const void *bytes, size_t size, size_t most, VeerCodec *out)
{
    out->size = 0;
    feed(&packer->stream, bytes, size);
    if (size > UINT32_MAX || !unpack_part(&packer->stream, most, out)) {
        return false;
    }
    feed(&packer->stream, tail, sizeof tail);
    return unpack_part(&packer->stream, most, out);
}

uint32_t veer_pack_check(const void *bytes, size_t size)
{
    return (uint32_t)crc32_z(0, bytes, size);
}
