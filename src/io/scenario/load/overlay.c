/// What the caller chose, laid over the file's tree before it is read.
#include "io/scenario/load/load.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A setting as far as its path was followed.
typedef struct SettingPath {
    VeerReader *reader;
    const char *setting; ///< all of it, for messages
    const char *at;      ///< the rest of the path
    const char *end;     ///< its "="
} SettingPath;

static bool fail_path(const SettingPath *path, const VeerNode *node, const char *what)
{
    char place[160];
    veer_node_place(node, place, sizeof place);
    return veer_reader_fail(path->reader, NULL, "setting \"%.100s\": %s%s%s", path->setting, place,
                            place[0] ? ": " : "", what);
}

#define DIGITS "0123456789"
#define KEY_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" DIGITS "_-"

/// Follows ".key" or "key" to a member, which is made an empty object where there is none.
static VeerNode *follow_key(SettingPath *path, VeerNode *node)
{
    const char *start = path->at;
    size_t length = strspn(start, KEY_LETTERS);
    path->at += length;
    if (length == 0) {
        fail_path(path, node, "a key must follow");
        return NULL;
    }
    if (node->kind != VEER_NODE_OBJECT) {
        fail_path(path, node, "is no object, has no keys");
        return NULL;
    }
    VeerStore *store = path->reader->store;
    char *key = veer_store_copy(store, start, length);
    VeerNode *member = key ? veer_node_member(node, key) : NULL;
    if (!member && key) {
        member = veer_node_append(node, key, veer_node_create(store, VEER_NODE_OBJECT));
    }
    if (!member) {
        veer_reader_fail_memory(path->reader);
    }
    return member;
}

/// Follows "[3]" to an element.
static VeerNode *follow_index(SettingPath *path, const VeerNode *node)
{
    uint32_t index = (uint32_t)strtoul(path->at + 1, NULL, 10);
    size_t digits = strspn(path->at + 1, DIGITS);
    if (digits == 0 || digits > 8 || path->at[1 + digits] != ']') {
        fail_path(path, node, "an index like [0] must follow");
        return NULL;
    }
    path->at += digits + 2;
    VeerNode *element = veer_node_element(node, index);
    if (!element) {
        char what[64];
        snprintf(what, sizeof what, "has no element [%u], has %u elements", (unsigned)index,
                 node->kind == VEER_NODE_ARRAY ? (unsigned)node->count : 0u);
        fail_path(path, node, what);
    }
    return element;
}

static VeerNode *follow(SettingPath *path, VeerNode *node)
{
    for (uint32_t depth = 0; node && path->at < path->end; depth++) {
        if (depth >= VEER_TREE_DEPTH / 2) {
            fail_path(path, NULL, "is too deep");
            return NULL;
        }
        if (*path->at == '[') {
            node = follow_index(path, node);
            continue;
        }
        path->at += depth > 0 && *path->at == '.';
        node = follow_key(path, node);
    }
    return node;
}

/// Lays one "path=value" over the tree. @return false with the reader's error
static bool lay_setting(VeerReader *reader, VeerNode *root, const char *setting)
{
    const char *equals = strchr(setting, '=');
    SettingPath path = {reader, setting, setting, equals};
    if (!equals || equals == setting) {
        return fail_path(&path, NULL, "must be path=value, like world.dt=0.1");
    }
    VeerNode *value = veer_source_parse_value(reader, equals + 1);
    VeerNode *node = value ? follow(&path, root) : NULL;
    if (!node) {
        return false;
    }
    veer_node_replace(node, node->key, value);
    return true;
}

/// Lays one setting that is made of values over the tree.
static bool lay(VeerReader *reader, VeerNode *root, const char *format, ...)
{
    char setting[160];
    va_list values;
    va_start(values, format);
    vsnprintf(setting, sizeof setting, format, values);
    va_end(values);
    return lay_setting(reader, root, setting);
}

/// Whether a member is an object or not there; of any other the loader complains later.
static bool can_hold(const VeerNode *owner, const char *key)
{
    const VeerNode *member = veer_node_member(owner, key);
    return !member || member->kind == VEER_NODE_OBJECT;
}

/// A seed that a double cannot hold is written as a string of digits.
static bool lay_world(VeerReader *reader, VeerNode *root, const VeerScenarioOptions *options)
{
    const char *seed =
        options->seed <= UINT64_C(1) << 53 ? "world.seed=%llu" : "world.seed=\"%llu\"";
    return !can_hold(root, "world") ||
           ((!options->has_seed || lay(reader, root, seed, (unsigned long long)options->seed)) &&
            (options->dt == 0.0f || lay(reader, root, "world.dt=%.17g", (double)options->dt)) &&
            (options->duration == 0.0f ||
             lay(reader, root, "world.duration=%.17g", (double)options->duration)));
}

