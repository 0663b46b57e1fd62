#include "tui/cmd/over.h"

#include "sim/analysis/infer.h"
#include "sim/base/mem.h"
#include "sim/base/text.h"
#include "sim/io/program_file.h"
#include "tui/cmd/part.h"
#include "tui/cmd/reread.h"

#include <stdlib.h>

/* A measurement says nothing of what waited for what; what does is left as it is. */
static void infer(const struct timeline *timeline)
{
    infer_waits((struct timeline *)(uintptr_t)timeline);
}

static const char *name_of(const struct timeline *t, const struct operand *operand)
{
    if (t->source == TIMELINE_MEASURED)
        return "the measurement";
    return text_file_name(operand->path);
}

/* `put` holds a comparison of `a`; `profile` may be NULL. */
static struct version *make_version(const struct over *over, const struct timeline *a,
                                    const struct profile *profile, struct version_over *put)
{
    const struct both *both = &over->both;
    const char *name = name_of(a, &both->a);
    struct version *version = version_new(a, profile, name);
    version_put_over(version, put, profile, name, name_of(both->b.timeline, &both->b));
    return version;
}

static void compare_again(struct version_over *put, const struct over *over,
                          const struct prediction *plain)
{
    const struct timeline *a = put->seen ? &put->seen->timeline : &plain->timeline;
    compare_find(&put->compare, a, over->both.b.timeline);
    if (put->seen)
        compare_take_walls(&put->compare, &plain->timeline);
}

/* Runs in a thread: the other file's timeline is only read. */
static int make(void *context, const struct follow_fresh *fresh, void **made, struct err *err)
{
    const struct over *over = context;
    struct prediction *plain = fresh->prediction;
    struct version_over *put = mem_zalloc(sizeof *put);
    if (over->both.a.kind != OPERAND_TIMELINE)
        program_file_sha256(&plain->program, plain->timeline.program_sha256);
    if (over->both.seen.timeline != over->both.a.timeline) {
        put->seen = mem_zalloc(sizeof *put->seen);
        prediction_init(put->seen);
        if (seen_again(&over->both.seen, fresh->variant, plain, put->seen, err) < 0) {
            prediction_release(put->seen);
            free(put->seen);
            free(put);
            return -1;
        }
    }
    infer(put->seen ? &put->seen->timeline : &plain->timeline);
    compare_again(put, over, plain);
    struct version *version = make_version(over, put->compare.a, prediction_profile(plain), put);
    versions_complete(version, fresh);
    *made = version;
    return 0;
}

static void follow(struct over *over, struct watch *read)
{
    struct follow_source source;
    reread_source(&source, &over->both.a);
    source.make = make;
    source.context = over;
    versions_init(&over->versions, &source, read, &over->both.a.prediction, over->first);
}

/* Compared already; `own` is of the first file, unless `parts` are shown. */
static void begin(struct over *over, struct watch *own, struct watch *others, bool parts)
{
    struct both *both = &over->both;
    struct version_over *put = mem_zalloc(sizeof *put);
    put->compare = both->compare;
    both->compared = false; /* it is the version's from now on */
    infer(both->seen.timeline);
    infer(both->b.timeline);
    over->first =
        make_version(over, both->seen.timeline, prediction_profile(&both->a.prediction), put);
    bool again[2] = {reread_can(&both->a), reread_can(&both->b)};
    over->follows = again[0] && !parts;
    if (over->follows)
        follow(over, own);
    if (again[1] && (again[0] || !parts))
        watch_replace(&over->others, others);
}

struct over *over_load(const char *a, const char *b, const struct arguments *args, struct err *err)
{
    struct over *over = mem_zalloc(sizeof *over);
    struct watch own, others;
    bool parts = part_is_asked(args); /* they are cut of both alike, so both are read again */
    watch_init(&own);
    watch_init(&others);
    watch_init(&over->others);
    int rc = both_load(&over->both, a, b, args, parts ? &others : &own, &others, err);
    if (rc == 0)
        begin(over, &own, &others, parts);
    watch_release(&own);
    watch_release(&others);
    if (rc == 0)
        return over;
    over_release(over);
    return NULL;
}

const struct version *over_now(const struct over *over)
{
    return over->follows ? over->versions.now : over->first;
}

void over_release(struct over *over)
{
    if (!over)
        return;
    bool ended = !over->follows || versions_release(&over->versions);
    watch_release(&over->others);
    if (over->first)
        ended &= version_end(over->first);
    if (!ended)
        return;
    both_release(&over->both);
    free(over);
}
