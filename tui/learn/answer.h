/* An answer in the making: a question's choices under a cursor, operations put in order or marked
 * where they will stand on the chart, a time on a ruler.
 *
 * Knows nothing of what is right: what comes out is the answer as text, for sim/lesson to judge.
 */
#ifndef TUI_LEARN_ANSWER_H
#define TUI_LEARN_ANSWER_H

#include "sim/base/strbuf.h"
#include "sim/draw/grid.h"
#include "sim/lesson/lesson.h"
#include "tui/learn/actions.h"
#include "tui/learn/place.h"

/* What is chosen from: a choice, or an operation. Strings are the answer's. */
struct answer_item {
    char *name; /* as the answer says it: "a", "k2" */
    char *text; /* a choice's sentence; an operation's stream */
};

struct answer {
    enum question_kind kind;
    bool by_end; /* ORDER: in which they end */
    struct answer_item *items;
    size_t count, capacity;
    char *with;     /* OVERLAP: the operation that others may run beside */
    size_t cursor;  /* row of items */
    size_t *places; /* by item: ORDER: its place from 1; OVERLAP: 1 when marked; else 0 */
    size_t picked;  /* how many have a place */
    int64_t time;   /* TIME: ns; -1: none yet */
    int64_t range;  /* TIME: where the ruler ends, ns */
    char typed[24]; /* TIME: what is being typed, "1.5m"; "": nothing */
};

/* `range`: of a time, where the ruler ends at first, ns; raised to a round number. */
void answer_init(struct answer *answer, const struct lesson_question *question, int64_t range);
void answer_add(struct answer *answer, const char *name, const char *text);

/* The view's bit of enum learn_where. */
unsigned answer_where(const struct answer *answer);

/* An action, or LEARN_NOTHING with the key itself: digits, a point and "us", "ms", "s" type a time.
 */
void answer_key(struct answer *answer, enum learn_action action, int32_t key);

/* The pointer was pressed there; `rect` is where the answer is drawn. */
void answer_click(struct answer *answer, const struct learn_rect *rect, int32_t row,
                  int32_t column);

/* Whether there is an answer to give: every operation has its place, a time is there. */
bool answer_is_whole(const struct answer *answer);

/* "a", "k2 k1 k3", "k1 k3" or "none", "450 us". */
void answer_text(const struct answer *answer, struct strbuf *text);

/* Where the terminal's cursor belongs is put into *row and *column. */
void answer_draw(const struct answer *answer, struct grid *grid, const struct learn_rect *rect,
                 int32_t *row, int32_t *column);

void answer_release(struct answer *answer);

#endif
