#include "sim/analysis/hazard_words.h"

#include "sim/analysis/label.h"
#include "sim/base/text.h"
#include "sim/model/callers.h"

#include <inttypes.h>

const struct program *hazard_program(const struct hazards *hazards)
{
    return hazards->happens.program;
}

const struct program_record *hazard_record(const struct hazards *hazards, happens_event event)
{
    return &hazard_program(hazards)->records.rows[happens_record(event)];
}

const struct program_place *hazard_place(const struct hazards *hazards, happens_event event)
{
    return &hazard_program(hazards)->places.rows[hazard_record(hazards, event)->place];
}

void hazard_add_quoted(struct strbuf *sb, const char *name)
{
    strbuf_addf(sb, "`%.200s`", name);
}

void hazard_add_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                     happens_event finding)
{
    const struct program_place *place = hazard_place(hazards, event);
    if (place->line == 0) {
        strbuf_addf(sb, "call %" PRIu32, happens_record(event) + 1);
        return;
    }
    if (finding != HAZARD_NO_EVENT && place->file != hazard_place(hazards, finding)->file) {
        const char *file = text_file_name(program_name(hazard_program(hazards), place->file));
        strbuf_addf(sb, "%.200s:%" PRId32, file, place->line);
        return;
    }
    strbuf_addf(sb, "line %" PRId32, place->line);
}

void hazard_add_location(struct strbuf *sb, const struct hazards *hazards, uint32_t row,
                         uint32_t column)
{
    const struct program *p = hazard_program(hazards);
    const struct program_place *place = &p->places.rows[row];
    const char *file = program_name(p, place->file ? place->file : p->scenario);
    strbuf_adds(sb, *file ? file : "program");
    if (place->line)
        strbuf_addf(sb, ":%" PRId32, place->line);
    if (place->line && column)
        strbuf_addf(sb, ":%" PRIu32, column);
}

void hazard_add_stream(struct strbuf *sb, const struct hazards *hazards, uint32_t stream)
{
    const struct program *p = hazard_program(hazards);
    uint32_t name = p->streams.rows[stream].name;
    if (stream == PROGRAM_STREAM_LEGACY)
        strbuf_adds(sb, "the default stream");
    else if (program_shares_name(p->streams.rows, p->streams.count, stream))
        strbuf_addf(sb, "stream %" PRIu32 " %.200s", stream, program_name(p, name));
    else if (name)
        strbuf_addf(sb, "%s%.200s", program_says_stream(program_name(p, name)) ? "" : "stream ",
                    program_name(p, name));
    else if (p->streams.rows[stream].kind == STREAM_PER_THREAD)
        strbuf_addf(sb, "the default stream of thread %u",
                    (unsigned)p->streams.rows[stream].thread);
    else
        strbuf_addf(sb, "stream %" PRIu32, stream);
}

void hazard_add_stream_code(struct strbuf *sb, const struct hazards *hazards, uint32_t stream)
{
    const struct program *p = hazard_program(hazards);
    uint32_t name = p->streams.rows[stream].name;
    if (stream == PROGRAM_STREAM_LEGACY)
        strbuf_addc(sb, '0');
    else if (p->streams.rows[stream].kind == STREAM_PER_THREAD)
        strbuf_adds(sb, "cudaStreamPerThread");
    else if (name)
        strbuf_addf(sb, "%.200s", program_name(p, name));
    else
        strbuf_addf(sb, "stream_%" PRIu32, stream);
}

static bool by_host_function(const struct hazards *hazards, happens_event event)
{
    return !happens_is_op(event) &&
           hazard_program(hazards)->threads.rows[hazard_record(hazards, event)->thread].kind ==
               THREAD_WORKER;
}

uint32_t hazard_issuing_record(const struct hazards *hazards, happens_event event)
{
    uint32_t record = happens_record(event);
    return by_host_function(hazards, event) ? hazards->happens.issued_by[record] : record;
}

const struct program_record *hazard_issuer(const struct hazards *hazards, happens_event event)
{
    return &hazard_program(hazards)->records.rows[hazard_issuing_record(hazards, event)];
}

bool hazard_on_device(const struct hazards *hazards, happens_event event)
{
    return happens_is_op(event) || by_host_function(hazards, event);
}