/// Groups that state a model of their own get this one; all others have it from the defaults.
static bool lay_model(VeerReader *reader, VeerNode *root, const char *model)
{
    const char *const lists[] = {"groups", "timeline"};
    const VeerNode *defaults = veer_node_member(root, "defaults");
    for (int i = 0; i < 2; i++) {
        const VeerNode *list = veer_node_member(root, lists[i]);
        const VeerNode *node = list && list->kind == VEER_NODE_ARRAY ? list->first : NULL;
        for (; node; node = node->next) {
            const VeerNode *group = i == 0 ? node : veer_node_member(node, "group");
            VeerNode *own = veer_node_member(veer_node_member(group, "avoidance"), "model");
            if (own) {
                veer_node_replace(own, own->key, veer_node_string(reader->store, model));
            }
        }
    }
    return !can_hold(root, "defaults") || !can_hold(defaults, "avoidance") ||
           lay(reader, root, "defaults.avoidance.model=%s", model);
}

/// Lays an object's members over another's: objects member by member, all else as a whole.
static void lay_over(VeerStore *store, VeerNode *object, const VeerNode *over)
{
    for (const VeerNode *each = over->first; each; each = each->next) {
        VeerNode *member = veer_node_member(object, each->key);
        if (each->kind == VEER_NODE_OBJECT && member && member->kind == VEER_NODE_OBJECT) {
            lay_over(store, member, each);
            continue;
        }
        if (!member) {
            member = veer_node_append(object, each->key, veer_node_create(store, VEER_NODE_NULL));
        }
        if (member) {
            veer_node_replace(member, each->key, each);
        }
    }
}

/// The model that the defaults state; NULL: none, or nothing that is one.
static const char *model_of_defaults(const VeerNode *root)
{
    const VeerNode *defaults = veer_node_member(root, "defaults");
    const VeerNode *model = veer_node_member(veer_node_member(defaults, "avoidance"), "model");
    return model && model->kind == VEER_NODE_STRING ? model->value.string : NULL;
}

/// Lays what the file says of one model over its defaults; nothing is left of it then, so that the
/// text of the scenario reads back as it is.
static bool lay_overlays(VeerReader *reader, VeerNode *root, const char *model)
{
    VeerNode *overlays = veer_node_member(root, "models");
    const VeerNode *any = NULL;
    if (!overlays) {
        return true;
    }
    if (!veer_reader_object(reader, overlays, &veer_models_schema, &any)) {
        return false;
    }
    const VeerNode *over = model ? veer_node_member(overlays, model) : NULL;
    VeerNode *defaults = veer_node_member(root, "defaults");
    if (over && !veer_reader_expect(reader, over, VEER_NODE_OBJECT)) {
        return false;
    }
    if (over && !defaults) {
        defaults =
            veer_node_append(root, "defaults", veer_node_create(reader->store, VEER_NODE_OBJECT));
    }
    if (over && defaults && defaults->kind == VEER_NODE_OBJECT) {
        lay_over(reader->store, defaults, over);
    }
    veer_node_replace(overlays, overlays->key, veer_node_create(reader->store, VEER_NODE_OBJECT));
    return veer_reader_check_memory(reader, !reader->store->is_out);
}

static bool lay_agents(VeerReader *reader, VeerNode *root, uint32_t agents)
{
    return agents == 0 ? true
           : veer_node_member(root, "agents")
               ? lay(reader, root, "agents=%u", (unsigned)agents)
               : veer_reader_fail(reader, NULL,
                                  "agents: the number is fixed in this scene, which does not "
                                  "state \"agents\"");
}

static bool check_options(VeerReader *reader, const VeerScenarioOptions *options)
{
    if (options->has_model && (uint32_t)options->model >= VEER_AVOID_MODEL_COUNT) {
        return veer_reader_fail(reader, NULL, "model: must be < %d, is %d", VEER_AVOID_MODEL_COUNT,
                                (int)options->model);
    }
    for (uint32_t i = 0; i < options->setting_count; i++) {
        if (!options->settings || !options->settings[i]) {
            return veer_reader_fail(reader, NULL, "settings: NULL was given");
        }
    }
    return veer_reader_check(reader, NULL, isfinite(options->dt) && isfinite(options->duration),
                             "dt and duration must be finite");
}

bool veer_overlay_options(VeerReader *reader, VeerNode *root, const VeerScenarioOptions *options)
{
    if (root->kind != VEER_NODE_OBJECT || !check_options(reader, options)) {
        return veer_reader_expect(reader, root, VEER_NODE_OBJECT) && false;
    }
    const char *model =
        options->has_model ? veer_avoid_model_name(options->model) : model_of_defaults(root);
    if (!lay_overlays(reader, root, model)) {
        return false;
    }
    for (uint32_t i = 0; i < options->setting_count; i++) {
        if (!lay_setting(reader, root, options->settings[i])) {
            return false;
        }
    }
    if (options->has_model && !lay_model(reader, root, model)) {
        return false;
    }
    return lay_agents(reader, root, options->agents) && lay_world(reader, root, options);
}
