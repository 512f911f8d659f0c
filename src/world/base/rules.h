/// What values of the state may be: rules for columns and for the fields of structs, as data.
///
/// A rule names its kind; the type of the value gives the rest. Columns carry theirs where they are
/// declared (state.h). A struct has a list of its fields, X(of, type, field, rule), which leaves no
/// byte out (VEER_STRUCT_RULES).
#ifndef VEER_WORLD_BASE_RULES_H
#define VEER_WORLD_BASE_RULES_H

#include "world/base/state.h"

#include <float.h>
#include <stddef.h>

/// How the bytes of a value are read.
typedef enum VeerValueKind {
    VEER_VALUE_BYTES = 0,
    VEER_VALUE_U8,
    VEER_VALUE_U16,
    VEER_VALUE_U32,
    VEER_VALUE_U64,
    VEER_VALUE_F32, ///< floats and vectors
    VEER_VALUE_F64,
} VeerValueKind;

/// What a value is held to.
typedef enum VeerRuleKind {
    VEER_RULE_IS_FREE = 0, ///< any bits, or checked by code of its own
    VEER_RULE_IS_RANGE,    ///< each number within low and high; no NaN
    VEER_RULE_IS_UNIT,     ///< a vector of length 1
    VEER_RULE_IS_ZERO,     ///< each byte is 0
    VEER_RULE_IS_OF_SLOT,  ///< as free; what a slot keeps when it is given back
} VeerRuleKind;

typedef struct VeerStateRule {
    const char *what; ///< "agent.radius"
    uint32_t offset, size;
    VeerValueKind value;
    VeerRuleKind kind;
    double low, high;
} VeerStateRule;

#define VEER_VALUE_KIND(value)                                                                     \
    _Generic((value), uint8_t                                                                      \
             : VEER_VALUE_U8, uint8_t *                                                            \
             : VEER_VALUE_U8, uint16_t                                                             \
             : VEER_VALUE_U16, uint32_t                                                            \
             : VEER_VALUE_U32, uint32_t *                                                          \
             : VEER_VALUE_U32, uint64_t                                                            \
             : VEER_VALUE_U64, float                                                               \
             : VEER_VALUE_F32, float *                                                             \
             : VEER_VALUE_F32, VeerVec3                                                            \
             : VEER_VALUE_F32, VeerVec3 *                                                          \
             : VEER_VALUE_F32, VeerAvoidMemory                                                     \
             : VEER_VALUE_F32, double                                                              \
             : VEER_VALUE_F64, default                                                             \
             : VEER_VALUE_BYTES)

// The rules.
#define VEER_RULE_ANY VEER_RULE_IS_FREE, 0, 0     // any bits do
#define VEER_RULE_DEF VEER_RULE_IS_FREE, 0, 0     // checked as the def that it came with
#define VEER_RULE_APART VEER_RULE_IS_FREE, 0, 0   // checked by code that knows what it is about
#define VEER_RULE_SLOT VEER_RULE_IS_OF_SLOT, 0, 0 // likewise, and kept by a slot that is given back
#define VEER_RULE_UNUSED VEER_RULE_IS_ZERO, 0, 0
#define VEER_RULE_UNIT VEER_RULE_IS_UNIT, 0, 0
#define VEER_RULE_WITHIN(low, high) VEER_RULE_IS_RANGE, (double)(low), (double)(high)
#define VEER_RULE_FLAG VEER_RULE_WITHIN(0, 1)
#define VEER_RULE_FINITE VEER_RULE_WITHIN(-(double)FLT_MAX, (double)FLT_MAX)
// s: clocks of floats that add ticks of at most 1 s stand still before that.
#define VEER_RULE_SECONDS VEER_RULE_WITHIN(0, 4e7)
// s, of the world's time: no tick comes after that.
#define VEER_LAST_TIME (0x1p48 + (double)FLT_MAX)
// m/s: a speed limit, and what rounding adds.
#define VEER_RULE_SPEED                                                                            \
    VEER_RULE_WITHIN(-2.0 * (double)VEER_WORLD_LIMIT, 2.0 * (double)VEER_WORLD_LIMIT)
#define VEER_RULE_BALL_SPEED VEER_RULE_WITHIN(-(double)VEER_BALL_SPEED, (double)VEER_BALL_SPEED)
// What may be far beyond the world, but so that squares fit a float.
#define VEER_RULE_FAR VEER_RULE_WITHIN(-1e18, 1e18)
#define VEER_RULE_LENGTH VEER_RULE_WITHIN(0, (double)VEER_WORLD_LIMIT)
#define VEER_RULE_POSITION VEER_RULE_WITHIN(-(double)VEER_WORLD_LIMIT, (double)VEER_WORLD_LIMIT)

