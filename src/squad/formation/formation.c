/// The slots of formations.
#include "squad/formation/formation.h"

#include "math/trig.h"
#include "math/vec.h"

enum { COOKIE = 0x51ADF04E };

static const float ROOT_3_4 = 0.8660254f;

// The least distance of two of `count` points of the spiral on a unit sphere, times √count
// (measured from 2 to 3000 points: 2.6855 for two, more for all others).
static const float SPIRAL_SPACING = 2.685f;

VeerFormationDef veer_formation_def_default(void)
{
    return (VeerFormationDef){
        .shape = VEER_FORMATION_BOX, .spacing = 2.0f, .layers = 1, .cookie = COOKIE};
}

// The smallest n for which n² >= count.
static uint32_t square_side(uint32_t count)
{
    uint32_t side = 1;
    while (side * side < count) {
        side++;
    }
    return side;
}

// Rows of `width`, the last one centred.
static void fill_rows(VeerVec3 *out, uint32_t count, uint32_t width, float spacing)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = i / width, left = count - row * width;
        uint32_t abreast = left < width ? left : width;
        float y = 0.5f * (float)(abreast - 1u) - (float)(i % width);
        out[i] = vec3(-(float)row * spacing, y * spacing, 0.0f);
    }
}

// Rows, one behind the other.
static void fill_column(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    uint32_t width = def->width ? def->width : 1u;
    fill_rows(out, count, def->shape == VEER_FORMATION_LINE ? count : width, def->spacing);
}

static void fill_box(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    uint32_t layers = def->layers < count ? def->layers : count;
    uint32_t in_layer = (count + layers - 1u) / layers;
    uint32_t width = def->width ? def->width : square_side(in_layer);
    for (uint32_t begin = 0, layer = 0; begin < count; begin += in_layer, layer++) {
        uint32_t left = count - begin, n = left < in_layer ? left : in_layer;
        fill_rows(out + begin, n, width, def->spacing);
        for (uint32_t i = begin; i < begin + n; i++) {
            out[i].z = (float)layer * def->spacing;
        }
    }
}

// Rows, set upright.
static void fill_wall(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    fill_rows(out, count, def->width ? def->width : square_side(count), def->spacing);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = vec3(0.0f, out[i].y, -out[i].x);
    }
}

static void fill_wedge(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t row = (i + 1u) / 2u;
        float along = (float)row * def->spacing * VEER_ROOT_HALF;
        out[i] = vec3(-along, i % 2u ? along : -along, 0.0f);
    }
    out[0] = vec3(0.0f, 0.0f, 0.0f);
}

static void fill_circle(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    float apart = count > 1u ? 0.5f * def->spacing / veer_sin(VEER_PI / (float)count) : 0.0f;
    float radius = max_f(def->radius, apart);
    for (uint32_t i = 0; i < count; i++) {
        float angle = 2.0f * VEER_PI * ((float)i / (float)count);
        out[i] = vec3(radius * veer_cos(angle), radius * veer_sin(angle), 0.0f);
    }
}

// Multiples of the golden angle, in units of 2^-32 of a full turn: no two of them are close.
static float spiral_angle(uint32_t i)
{
    return 2.0f * VEER_PI * ((float)((i * 2654435769u) >> 8) * 0x1p-24f);
}

static void fill_sphere(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    float apart = count > 1u ? def->spacing * sqrtf((float)count) / SPIRAL_SPACING : 0.0f;
    float radius = max_f(def->radius, apart);
    for (uint32_t i = 0; i < count; i++) {
        float z = 1.0f - (float)(2u * i + 1u) / (float)count;
        float across = sqrtf(max_f(1.0f - z * z, 0.0f)), angle = spiral_angle(i);
        out[i] = scale3(vec3(across * veer_cos(angle), across * veer_sin(angle), z), radius);
    }
}

// The points of the triangular lattice at distance √norm from the middle, until there are `count`:
// (i / 2, b √3 / 2) for whole i and b, i + b even, i² + 3 b² = 4 norm.
// @return how many are filled now
static uint32_t fill_shell(float spacing, int norm, uint32_t filled, uint32_t count, VeerVec3 *out)
{
    int b = 0;
    while (3 * (b + 1) * (b + 1) <= 4 * norm) {
        b++;
    }
    for (; 3 * b * b <= 4 * norm; b--) {
        int rest = 4 * norm - 3 * b * b;
        int root = (int)sqrtf((float)rest); // exact for squares below 2^24
        float x = 0.5f * (float)root * spacing, y = (float)b * ROOT_3_4 * spacing;
        if (root * root == rest && filled < count) {
            out[filled++] = vec3(x, y, 0.0f);
        }
        if (root * root == rest && root > 0 && filled < count) {
            out[filled++] = vec3(-x, y, 0.0f);
        }
    }
    return filled;
}

