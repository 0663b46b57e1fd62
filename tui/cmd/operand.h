/* An operand that names a scenario, a recorded program or a timeline: found by content, not by
 * name, and made a timeline.
 */
#ifndef TUI_CMD_OPERAND_H
#define TUI_CMD_OPERAND_H

#include "sim/study/watch.h"
#include "tui/cmd/study.h"

#include <stdbool.h>

enum operand_kind {
    OPERAND_SCENARIO,
    OPERAND_PROGRAM,
    OPERAND_TIMELINE, /* one of ours, read and not predicted */
};

struct operand {
    enum operand_kind kind;
    const char *path;             /* as the user wrote it */
    const char *file;             /* where it was found */
    struct prediction prediction; /* of a timeline: only its members `timeline` and, where it can be
                                     found, `profile` are filled */
    const struct timeline *timeline;
    struct study_arguments study; /* that it was predicted with */
    bool is_part;                 /* --only, --range or --time left only some operations: */
    bool lacks_some;              /* --only or --time: others than those left ran meanwhile */
    size_t part_count;            /* operations that are left */
    size_t whole_count;           /* as many there were before */
    struct strbuf found;          /* what `file` may point into */
    struct strbuf piped;          /* a scenario that cannot be read twice: `is_piped` */
    bool is_piped;
};

/* Reads the file and predicts nothing: a scenario is only found, for who predicts it in his own
 * way, with operand_options(). operand_release() is needed also after an error. */
int operand_read(struct operand *operand, const char *path, struct err *err);

/* operand->study of the arguments, and what a scenario from a pipe needs. */
int operand_options(struct operand *operand, const struct arguments *args, struct err *err);

/* Reads the file and predicts what is not a timeline. The prediction's warnings have been printed.
 * operand_release() is needed also after an error. */
int operand_load(struct operand *operand, const char *path, const struct arguments *args,
                 struct err *err);

/* The same, and `watch` notes every file that was read (NULL: not wanted). */
int operand_load_watched(struct operand *operand, const char *path, const struct arguments *args,
                         struct watch *watch, struct err *err);

/* Predicts a program that is not a file: the `length` bytes of an .nsp text. */
int operand_load_program(struct operand *operand, const char *path, const char *text, size_t length,
                         const struct arguments *args, struct err *err);
void operand_release(struct operand *operand);

/* Writes the options that a timeline depends on into it, as they were given, and of `set_count`
 * texts, KEY=VALUE, each that is not NULL as a --set. */
void operand_note_options(struct timeline *timeline, const struct arguments *args,
                          const char *const *sets, size_t set_count);

#endif
