#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include "picture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PICTURE_WIDTH 1600u

typedef enum File { FILE_SVG, FILE_PNG, FILE_SUMMARY, FILE_RECORDING, FILE_COUNT } File;

static const char *const names[FILE_COUNT] = {"paths.svg", "paths.png", "summary.json",
                                              "trajectory.sqlite"};

/// A file's path in the folder; it is written under a name of its own first.
typedef struct Path {
    char text[4096];
} Path;

static Path path_of(const VeerOutput *output, File file, bool is_partial)
{
    Path path;
    snprintf(path.text, sizeof path.text, "%s/%s%s", output->folder, names[file],
             is_partial ? ".partial" : "");
    return path;
}

static bool fail(VeerInputError *error, const char *path, const char *why)
{
    snprintf(error->text, sizeof error->text, "%.300s: cannot be written: %.150s", path, why);
    return false;
}

/// Makes the folder and those above it, and notes from where on they are new.
static bool make_folders(VeerOutput *output, VeerInputError *error)
{
    char *path = output->folder;
    for (size_t end = 1;; end++) {
        if (path[end] != '/' && path[end] != '\0') {
            continue;
        }
        char kept = path[end];
        path[end] = '\0';
        bool is_made = mkdir(path, 0777) == 0;
        bool is_there = is_made || errno == EEXIST;
        path[end] = kept;
        if (is_made && output->made_from == 0) {
            output->made_from = end;
        }
        if (!is_there) {
            return fail(error, output->folder, strerror(errno));
        }
        if (kept == '\0') {
            return true;
        }
    }
}

/// Removes the folders that were made, if nothing is in them.
static void remove_folders(VeerOutput *output)
{
    size_t length = strlen(output->folder);
    while (output->made_from > 0 && length >= output->made_from) {
        output->folder[length] = '\0';
        if (rmdir(output->folder) != 0) {
            return;
        }
        do {
            length--;
        } while (length > 0 && output->folder[length] != '/');
    }
}

bool veer_output_begin(VeerOutput *output, const VeerArgs *args, const VeerSession *session,
                       VeerInputError *error)
{
    if (strlen(args->out) >= sizeof output->folder) {
        return fail(error, args->out, "the path is too long");
    }
    snprintf(output->folder, sizeof output->folder, "%s", args->out);
    output->is_begun = true;
    if (!make_folders(output, error)) {
        return false;
    }
    Path path = path_of(output, FILE_RECORDING, false);
    if (veer_recording_create(path.text, args->fps, session->scenario, session->world,
                              &output->recording, error) != VEER_OK) {
        return false;
    }
    output->trails = veer_trails_create(session->scenario, session->world);
    return output->trails || fail(error, output->folder, "no memory");
}

bool veer_output_observe(VeerOutput *output, const VeerSession *session, VeerInputError *error)
{
    veer_trails_observe(output->trails, session->world);
    return veer_recording_observe(output->recording, session->scenario, session->world, error) ==
           VEER_OK;
}

static bool draw_pictures(const VeerOutput *output, const VeerPicture *picture,
                          VeerInputError *error)
{
    Path svg = path_of(output, FILE_SVG, true), png = path_of(output, FILE_PNG, true);
    return veer_picture_write(picture, VEER_PICTURE_SVG, svg.text, error) &&
           veer_picture_write(picture, VEER_PICTURE_PNG, png.text, error);
}

bool veer_output_end(VeerOutput *output, const VeerSession *session, const VeerReport *report,
                     VeerInputError *error)
{
    VeerPicture picture = {.session = session,
                           .trails = output->trails,
                           .report = report,
                           .width = PICTURE_WIDTH,
                           .is_still = true};
    if (!draw_pictures(output, &picture, error)) {
        return false;
    }
    VeerRecording *recording = output->recording;
    output->recording = NULL;
    if (veer_recording_finish(recording, session->world, error) != VEER_OK) {
        return false;
    }
    output->published |= 1u << FILE_RECORDING;
    return true;
}

/// Puts what was written in its place.
static bool publish(VeerOutput *output, File file, VeerInputError *error)
{
    Path from = path_of(output, file, true), to = path_of(output, file, false);
    if (rename(from.text, to.text) != 0) {
        return fail(error, to.text, strerror(errno));
    }
    output->published |= 1u << file;
    return true;
}

bool veer_output_summary(VeerOutput *output, json_t *summary, VeerInputError *error)
{
    Path path = path_of(output, FILE_SUMMARY, true);
    if (json_dump_file(summary, path.text, VEER_JSON_FLAGS) != 0) {
        return fail(error, path.text, strerror(errno));
    }
    if (!publish(output, FILE_SVG, error) || !publish(output, FILE_PNG, error) ||
        !publish(output, FILE_SUMMARY, error)) {
        return false;
    }
    veer_trails_destroy(output->trails);
    output->trails = NULL;
    output->is_begun = false;
    return true;
}

void veer_output_discard(VeerOutput *output)
{
    veer_recording_discard(output->recording);
    veer_trails_destroy(output->trails);
    output->recording = NULL;
    output->trails = NULL;
    if (!output->is_begun) {
        return;
    }
    for (int file = 0; file < FILE_COUNT; file++) {
        remove(path_of(output, (File)file, true).text);
        if (output->published & 1u << file) {
            remove(path_of(output, (File)file, false).text);
        }
    }
    remove_folders(output);
    output->is_begun = false;
}