static void fill_disc(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    uint32_t filled = 0;
    for (int norm = 0; filled < count; norm++) {
        filled = fill_shell(def->spacing, norm, filled, count, out);
    }
}

// The offsets of the source; above three, which it leaves open, a box.
static void fill_trio(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    float s = def->spacing;
    if (count == 1u) {
        out[0] = vec3(0.0f, 0.0f, 0.0f);
    } else if (count == 2u) {
        out[0] = vec3(0.0f, s, 0.0f);
        out[1] = vec3(0.0f, -s, 0.0f);
    } else if (count == 3u) {
        out[0] = vec3(s, 0.0f, 0.0f);
        out[1] = vec3(-s, s, 0.0f);
        out[2] = vec3(-s, -s, 0.0f);
    } else {
        fill_rows(out, count, square_side(count), 2.0f * s);
    }
}

static void fill_own(const VeerFormationDef *def, uint32_t count, VeerVec3 *out)
{
    for (uint32_t i = 0; i < count; i++) {
        out[i] = def->offsets[i];
    }
}

typedef void FormationFill(const VeerFormationDef *def, uint32_t count, VeerVec3 *out);

static FormationFill *const fills[VEER_FORMATION_COUNT] = {
    fill_column, fill_column, fill_wedge, fill_box,  fill_circle,
    fill_disc,   fill_sphere, fill_wall,  fill_trio, fill_own,
};

static void centre(VeerVec3 *points, uint32_t count)
{
    double x = 0.0, y = 0.0, z = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        x += (double)points[i].x;
        y += (double)points[i].y;
        z += (double)points[i].z;
    }
    VeerVec3 mean = vec3((float)(x / count), (float)(y / count), (float)(z / count));
    for (uint32_t i = 0; i < count; i++) {
        points[i] = sub3(points[i], mean);
    }
}

static bool is_centred(const VeerFormationDef *def, uint32_t count)
{
    return def->shape != VEER_FORMATION_OFFSETS &&
           (def->shape != VEER_FORMATION_TRIO || count > 3u);
}

void veer_formation_need(VeerRefusal *refusal, const VeerFormationDef *def, uint32_t count)
{
    bool is_own = def->shape == VEER_FORMATION_OFFSETS;
    veer_need_that(refusal, def->cookie == COOKIE, "def.formation", VEER_MUST_DEFAULT);
    veer_need(refusal, (unsigned)def->shape < VEER_FORMATION_COUNT, "def.formation.shape",
              "must be a VeerFormationShape", (double)def->shape);
    veer_need(refusal, def->spacing > 0.0f && def->spacing <= VEER_WORLD_LIMIT,
              "def.formation.spacing", "must be > 0, at most 2e6", (double)def->spacing);
    veer_need_length(refusal, "def.formation.radius", def->radius);
    veer_need(refusal, def->layers >= 1u, "def.formation.layers", "must be 1 or more",
              (double)def->layers);
    veer_need(refusal, !is_own || def->offset_count >= count, "def.formation.offset_count",
              "must be enough for all members", (double)def->offset_count);
    veer_need_that(refusal, !is_own || count == 0u || def->offsets, "def.formation.offsets",
                   VEER_MUST_OBJECT);
    if (is_own) {
        veer_need_positions(refusal, "def.formation.offsets[]", def->offsets, count);
    }
}

static bool is_def_valid(const VeerFormationDef *def, uint32_t count)
{
    VeerRefusal refusal = {.status = VEER_OK};
    if (def && count <= VEER_MAX_SQUAD_MEMBERS) {
        veer_formation_need(&refusal, def, count);
        return refusal.status == VEER_OK;
    }
    return false;
}

VeerStatus veer_formation_offsets(const VeerFormationDef *def, uint32_t count, VeerVec3 *offsets)
{
    if (!is_def_valid(def, count) || (!offsets && count > 0u)) {
        return VEER_BAD_VALUE;
    }
    if (count == 0u) {
        return VEER_OK;
    }
    fills[def->shape](def, count, offsets);
    if (is_centred(def, count)) {
        centre(offsets, count);
    }
    return VEER_OK;
}

VeerStatus veer_formation_slots(const VeerFormationDef *def, VeerVec3 goal, const VeerFrame *frame,
                                uint32_t count, VeerVec3 *slots)
{
    if (!frame || !is_position3(goal)) {
        return VEER_BAD_VALUE;
    }
    VeerStatus status = veer_formation_offsets(def, count, slots);
    for (uint32_t i = 0; status == VEER_OK && i < count; i++) {
        VeerVec3 offset = slots[i];
        VeerVec3 turned = scale3(frame->ahead, offset.x);
        turned = along3(turned, frame->left, offset.y);
        slots[i] = add3(goal, along3(turned, frame->up, offset.z));
    }
    return status;
}
