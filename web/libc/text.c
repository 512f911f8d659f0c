// Numbers and text, for wasm32: what the loader of scenarios calls of a C library. The digits of
// fractions are the host's work, who has them exact: as a browser reads and writes its numbers.
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int errno;

/// The number that text[length] says, which is one.
__attribute__((import_module("host"), import_name("number"))) double host_number(const char *text,
                                                                                 size_t length);
/// Writes a number as %.*f (is_fixed) or %.*g do, without NUL. @return the length, at most 350
__attribute__((import_module("host"), import_name("digits"))) size_t
host_digits(double value, int precision, bool is_fixed, char *out);

double hypot(double a, double b)
{
    return sqrt(a * a + b * b);
}

float hypotf(float a, float b)
{
    return (float)hypot((double)a, (double)b);
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static const char *skip_digits(const char *at)
{
    while (is_digit(*at)) {
        at++;
    }
    return at;
}

static const char *skip_sign(const char *at)
{
    return *at == '-' || *at == '+' ? at + 1 : at;
}

/// Decimal numbers alone.
double strtod(const char *text, char **end)
{
    const char *begin = text + strspn(text, " \t\r\n");
    const char *whole = skip_sign(begin);
    const char *at = skip_digits(whole);
    bool has_digits = at > whole;
    if (*at == '.') {
        const char *fraction = at + 1;
        at = skip_digits(fraction);
        has_digits = has_digits || at > fraction;
    }
    if (*at == 'e' || *at == 'E') {
        const char *exponent = skip_sign(at + 1);
        const char *last = skip_digits(exponent);
        at = last > exponent ? last : at;
    }
    if (end) {
        *end = (char *)(uintptr_t)(has_digits ? at : text);
    }
    double number = has_digits ? host_number(begin, (size_t)(at - begin)) : 0.0;
    if (isinf(number)) {
        errno = ERANGE;
    }
    return number;
}

/// Decimal alone. @param is_negative  NULL: no sign is taken
static uint64_t read_whole(const char *text, char **end, bool *is_negative)
{
    const char *begin = text + strspn(text, " \t\r\n");
    const char *digits = skip_sign(begin), *last = skip_digits(digits);
    uint64_t number = 0;
    for (const char *at = digits; at < last; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (number > (UINT64_MAX - digit) / 10) {
            errno = ERANGE;
            number = UINT64_MAX;
            break;
        }
        number = number * 10 + digit;
    }
    *is_negative = *begin == '-';
    if (end) {
        *end = (char *)(uintptr_t)(last > digits ? last : text);
    }
    return number;
}

unsigned long long strtoull(const char *text, char **end, int base)
{
    (void)base;
    bool is_negative;
    uint64_t number = read_whole(text, end, &is_negative);
    return is_negative ? 0 - number : number;
}

unsigned long strtoul(const char *text, char **end, int base)
{
    unsigned long long number = strtoull(text, end, base);
    if (number > UINT32_MAX) {
        errno = ERANGE;
        return UINT32_MAX;
    }
    return (unsigned long)number;
}

long long strtoll(const char *text, char **end, int base)
{
    (void)base;
    bool is_negative;
    uint64_t number = read_whole(text, end, &is_negative);
    if (number > (uint64_t)INT64_MAX) {
        errno = ERANGE;
        return is_negative ? INT64_MIN : INT64_MAX;
    }
    return is_negative ? -(long long)number : (long long)number;
}

static void merge(unsigned char *out, const unsigned char *left, const unsigned char *right,
                  const unsigned char *end, size_t size, int (*compare)(const void *, const void *))
{
    for (const unsigned char *middle = right; left < middle || right < end; out += size) {
        bool takes_left = right == end || (left < middle && compare(left, right) <= 0);
        memcpy(out, takes_left ? left : right, size);
        left += takes_left ? size : 0;
        right += takes_left ? 0 : size;
    }
}

void qsort(void *values, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    unsigned char *from = values, *spare = malloc(count * size);
    if (!spare) {
        __builtin_trap();
    }
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t i = 0; i < count; i += 2 * run) {
            size_t middle = i + run < count ? i + run : count;
            size_t end = middle + run < count ? middle + run : count;
            merge(spare + i * size, from + i * size, from + middle * size, from + end * size, size,
                  compare);
        }
        memcpy(from, spare, count * size);
    }
    free(spare);
}

