/* `nullstream learn` without a screen: the list and the lessons as text, grades, a lesson looked
 * over, a new one. Each returns the exit status, or -1 with *err.
 */
#ifndef TUI_CMD_LEARNED_H
#define TUI_CMD_LEARNED_H

#include "sim/lesson/runs.h"
#include "tui/cmd/option.h"

/* Where lessons are: folders, or the names of built-in files. */
struct learn_folders {
    struct strbuf lessons; /* holds ORDER */
    struct strbuf traces;  /* the lessons' recordings */
    struct strbuf state;   /* the file that says how far the learner is; empty: nowhere */
};

/* ERR_UNAVAILABLE if there are no lessons. To be released also after an error. */
int learn_folders_init(struct learn_folders *folders, struct err *err);
void learn_folders_release(struct learn_folders *folders);

/* A lesson that the command line names (of ORDER, or a folder with a slash in its name), with its
 * runs. learned_release() is needed also after an error. */
struct learned {
    struct lesson lesson;
    struct lesson_runs runs;
};
int learned_open(struct learned *learned, const struct learn_folders *folders, const char *name,
                 struct err *err);
void learned_release(struct learned *learned);

/* Appends where stepping stands at a LESSON_STEP. */
int learn_step_text(struct strbuf *sb, struct lesson_runs *runs, const struct lesson_block *block,
                    struct err *err);

int learn_list(const struct learn_folders *folders, const struct arguments *args, struct err *err);
int learn_text(const struct learn_folders *folders, const char *name, const struct arguments *args,
               struct err *err);
int learn_grade(const struct learn_folders *folders, const char *name, const struct arguments *args,
                struct err *err);
int learn_watch(const struct learn_folders *folders, const char *name, const struct arguments *args,
                struct err *err);
int learn_lint(const struct learn_folders *folders, const struct arguments *args, struct err *err);
int learn_new(const struct arguments *args, struct err *err);

/* The name of a lesson that was called by its number in the list, appended to `slug`; nothing for
 * what is no such number. */
void learned_number(const struct learn_folders *folders, const char *name, struct strbuf *slug);

#endif
