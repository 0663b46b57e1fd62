/* Which stretch of a run is on the screen. Knows times only, neither columns nor operations. */
#ifndef TUI_VIEW_CAMERA_H
#define TUI_VIEW_CAMERA_H

#include <stdbool.h>
#include <stdint.h>

/* No stretch is shorter, ns: some columns of a nanosecond. */
enum { CAMERA_LEAST = 200 };

struct camera {
    int64_t low, high; /* the whole run, ns, high > low */
    int64_t from, to;  /* what is shown of it */
};

/* The run, all of it shown. */
void camera_init(struct camera *camera, int64_t low, int64_t high);

/* Another run: all of it is shown if all was before, else the same times as far as it has them. */
void camera_move_to(struct camera *camera, int64_t low, int64_t high);
void camera_fit(struct camera *camera);
bool camera_is_fit(const struct camera *camera);

/* Shows `numerator / denominator` of the time that it showed; `anchor` keeps its place, the middle
 * if it is not shown. */
void camera_zoom(struct camera *camera, int64_t anchor, int numerator, int denominator);

/* Later, or earlier if negative, by so many ns, up to the ends of the run. */
void camera_pan(struct camera *camera, int64_t by);

/* Moves as little as needed to show a stretch, or its beginning if it is too long. */
void camera_reach(struct camera *camera, int64_t from, int64_t to);

/* Shows the stretch with some room on both sides. */
void camera_frame(struct camera *camera, int64_t from, int64_t to);

#endif
