#include "sim/analysis/hazard_gone.h"

#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <stdlib.h>

struct finder {
    struct hazard_pairs *pairs;
    const struct program *p;
    uint32_t *streams, *events; /* by row: the record that destroyed it, or HAPPENS_NONE */
};

static uint32_t *nothing_gone(size_t count)
{
    uint32_t *gone = mem_zalloc((count + 1) * sizeof *gone);
    for (size_t i = 0; i < count; i++)
        gone[i] = HAPPENS_NONE;
    return gone;
}

static bool is_event(const struct program_record *record)
{
    return call_info((enum call)record->call)->object == OBJECT_EVENT;
}

/* Calls about a stream name it as object. */
static uint32_t stream_of(const struct program_record *record)
{
    return call_info((enum call)record->call)->object == OBJECT_STREAM && record->object
               ? record->object
               : record->stream;
}

static void add(struct finder *f, uint32_t gone, uint32_t record, uint32_t event)
{
    if (gone != HAPPENS_NONE)
        hazard_pairs_add(f->pairs, &(struct hazard){.rule = HAZARD_ID_USE_AFTER_DESTROY,
                                                    .certain = true,
                                                    .earlier = happens_host(gone),
                                                    .later = happens_host(record),
                                                    .event = event});
}

static void add_event(struct finder *f, uint32_t event, uint32_t record)
{
    if (event > 0 && event < f->p->events.count)
        add(f, f->events[event], record, event);
}

static void look_at(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    const uint32_t stream = stream_of(row);
    if (stream < f->p->streams.count)
        add(f, f->streams[stream], record, 0);
    if (is_event(row))
        add_event(f, row->object, record);
    if (row->call == CALL_cudaEventElapsedTime && row->value != (int64_t)row->object)
        add_event(f, (uint32_t)row->value, record);
}

/* A reset of the device destroys all that there is. */
static void note_reset(struct finder *f, uint32_t record)
{
    for (size_t i = 0; i < f->p->streams.count; i++) {
        enum stream_kind kind = f->p->streams.rows[i].kind;
        if (kind != STREAM_LEGACY && kind != STREAM_PER_THREAD && f->streams[i] == HAPPENS_NONE)
            f->streams[i] = record;
    }
    for (size_t i = 1; i < f->p->events.count; i++)
        if (f->events[i] == HAPPENS_NONE)
            f->events[i] = record;
}

static void note_gone(struct finder *f, uint32_t record)
{
    const struct program_record *row = &f->p->records.rows[record];
    if (row->result != CUDA_cudaSuccess)
        return;
    if (row->call == CALL_cudaStreamDestroy && stream_of(row) < f->p->streams.count &&
        f->streams[stream_of(row)] == HAPPENS_NONE)
        f->streams[stream_of(row)] = record;
    if (row->call == CALL_cudaEventDestroy && row->object < f->p->events.count &&
        f->events[row->object] == HAPPENS_NONE)
        f->events[row->object] = record;
    if (row->call == CALL_cudaDeviceReset)
        note_reset(f, record);
}

/* Rows that are made behind a reset of the device. */
static bool note_made(struct finder *f, const struct program_record *row)
{
    switch (row->call) {
    case CALL_cudaStreamCreate:
    case CALL_cudaStreamCreateWithFlags:
    case CALL_cudaStreamCreateWithPriority:
        if (stream_of(row) < f->p->streams.count)
            f->streams[stream_of(row)] = HAPPENS_NONE;
        return true;
    case CALL_cudaEventCreate:
    case CALL_cudaEventCreateWithFlags:
        if (row->object < f->p->events.count)
            f->events[row->object] = HAPPENS_NONE;
        return true;
    default:
        return false;
    }
}

void hazard_gone_find(struct hazard_pairs *pairs)
{
    const struct program *p = pairs->hazards->happens.program;
    struct finder f = {.pairs = pairs,
                       .p = p,
                       .streams = nothing_gone(p->streams.count),
                       .events = nothing_gone(p->events.count)};
    for (uint32_t i = 0; i < p->records.count; i++) {
        if (!note_made(&f, &p->records.rows[i]))
            look_at(&f, i);
        note_gone(&f, i);
    }
    free(f.streams);
    free(f.events);
}

void hazard_gone_message(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    const struct program_record *record = hazard_record(hazards, hazard->later);
    const struct program *p = hazard_program(hazards);
    if (call_info((enum call)record->call)->object == OBJECT_LAUNCH && record->object) {
        strbuf_adds(sb, "the launch of ");
        hazard_add_quoted(
            sb, program_name(p, p->kernels.rows[p->launches.rows[record->object].kernel].name));
    } else {
        strbuf_adds(sb, call_info((enum call)record->call)->name);
    }
    strbuf_adds(sb, " is given ");
    if (hazard->event) {
        strbuf_adds(sb, "event ");
        hazard_add_event(sb, hazards, hazard->event);
    } else {
        hazard_add_stream(sb, hazards, stream_of(record));
    }
    strbuf_adds(sb, ", which ");
    hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
    strbuf_adds(sb, " destroyed");
}

void hazard_gone_fix(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    strbuf_adds(sb, call_info((enum call)hazard_record(hazards, hazard->earlier)->call)->name);
    strbuf_adds(sb, " of ");
    hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
    strbuf_adds(sb, " behind ");
    hazard_add_line(sb, hazards, hazard->later, hazard->later);
}
