#include "sim/analysis/hazard_end.h"

#include "sim/analysis/hazard_joinable.h"
#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>
#include <string.h>

struct finder {
    struct hazard_pairs *pairs;
    const struct program *p;
    const struct happens *h;
    uint32_t *destroyed; /* by stream: the record that destroyed it, or HAPPENS_NONE */
    bool *joinable;      /* by thread: that nobody joins it is what is wrong */
    bool *ended;         /* by thread */
    uint32_t last;       /* the thread that ends last */
};

static bool is_work(const struct finder *f, uint32_t record)
{
    enum call_object object = call_info((enum call)f->p->records.rows[record].call)->object;
    return object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN;
}

/* What a process can end too early for. A call that copies from pageable memory has read its bytes
 * when it returns; that they reach the device would be known only to who reads them there. */
static bool leaves_work(const struct finder *f, uint32_t record)
{
    return is_work(f, record) && !happens_reads_at_call(f->p, &f->p->records.rows[record]);
}

/* Whether a call returned what a kernel of the program fails with: the device does nothing more. */
static bool device_failed(const struct program *p)
{
    int32_t fails = 0;
    for (size_t i = 1; i < p->launches.count && !fails; i++)
        fails = p->launches.rows[i].fails;
    for (size_t i = 0; fails && i < p->records.count; i++)
        if (p->records.rows[i].result == fails)
            return true;
    return false;
}

static void note_unfinished(struct hazards *hazards, uint32_t record)
{
    hazards->unfinished = mem_grow(hazards->unfinished, &hazards->unfinished_capacity,
                                   hazards->unfinished_count + 1, sizeof *hazards->unfinished);
    hazards->unfinished[hazards->unfinished_count++] = record;
}

static int by_row(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

/* Whether the process waits for it, or would if each std::thread were joined: what one that the
 * process's end has cut off would do yet is not known. */
static bool is_awaited(const struct finder *f, uint32_t record)
{
    const uint32_t thread = f->p->records.rows[record].thread;
    return happens_before_end(f->h, happens_op(record), f->last) ||
           (f->joinable[thread] &&
            (!f->ended[thread] || happens_before_end(f->h, happens_op(record), thread)));
}

static void unfinished(struct finder *f)
{
    struct hazards *hazards = f->pairs->hazards;
    if (device_failed(f->p))
        return;
    for (uint32_t s = 0; s < f->p->streams.count; s++) {
        uint32_t record = f->h->last[s];
        while (record != HAPPENS_NONE && !leaves_work(f, record) && !is_awaited(f, record))
            record = f->h->previous[record];
        if (record == HAPPENS_NONE || is_awaited(f, record))
            continue;
        if (f->destroyed[s] != HAPPENS_NONE && record > f->destroyed[s])
            continue; /* that it is put there is what is wrong */
        if (f->destroyed[s] == HAPPENS_NONE) {
            note_unfinished(hazards, record);
            continue;
        }
        hazard_pairs_add(f->pairs, &(struct hazard){
                                       .rule = HAZARD_ID_STREAM_ABANDONED,
                                       .certain = true,
                                       .earlier = happens_op(record),
                                       .later = happens_host(f->destroyed[s]),
                                   });
    }
    if (hazards->unfinished_count == 0)
        return;
    qsort(hazards->unfinished, hazards->unfinished_count, sizeof(uint32_t), by_row);
    hazard_pairs_add(f->pairs, &(struct hazard){.rule = HAZARD_ID_UNFINISHED_WORK,
                                                .certain = true,
                                                .earlier = HAZARD_NO_EVENT,
                                                .later = happens_op(hazards->unfinished[0])});
}

void hazard_end_find(struct hazard_pairs *pairs)
{
    const struct happens *h = &pairs->hazards->happens;
    const struct program *p = h->program;
    struct finder f = {.pairs = pairs, .p = p, .h = h, .last = hazard_last_thread(p)};
    f.joinable = mem_zalloc((p->threads.count + 1) * sizeof *f.joinable);
    f.ended = mem_zalloc((p->threads.count + 1) * sizeof *f.ended);
    f.destroyed = mem_realloc(NULL, (p->streams.count + 1) * sizeof *f.destroyed);
    memset(f.destroyed, 0xff, (p->streams.count + 1) * sizeof *f.destroyed);
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *row = &p->records.rows[i];
        if (row->call == CALL_cudaStreamDestroy && row->result == CUDA_cudaSuccess &&
            row->stream < p->streams.count && p->threads.rows[row->thread].kind != THREAD_WORKER)
            f.destroyed[row->stream] = i;
        if (hazard_is_joinable(row) && row->object < p->threads.count)
            f.joinable[row->object] = true;
        f.ended[row->thread] |= row->call == CALL_thread_end;
    }
    unfinished(&f);
    free(f.joinable);
    free(f.ended);
    free(f.destroyed);
}
