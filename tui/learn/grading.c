#include "tui/learn/grading.h"

#include "sim/base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* What the thread has: nothing of its owner's, who may be gone before it ends. */
struct work {
    char *folder, *file;
    struct grading_result *result;
};

static void run(void *context, const atomic_bool *stop)
{
    (void)stop;
    struct work *work = context;
    work->result = grading_judge(work->folder, work->file);
}

static void release(void *context)
{
    struct work *work = context;
    grading_result_free(work->result);
    free(work->folder);
    free(work->file);
    free(work);
}

static const struct background_kind kind = {run, release};

static void begin(struct grading *grading)
{
    struct work *work = mem_zalloc(sizeof *work);
    work->folder = mem_strdup(grading->folder);
    work->file = mem_strdup(grading->file);
    watch_add(&grading->watch, grading->file); /* what it holds now is what is judged */
    grading->stale = false;
    grading->job = background_begin(&kind, work);
}

void grading_init(struct grading *grading, const char *folder, const char *file)
{
    memset(grading, 0, sizeof *grading);
    grading->folder = mem_strdup(folder);
    grading->file = mem_strdup(file);
    watch_init(&grading->watch);
    begin(grading);
}

/* Takes what came of the job. A fault of a file that is still being written is not told. */
static struct grading_result *take(struct grading *grading, int64_t now)
{
    struct work *work = background_take(grading->job);
    struct grading_result *result = work->result;
    grading->job = NULL;
    work->result = NULL;
    release(work);
    grading->held = result->is_fault && !watch_is_settled(&grading->watch, now);
    if (!grading->held)
        return result;
    grading_result_free(result);
    return NULL;
}

struct grading_result *grading_poll(struct grading *grading, int64_t now)
{
    struct grading_result *result = NULL;
    if (watch_poll(&grading->watch, now) != WATCH_SAME)
        grading->stale = true;
    if (grading->job && background_wait(grading->job, 0))
        result = take(grading, now);
    bool again = grading->stale || (grading->held && watch_is_settled(&grading->watch, now));
    if (!grading->job && again && !result) {
        grading->held = false;
        begin(grading);
    }
    return result;
}

bool grading_is_busy(const struct grading *grading)
{
    return grading->job != NULL || grading->held;
}

void grading_result_free(struct grading_result *result)
{
    if (!result)
        return;
    for (size_t i = 0; i < result->row_count; i++) {
        free(result->rows[i].check);
        free(result->rows[i].says);
    }
    free(result->rows);
    free(result->text);
    if (result->prediction) {
        prediction_release(result->prediction);
        free(result->prediction);
    }
    free(result);
}

void grading_release(struct grading *grading)
{
    background_leave(grading->job);
    watch_release(&grading->watch);
    free(grading->folder);
    free(grading->file);
    memset(grading, 0, sizeof *grading);
}
