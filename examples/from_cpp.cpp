// The same library from C++.
#include <veer/veer.h>

#include <cstdio>

int main()
{
    VeerWorldDef def = veer_world_def_default();
    def.space = VEER_SPATIAL;
    VeerWorld *world = nullptr;
    VeerStatus status = veer_world_create(&def, &world);
    std::printf("%s\n", veer_status_name(status));
    veer_world_destroy(world);
    return status == VEER_OK ? 0 : 1;
}
