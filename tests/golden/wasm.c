// The golden worlds for a host that can only call: tests/golden/wasm.mjs.
#include "golden/golden.h"

VEER_API uint32_t veer_golden_count(void);
VEER_API const char *veer_golden_name(uint32_t i);
VEER_API uint64_t veer_golden_hash(uint32_t i);

uint32_t veer_golden_count(void)
{
    return (uint32_t)veer_golden_world_count;
}

const char *veer_golden_name(uint32_t i)
{
    return veer_golden_worlds[i].name;
}

uint64_t veer_golden_hash(uint32_t i)
{
    const VeerTasks none = {0};
    return veer_golden_run(&veer_golden_worlds[i], &none);
}
