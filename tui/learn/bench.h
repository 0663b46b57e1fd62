/* The exercise on the screen: the task and what must hold beside the reader's file and its chart.
 *
 * The file is judged whenever it is saved, by whatever editor. The version before stays as a ghost
 * behind the new one. While the file has a fault, that stands where the chart was, with the last
 * chart that was right below it, dim.
 */
#ifndef TUI_LEARN_BENCH_H
#define TUI_LEARN_BENCH_H

#include "tui/learn/exercise.h"
#include "tui/learn/exhibit.h"
#include "tui/learn/grading.h"
#include "tui/learn/past.h"

struct bench {
    struct exercise exercise;
    struct grading grading;
    bool grades;                   /* the grading runs */
    char *solution;                /* path */
    char *start;                   /* the text of the starting point */
    struct prediction *prediction; /* of the last version without a fault; NULL: none yet */
    struct exhibit exhibit;        /* of it */
    struct past past;              /* the version before that */
    struct timeline measured;      /* of it, here and now; of `is_measured` */
    bool is_measured, alone;       /* alone: the measurement is not shown */
    struct source source;          /* of the version that was judged last */
    enum learn_pane pane;
    int32_t text_top; /* rows of the text above the pane, or BENCH_HINT */
    int32_t code_top, chart_top;
};

/* So that the hint that was given last is in sight. */
#define BENCH_HINT (-1)

/* Names only. `start` and `solution` are paths of the lesson's files. */
int bench_init(struct bench *bench, const char *root, const char *slug, const char *start,
               const char *solution, struct err *err);

/* Makes the reader's files if they are not there, and begins to judge. `folder`: of the lesson. */
int bench_begin(struct bench *bench, const char *folder, struct err *err);

/* The version before the one that is shown, as its ghost; NULL: there is none, or the measurement
 * is shown. */
const struct ghost *bench_ghost(const struct bench *bench);

/* A measurement of the version that is shown; it is moved. */
void bench_take_measured(struct bench *bench, struct timeline *measured);

/* Looks at the file; true if there is something new to be drawn. */
bool bench_poll(struct bench *bench, int64_t now);

/* As exercise_key(); what is done without a terminal is done. */
enum exercise_want bench_key(struct bench *bench, enum learn_action action, int32_t width,
                             int32_t height);
void bench_mouse(struct bench *bench, int32_t row, int32_t column, int wheel, int32_t width,
                 int32_t height);

/* All but the last row of the screen. */
void bench_draw(const struct bench *bench, const char *title, struct grid *grid, int32_t *row,
                int32_t *column);

void bench_release(struct bench *bench);

#endif
