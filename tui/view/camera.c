#include "tui/view/camera.h"

#include "sim/base/duration.h"

void camera_init(struct camera *camera, int64_t low, int64_t high)
{
    *camera = (struct camera){.low = low, .high = high > low ? high : low + 1};
    camera_fit(camera);
}

void camera_fit(struct camera *camera)
{
    camera->from = camera->low;
    camera->to = camera->high;
}

bool camera_is_fit(const struct camera *camera)
{
    return camera->from == camera->low && camera->to == camera->high;
}

/* So long a stretch, beginning there or as near as the run has it. */
static void show(struct camera *camera, int64_t from, int64_t span)
{
    int64_t whole = camera->high - camera->low;
    if (span < CAMERA_LEAST)
        span = CAMERA_LEAST;
    if (span > whole)
        span = whole;
    if (from > camera->high - span)
        from = camera->high - span;
    if (from < camera->low)
        from = camera->low;
    camera->from = from;
    camera->to = from + span;
}

void camera_move_to(struct camera *camera, int64_t low, int64_t high)
{
    struct camera before = *camera;
    camera_init(camera, low, high);
    if (!camera_is_fit(&before))
        show(camera, before.from, before.to - before.from);
}

void camera_zoom(struct camera *camera, int64_t anchor, int numerator, int denominator)
{
    int64_t span = camera->to - camera->from;
    int64_t next = duration_divide(span, numerator, denominator);
    if (next < CAMERA_LEAST)
        next = CAMERA_LEAST;
    if (anchor < camera->from || anchor > camera->to)
        anchor = camera->from + span / 2;
    show(camera, anchor - duration_divide(anchor - camera->from, next, span), next);
}

void camera_pan(struct camera *camera, int64_t by)
{
    show(camera, camera->from + by, camera->to - camera->from);
}

void camera_reach(struct camera *camera, int64_t from, int64_t to)
{
    int64_t span = camera->to - camera->from, room = span / 8;
    if (from >= camera->from && to <= camera->to)
        return;
    if (to - from > span - room || from < camera->from)
        show(camera, from - room, span);
    else
        show(camera, to + room - span, span);
}

void camera_frame(struct camera *camera, int64_t from, int64_t to)
{
    int64_t length = to > from ? to - from : 1, room = length / 4;
    if (length + 2 * room < CAMERA_LEAST)
        room = (CAMERA_LEAST - length) / 2;
    show(camera, from - room, length + 2 * room);
}
