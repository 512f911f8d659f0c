// Agents, obstacles and their world in any order.
#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return run_calls(data, size, "agent,obstacle,world,event,draw,route");
}