void hazard_side(struct strbuf *sb, const struct hazards *hazards, happens_event event)
{
    const struct program *p = hazard_program(hazards);
    const struct program_record *record = hazard_issuer(hazards, event);
    const struct call_info *info = call_info((enum call)record->call);
    if (!hazard_on_device(hazards, event)) {
        if (record->call == CALL_block_give)
            strbuf_adds(sb, "ns_pool_free");
        else if (!call_is_touch(record->call))
            strbuf_adds(sb, info->name);
        else if (record->thread)
            strbuf_addf(sb, "host thread %u", (unsigned)record->thread);
        else
            strbuf_adds(sb, "the host");
        return;
    }
    switch (info->object) {
    case OBJECT_LAUNCH:
        strbuf_adds(sb, "kernel ");
        hazard_add_quoted(
            sb, program_name(p, p->kernels.rows[p->launches.rows[record->object].kernel].name));
        return;
    case OBJECT_HOSTFN:
        strbuf_adds(sb, "host function ");
        hazard_add_quoted(sb, program_name(p, p->hostfns.rows[record->object].name));
        return;
    case OBJECT_COPY: {
        const struct program_copy *copy = &p->copies.rows[record->object];
        strbuf_addf(sb, "%s%s of ", copy_kind_name(copy->kind),
                    copy->kind == COPY_MEMSET ? "" : " copy");
        label_bytes(sb, program_copy_bytes(copy));
        return;
    }
    default:
        strbuf_adds(sb, info->name);
        return;
    }
}

void hazard_add_side(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                     happens_event finding)
{
    hazard_side(sb, hazards, event);
    bool device = hazard_on_device(hazards, event);
    if (!device && event == finding)
        return;
    strbuf_adds(sb, " (");
    if (device)
        hazard_add_stream(sb, hazards, hazard_issuer(hazards, event)->stream);
    if (event != finding) {
        strbuf_adds(sb, device ? ", " : "");
        hazard_add_line(sb, hazards, event, finding);
    }
    strbuf_addc(sb, ')');
}

void hazard_add_user(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    if (hazard_place(hazards, hazard->earlier) != hazard_place(hazards, hazard->later)) {
        hazard_add_line(sb, hazards, hazard->later, hazard->later);
        return;
    }
    if (hazard_on_device(hazards, hazard->later))
        hazard_side(sb, hazards, hazard->later);
    else
        strbuf_adds(sb, "what uses it");
    strbuf_adds(sb, " there");
}

/* The largest unit of which both are whole numbers. */
static const char *common_unit(uint64_t from, uint64_t to, uint64_t *bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    size_t unit = 0;
    *bytes = 1;
    while (unit < 4 && from % (*bytes * 1024) == 0 && to % (*bytes * 1024) == 0) {
        *bytes *= 1024;
        unit++;
    }
    return units[unit];
}

/* The record that made the memory; HAPPENS_NONE: none did. */
static uint32_t maker_of(const struct program *p, uint32_t alloc)
{
    for (uint32_t i = 0; i < p->records.count; i++)
        if (p->records.rows[i].object == alloc &&
            call_info((enum call)p->records.rows[i].call)->object == OBJECT_ALLOC)
            return i;
    return HAPPENS_NONE;
}

/* Who called for the memory, where a function makes what several findings are about, all by the
 * name that it has there; 0: that name is enough. */
static uint32_t caller_for(const struct hazards *hazards, uint32_t alloc)
{
    const struct program *p = hazard_program(hazards);
    uint32_t made = HAPPENS_NONE;
    for (size_t i = 0; i < hazards->count; i++) {
        const uint32_t other = hazards->rows[i].range.alloc;
        if (other == alloc || other == 0 || !p->allocs.rows[alloc].name ||
            p->allocs.rows[other].name != p->allocs.rows[alloc].name)
            continue;
        if (made == HAPPENS_NONE)
            made = maker_of(p, alloc);
        const uint32_t by = maker_of(p, other);
        if (made != HAPPENS_NONE && by != HAPPENS_NONE &&
            p->records.rows[made].place == p->records.rows[by].place &&
            program_caller_of(p, made) != program_caller_of(p, by))
            return program_caller_of(p, made);
    }
    return 0;
}

static void add_caller(struct strbuf *sb, const struct program *p, uint32_t caller)
{
    const struct program_caller *row = &p->callers.rows[caller];
    strbuf_addf(sb, " of line %" PRId32, p->places.rows[row->place].line);
    if (row->column)
        strbuf_addf(sb, ":%" PRIu32, row->column);
}

void hazard_add_range(struct strbuf *sb, const struct hazards *hazards,
                      const struct program_range *range)
{
    const struct program *p = hazard_program(hazards);
    const struct program_alloc *alloc = &p->allocs.rows[range->alloc];
    const char *name = program_name(p, alloc->name);
    uint64_t to = range->offset + range->bytes;
    if (*name)
        strbuf_addf(sb, "`%.200s`", name);
    else
        strbuf_addf(sb, "memory %" PRIu32, range->alloc);
    const uint32_t caller = caller_for(hazards, range->alloc);
    if (range->offset == 0 && to >= alloc->bytes) {
        if (caller)
            add_caller(sb, p, caller);
        return;
    }
    uint64_t bytes;
    const char *unit = common_unit(range->offset, to, &bytes);
    strbuf_addf(sb, "[%" PRIu64 "..%" PRIu64 " %s)", range->offset / bytes, to / bytes, unit);
    if (caller)
        add_caller(sb, p, caller);
}

