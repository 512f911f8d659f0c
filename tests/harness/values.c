// Numbers, memory and texts for calls, and what became of them.
#define _POSIX_C_SOURCE 200809L

#include "values.h"

#include "texts.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 24, MOST_ARRAY_BYTES = 1 << 18 };

uint64_t mix(uint64_t bits)
{
    bits += 0x9E3779B97F4A7C15u;
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EBu;
    return bits ^ bits >> 31;
}

uint64_t draw(Session *session)
{
    session->random += 0x9E3779B97F4A7C15u;
    return mix(session->random);
}

bool chance(Session *session, uint32_t odds)
{
    return draw(session) % odds == 0;
}

bool is_wild(Session *session)
{
    static const uint32_t odds[] = {0, 8, 2};
    return session->wildness > 0 && chance(session, odds[session->wildness]);
}

bool is_changed(Session *session, const char *name, uint32_t odds)
{
    static const char *const places[] = {"position", "point", "goal",  "from",
                                         "to",       "start", "centre"};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
        if (odds == 1 || strcmp(name, places[i]) == 0) {
            return true;
        }
    }
    return chance(session, session->wildness == 2 ? 2 : odds);
}

static float odd_float(Session *session)
{
    static const float odd[] = {0.0f,  -0.0f,   FLT_MIN,  FLT_TRUE_MIN, 1e-30f,     1e-9f,
                                -1.0f, 1e4f,    1e6f,     -1e6f,        2000001.0f, 1e9f,
                                1e20f, FLT_MAX, -FLT_MAX, INFINITY,     -INFINITY,  NAN};
    uint64_t bits = draw(session);
    uint32_t count = sizeof odd / sizeof odd[0];
    uint32_t at = (uint32_t)(bits % (count + 2));
    if (at < count) {
        return odd[at];
    }
    uint32_t word = (uint32_t)(bits >> 32);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

float any_float(Session *session, float least, float most)
{
    if (is_wild(session)) {
        return odd_float(session);
    }
    uint64_t bits = draw(session);
    float value = least + (most - least) * (float)(bits >> 40) * 0x1p-24f;
    return bits % 4 == 0 ? roundf(value) : value; // whole ones meet each other, and lines of grids
}

int64_t any_whole(Session *session, int64_t least, int64_t most)
{
    static const int64_t odd[] = {0,         1,         -1,         64,
                                  255,       65536,     1 << 20,    1 << 24,
                                  INT32_MAX, INT32_MIN, UINT32_MAX, UINT32_MAX - 1,
                                  INT64_MAX, 0x80000000};
    bool goes_wild = is_wild(session);
    uint64_t bits = draw(session);
    uint32_t count = sizeof odd / sizeof odd[0];
    if (goes_wild) {
        return bits % (count + 1) < count ? odd[bits % (count + 1)] : (int64_t)(bits >> 1);
    }
    return least + (int64_t)(bits % (uint64_t)(most - least + 1));
}

uint32_t any_bits(Session *session)
{
    uint64_t bits = draw(session);
    uint32_t word = (uint32_t)(bits >> 32);
    return bits % 4 == 0 ? word : bits % 4 == 1 ? 1u << word % 32 : UINT32_MAX;
}

uint32_t any_count(Session *session)
{
    static const uint32_t odd[] = {0, 1, 65, 300, 5000, 1u << 30, UINT32_MAX};
    bool goes_wild = is_wild(session);
    uint64_t bits = draw(session);
    return goes_wild ? odd[bits % (sizeof odd / sizeof odd[0])] : (uint32_t)(bits % 13);
}

uint32_t any_number_of(Session *session, uint32_t count)
{
    return is_wild(session) ? (uint32_t)any_whole(session, 0, 2 * (int64_t)count)
                            : (uint32_t)(draw(session) % count);
}

uint32_t any_depth(Session *session)
{
    int64_t depth = chance(session, 2) ? 1 : session->cells.z;
    return (uint32_t)any_whole(session, depth, depth);
}

bool any_bool(Session *session)
{
    return chance(session, 2);
}

char any_char(Session *session)
{
    return ".@GSTW#x\0\n"[draw(session) % 10];
}

// One of a few places, in the middle of cells: where things meet each other, and share goals.
static VeerVec3 any_spot(Session *session)
{
    uint64_t bits = mix(session->setting.seed + draw(session) % 4);
    uint32_t x = (uint32_t)(bits % (uint32_t)session->cells.x);
    uint32_t y = (uint32_t)((bits >> 16) % (uint32_t)session->cells.y);
    uint32_t z = (uint32_t)((bits >> 32) % (uint32_t)session->cells.z);
    return (VeerVec3){(float)x + 0.5f, (float)y + 0.5f, bits >> 63 ? 0.0f : (float)z + 0.5f};
}

VeerVec3 any_VeerVec3(Session *session)
{
    if (chance(session, 3)) {
        return any_spot(session);
    }
    float x = any_float(session, -1.0f, (float)session->cells.x + 1.0f);
    float y = any_float(session, -1.0f, (float)session->cells.y + 1.0f);
    float z = chance(session, 2) ? 0.0f : any_float(session, -1.0f, (float)session->cells.z + 1.0f);
    return (VeerVec3){x, y, z};
}

VeerVec3 any_offset(Session *session)
{
    float x = any_float(session, -2.0f, 2.0f);
    float y = any_float(session, -2.0f, 2.0f);
    float z = chance(session, 2) ? 0.0f : any_float(session, -2.0f, 2.0f);
    return (VeerVec3){x, y, z};
}

static void *take(Session *session, size_t alignment, size_t size)
{
    void *memory = NULL;
    if (session->temp_count == MAX_TEMPS || posix_memalign(&memory, alignment, size) != 0) {
        session->has_null = true;
        return NULL;
    }
    memset(memory, 0xA5, size);
    session->temps[session->temp_count++] = memory;
    return memory;
}

void *temp(Session *session, size_t size)
{
    return take(session, 16, size);
}

void *pointer(Session *session, size_t size)
{
    if (is_wild(session) && chance(session, 2)) {
        session->has_null = true;
        return NULL;
    }
    return temp(session, size);
}

void *array_of(Session *session, size_t length, size_t size)
{
    if (length > MOST_ARRAY_BYTES / size) {
        session->has_null = true;
        return NULL;
    }
    return pointer(session, length * size);
}

void fill_bytes(Session *session, void *bytes, size_t size)
{
    for (size_t i = 0; bytes && i < size; ++i) {
        ((uint8_t *)bytes)[i] = (uint8_t)draw(session);
    }
}

void *take_memory(Session *session, size_t size)
{
    if (size == 0 || size > MOST_BYTES) {
        session->has_null = true;
        return NULL;
    }
    return take(session, 64, size);
}

void keep(Session *session, Pool pool, void *object, void *memory)
{
    done(session, object != NULL);
    Kept *kept = session->kept[pool];
    for (uint32_t i = 0; object && i < MAX_KEPT; ++i) {
        if (!kept[i].object) {
            kept[i] = (Kept){object, memory};
            session->temps[session->temp_count - 1] = NULL; // made last, and kept
            return;
        }
    }
}

void *any_kept(Session *session, Pool pool, void (*make)(Session *))
{
    if (is_wild(session) && chance(session, 4)) {
        session->has_null = true;
        return NULL;
    }
    Kept *kept = session->kept[pool];
    for (int i = 0; i < 4 && !kept[0].object; ++i) {
        const Call *call = session->call;
        uint32_t wildness = session->wildness;
        bool is_good = session->is_good;
        Place *place = session->place;
        session->wildness = 0;
        session->call = NULL;
        make(session);
        session->call = call;
        session->wildness = wildness;
        session->is_good = is_good;
        session->place = place;
    }
    uint32_t count = 0;
    while (count < MAX_KEPT && kept[count].object) {
        ++count;
    }
    session->has_null |= count == 0;
    if (count == 0 ||
        chance(session, 2)) { // mostly the same: what follows finds what was made of it
        return kept[0].object;
    }
    return kept[draw(session) % count].object;
}

const char *any_name(Session *session)
{
    static const char *const names[] = {"a",  "",      "time_s", "arrived",
                                        "e1", "links", "x: y",   "contacts"};
    if (is_wild(session)) {
        session->has_null = true;
        return NULL;
    }
    return names[draw(session) % (sizeof names / sizeof names[0])];
}

const char *any_path(Session *session)
{
    static const char *const odd[] = {"", "/", "/nowhere/at/all", "."};
    if (is_wild(session)) {
        uint32_t at = (uint32_t)(draw(session) % 5);
        session->has_null |= at == 4;
        return at < 4 ? odd[at] : NULL;
    }
    const Text *text = any_sample(session, session->call ? session->call->name : "");
    return text ? text->path : "/";
}

const char *any_text(Session *session, size_t *length, const char *function)
{
    const Text *sample = any_sample(session, function);
    *length = sample ? sample->size : 0;
    if (is_wild(session)) {
        *length = draw(session) % (*length + 1);
    }
    char *text = array_of(session, *length, 1);
    if (!text) {
        *length = chance(session, 2) ? *length : 0;
        return NULL;
    }
    if (sample) {
        memcpy(text, sample->bytes, *length);
    }
    uint32_t changes = is_wild(session) ? (uint32_t)(draw(session) % 8) : 0;
    for (uint32_t i = 0; i<changes && * length> 0; ++i) {
        size_t at = draw(session) % *length;
        text[at] = (char)draw(session);
    }
    return text;
}

void done(Session *session, bool is_good)
{
    session->is_good = is_good;
}

void done_with(Session *session, VeerStatus status)
{
    if ((unsigned)status >= VEER_STATUS_COUNT) {
        fail(session, "a status that is none");
    }
    done(session, status == VEER_OK || status == VEER_PARTIAL);
}

void done_of_world(Session *session, const VeerWorld *world, VeerStatus status)
{
    const VeerRefusal *told = &session->told;
    bool is_refused = status != VEER_OK && status != VEER_PARTIAL;
    done_with(session, status);
    if (session->told_count != (uint32_t)(is_refused && world)) {
        fail(session, "a refused call that was not told of once, or a good one that was");
    }
    if (session->told_count > 0 &&
        (told->status != status || strcmp(told->function, session->call->name) != 0)) {
        fail(session, "a refusal of another call, or status");
    }
}

void done_text(Session *session, const char *text)
{
    done(session, text && strlen(text) > 0);
}

bool is_something(const void *value, size_t size)
{
    const uint8_t *bytes = value;
    for (size_t i = 0; i < size; ++i) {
        if (bytes[i] != 0) {
            return true;
        }
    }
    return false;
}

void remember(Session *session, IdKind kind, uint32_t slot, uint32_t generation)
{
    if (generation != 0) {
        session->remembered[kind][session->remembered_count[kind]++ % MAX_REMEMBERED] =
            (Id){slot, generation};
    }
}

void done_span(Session *session, VeerSpan span)
{
    uint32_t sum = 0; // of bytes: reading them is the point
    for (uint32_t i = 0; i < span.count; ++i) {
        const uint8_t *bytes = (const uint8_t *)span.data + i * span.stride;
        sum = (sum + *bytes) % 251;
    }
    done(session, span.count > 0 && sum < 251);
}