/// What is written so far; what does not fit is counted.
typedef struct Text {
    char *out;
    size_t size, length;
} Text;

static void put(Text *text, const char *letters, size_t count)
{
    for (size_t i = 0; i < count; i++, text->length++) {
        if (text->length + 1 < text->size) {
            text->out[text->length] = letters[i];
        }
    }
}

typedef struct Format {
    int width, precision; ///< precision < 0: none
    int longs;            ///< how many l's
    char conversion;
} Format;

static const char *read_format(const char *at, Format *format, va_list *values)
{
    *format = (Format){.precision = -1};
    for (; is_digit(*at); at++) {
        format->width = format->width * 10 + (*at - '0');
    }
    if (*at == '.') {
        at++;
        format->precision = *at == '*' ? va_arg(*values, int) : 0;
        at += *at == '*';
        for (; is_digit(*at); at++) {
            format->precision = format->precision * 10 + (*at - '0');
        }
    }
    for (; *at == 'l' || *at == 'z'; at++) {
        format->longs += *at == 'l';
    }
    format->conversion = *at;
    return at + 1;
}

static void put_whole(Text *text, uint64_t number, unsigned base, int width)
{
    char digits[24];
    size_t at = sizeof digits;
    for (; number > 0 || at == sizeof digits || (int)(sizeof digits - at) < width; number /= base) {
        digits[--at] = "0123456789abcdef"[number % base];
    }
    put(text, digits + at, sizeof digits - at);
}

static void put_signed(Text *text, int64_t number)
{
    put(text, "-", number < 0);
    put_whole(text, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, 10, 0);
}

static void put_fraction(Text *text, const Format *format, double value)
{
    char digits[360];
    int precision = format->precision < 0 ? 6 : format->precision;
    put(text, digits, host_digits(value, precision, format->conversion == 'f', digits));
}

static void put_string(Text *text, const Format *format, const char *string)
{
    size_t length = 0;
    while ((format->precision < 0 || length < (size_t)format->precision) && string[length]) {
        length++;
    }
    put(text, string, length);
}

static void put_value(Text *text, const Format *format, va_list *values)
{
    char letter = format->conversion;
    if (letter == 's') {
        put_string(text, format, va_arg(*values, const char *));
    } else if (letter == 'f' || letter == 'g') {
        put_fraction(text, format, va_arg(*values, double));
    } else if (letter == 'd') {
        put_signed(text, format->longs == 2 ? va_arg(*values, long long) : va_arg(*values, int));
    } else if (letter == 'u' || letter == 'x') {
        put_whole(text,
                  format->longs == 2 ? va_arg(*values, unsigned long long)
                                     : va_arg(*values, unsigned),
                  letter == 'x' ? 16 : 10, format->width);
    } else {
        char single = letter == 'c' ? (char)va_arg(*values, int) : letter;
        put(text, &single, 1);
    }
}

int vsnprintf(char *out, size_t size, const char *format, va_list given)
{
    Text text = {out, size, 0};
    va_list values;
    va_copy(values, given);
    while (*format) {
        if (*format != '%') {
            put(&text, format++, 1);
            continue;
        }
        Format one;
        format = read_format(format + 1, &one, &values);
        put_value(&text, &one, &values);
    }
    va_end(values);
    if (size > 0) {
        out[text.length < size ? text.length : size - 1] = '\0';
    }
    return (int)text.length;
}

int snprintf(char *out, size_t size, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int length = vsnprintf(out, size, format, values);
    va_end(values);
    return length;
}