void hazard_add_event(struct strbuf *sb, const struct hazards *hazards, uint32_t event)
{
    const struct program *p = hazard_program(hazards);
    const char *name = program_name(p, p->events.rows[event].name);
    if (*name)
        hazard_add_quoted(sb, name);
    else
        strbuf_addf(sb, "event %" PRIu32, event);
}

void hazard_add_event_code(struct strbuf *sb, const struct hazards *hazards, uint32_t event)
{
    const struct program *p = hazard_program(hazards);
    const char *name = program_name(p, p->events.rows[event].name);
    strbuf_addf(sb, "%.200s", *name ? name : "event");
}

void hazard_add_bytes(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program_range *range = &hazard->range;
    uint64_t from = range->offset - hazard->block_from, bytes = range->bytes, unit;
    if (!hazard->block || range->offset < hazard->block_from || bytes > hazard->block_bytes ||
        from > hazard->block_bytes - bytes) {
        hazard_add_range(sb, hazards, range);
        return;
    }
    hazard_add_quoted(sb, program_name(hazard_program(hazards), hazard->block));
    if (from == 0 && bytes == hazard->block_bytes)
        return;
    const char *name = common_unit(from, from + bytes, &unit);
    strbuf_addf(sb, "[%" PRIu64 "..%" PRIu64 " %s)", from / unit, (from + bytes) / unit, name);
}

bool hazard_is_staged(const struct hazards *hazards, happens_event event)
{
    return event != HAZARD_NO_EVENT && happens_is_op(event) &&
           happens_reads_at_call(hazard_program(hazards), hazard_record(hazards, event));
}

bool hazard_is_handed(const struct hazards *hazards, const struct hazard *hazard)
{
    return hazard_program(hazards)->allocs.rows[hazard->range.alloc].handed;
}

bool hazard_frees(const struct program_record *record)
{
    return record->call == CALL_host_write && record->value == PROGRAM_FREES;
}

bool hazard_has_free(const struct hazards *hazards, const struct hazard *hazard)
{
    return hazard_frees(hazard_record(hazards, hazard->earlier)) ||
           hazard_frees(hazard_record(hazards, hazard->later));
}

uint32_t hazard_last_thread(const struct program *p)
{
    for (size_t i = 0; i < p->records.count; i++)
        if (p->records.rows[i].call == CALL_thread_end && p->records.rows[i].value == 1)
            return p->records.rows[i].thread;
    return 0;
}

bool hazard_is_free(const struct hazards *hazards, happens_event event)
{
    switch (hazard_record(hazards, event)->call) {
    case CALL_cudaFree:
    case CALL_cudaFreeHost:
    case CALL_cudaFreeAsync:
    case CALL_cudaHostUnregister:
        return true;
    default:
        return false;
    }
}

bool hazard_is_end(const struct hazards *hazards, const struct hazard *hazard)
{
    return (hazard->rule == HAZARD_ID_HOST_WRITE || hazard->rule == HAZARD_ID_THREAD_RACE) &&
           program_is_out(hazard_record(hazards, hazard->later));
}

bool hazard_is_lent(const struct hazards *hazards, const struct hazard *hazard)
{
    return hazard->rule == HAZARD_ID_THREAD_RACE &&
           (program_is_out(hazard_record(hazards, hazard->earlier)) ||
            program_is_out(hazard_record(hazards, hazard->later)));
}

bool hazard_add_written(struct strbuf *sb, const struct hazards *hazards, uint32_t record)
{
    const struct program *p = hazard_program(hazards);
    const struct program_record *row = &p->records.rows[record];
    const struct program_range *range = NULL;
    if (call_info((enum call)row->call)->object == OBJECT_COPY) {
        const struct program_copy *copy = &p->copies.rows[row->object];
        range = copy->rows > 1 ? NULL : &copy->dst;
    } else if (call_info((enum call)row->call)->object == OBJECT_LAUNCH) {
        const struct program_launch *launch = &p->launches.rows[row->object];
        for (uint32_t i = 0; i < launch->access_count && !range; i++) {
            const struct program_access *access = &p->accesses.rows[launch->first_access + i];
            if ((access->mode & ACCESS_WRITE) && access->certain)
                range = &access->range;
        }
    }
    if (!range || range->alloc == 0)
        return false;
    strbuf_adds(sb, ", which writes ");
    hazard_add_range(sb, hazards, range);
    return true;
}
