#include "models.h"

#include <stdio.h>
#include <string.h>

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
    uint32_t number;
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
