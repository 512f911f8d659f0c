/// JSON: from text to a tree, and from that to C structs by tables of properties, with one clear
/// line for what is wrong.
#ifndef VEER_IO_JSON_H
#define VEER_IO_JSON_H

#include "io/base/chance.h"
#include "io/base/limits.h"
#include "io/base/store.h"
#include "io/json/tree.h"
#include "veer/scenario.h"

/// What all of the reading of one file shares.
typedef struct VeerReader {
    const char *file;              ///< what errors call it
    VeerInputError *error;         ///< the first one
    VeerStatus status;             ///< VEER_OK until then
    VeerStore *store;              ///< where what is read lives
    double scale;                  ///< of the lengths that grow with the scene
    const VeerInputLimits *limits; ///< NULL: the defaults
    double granted;                ///< bytes that it may take beside those of the limits
    double steps;                  ///< that it took so far: see veer_reader_spend
} VeerReader;

/// Notes what is wrong at a node (NULL: the file as a whole). @return false
bool veer_reader_fail(VeerReader *reader, const VeerNode *at, const char *format, ...);
/// Notes what is wrong at a node where a claim does not hold. @return whether it does
bool veer_reader_check(VeerReader *reader, const VeerNode *at, bool is_so, const char *format, ...);
/// Notes that memory is out. @return false
bool veer_reader_fail_memory(VeerReader *reader);
/// Notes that memory is out where there was not enough. @return is_enough
bool veer_reader_check_memory(VeerReader *reader, bool is_enough);

/// Notes what is wrong at a node where there is more of something than the limits allow.
/// @return whether there is not
bool veer_reader_within(VeerReader *reader, const VeerNode *at, VeerLimit each, double count,
                        const char *what);
/// Notes that so many steps are taken for a node, and what is wrong with it once all together are
/// more than the limits allow. @return whether they are not
bool veer_reader_spend(VeerReader *reader, const VeerNode *at, double steps);

/// Points of a file.
typedef struct VeerPoints {
    VeerVec3 *at; ///< at[count]
    uint32_t count;
} VeerPoints;

/// What the member of an object is, and the C type that it is stored as.
typedef enum VeerPropertyKind {
    VEER_PROPERTY_NUMBER, ///< float
    VEER_PROPERTY_TIME,   ///< double
    VEER_PROPERTY_COUNT,  ///< uint32_t, a whole number
    VEER_PROPERTY_FLAG,   ///< bool
    VEER_PROPERTY_TEXT,   ///< const char *
    VEER_PROPERTY_VECTOR, ///< VeerVec3, an array of two or three numbers
    VEER_PROPERTY_POINTS, ///< VeerPoints, an array of vectors
    VEER_PROPERTY_BOUNDS, ///< VeerBounds, two vectors; z stays as it was when they have two numbers
    VEER_PROPERTY_RANGE,  ///< VeerRange, a number or {"min": …, "max": …}
    VEER_PROPERTY_CHOICE, ///< int, one of the names in `more`
    VEER_PROPERTY_LAYERS, ///< uint32_t of bits, an array of their numbers
    VEER_PROPERTY_OBJECT, ///< a struct in place, by the schema in `more`
    VEER_PROPERTY_NODE,   ///< const VeerNode *, any value, for the reader's own hands
} VeerPropertyKind;

enum {
    VEER_PROPERTY_ABOVE = 1,    ///< the value must be greater than `lower`, not equal
    VEER_PROPERTY_SCALED = 2,   ///< a length that grows with the scene
    VEER_PROPERTY_REQUIRED = 4, ///< must be there
    VEER_PROPERTY_ENDLESS = 8,  ///< a number that may also be "infinite"
};

typedef struct VeerProperty {
    const char *key;
    VeerPropertyKind kind;
    size_t offset;       ///< into the struct
    double lower, upper; ///< of numbers, counts, ranges, layers and the coordinates of vectors
    int flags;
    const void *more; ///< choices: names ended by NULL; objects: a VeerSchema
    uint32_t kinds;   ///< bits of the variants that have it; 0: all
} VeerProperty;

