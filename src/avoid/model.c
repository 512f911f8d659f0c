#include "veer/avoid.h"

const char *veer_avoid_model_name(VeerAvoidModel model)
{
    switch (model) {
    case VEER_AVOID_NONE:
        return "none";
    case VEER_AVOID_ORCA:
        return "orca";
    case VEER_AVOID_MODEL_COUNT:
        break;
    }
    return NULL;
}

VeerAvoidParams veer_avoid_params_default(void)
{
    return (VeerAvoidParams){.sense_range = 10.0f,
                             .time_horizon = 4.0f,
                             .time_horizon_obstacles = 2.0f,
                             .max_neighbours = 12};
}
