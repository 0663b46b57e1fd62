/* A lesson as its files say it: pages, questions, an exercise, hints. lessons/README.md is the
 * format, for those who write lessons.
 *
 * Reading predicts nothing; numbers in the texts are still placeholders (fill.h), and what a
 * question asks is still an expression (quantity.h). Knows no terminal.
 */
#ifndef SIM_LESSON_LESSON_H
#define SIM_LESSON_LESSON_H

#include "sim/base/arena.h"
#include "sim/base/err.h"
#include "sim/base/ini.h"

#include <stdbool.h>
#include <stddef.h>

/* A place in one of the lesson's files, for messages. */
struct lesson_place {
    const char *file; /* path */
    int line, column; /* from 1; 0: not known */
};

/* A text in Markdown with placeholders, and where it stands. `entry`: the value of the ini file
 * that it is; NULL: `place` is where its first byte stands in text.md. */
struct lesson_text {
    const char *text; /* NULL: none was given */
    struct lesson_place place;
    const struct ini_entry *entry;
};

/* What is run: a scenario with options, as in `fence.cu -DSTREAMS=3 --gpu t4`. */
enum lesson_option_kind {
    LESSON_DEFINE,         /* -DNAME=VALUE or -D NAME=VALUE */
    LESSON_GPU,            /* --gpu NAME; without it the lesson's own */
    LESSON_SET,            /* --set KEY=VALUE */
    LESSON_COST,           /* --cost KERNEL=TIME */
    LESSON_ENV,            /* --env NAME=VALUE */
    LESSON_DEFAULT_STREAM, /* --default-stream per-thread */
    LESSON_CONNECTIONS,    /* --connections N */
    LESSON_COLD,           /* --cold */
};
struct lesson_option {
    enum lesson_option_kind kind;
    const char *value; /* "" if it takes none */
};
struct lesson_run {
    const char *file; /* "fence.cu", in the lesson's folder */
    struct lesson_option *options;
    size_t option_count;
    struct lesson_place place;
};

/* What a page is made of, in order. */
enum lesson_block_kind {
    LESSON_TEXT, /* `text` */
    LESSON_SHOW, /* from here on the chart of `run` is beside the page */
    LESSON_CODE, /* from here on its source is; `lines` */
    LESSON_STEP, /* stepping stands at `at`; what follows is shown when the learner goes on */
    LESSON_ASK,  /* `question` is asked; what follows on the page is shown once it is answered */
    LESSON_EXERCISE, /* the exercise begins */
};
enum lesson_show {
    LESSON_PREDICTED,
    LESSON_MEASURED, /* the prediction with the measurement under each lane */
    LESSON_OUTPUT,   /* what the program prints */
};
struct lesson_block {
    enum lesson_block_kind kind;
    struct lesson_text text; /* TEXT: Markdown; STEP: an instant ("start", "line 13", "k2.start") */
    struct lesson_run run;   /* that it names, else the last that was named before; may be none */
    enum lesson_show show;
    int first_line, last_line; /* CODE; 0: all */
    size_t question;           /* ASK: row of questions */
    struct lesson_place place;
};
struct lesson_page {
    const char *title; /* its first heading, else the lesson's title; without placeholders */
    size_t first_block, block_count;
};

enum question_kind { QUESTION_ORDER, QUESTION_OVERLAP, QUESTION_TIME, QUESTION_CHOICE };

/* One answer that a question foresees: of a choice, a line to choose from; of the others, what is
 * said to that answer. */
struct lesson_choice {
    const char *name;         /* "a"; or the answer, "k2 k1 k3" */
    struct lesson_text text;  /* what can be chosen; only of a choice */
    struct lesson_text when;  /* a condition: it is right if this holds; only of a choice */
    struct lesson_text reply; /* what is said to who chose it */
};