/// The members of one kind of object. Where the name has a dot, the object is one variant of
/// several: "place.ring" is chosen by the member "kind", "ring", which is none of the properties.
typedef struct VeerSchema {
    const char *name;               ///< as in docs/scenario.schema.json
    const VeerProperty *properties; ///< of all variants
    uint32_t property_count;
    uint32_t kind; ///< which variant it is
} VeerSchema;

#define VEER_VARIANT(name, properties, kind)                                                       \
    {                                                                                              \
        name, properties, sizeof(properties) / sizeof(properties)[0], kind                         \
    }
#define VEER_SCHEMA(name, properties) VEER_VARIANT(name, properties, 0)

/// The property of a schema that comes after one (NULL: the first). @return NULL: there is none
const VeerProperty *veer_schema_next(const VeerSchema *schema, const VeerProperty *last);

/// Reads an object's members into *out, which holds the defaults.
bool veer_reader_object(VeerReader *reader, const VeerNode *node, const VeerSchema *schema,
                        void *out);

/// Reads an object by the schema that its member "kind" chooses.
/// @param schemas  schemas[count], variants
/// @param chosen   which
bool veer_reader_variant(VeerReader *reader, const VeerNode *node, const VeerSchema *schemas,
                         uint32_t count, uint32_t *chosen, void *out);

/// Reads one value as `property` says into *out, which is of the property's type.
bool veer_reader_property(VeerReader *reader, const VeerNode *node, const VeerProperty *property,
                          void *out);

/// Reads one vector with coordinates of at most VEER_WORLD_LIMIT.
bool veer_reader_vector(VeerReader *reader, const VeerNode *node, VeerVec3 *out);

/// The first element of an array; NULL where `list` is NULL, or is no array, which the reader
/// notes.
const VeerNode *veer_reader_first(VeerReader *reader, const VeerNode *list);

/// A number of an object as far as it can be read before the object itself is.
/// @return `otherwise` where there is none
double veer_reader_peek(const VeerNode *object, const char *key, double otherwise);

/// Takes room for `count` zeroed elements of `size` bytes in the reader's store.
/// @return NULL, with the reader's error, when memory is out, or it is more than limits allow
void *veer_reader_take(VeerReader *reader, size_t count, size_t size);

/// The same for a block that is aligned as maps need it.
void *veer_reader_take_block(VeerReader *reader, size_t size);

/// Takes room for what the elements of a list (NULL: there is none) are read to: `most` at most;
/// errors call them `what`. @return NULL, with the reader's error
void *veer_reader_take_list(VeerReader *reader, const VeerNode *list, const char *what,
                            uint32_t most, size_t size);

/// Reads a whole number, `lower` to `upper`.
bool veer_reader_count(VeerReader *reader, const VeerNode *node, double lower, double upper,
                       uint32_t *out);

/// Checks that a node is of a kind.
bool veer_reader_expect(VeerReader *reader, const VeerNode *node, VeerNodeKind kind);

/// The name nearest to `wrong`, by single-letter edits.
/// @param names  names[count]
const char *veer_nearest_name(const char *wrong, const char *const *names, uint32_t count);

/// Parses text[length], an object, into nodes of the reader's store. Syntax errors, duplicate
/// keys, NULs, numbers out of range, nesting beyond VEER_TREE_DEPTH, an object of over 65536
/// members and more values, or text in strings, than the limits allow are refused with line and
/// column.
/// @return NULL, with the reader's error, when it fails
VeerNode *veer_source_parse(VeerReader *reader, const char *text, size_t length);

/// Parses the value of a setting: JSON, or else the text as it is, as a string.
/// @return NULL when memory is out
VeerNode *veer_source_parse_value(VeerReader *reader, const char *text);

/// The tree as JSON text that parses back to an equal tree. @return NULL when memory is out
char *veer_node_text(const VeerNode *root, VeerStore *store);

#endif
