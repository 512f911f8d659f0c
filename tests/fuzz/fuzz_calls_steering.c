// Steering, behaviours, vehicles and models of avoidance.
#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return run_calls(data, size, "steer,behaviour,vehicle,avoid");
}
