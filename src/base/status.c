/// The names of statuses.
#include "veer/api.h"

const char *veer_status_name(VeerStatus status)
{
    switch (status) {
    case VEER_OK:
        return "VEER_OK";
    case VEER_PARTIAL:
        return "VEER_PARTIAL";
    case VEER_FULL:
        return "VEER_FULL";
    case VEER_BAD_VALUE:
        return "VEER_BAD_VALUE";
    case VEER_BAD_HANDLE:
        return "VEER_BAD_HANDLE";
    case VEER_OUT_OF_MEMORY:
        return "VEER_OUT_OF_MEMORY";
    case VEER_BUSY:
        return "VEER_BUSY";
    case VEER_STATUS_COUNT:
        break;
    }
    return "VEER_UNKNOWN";
}