struct lesson_question {
    enum question_kind kind;
    const char *name;
    struct lesson_text ask;
    struct lesson_run run;
    struct lesson_text of;    /* TIME: the quantity; ORDER, OVERLAP: operations */
    struct lesson_text with;  /* OVERLAP: the operation that the others may run beside */
    bool by_end;              /* ORDER: in which they end, not start */
    int within;               /* TIME: right if off by at most so many percent */
    struct lesson_text ruler; /* TIME: where the ruler ends, an expression; none: above all work */
    struct lesson_text formula; /* the simple rule's answer: TIME: an expression; else an answer */
    struct lesson_text formula_text; /* the same in words: "copy + kernel + copy" */
    struct lesson_text right;        /* what is said to a right answer */
    struct lesson_text wrong;        /* to a wrong one without a reply of its own */
    struct lesson_text low, high;    /* TIME: to one that is too small, too large */
    struct lesson_choice *choices;
    size_t choice_count;
    struct lesson_place place; /* of its section */
};

struct lesson_require {
    const char *name;
    struct lesson_text check; /* "time <= 1.05 * solution", "hazards = none", ... (exercise.h) */
    struct lesson_text fails; /* the sentence shown when it does not hold */
    int points;
    struct lesson_place place;
};

struct lesson_hint {
    struct lesson_text text;
};

/* An edit that is wrong: the exercise must not be passed by it. */
struct lesson_wrong {
    const char *name;      /* file wrong/NAME.cu */
    const char *idea;      /* what its author thought */
    const char *must_fail; /* name of the requirement that it fails; NULL: any */
    struct lesson_place place;
};

struct lesson_exercise {
    bool exists;
    struct lesson_text task;
    const char *start, *solution; /* files */
    bool chunking;                /* may change the number and size of copies and launches */
    const char **frozen;          /* names of #defines that come from the lesson */
    size_t frozen_count;
    struct lesson_text done; /* what is said when it is passed */
    struct lesson_require *requires;
    size_t require_count;
    struct lesson_place place;
};

struct lesson {
    struct arena arena; /* all strings and rows */
    struct ini ini;
    const char *folder; /* as given, without a slash at the end */
    const char *slug;   /* its last part */
    const char *title;
    const char *summary; /* one line; "" if none */
    const char *gpu;     /* profile that all its numbers are of */
    struct lesson_page *pages;
    size_t page_count;
    struct lesson_block *blocks;
    size_t block_count;
    struct lesson_question *questions;
    size_t question_count;
    struct lesson_exercise exercise;
    struct lesson_hint *hints;
    size_t hint_count;
    struct lesson_wrong *wrongs;
    size_t wrong_count;
};

/* Reads FOLDER/lesson.ini and FOLDER/text.md (or the built-in ones, builtin.h). Faults are
 * ERR_INPUT at file, line and column. lesson_release() is needed also after an error. */
int lesson_read(struct lesson *lesson, const char *folder, struct err *err);

/* The same from texts in memory: `folder` only names the files. */
int lesson_read_texts(struct lesson *lesson, const char *folder, const char *ini, size_t ini_length,
                      const char *text, size_t text_length, struct err *err);

/* Rows; -1 if there is none of that name. */
long lesson_find_question(const struct lesson *lesson, const char *name);

/* "FOLDER/NAME", in the lesson's arena. */
const char *lesson_path(struct lesson *lesson, const char *name);

/* Sets *err at byte `at` of a text. Returns -1. */
int lesson_fail(const struct lesson_text *text, size_t at, struct err *err, const char *format, ...)
    __attribute__((cold, format(printf, 4, 5)));

/* Reads `fence.cu -DN=3 ...` at *at of a text, up to the first word that is neither a file nor an
 * option; a text that names no file leaves run->file as it is. Rows are in the lesson's arena. */
int lesson_run_read(struct lesson *lesson, struct lesson_run *run, const struct lesson_text *text,
                    size_t *at, struct err *err);

void lesson_release(struct lesson *lesson);

/* --- the list of lessons --- */

struct lesson_list {
    struct arena arena;
    const char **slugs; /* as in the file */
    size_t count, capacity;
};

/* Reads FOLDER/ORDER: a slug a line, `#` begins a comment. */
int lesson_list_read(struct lesson_list *list, const char *folder, struct err *err);
/* FOLDER/LATER: lessons that reports name and that are still to be written. */
int lesson_list_read_later(struct lesson_list *list, const char *folder, struct err *err);
bool lesson_list_has(const struct lesson_list *list, const char *slug);
void lesson_list_release(struct lesson_list *list);

#endif