/// The rule of a column; its offset is 0.
#define VEER_COLUMN_RULE(of, type, name, rule)                                                     \
    {                                                                                              \
        of "." #name, 0, sizeof(type), VEER_VALUE_KIND(*(type *)0), VEER_RULE_##rule               \
    }

/// Rules of the columns of a table, or of the fields of a struct.
typedef struct VeerStateRules {
    const VeerStateRule *all;
    uint32_t count;
} VeerStateRules;

/// The rule of a struct's field, and what the field adds to its size.
#define VEER_FIELD_RULE(of, type, field, rule)                                                     \
    {of "." #field, offsetof(type, field), sizeof(((type *)0)->field),                             \
     VEER_VALUE_KIND(((type *)0)->field), VEER_RULE_##rule},
#define VEER_FIELD_SIZE(of, type, field, rule) +sizeof(((type *)0)->field)

/// Declares the rules of a struct, as `name`, from the list of its fields, FIELDS(X, of, type). It
/// holds that their sizes sum up to the struct's: none is left out, and no byte of it is padding.
#define VEER_STRUCT_RULES(name, of, type, FIELDS)                                                  \
    static const VeerStateRule name##_all[] = {FIELDS(VEER_FIELD_RULE, of, type)};                 \
    static const VeerStateRules name = {name##_all, sizeof name##_all / sizeof(VeerStateRule)};    \
    _Static_assert((0 FIELDS(VEER_FIELD_SIZE, of, type)) == sizeof(type), #type ": all its "       \
                                                                                "fields")

/// Whether all values of a struct are as their rules have them; the struct is `slot`.
/// @param fault  filled where they are not; may be NULL
bool veer_rules_hold(const VeerStateRules *rules, const void *item, uint32_t slot,
                     VeerStateFault *fault);
/// The rules of an array of plain values, as `name`.
#define VEER_ARRAY_RULES(name, what, type)                                                         \
    static const VeerStateRule name##_all[] = {                                                    \
        {what, 0, sizeof(type), VEER_VALUE_KIND(*(type *)0), VEER_RULE_ANY}};                      \
    static const VeerStateRules name = {name##_all, 1}

/// A part of the state: equal structs, or the columns of a table.
typedef struct VeerStatePart {
    const VeerStateRules *rules;
    const void *base;  ///< the first struct; of columns the pointers to them, in the order of rules
    size_t stride;     ///< bytes from one struct to the next; 0: columns
    uint32_t count;    ///< of structs or slots; 0: the world has none
    bool is_of_agents; ///< slots are those of agents
} VeerStatePart;

#define VEER_MAX_STATE_PARTS 40
/// All parts of a state, what says most first.
struct VeerStateParts {
    VeerStatePart all[VEER_MAX_STATE_PARTS];
    uint32_t count;
};

/// Adds a part: structs, columns, columns or structs of agents. Those of no elements count, too:
/// the layout is told by all.
void veer_state_add(VeerStateParts *parts, const VeerStateRules *rules, const void *base,
                    size_t stride, uint32_t count);
void veer_state_add_of_agents(VeerStateParts *parts, const VeerStateRules *rules, const void *base,
                              size_t stride, uint32_t count);
/// Where a value of a part is stored.
const void *veer_state_value(const VeerStatePart *part, uint32_t slot, uint32_t rule);
/// Whether all values of a slot are as their rules have them.
bool veer_state_slot_holds(const VeerStatePart *part, uint32_t slot, VeerStateFault *fault);
/// Whether all of them are 0, but for what a slot keeps when it is given back.
bool veer_state_slot_is_empty(const VeerStatePart *part, uint32_t slot);
/// How many numbers a value is: the coordinates of a vector; else its bytes.
uint32_t veer_rule_numbers(const VeerStateRule *rule);
/// One of those numbers, rounded to a double.
double veer_rule_number(const VeerStateRule *rule, const void *value, uint32_t number);

/// Adds to a hash what rules are about: names, places and sizes.
uint64_t veer_rules_hash(const VeerStateRules *rules, uint64_t hash);
/// Tells what is wrong, and of which slot, unless it is right. @return is_right
bool veer_state_holds(bool is_right, const char *what, uint32_t slot, VeerStateFault *fault);
/// Whether size bytes are all 0.
bool veer_is_zero(const void *bytes, size_t size);
/// Whether a free list of slots ends, and has `expected` of them, each of which is_free of: next is
/// read from slots that are `stride` bytes apart.
typedef struct VeerFreeList {
    const char *what;
    const void *next;        ///< of slot 0: a uint32_t
    size_t stride;           ///< bytes from one slot's to the next one's
    const uint8_t *is_alive; ///< is_alive[slot_count]; NULL: nothing tells
    uint32_t head, slot_count, expected;
} VeerFreeList;
bool veer_free_list_holds(const VeerFreeList *list, VeerStateFault *fault);

#endif
