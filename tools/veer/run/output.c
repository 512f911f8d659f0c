#include "output.h"

#include "picture/picture.h"

#define PICTURE_WIDTH 1600u
#define RECORDING "trajectory.sqlite"

bool veer_output_begin(VeerOutput *output, const VeerArgs *args, const VeerSession *session,
                       VeerInputError *error)
{
    if (!veer_folder_begin(&output->folder, args->out, error)) {
        return false;
    }
    VeerPath path = veer_folder_place(&output->folder, RECORDING);
    if (veer_recording_create(path.text, args->fps, session->scenario, session->world,
                              &output->recording, error) != VEER_OK) {
        return false;
    }
    output->trails = veer_trails_create(session->scenario, session->world);
    return output->trails || veer_folder_fail(error, output->folder.path, "no memory");
}

bool veer_output_observe(VeerOutput *output, const VeerSession *session, VeerInputError *error)
{
    veer_trails_observe(output->trails, session->world);
    return veer_recording_observe(output->recording, session->scenario, session->world, error) ==
           VEER_OK;
}

bool veer_output_end(VeerOutput *output, const VeerSession *session, const VeerReport *report,
                     VeerInputError *error)
{
    VeerPicture picture = {.session = session,
                           .trails = output->trails,
                           .report = report,
                           .options = {.width = PICTURE_WIDTH},
                           .is_still = true};
    VeerPath svg = veer_folder_add(&output->folder, "paths.svg");
    VeerPath png = veer_folder_add(&output->folder, "paths.png");
    if (!veer_picture_write(&picture, VEER_PICTURE_SVG, svg.text, error) ||
        !veer_picture_write(&picture, VEER_PICTURE_PNG, png.text, error)) {
        return false;
    }
    VeerRecording *recording = output->recording;
    output->recording = NULL;
    if (veer_recording_finish(recording, session->world, error) != VEER_OK) {
        return false;
    }
    veer_folder_note(&output->folder, RECORDING);
    return true;
}

bool veer_output_summary(VeerOutput *output, json_t *summary, VeerInputError *error)
{
    VeerPath path = veer_folder_add(&output->folder, "summary.json");
    if (!veer_json_write(summary, path.text, error) ||
        !veer_folder_publish(&output->folder, error)) {
        return false;
    }
    veer_trails_destroy(output->trails);
    output->trails = NULL;
    return true;
}

void veer_output_discard(VeerOutput *output)
{
    veer_recording_discard(output->recording);
    veer_trails_destroy(output->trails);
    output->recording = NULL;
    output->trails = NULL;
    veer_folder_discard(&output->folder);
}
