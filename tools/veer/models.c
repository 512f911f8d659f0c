#include "models.h"

#include "names.h"

#include <stdio.h>
#include <string.h>

static bool fail_unknown(const char *option, const char *kind, const char *word, VeerNameFn *name,
                         VeerInputError *error)
{
    VeerNearest nearest = {.name = word};
    char all[300] = "";
    for (uint32_t i = 0; name(i); i++) {
        veer_nearest_offer(&nearest, name(i));
        size_t length = strlen(all);
        snprintf(all + length, sizeof all - length, "%s%s", i == 0 ? "" : ", ", name(i));
    }
    snprintf(error->text, sizeof error->text, "%s: no %s '%.60s'; %s%s%s", option, kind, word,
             nearest.nearest ? "did you mean " : "there are ",
             nearest.nearest ? nearest.nearest : all, nearest.nearest ? "?" : "");
    return false;
}

static bool add_choice(VeerChoices *choices, const char *option, const char *word, uint32_t number,
                       VeerInputError *error)
{
    for (uint32_t i = 0; i < choices->count; i++) {
        if (choices->numbers[i] == number) {
            snprintf(error->text, sizeof error->text, "%s: %.60s: is there twice", option, word);
            return false;
        }
    }
    choices->numbers[choices->count++] = number;
    return true;
}

static bool add_word(VeerChoices *choices, const char *option, const char *kind, const char *word,
                     VeerNameFn *name, VeerInputError *error)
{
    for (uint32_t i = 0; name(i) && i < VEER_MOST_CHOICES; i++) {
        if (strcmp(name(i), word) == 0) {
            return add_choice(choices, option, word, i, error);
        }
    }
    return fail_unknown(option, kind, word, name, error);
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

static const char *model_name(uint32_t number)
{
    return veer_avoid_model_name((VeerAvoidModel)number);
}

bool veer_models_read(VeerChoices *choices, const char *list, VeerInputError *error)
{
    if (list) {
        return veer_choices_read(choices, list, "--models", "model", model_name, error);
    }
    *choices = (VeerChoices){0};
    for (uint32_t i = 0; model_name(i) && i < VEER_MOST_CHOICES; i++) {
        // It is the host's own; the command has none.
        if (strcmp(model_name(i), "custom") != 0) {
            choices->numbers[choices->count++] = i;
        }
    }
    return true;
}
