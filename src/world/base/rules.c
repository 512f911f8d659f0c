/// The rules of rules.h, read.
#include "world/base/rules.h"
#include "base/hash.h"
#include "math/vec.h"

#include <assert.h>
#include <string.h>

/// Of a unit vector that is turned and scaled anew each tick.
#define UNIT_SLOP 1e-3f

bool veer_state_holds(bool is_right, const char *what, uint32_t slot, VeerStateFault *fault)
{
    if (!is_right && fault) {
        *fault = (VeerStateFault){what, slot};
    }
    return is_right;
}

bool veer_is_zero(const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    return size == 0 || (byte[0] == 0 && memcmp(byte, byte + 1, size - 1u) == 0);
}

static size_t size_of(VeerValueKind kind)
{
    static const size_t sizes[] = {1,
                                   sizeof(uint8_t),
                                   sizeof(uint16_t),
                                   sizeof(uint32_t),
                                   sizeof(uint64_t),
                                   sizeof(float),
                                   sizeof(double)};
    return sizes[kind];
}

static double read(VeerValueKind kind, const void *from)
{
    union {
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f32;
        double f64;
    } value = {0};
    memcpy(&value, from, size_of(kind));
    switch (kind) {
    case VEER_VALUE_U16:
        return value.u16;
    case VEER_VALUE_U32:
        return value.u32;
    case VEER_VALUE_U64:
        return (double)value.u64;
    case VEER_VALUE_F32:
        return (double)value.f32;
    case VEER_VALUE_F64:
        return value.f64;
    default:
        return value.u8;
    }
}

static bool is_in_range(const VeerStateRule *rule, const unsigned char *value)
{
    size_t size = size_of(rule->value);
    for (size_t at = 0; at < rule->size; at += size) {
        double number = read(rule->value, value + at);
        if (!(number >= rule->low && number <= rule->high)) {
            return false;
        }
    }
    return true;
}

static bool is_unit(const unsigned char *value)
{
    VeerVec3 vector;
    memcpy(&vector, value, sizeof vector);
    return fabsf(dot3(vector, vector) - 1.0f) <= UNIT_SLOP;
}

static bool holds(const VeerStateRule *rule, const unsigned char *value)
{
    switch (rule->kind) {
    case VEER_RULE_IS_RANGE:
        return is_in_range(rule, value);
    case VEER_RULE_IS_UNIT:
        return is_unit(value);
    case VEER_RULE_IS_ZERO:
        return veer_is_zero(value, rule->size);
    default:
        return true;
    }
}

static bool value_holds(const VeerStateRule *rule, const unsigned char *value, uint32_t slot,
                        VeerStateFault *fault)
{
    return veer_state_holds(holds(rule, value), rule->what, slot, fault);
}

bool veer_rules_hold(const VeerStateRules *rules, const void *item, uint32_t slot,
                     VeerStateFault *fault)
{
    for (uint32_t i = 0; i < rules->count; i++) {
        const VeerStateRule *rule = &rules->all[i];
        if (!value_holds(rule, (const unsigned char *)item + rule->offset, slot, fault)) {
            return false;
        }
    }
    return true;
}

bool veer_free_list_holds(const VeerFreeList *list, VeerStateFault *fault)
{
    uint32_t slot = list->head;
    for (uint32_t i = 0; i < list->expected; i++) {
        bool is_free = slot < list->slot_count && !(list->is_alive && list->is_alive[slot]);
        if (!veer_state_holds(is_free, list->what, slot, fault)) {
            return false;
        }
        memcpy(&slot, (const unsigned char *)list->next + slot * list->stride, sizeof slot);
    }
    // A list that comes back to a slot never ends.
    return veer_state_holds(slot == VEER_NO_SLOT, list->what, slot, fault);
}

uint64_t veer_rules_hash(const VeerStateRules *rules, uint64_t hash)
{
    for (uint32_t i = 0; i < rules->count; i++) {
        const VeerStateRule *rule = &rules->all[i];
        hash = veer_hash_words(hash, rule->what, strlen(rule->what));
        hash = veer_hash_add(hash, (uint64_t)rule->offset << 32 | rule->size);
        hash = veer_hash_add(hash, (uint64_t)rule->value);
    }
    return hash;
}

static void add(VeerStateParts *parts, VeerStatePart part)
{
    assert(parts->count < VEER_MAX_STATE_PARTS);
    parts->all[parts->count++] = part;
}

void veer_state_add(VeerStateParts *parts, const VeerStateRules *rules, const void *base,
                    size_t stride, uint32_t count)
{
    add(parts, (VeerStatePart){rules, base, stride, base ? count : 0, false});
}

void veer_state_add_of_agents(VeerStateParts *parts, const VeerStateRules *rules, const void *base,
                              size_t stride, uint32_t count)
{
    add(parts, (VeerStatePart){rules, base, stride, base ? count : 0, true});
}

const void *veer_state_value(const VeerStatePart *part, uint32_t slot, uint32_t rule)
{
    const VeerStateRule *of = &part->rules->all[rule];
    if (part->stride > 0) {
        return (const unsigned char *)part->base + slot * part->stride + of->offset;
    }
    const unsigned char *column;
    memcpy(&column, (const unsigned char *)part->base + rule * sizeof column, sizeof column);
    return column + (size_t)slot * of->size;
}

bool veer_state_slot_holds(const VeerStatePart *part, uint32_t slot, VeerStateFault *fault)
{
    const VeerStateRules *rules = part->rules;
    bool is_good = true;
    for (uint32_t i = 0; is_good && i < rules->count; i++) {
        is_good = value_holds(&rules->all[i], veer_state_value(part, slot, i), slot, fault);
    }
    return is_good;
}

bool veer_state_slot_is_empty(const VeerStatePart *part, uint32_t slot)
{
    const VeerStateRules *rules = part->rules;
    bool is_empty = true;
    for (uint32_t i = 0; is_empty && i < rules->count; i++) {
        is_empty = rules->all[i].kind == VEER_RULE_IS_OF_SLOT ||
                   veer_is_zero(veer_state_value(part, slot, i), rules->all[i].size);
    }
    return is_empty;
}

uint32_t veer_rule_numbers(const VeerStateRule *rule)
{
    return rule->size / (uint32_t)size_of(rule->value);
}

double veer_rule_number(const VeerStateRule *rule, const void *value, uint32_t number)
{
    return read(rule->value, (const unsigned char *)value + number * size_of(rule->value));
}
