#include "io/replay/codec.h"

#include <stdlib.h>
#include <string.h>

VeerCodec veer_codec_of(const void *bytes, size_t size)
{
    VeerCodec codec = {.is_reading = true, .size = size};
    memcpy(&codec.bytes, &bytes, sizeof bytes); // it is only read from
    return codec;
}

void veer_codec_clear(VeerCodec *codec)
{
    free(codec->is_reading ? NULL : codec->bytes);
    *codec = (VeerCodec){.bytes = NULL};
}

static void write(VeerCodec *codec, const void *bytes, size_t size)
{
    if (codec->has_failed) {
        return;
    }
    if (size > codec->capacity - codec->size) {
        size_t capacity = codec->size + codec->size / 2u + size + 64u;
        unsigned char *grown = capacity > size ? realloc(codec->bytes, capacity) : NULL;
        if (!grown) {
            codec->has_failed = true;
            return;
        }
        codec->bytes = grown;
        codec->capacity = capacity;
    }
    memcpy(codec->bytes + codec->size, bytes, size);
    codec->size += size;
}

void veer_code(VeerCodec *codec, void *bytes, size_t size)
{
    if (size == 0) {
        return;
    }
    if (!codec->is_reading) {
        write(codec, bytes, size);
        return;
    }
    codec->has_failed = codec->has_failed || size > codec->size - codec->at;
    if (codec->has_failed) {
        memset(bytes, 0, size);
        return;
    }
    memcpy(bytes, codec->bytes + codec->at, size);
    codec->at += size;
}

void veer_code_u32(VeerCodec *codec, uint32_t *value)
{
    veer_code(codec, value, sizeof *value);
}

void veer_code_f32(VeerCodec *codec, float *value)
{
    veer_code(codec, value, sizeof *value);
}

void veer_code_flag(VeerCodec *codec, bool *value)
{
    unsigned char byte = *value;
    veer_code(codec, &byte, 1);
    *value = byte != 0;
}

void veer_code_count(VeerCodec *codec, uint64_t *value)
{
    uint64_t left = *value;
    unsigned char byte = 0x80;
    if (codec->is_reading) {
        *value = 0;
    }
    for (unsigned shift = 0; shift < 63 && (byte & 0x80) != 0; shift += 7) {
        byte = (unsigned char)((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        veer_code(codec, &byte, 1);
        left >>= 7;
        if (codec->is_reading) {
            *value |= (uint64_t)(byte & 0x7f) << shift;
        }
    }
}

const void *veer_code_array(VeerCodec *codec, VeerStore *store, const void *array, uint32_t count,
                            size_t size)
{
    if (!codec->is_reading) {
        write(codec, array, count * size);
        return array;
    }
    if (codec->has_failed || count > (codec->size - codec->at) / size) {
        codec->has_failed = true;
        return NULL;
    }
    void *taken = veer_store_take(store, count, size);
    codec->has_failed = !taken && count > 0;
    veer_code(codec, taken, taken ? count * size : 0);
    return taken;
}
