// Links, and the routes that take them.
#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return run_calls(data, size, "link,route");
}
