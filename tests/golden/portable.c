// The hashes of the golden worlds, by a program that needs the core alone: the lines of the table
// that name no scene. For machines that are emulated, and for packages.
#include "golden/golden.h"

#include <inttypes.h>
#include <stdio.h>

int main(void)
{
    const VeerTasks none = {0};
    for (int i = 0; i < veer_golden_world_count; ++i) {
        const VeerGoldenWorld *golden = &veer_golden_worlds[i];
        printf("%s %016" PRIx64 "\n", golden->name, veer_golden_run(golden, &none));
    }
    return 0;
}
