/// The names of statuses.
#include "veer/api.h"

const char *veer_status_name(VeerStatus status)
{
    static const char *const names[VEER_STATUS_COUNT] = {
        [VEER_OK] = "VEER_OK",
        [VEER_PARTIAL] = "VEER_PARTIAL",
        [VEER_FULL] = "VEER_FULL",
        [VEER_BAD_VALUE] = "VEER_BAD_VALUE",
        [VEER_BAD_HANDLE] = "VEER_BAD_HANDLE",
        [VEER_OUT_OF_MEMORY] = "VEER_OUT_OF_MEMORY",
        [VEER_BUSY] = "VEER_BUSY",
        [VEER_NO_STATE] = "VEER_NO_STATE",
        [VEER_WRONG_VERSION] = "VEER_WRONG_VERSION",
        [VEER_WRONG_SUM] = "VEER_WRONG_SUM",
        [VEER_WRONG_DEF] = "VEER_WRONG_DEF",
        [VEER_WRONG_MAP] = "VEER_WRONG_MAP",
        [VEER_BAD_STATE] = "VEER_BAD_STATE",
    };
    return (unsigned)status < VEER_STATUS_COUNT ? names[status] : "VEER_UNKNOWN";
}
