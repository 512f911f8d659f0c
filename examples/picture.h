// A picture of a world as SVG, through veer's draw callbacks: what all examples show themselves
// with.
#ifndef PICTURE_H
#define PICTURE_H

#include <stdio.h>
#include <veer/veer.h>

typedef struct Picture {
    FILE *file;   // NULL: nobody wants one
    float height; // m: SVG's y goes down
    VeerVec3 lower;
} Picture;

// Begins a picture of a part of the world, m; without a path there is none.
static inline Picture picture_begin(const char *path, VeerVec3 lower, VeerVec3 upper)
{
    Picture picture = {NULL, upper.y - lower.y, lower};
    picture.file = path ? fopen(path, "w") : NULL;
    if (picture.file) {
        fprintf(picture.file,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" viewBox=\"0 0 %g %g\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#f7f7f2\"/>\n",
                (double)(upper.x - lower.x), (double)picture.height);
    }
    return picture;
}

static inline double picture_x(const Picture *picture, VeerVec3 at)
{
    return (double)(at.x - picture->lower.x);
}

static inline double picture_y(const Picture *picture, VeerVec3 at)
{
    return (double)(picture->height - (at.y - picture->lower.y));
}

// A dot where each agent is: called now and then, the dots are their tracks.
static inline void picture_track(const Picture *picture, const VeerWorld *world)
{
    VeerSpan positions = veer_agent_positions(world), alive = veer_agent_liveness(world);
    for (uint32_t i = 0; picture->file && i < positions.count; i++) {
        VeerVec3 at = *(const VeerVec3 *)((const char *)positions.data + i * positions.stride);
        if (*((const uint8_t *)alive.data + i * alive.stride)) {
            fprintf(picture->file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\".08\" fill=\"#9ab\"/>\n",
                    picture_x(picture, at), picture_y(picture, at));
        }
    }
}

static inline void picture_ball(void *user, VeerDrawRole role, uint32_t group, VeerVec3 centre,
                                float radius)
{
    static const char *const groups[] = {"#3a6ea5", "#c8553d", "#588157", "#8e6c8a"};
    const Picture *picture = user;
    fprintf(picture->file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.3f\" fill=\"%s\"/>\n",
            picture_x(picture, centre), picture_y(picture, centre), (double)radius,
            role == VEER_DRAW_OBSTACLE ? "#555" : groups[group % 4u]);
}

static inline void picture_line(void *user, VeerDrawRole role, uint32_t group, VeerVec3 from,
                                VeerVec3 to)
{
    const Picture *picture = user;
    (void)group;
    fprintf(picture->file,
            "<line x1=\"%.2f\" y1=\"%.2f\" x2=\"%.2f\" y2=\"%.2f\" stroke=\"%s\" "
            "stroke-width=\".06\"/>\n",
            picture_x(picture, from), picture_y(picture, from), picture_x(picture, to),
            picture_y(picture, to), role == VEER_DRAW_FIELD ? "#bcd" : "#444");
}

static inline void picture_polygon(void *user, VeerDrawRole role, const VeerVec3 *points,
                                   uint32_t count)
{
    const Picture *picture = user;
    fputs("<polygon points=\"", picture->file);
    for (uint32_t i = 0; i < count; i++) {
        fprintf(picture->file, "%.2f,%.2f ", picture_x(picture, points[i]),
                picture_y(picture, points[i]));
    }
    fprintf(picture->file, "\" fill=\"%s\"/>\n", role == VEER_DRAW_MAP ? "#888" : "#ddd");
}

// Draws the world as it is now, and ends the picture.
static inline void picture_end(Picture *picture, const VeerWorld *world, bool show_fields)
{
    if (picture->file) {
        VeerDraw draw = {.ball = picture_ball,
                         .line = picture_line,
                         .polygon = picture_polygon,
                         .user = picture,
                         .show_fields = show_fields};
        veer_world_draw(world, &draw);
        fputs("</svg>\n", picture->file);
        fclose(picture->file);
    }
}

#endif
