// Searches over anything, grids and voxels.
#include "calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return run_calls(data, size, "search,grid_search,voxel_search");
}
