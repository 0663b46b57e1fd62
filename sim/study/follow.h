/* A file that is predicted again whenever it is saved or its conditions change, while its owner
 * does something else.
 *
 * Predictions run in the background. A newer save or newer conditions end the one that is under
 * way; the owner may give it up as well. What fails right after a save is tried again before it is
 * reported: the file may be half written. The last good prediction is the owner's, so it stands for
 * as long as he wants. Knows nothing of terminals; the caller says what time it is.
 */
#ifndef SIM_STUDY_FOLLOW_H
#define SIM_STUDY_FOLLOW_H

#include "sim/study/background.h"
#include "sim/study/conditions.h"
#include "sim/study/watch.h"

/* A prediction that has come out, beside what was shown when it began. */
struct follow_fresh {
    const struct follow_source *source;
    const struct variant *variant; /* that was predicted; of a program, read again, without it */
    struct prediction *prediction;
    const struct watch *files;       /* that were read for it */
    void *shown;                     /* of follow_show(), or NULL */
    const struct watch *shown_files; /* likewise, that were read for it */
};

/* What is followed. All of it must outlive the follow and every prediction that was given up, which
 * may go on for a while. */
struct follow_source {
    const char *path;
    const struct predict_options *options; /* of the command line */
    /* Reads a file that is no scenario; NULL: a scenario. Fills the prediction's program, which is
     * then predicted, or, `is_timeline`, its timeline, which is taken as it is. Runs in a thread.
     */
    int (*read)(void *context, const char *path, struct prediction *prediction, struct err *err);
    bool is_timeline;
    /* Makes of a prediction what its owner needs to show it, in the thread as well; NULL: nothing.
     * `*made` holds on to the prediction; unmake() frees it, before the prediction. */
    int (*make)(void *context, const struct follow_fresh *fresh, void **made, struct err *err);
    void (*unmake)(void *made);
    /* Keep what is shown (follow_show()) while something is compared with it, and no longer; in any
     * thread. NULL: it lives long enough. */
    void (*hold)(void *shown);
    void (*drop)(void *shown);
    void *context; /* of read() and make() */
};

enum follow_news {
    FOLLOW_NOTHING,
    FOLLOW_PREDICTED, /* follow_take() has it */
    FOLLOW_FAILED,    /* `err` says why; what was shown is of an older file, or other conditions */
    FOLLOW_GONE,      /* the file is not there any more */
    FOLLOW_BACK,      /* it is there again, as it was */
    FOLLOW_FIGURE,    /* `figure` has what follow_figure() asked for */
};

struct follow_figure {
    struct conditions conditions;
    enum variant_outcome outcome;
    int64_t wall; /* ns; TIMELINE_UNKNOWN: none */
};

struct follow {
    struct follow_source source;
    struct conditions_base base;
    struct conditions wanted; /* what is predicted, or was last */
    struct conditions shown;  /* of what was taken last */
    struct watch watch;
    struct watch shown_files,
        fresh_files; /* what was read for what was taken last, and for `fresh` */
    struct background *job, *aside;
    int64_t begun; /* ns; when the job was */
    void *on_show; /* the owner's: what he shows, NULL: it is nobody's matter */
    bool gone;     /* the file */
    bool failed;   /* the last prediction; `err` */
    bool held;     /* it failed, which is not told before the file has settled */
    bool saved;    /* since the last prediction that was taken */
    struct err err;
    struct prediction *fresh; /* of FOLLOW_PREDICTED */
    void *made;               /* of it */
    enum variant_outcome outcome;
    struct follow_figure figure;
};

/* Begins to follow a file that has been read: `read` says what it held, and is emptied. `first`:
 * what came of it, without conditions. */
void follow_init(struct follow *follow, const struct follow_source *source, struct watch *read,
                 const struct prediction *first);

/* What the owner shows from now on, for the source's make(). */
void follow_show(struct follow *follow, void *shown);

/* Begins to predict under other conditions. */
void follow_conditions(struct follow *follow, const struct conditions *conditions, int64_t now);

/* Looks at the files and at the work. Never waits for it. */
enum follow_news follow_poll(struct follow *follow, int64_t now);

/* Waits for the prediction under way, at most `ns`, so that a quick one is there at once. */
void follow_wait(struct follow *follow, int64_t ns);

/* How long the prediction under way has been, ns; -1: none is. */
int64_t follow_busy(const struct follow *follow, int64_t now);

/* After how long it is worth to poll again, ns. */
int64_t follow_patience(const struct follow *follow, int64_t now);

/* Gives up the prediction under way; the conditions are those of what is shown again. A save that
 * it was for is not tried before the next one. */
void follow_give_up(struct follow *follow);

/* Where the lines of one version are in a later one, by row of the places of `shown`; 0: gone.
 * `before`, `after`: the files that each was made from. free() it. NULL: nothing has moved. */
int32_t *follow_lines(const struct watch *before, const struct watch *after,
                      const struct timeline *shown);

/* The fresh prediction, on the heap: prediction_release() and free() are the caller's. `*saved`:
 * the file is another one than that of the prediction taken before; `*made`: what the source made
 * of it (NULL: not wanted), the caller's as well. `outcome` is its. */
struct prediction *follow_take(struct follow *follow, bool *saved, void **made);

/* Asks for the wall time under conditions, beside everything else; the next prediction ends that.
 * Asked again while one is under way, it does nothing. */
void follow_ask(struct follow *follow, const struct conditions *conditions);

/* Leaves all work, which mostly ends at once; what does not within half a second is left to itself.
 * Returns whether all has ended: if not, what the source points to has to stay. */
bool follow_release(struct follow *follow);

#endif
