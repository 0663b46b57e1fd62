/* One lesson that is being read: where the reader stands, what the panes show, the answer in the
 * making.
 *
 * What is shown of runs and numbers is got by visit_refresh(), which may predict; drawing and keys
 * are functions of the state and of the screen's size.
 */
#ifndef TUI_LEARN_VISIT_H
#define TUI_LEARN_VISIT_H

#include "sim/lesson/question.h"
#include "tui/learn/answer.h"
#include "tui/learn/exhibit.h"
#include "tui/learn/paper.h"
#include "tui/learn/reader.h"

/* Rows of text above the pane: so that what was opened last begins in sight. */
#define VISIT_FRESH (-1)

/* A question and what came of it. */
struct visit_asked {
    char *ask;    /* with its numbers; NULL: not got yet */
    char *answer; /* as it was given; NULL: not yet; "": skipped */
    bool given;   /* answered; else skipped, or not reached yet */
    bool judged;
    struct question_verdict verdict; /* of `judged` */
    char *board;                     /* the scoreboard, lines whose fields two blanks part */
};

struct visit {
    struct lesson lesson;
    struct lesson_runs runs;
    struct reader reader;
    char **filled;             /* by block: its text with numbers; NULL: not got yet */
    struct visit_asked *asked; /* by question */
    struct answer answer;      /* while `answering` */
    bool answering;            /* a question stands at the gate */
    struct exhibit **exhibits; /* each of its own, in the order in which they were asked for */
    size_t exhibit_count, exhibit_capacity;
    enum learn_pane pane;
    int32_t text_top; /* rows of the text above the pane, or VISIT_FRESH */
    size_t fresh;     /* the block of the page that was opened last */
    int32_t code_top; /* lines of the code above the pane; -1: as what is marked asks for */
    int32_t chart_top;
    bool other; /* the measurement is shown where the text does not, and the other way round */

    /* What the panes show, by visit_refresh(). */
    const struct exhibit *exhibit; /* of the chart; NULL: nothing yet */
    const struct exhibit *code;    /* of the source */
    enum learn_pane about;         /* which of the two this page is about; PANE_TEXT: they are left
                                      from a page before */
    struct source_marks marks;
    int64_t until;   /* where the run stands; FIGURE_WHOLE: at its end */
    bool stepping;   /* a step is what is shown: text and run together, however small the screen */
    bool hidden;     /* the chart would tell what is asked */
    bool wants_over; /* the text shows the measurement */
    bool output;     /* what the program prints is shown in the place of the chart */
};

/* Reads the lesson in `folder`; `traces`: as lesson_runs_init(). visit_release() is needed also
 * after an error. */
int visit_init(struct visit *visit, const char *folder, const char *traces, struct err *err);

/* Gets what is shown now: numbers of texts, predictions, recordings. What cannot be got is said in
 * its place. */
void visit_refresh(struct visit *visit);

enum visit_want {
    VISIT_NOTHING,
    VISIT_LEAVE,
    VISIT_PART,     /* the answer is not whole yet: nothing was done */
    VISIT_ANSWERED, /* a question was answered or skipped: worth storing */
    VISIT_EXERCISE,
    VISIT_TALLY,
};

/* The question was answered so before ("": skipped): judged again, and its gate is open. */
void visit_restore_answer(struct visit *visit, size_t question, const char *answer);

/* A text with its numbers, on the heap; `run` (NULL: none) is meant where it names none. What
 * cannot be filled in is said in its place. */
char *visit_fill(struct visit *visit, const struct lesson_text *text, const struct lesson_run *run);

/* What the chart's pane shows; NULL: nothing, or what would tell an answer. *over: with the
 * measurement. */
const struct exhibit *visit_exhibit(const struct visit *visit, bool *over);

/* The run that the panes show; NULL: none. */
const struct lesson_run *visit_run(const struct visit *visit);

/* A measurement made here takes the place of the recording; it is moved. */
int visit_take_measured(struct visit *visit, const struct lesson_run *run,
                        struct timeline *measured, struct err *err);

/* Passes a step, turns the page or passes the place where the exercise begins, whatever part of the
 * text is in sight. */
void visit_go_on(struct visit *visit);

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

/* How many rows the text has in a pane, and which is the first that is shown. */
int32_t visit_text_rows(const struct visit *visit, const struct learn_rect *rect, int32_t *top);

/* All but the last row of the screen; where the terminal's cursor belongs. */
void visit_draw(const struct visit *visit, struct grid *grid, int32_t *row, int32_t *column);

void visit_release(struct visit *visit);

#endif
