/// @file
/// A fuzz target's input as a stream of bytes; zeros once it is used up.
#ifndef VEER_FUZZ_INPUT_H
#define VEER_FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct Input {
    const uint8_t *data;
    size_t size;
} Input;

static inline uint8_t byte(Input *input)
{
    if (input->size == 0) {
        return 0;
    }
    input->size -= 1;
    return *input->data++;
}

#endif
