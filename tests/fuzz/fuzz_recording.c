/// Any bytes as a recording: refused with an error, or a run with a text.
#define _POSIX_C_SOURCE 200809L
#include "refusal.h"

#include "veer/recording.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[] = "/tmp/veer-fuzz-recording-XXXXXX";
    VeerInputError error = {""};
    VeerRecordedRun run = {0};
    int file = mkstemp(path);
    if (file < 0 || write(file, data, size) != (ssize_t)size) {
        abort();
    }
    close(file);
    VeerStatus status = veer_recording_read(path, NULL, &run, &error);
    check(status, &error);
    if ((status == VEER_OK) != (run.scenario != NULL)) {
        abort(); // a run without a text, or a text that leaks
    }
    veer_recorded_run_free(&run);
    unlink(path);
    return 0;
}
