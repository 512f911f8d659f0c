// Foresight, windows of occupied time and searches in them.
#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return run_calls(data, size, "foresight,interval_search,window");
}
