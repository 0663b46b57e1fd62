/* One lesson that is being read: where the reader stands, what the panes show, the answer in the
 * making.
 *
 * What is shown of runs and numbers is got by visit_refresh(), which may predict; drawing and keys
 * are functions of the state and of the screen's size.
 */
#ifndef TUI_LEARN_VISIT_H
#define TUI_LEARN_VISIT_H

#include "sim/lesson/runs.h"
#include "tui/learn/answer.h"
#include "tui/learn/paper.h"
#include "tui/learn/reader.h"
#include "tui/learn/scene.h"

#define VISIT_END INT32_MAX

/* A question and what came of it. */
struct visit_asked {
    char *ask; /* with its numbers; NULL: not got yet */
};

struct visit {
    struct lesson lesson;
    struct lesson_runs runs;
    struct reader reader;
    char **filled;             /* by block: its text with numbers; NULL: not got yet */
    struct visit_asked *asked; /* by question */
    struct answer answer;      /* while `answering` */
    bool answering;            /* a question stands at the gate */
    struct scene **scenes;     /* each of its own, in the order in which they were asked for */
    size_t scene_count, scene_capacity;
    enum learn_pane pane;
    int32_t text_top; /* rows of the text above the pane; VISIT_END: so that its end is in sight */
    int32_t code_top; /* lines of the code above the pane; -1: as what is marked asks for */
    int32_t chart_top;
    bool other; /* the measurement is shown where the text does not, and the other way round */

    /* What the panes show, by visit_refresh(). */
    const struct scene *scene; /* of the chart; NULL: nothing yet */
    const struct scene *code;  /* of the source */
    struct source_marks marks;
    int64_t until;   /* where the run stands; FIGURE_WHOLE: at its end */
    bool wants_over; /* the text shows the measurement */
    bool output;     /* what the program prints is shown in the place of the chart */
};

/* Reads the lesson in `folder`; `traces`: as lesson_runs_init(). visit_release() is needed also
 * after an error. */
int visit_init(struct visit *visit, const char *folder, const char *traces, struct err *err);

/* Gets what is shown now: numbers of texts, predictions, recordings. What cannot be got is said in
 * its place. */
void visit_refresh(struct visit *visit);

enum visit_want { VISIT_NOTHING, VISIT_LEAVE, VISIT_JUDGE, VISIT_EXERCISE, VISIT_TALLY };

/* An action, or LEARN_NOTHING with the key itself; what the owner has to do then. */
enum visit_want visit_key(struct visit *visit, enum learn_action action, int32_t key, int32_t width,
                          int32_t height);

/* The pointer was pressed, or its wheel turned by `wheel` rows. */
void visit_mouse(struct visit *visit, int32_t row, int32_t column, int wheel, int32_t width,
                 int32_t height);

/* The bit of enum learn_where. */
unsigned visit_where(const struct visit *visit);

void visit_places(const struct visit *visit, int32_t width, int32_t height,
                  struct learn_places *places);

/* Where in the pane of the chart an answer is made. */
struct learn_rect visit_answer_rect(const struct learn_rect *rect);

/* Rows that the text has in a pane. */
int32_t visit_text_rows(const struct visit *visit, const struct learn_rect *rect);

/* All but the last row of the screen; where the terminal's cursor belongs. */
void visit_draw(const struct visit *visit, struct grid *grid, int32_t *row, int32_t *column);

void visit_release(struct visit *visit);

#endif
