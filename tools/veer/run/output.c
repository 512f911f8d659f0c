#include "output.h"

#include "picture/picture.h"

#define PICTURE_WIDTH 1600u

/// Begins the files: what cannot be written shows before the run.
static bool begin_files(VeerOutput *output, const char *folder, VeerInputError *error)
{
    static const char *const names[] = {"trajectory.sqlite", "paths.svg", "paths.png",
                                        "summary.json"};
    VeerFile **const files[] = {&output->file, &output->svg, &output->png, &output->summary};
    bool is_begun = veer_outputs_begin_folder(output->outputs, folder, error);
    for (size_t i = 0; is_begun && i < sizeof names / sizeof *names; i++) {
        *files[i] = veer_outputs_add_inside(output->outputs, names[i], error);
        is_begun = *files[i];
    }
    return is_begun;
}

bool veer_output_begin(VeerOutput *output, const VeerArgs *args, VeerSession *session,
                       VeerInputError *error)
{
    if (args->record) {
        output->record = veer_outputs_add(output->outputs, args->record, error);
        if (!output->record || !veer_session_record(session, output->record, args->record, error)) {
            return false;
        }
    }
    if (!args->out) {
        return true;
    }
    if (!begin_files(output, args->out, error) ||
        veer_recording_create(output->file, args->fps, session->scenario, session->world,
                              &output->recording, error) != VEER_OK) {
        return false;
    }
    output->trails = veer_trails_create(session->scenario, session->world);
    return output->trails || veer_error_memory(error);
}

bool veer_output_observe(VeerOutput *output, const VeerSession *session, VeerInputError *error)
{
    if (!output->recording) {
        return true;
    }
    veer_trails_observe(output->trails, session->world);
    return veer_recording_observe(output->recording, session->scenario, session->world, error) ==
           VEER_OK;
}

bool veer_output_finish(VeerOutput *output, VeerSession *session, const VeerReport *report,
                        VeerInputError *error)
{
    if (output->record && !veer_session_end_record(session, output->record, error)) {
        return false;
    }
    if (!output->recording) {
        return true;
    }
    VeerPicture picture = {.session = session,
                           .trails = output->trails,
                           .report = report,
                           .options = {.width = PICTURE_WIDTH},
                           .is_still = true};
    if (!veer_picture_write(&picture, VEER_PICTURE_SVG, output->svg, error) ||
        !veer_picture_write(&picture, VEER_PICTURE_PNG, output->png, error)) {
        return false;
    }
    VeerRecording *recording = output->recording;
    output->recording = NULL;
    return veer_recording_finish(recording, session->world, error) == VEER_OK &&
           veer_file_complete(output->file, error) == VEER_OK;
}

bool veer_output_summary(VeerOutput *output, json_t *summary, VeerInputError *error)
{
    return !output->summary || veer_json_write(summary, output->summary, error);
}

void veer_output_end(VeerOutput *output)
{
    veer_recording_discard(output->recording);
    veer_trails_destroy(output->trails);
    output->recording = NULL;
    output->trails = NULL;
}
