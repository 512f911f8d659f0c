/// Any bytes as a number: what is taken for one is all of it, and means what it says.
#include "io/base/lines.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool claim)
{
    if (!claim) {
        abort();
    }
}

/// Without a sign, and zeros before the first digit that counts.
static VeerWord plain(VeerWord word)
{
    bool has_sign = word.length > 0 && (*word.text == '-' || *word.text == '+');
    word.text += has_sign;
    word.length -= has_sign;
    while (word.length > 1 && *word.text == '0') {
        word.text++;
        word.length--;
    }
    return word;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    VeerWord word = {(const char *)data, size};
    int64_t whole = 0;
    double number = 0.0;
    if (veer_word_whole(word, INT32_MIN, INT32_MAX, &whole)) {
        char text[32];
        snprintf(text, sizeof text, "%lld", llabs((long long)whole));
        require(whole >= INT32_MIN && whole <= INT32_MAX && veer_word_is(plain(word), text));
        require((whole < 0) == (*data == '-' && whole != 0));
    }
    if (veer_word_number(word, &number)) {
        require(isfinite(number) && !memchr(data, 0, size));
    }
    return 0;
}
