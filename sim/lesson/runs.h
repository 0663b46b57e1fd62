/* What a lesson runs: each scenario with its options predicted once, when it is first asked for,
 * and its recording, if there is one.
 *
 * A recording counts only for exactly the calls that were recorded (the hash of the program). All
 * are of the lesson's own profile unless a run names another.
 */
#ifndef SIM_LESSON_RUNS_H
#define SIM_LESSON_RUNS_H

#include "sim/lesson/lesson.h"
#include "sim/study/predict.h"

#include <stdbool.h>

enum recorded {
    RECORDED_NONE,  /* there is no file */
    RECORDED_OTHER, /* there is one, of a program that does other calls */
    RECORDED_SAME,
};

struct lesson_outcome {
    struct lesson_run run;
    const char *path; /* of the scenario */
    struct prediction prediction;
    int status; /* of the prediction: 0, or -1 with `err` */
    struct err err;
    bool looked; /* for its recording */
    enum recorded recorded;
    char *recording; /* path of the file, there or not; where it would be in the lesson's traces */
    struct timeline measured; /* of RECORDED_SAME */
    bool is_here;
    struct timeline here; /* measured on this machine, if is_here */
};

struct lesson_runs {
    struct lesson *lesson;
    char *traces; /* folder of all lessons' recordings; "" : none */
    struct lesson_outcome **rows;
    size_t count, capacity;
    bool other_device; /* something was measured here, and not on the lessons' device */
};

/* `traces`: the folder that has recordings in SLUG/NAME.json, such as traces/h200/lessons; NULL:
 * none. The lesson's own folder `recorded` goes before it. The lesson must outlive the runs. */
void lesson_runs_init(struct lesson_runs *runs, struct lesson *lesson, const char *traces);

/* The outcome of a run, kept until lesson_runs_release(). Fails with the error of the prediction.
 */
int lesson_runs_predict(struct lesson_runs *runs, const struct lesson_run *run,
                        const struct lesson_outcome **outcome, struct err *err);

/* What was measured here, else its recording; with `recording_first` the other way round; NULL if
 * there is none of this program. Fails if the prediction does, or if the file cannot be read. */
int lesson_runs_measured(struct lesson_runs *runs, const struct lesson_run *run,
                         bool recording_first, const struct timeline **measured, struct err *err);

/* A measurement made here and now. The timeline is moved and leaves nothing to release. */
int lesson_runs_take(struct lesson_runs *runs, const struct lesson_run *run,
                     struct timeline *measured, struct err *err);

/* "fence-STREAMS-3": what the recording of a run is called, without ".json". */
void lesson_run_name(const struct lesson_run *run, struct strbuf *name);

/* "fence.cu -DSTREAMS=3", as texts say it. */
void lesson_run_text(const struct lesson_run *run, struct strbuf *text);

void lesson_runs_release(struct lesson_runs *runs);

#endif
