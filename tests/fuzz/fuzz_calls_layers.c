// Maps and their layers, indices, schedules and notifiers.
#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return run_calls(data, size, "grid,voxels,space,schedule,notify");
}
