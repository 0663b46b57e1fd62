/* What the files of a visit share. */
#ifndef TUI_LEARN_VISIT_INSIDE_H
#define TUI_LEARN_VISIT_INSIDE_H

#include "tui/learn/visit.h"

/* The run made ready to be shown; kept until visit_release(). */
struct exhibit *visit_exhibit_of(struct visit *visit, const struct lesson_run *run);

/* An answer to a question begins; what was chosen is forgotten. */
void visit_begin_answer(struct visit *visit, size_t question);
void visit_end_answer(struct visit *visit);

/* The answer is given, or the question skipped: the text goes on. */
enum visit_want visit_close_question(struct visit *visit, bool given);

/* Judges the answers about a run again: its measurement is another one now. */
void visit_judge_again(struct visit *visit, const struct exhibit *exhibit);

void visit_release_asked(struct visit_asked *asked);

#endif
