// Flow fields, alone and in worlds.
#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return run_calls(data, size, "field,density");
}
