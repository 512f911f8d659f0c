#include "names.h"

#include "text.h"

#include <stdio.h>
#include <string.h>

void veer_nearest_offer(VeerNearest *nearest, const char *candidate)
{
    uint32_t distance = veer_name_distance(nearest->name, candidate);
    uint32_t most = (uint32_t)strlen(nearest->name) / 3 + 1;
    if (distance <= most && (!nearest->nearest || distance < nearest->distance)) {
        nearest->nearest = candidate;
        nearest->distance = distance;
    }
}

static bool fail_unknown(const char *word, VeerNameFn *name, const char *option, const char *kind,
                         VeerInputError *error)
{
    VeerNearest nearest = {.name = word};
    char all[300] = "";
    for (uint32_t i = 0; name(i); i++) {
        veer_nearest_offer(&nearest, name(i));
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i == 0 ? "" : ", ", name(i));
    }
    return veer_error_set(error, "%s: no %s '%.60s'; %s%s%s", option, kind, word,
                          nearest.nearest ? "did you mean " : "there are ",
                          nearest.nearest ? nearest.nearest : all, nearest.nearest ? "?" : "");
}

bool veer_name_find(const char *word, VeerNameFn *name, const char *option, const char *kind,
                    uint32_t *number, VeerInputError *error)
{
    for (uint32_t i = 0; name(i); i++) {
        if (strcmp(name(i), word) == 0) {
            *number = i;
            return true;
        }
    }
    return fail_unknown(word, name, option, kind, error);
}

static bool add_choice(VeerChoices *choices, const char *option, const char *word, uint32_t number,
                       VeerInputError *error)
{
    for (uint32_t i = 0; i < choices->count; i++) {
        if (choices->numbers[i] == number) {
            return veer_error_set(error, "%s: %.60s: is there twice", option, word);
        }
    }
    choices->numbers[choices->count++] = number;
    return true;
}

static bool add_word(VeerChoices *choices, const char *option, const char *kind, const char *word,
                     VeerNameFn *name, VeerInputError *error)
{
    uint32_t number = 0;
    return veer_name_find(word, name, option, kind, &number, error) &&
           add_choice(choices, option, word, number, error);
}

bool veer_choices_read(VeerChoices *choices, const char *list, const char *option, const char *kind,
                       VeerNameFn *name, VeerInputError *error)
{
    *choices = (VeerChoices){0};
    const char *at = list;
    for (;;) {
        char word[64];
        size_t length = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
                 at);
        if (!add_word(choices, option, kind, word, name, error)) {
            return false;
        }
        if (at[length] == '\0') {
            return true;
        }
        at += length + 1;
    }
}

const char *veer_model_name(uint32_t number)
{
    // It is the host's own; the command has none.
    return number == VEER_AVOID_CUSTOM ? NULL : veer_avoid_model_name((VeerAvoidModel)number);
}

bool veer_models_read(VeerChoices *choices, const char *list, VeerInputError *error)
{
    if (list) {
        return veer_choices_read(choices, list, "--models", "model", veer_model_name, error);
    }
    *choices = (VeerChoices){0};
    while (veer_model_name(choices->count)) {
        choices->numbers[choices->count] = choices->count;
        choices->count++;
    }
    return true;
}
