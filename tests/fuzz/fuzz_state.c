// States from outside, from two ends: any bytes, and small changes of real states, with their sums
// mended. What is taken over steps, reads and draws; what is refused leaves nothing behind.
#include "input.h"

#include "states/mutate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t draw(void *source)
{
    Input *input = source;
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
        value = value << 8 | byte(input);
    }
    return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static VeerStateBase bases[64];
    Input input = {data, size};
    uint8_t number = (uint8_t)(byte(&input) % veer_state_subject_count);
    VeerStateBase *base = &bases[number];
    VeerStateDice dice = {draw, &input};
    if (!base->world) {
        *base = veer_state_base_open(&veer_state_subjects[number]);
    }
    if (veer_world_import(base->world, data, size, NULL) == VEER_OK) {
        (void)veer_world_restore(base->world, base->saved, veer_world_save_size(base->world));
    }
    veer_state_change(base, &dice);
    (void)veer_state_try(base, &dice);
    return 0;
}
