/* Where a reader stands in a lesson: on which page, and how much of it is open.
 *
 * A page opens bit by bit. It stops at gates: a step ("now press space to issue the copy"), a
 * question, the exercise. What was open stays open when the reader goes back. Knows neither the
 * screen nor what is right.
 */
#ifndef TUI_LEARN_READER_H
#define TUI_LEARN_READER_H

#include "sim/lesson/lesson.h"

#include <stdbool.h>
#include <stddef.h>

enum reader_gate {
    GATE_PAGE,     /* nothing more on this page; another follows */
    GATE_STEP,     /* a step of the program */
    GATE_ASK,      /* a question without an answer yet */
    GATE_EXERCISE, /* the exercise begins */
    GATE_END,      /* the lesson ends here */
};

struct reader {
    const struct lesson *lesson; /* borrowed */
    size_t page;
    size_t *open;   /* by page: how many of its blocks are open */
    bool *answered; /* by question: answered or skipped; its gate does not stop any more */
    bool *begun;    /* by page: was there */
};

void reader_init(struct reader *reader, const struct lesson *lesson);

/* What stops the reader where the open part ends. */
enum reader_gate reader_gate(const struct reader *reader);

/* The first block that is not open, or NULL at the end of the page. */
const struct lesson_block *reader_gate_block(const struct reader *reader);

/* The open blocks of the page. */
const struct lesson_block *reader_blocks(const struct reader *reader, size_t *count);

/* Passes a step, turns the page, or passes the place where the exercise begins. False at a question
 * without an answer and at the end. */
bool reader_go_on(struct reader *reader);

/* The question at the gate was answered, or skipped: opens what follows. */
void reader_answered(struct reader *reader);

/* To the page before. False on the first. */
bool reader_go_back(struct reader *reader);

/* Opens everything up to the place where it went on, of a reader who was here before: every
 * question that is marked in `answered` is passed. */
void reader_set_page(struct reader *reader, size_t page);

/* The last open block of a kind on this page or, where the page has none, on those before; NULL if
 * there is none. LESSON_STEP counts on its own page only, and only behind the last LESSON_SHOW. */
const struct lesson_block *reader_last(const struct reader *reader, enum lesson_block_kind kind);

void reader_release(struct reader *reader);

#endif
