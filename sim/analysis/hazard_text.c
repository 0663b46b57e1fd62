#include "sim/analysis/hazard_text.h"

#include "sim/analysis/hazard_text_inside.h"
#include "sim/analysis/label.h"

#include <inttypes.h>
#include <string.h>

const struct program *hazard_program(const struct hazards *hazards)
{
    return hazards->happens.program;
}

const struct program_record *hazard_record(const struct hazards *hazards, happens_event event)
{
    return &hazard_program(hazards)->records.rows[happens_record(event)];
}

static const struct program_place *place_of(const struct hazards *hazards, happens_event event)
{
    return &hazard_program(hazards)->places.rows[hazard_record(hazards, event)->place];
}

static void add_quoted(struct strbuf *sb, const char *name)
{
    strbuf_addf(sb, "`%.200s`", name);
}

/* "line 12", or "b.cu:12" where that is another file than the finding's. */
void hazard_add_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                     happens_event finding)
{
    const struct program_place *place = place_of(hazards, event);
    if (place->line == 0) {
        strbuf_addf(sb, "call %" PRIu32, happens_record(event) + 1);
        return;
    }
    if (finding != HAZARD_NO_EVENT && place->file != place_of(hazards, finding)->file) {
        const char *file = program_name(hazard_program(hazards), place->file);
        const char *slash = strrchr(file, '/');
        strbuf_addf(sb, "%.200s:%" PRId32, slash ? slash + 1 : file, place->line);
        return;
    }
    strbuf_addf(sb, "line %" PRId32, place->line);
}

static bool shares_name(const struct program *p, uint32_t stream)
{
    for (uint32_t i = 1; i < p->streams.count; i++)
        if (i != stream && p->streams.rows[i].name == p->streams.rows[stream].name)
            return true;
    return false;
}

/* With its number, as in the lanes of a drawing, where another stream is called the same. */
void hazard_add_stream(struct strbuf *sb, const struct hazards *hazards, uint32_t stream)
{
    const struct program *p = hazard_program(hazards);
    uint32_t name = p->streams.rows[stream].name;
    if (stream == PROGRAM_STREAM_LEGACY)
        strbuf_adds(sb, "the default stream");
    else if (name && shares_name(p, stream))
        strbuf_addf(sb, "stream %" PRIu32 " %.200s", stream, program_name(p, name));
    else if (name)
        strbuf_addf(sb, "stream %.200s", program_name(p, name));
    else if (p->streams.rows[stream].kind == STREAM_PER_THREAD)
        strbuf_addf(sb, "the default stream of thread %u",
                    (unsigned)p->streams.rows[stream].thread);
    else
        strbuf_addf(sb, "stream %" PRIu32, stream);
}

/* As it stands in the program's text. */
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

/* Of what a host function did: the record that issued it. */
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
        else if (record->call != CALL_host_read && record->call != CALL_host_write)
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
        add_quoted(sb,
                   program_name(p, p->kernels.rows[p->launches.rows[record->object].kernel].name));
        return;
    case OBJECT_HOSTFN:
        strbuf_adds(sb, "host function ");
        add_quoted(sb, program_name(p, p->hostfns.rows[record->object].name));
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

/* "kernel `k1` (stream a, line 12)"; the line is left out of the finding's own side. */
static void add_side(struct strbuf *sb, const struct hazards *hazards, happens_event event,
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

/* "out[0..16 MiB)", "`out`" for all of it. */
static void add_range(struct strbuf *sb, const struct hazards *hazards,
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
    if (range->offset == 0 && to >= alloc->bytes)
        return;
    uint64_t bytes;
    const char *unit = common_unit(range->offset, to, &bytes);
    strbuf_addf(sb, "[%" PRIu64 "..%" PRIu64 " %s)", range->offset / bytes, to / bytes, unit);
}

static void add_event_name(struct strbuf *sb, const struct hazards *hazards, uint32_t event)
{
    const struct program *p = hazard_program(hazards);
    const char *name = program_name(p, p->events.rows[event].name);
    if (*name)
        add_quoted(sb, name);
    else
        strbuf_addf(sb, "event %" PRIu32, event);
}

void hazard_add_event_code(struct strbuf *sb, const struct hazards *hazards, uint32_t event)
{
    const struct program *p = hazard_program(hazards);
    const char *name = program_name(p, p->events.rows[event].name);
    strbuf_addf(sb, "%.200s", *name ? name : "event");
}

static bool is_free(const struct hazards *hazards, happens_event event)
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

/* In the user's name for its block, where the caching allocator handed it out. */
static void add_hazard_range(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard)
{
    const struct program_range *range = &hazard->range;
    uint64_t from = range->offset - hazard->block_from, bytes = range->bytes, unit;
    if (!hazard->block || range->offset < hazard->block_from || bytes > hazard->block_bytes ||
        from > hazard->block_bytes - bytes) {
        add_range(sb, hazards, range);
        return;
    }
    add_quoted(sb, program_name(hazard_program(hazards), hazard->block));
    if (from == 0 && bytes == hazard->block_bytes)
        return;
    const char *name = common_unit(from, from + bytes, &unit);
    strbuf_addf(sb, "[%" PRIu64 "..%" PRIu64 " %s)", from / unit, (from + bytes) / unit, name);
}

static void race_message(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    add_side(sb, hazards, hazard->later, hazard->later);
    if (is_free(hazards, hazard->later))
        strbuf_adds(sb, hazard_record(hazards, hazard->later)->call == CALL_cudaHostUnregister
                            ? " unlocks "
                            : " frees ");
    else
        strbuf_adds(sb, hazard->later_writes ? " writes " : " reads ");
    add_hazard_range(sb, hazards, hazard);
    switch (hazard->rule) {
    case HAZARD_ID_USE_AFTER_FREE:
        strbuf_adds(sb, ", which ");
        add_side(sb, hazards, hazard->earlier, hazard->later);
        strbuf_adds(sb, happens_before(&hazards->happens, hazard->earlier, hazard->later)
                            ? " freed"
                            : " may have freed");
        return;
    case HAZARD_ID_USE_BEFORE_ALLOCATION:
        strbuf_adds(sb, ", which ");
        add_side(sb, hazards, hazard->earlier, hazard->later);
        strbuf_adds(sb, " may not have allocated yet");
        return;
    default:
        strbuf_adds(sb, " while ");
        add_side(sb, hazards, hazard->earlier, hazard->later);
        strbuf_addf(sb, " may still be %s it", hazard->earlier_writes ? "writing" : "reading");
        if (hazard->rule == HAZARD_ID_POOL_REUSE) {
            strbuf_adds(sb, ", though its block");
            if (hazard->block_before && hazard->block_before != hazard->block) {
                strbuf_adds(sb, ", then ");
                add_quoted(sb, program_name(hazard_program(hazards), hazard->block_before));
                strbuf_addc(sb, ',');
            }
            strbuf_adds(sb, " was freed in ");
            hazard_add_line(sb, hazards, happens_host(hazard->given), hazard->later);
        }
        return;
    }
}

/* ", which writes `out`": the first range that a copy or kernel surely writes. */
static bool add_written(struct strbuf *sb, const struct hazards *hazards, uint32_t record)
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
    add_range(sb, hazards, range);
    return true;
}

void hazard_message(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    switch (hazard->rule) {
    case HAZARD_ID_EVENT_UNRECORDED:
        strbuf_adds(sb, call_info((enum call)hazard_record(hazards, hazard->later)->call)->name);
        strbuf_adds(sb, " waits for nothing: event ");
        add_event_name(sb, hazards, hazard->event);
        if (hazard->earlier == HAZARD_NO_EVENT) {
            strbuf_adds(sb, " is never recorded");
        } else {
            strbuf_adds(sb, " is recorded only later, in ");
            hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
        }
        return;
    case HAZARD_ID_ELAPSED_NOT_READY:
        strbuf_adds(sb, "cudaEventElapsedTime asks for ");
        add_event_name(sb, hazards, hazard->event);
        strbuf_adds(sb, ", which ");
        hazard_add_stream(sb, hazards, hazard_record(hazards, hazard->earlier)->stream);
        strbuf_adds(sb, " may not have reached yet");
        return;
    case HAZARD_ID_ELAPSED_UNRECORDED:
        strbuf_adds(sb, "cudaEventElapsedTime asks for ");
        add_event_name(sb, hazards, hazard->event);
        strbuf_adds(sb, hazard_program(hazards)->events.rows[hazard->event].timing
                            ? ", which was never recorded before"
                            : ", which was made without timing");
        return;
    case HAZARD_ID_STREAM_ABANDONED:
        hazard_add_stream(sb, hazards, hazard_record(hazards, hazard->earlier)->stream);
        strbuf_adds(sb, " is destroyed, and nobody ever waits for ");
        add_side(sb, hazards, hazard->earlier, hazard->later);
        return;
    case HAZARD_ID_UNFINISHED_WORK:
        strbuf_adds(sb, "the process may end before ");
        add_side(sb, hazards, hazard->later, hazard->later);
        if (add_written(sb, hazards, happens_record(hazard->later)))
            strbuf_addc(sb, ',');
        strbuf_adds(sb, " is done: nobody waits for it");
        if (hazards->unfinished_count > 1)
            strbuf_addf(sb, ", nor for the last work of %zu other stream%s",
                        hazards->unfinished_count - 1, hazards->unfinished_count > 2 ? "s" : "");
        return;
    default:
        race_message(sb, hazards, hazard);
        return;
    }
}

enum { LOOK_BACK = 16 };

/* The last kernel, copy or host function before the operation in its stream, if it is near. */
static uint32_t work_before(const struct hazards *hazards, uint32_t record)
{
    const struct program *p = hazard_program(hazards);
    record = hazards->happens.previous[record];
    for (int i = 0; i < LOOK_BACK && record != HAPPENS_NONE; i++) {
        enum call_object object = call_info((enum call)p->records.rows[record].call)->object;
        if (object != OBJECT_EVENT && object != OBJECT_ALLOC)
            return record;
        record = hazards->happens.previous[record];
    }
    return HAPPENS_NONE;
}

void hazard_run(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    if (hazard_info(hazard->rule)->class != HAZARD_RACE ||
        (hazard->rule == HAZARD_ID_USE_AFTER_FREE &&
         happens_before(&hazards->happens, hazard->earlier, hazard->later)))
        return;
    happens_event earlier = hazard->earlier, later = hazard->later;
    if (hazards->schedules) {
        earlier = hazards->schedules[hazard - hazards->rows].earlier;
        later = hazards->schedules[hazard - hazards->rows].later;
    }
    if (hazard->rule == HAZARD_ID_USE_AFTER_FREE) {
        add_side(sb, hazards, earlier, HAZARD_NO_EVENT);
        strbuf_adds(sb, ", and then ");
        add_side(sb, hazards, later, HAZARD_NO_EVENT);
        return;
    }
    if (happens_is_op(later)) { /* what it surely follows */
        uint32_t before = work_before(hazards, happens_record(later));
        if (before != HAPPENS_NONE) {
            add_side(sb, hazards, happens_op(before), HAZARD_NO_EVENT);
            strbuf_adds(sb, ", then ");
        }
    }
    add_side(sb, hazards, later, HAZARD_NO_EVENT);
    strbuf_adds(sb, ", and only then ");
    add_side(sb, hazards, earlier, HAZARD_NO_EVENT);
}

void hazard_wrong(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    if (hazards->wrong)
        wrong_bytes_text(sb, &hazards->values, &hazards->wrong[hazard - hazards->rows]);
}

/* --- the report ----------------------------------------------------------------------------------
 */

static void begin_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                       const char *kind)
{
    const struct program_place *place = place_of(hazards, event);
    const unsigned column = hazard_record(hazards, event)->column;
    const struct program *p = hazard_program(hazards);
    const char *file = program_name(p, place->file ? place->file : p->scenario);
    strbuf_adds(sb, *file ? file : "program");
    if (place->line)
        strbuf_addf(sb, ":%" PRId32, place->line);
    if (place->line && column)
        strbuf_addf(sb, ":%u", column);
    strbuf_addf(sb, ": %s: ", kind);
}

static bool is_staged(const struct hazards *hazards, happens_event event)
{
    return event != HAZARD_NO_EVENT && happens_is_op(event) &&
           happens_reads_at_call(hazard_program(hazards), hazard_record(hazards, event));
}

void hazard_observed(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    if (hazard_info(hazard->rule)->class != HAZARD_RACE)
        return;
    const struct program_record *earlier = hazard_record(hazards, hazard->earlier);
    const struct program_record *later = hazard_record(hazards, hazard->later);
    if (earlier->thread == later->thread && happens_is_op(hazard->earlier) &&
        !hazard_on_device(hazards, hazard->later) &&
        call_info((enum call)earlier->call)->object == OBJECT_COPY &&
        p->copies.rows[earlier->object].host_memory == MEMORY_PAGEABLE &&
        p->allocs.rows[hazard->range.alloc].kind == MEMORY_PAGEABLE)
        strbuf_addf(sb,
                    "%s with pageable memory was seen to wait (docs/semantics.md S2.3, S2.4); CUDA "
                    "says only that it may",
                    call_info((enum call)earlier->call)->name);
    else if (hazard->rule == HAZARD_ID_FREE_IN_USE && !hazard_on_device(hazards, hazard->later))
        strbuf_addf(sb,
                    "%s was seen to wait for the device (docs/semantics.md S3.1); CUDA does not "
                    "promise it",
                    call_info((enum call)later->call)->name);
}

/* A line, unless there is nothing to say. */
static void add_note(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard,
                     const char *title,
                     void (*add)(struct strbuf *sb, const struct hazards *hazards,
                                 const struct hazard *hazard))
{
    size_t before = sb->length;
    strbuf_addf(sb, "  %s%s", title, *title ? ": " : "");
    size_t empty = sb->length;
    add(sb, hazards, hazard);
    if (sb->length > empty)
        strbuf_addc(sb, '\n');
    else
        sb->text[sb->length = before] = '\0';
}

enum { LISTED_MOST = 8 };

/* What else nobody waits for, a line each. */
static void add_unfinished(struct strbuf *sb, const struct hazards *hazards)
{
    for (size_t i = 1; i < hazards->unfinished_count && i <= LISTED_MOST; i++) {
        happens_event event = happens_op(hazards->unfinished[i]);
        begin_line(sb, hazards, event, "note");
        strbuf_adds(sb, "nor for ");
        add_side(sb, hazards, event, event);
        add_written(sb, hazards, hazards->unfinished[i]);
        strbuf_addc(sb, '\n');
    }
    if (hazards->unfinished_count > LISTED_MOST + 1)
        strbuf_addf(sb, "  and %zu more\n", hazards->unfinished_count - LISTED_MOST - 1);
}

static void add_notes(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    if (hazard->earlier != HAZARD_NO_EVENT) {
        begin_line(sb, hazards, hazard->earlier, "note");
        strbuf_adds(sb, "the other side: ");
        add_side(sb, hazards, hazard->earlier, hazard->earlier);
        strbuf_addc(sb, '\n');
    }
    if (hazard->rule == HAZARD_ID_UNFINISHED_WORK)
        add_unfinished(sb, hazards);
    add_note(sb, hazards, hazard, "it goes wrong so", hazard_run);
    add_note(sb, hazards, hazard, "then", hazard_wrong);
    add_note(sb, hazards, hazard, "missing", hazard_fix);
    add_note(sb, hazards, hazard, "", hazard_observed);
    if (is_staged(hazards, hazard->earlier))
        strbuf_addf(sb,
                    "  %s from pageable memory returns when the bytes are staged: the device may "
                    "get them later\n",
                    call_info((enum call)hazard_record(hazards, hazard->earlier)->call)->name);
    if (hazard->count > 1)
        strbuf_addf(sb, "  %" PRIu32 " pairs in these lines\n", hazard->count);
}

static void add_possible(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    begin_line(sb, hazards, hazard->later, "possible");
    hazard_message(sb, hazards, hazard);
    if (hazard->kernel)
        strbuf_adds(sb, ", if it touches all that its pointers lead to; ");
    hazard_settle(sb, hazards, hazard);
    strbuf_addf(sb, " [%s]\n", hazard_info(hazard->rule)->name);
}

static void add_count(struct strbuf *sb, size_t count, const char *one, const char *more)
{
    strbuf_addf(sb, "%zu %s", count, count == 1 ? one : more);
}

void hazards_text(struct strbuf *sb, const struct hazards *hazards)
{
    const struct program *p = hazard_program(hazards);
    for (size_t i = 0; i < hazards->count; i++) {
        const struct hazard *hazard = &hazards->rows[i];
        if (!hazard->certain) {
            add_possible(sb, hazards, hazard);
            continue;
        }
        begin_line(sb, hazards, hazard->later, "warning");
        hazard_message(sb, hazards, hazard);
        strbuf_addf(sb, " [%s]\n", hazard_info(hazard->rule)->name);
        add_notes(sb, hazards, hazard);
    }
    size_t possible = hazards->count - hazards->certain;
    if (hazards->certain)
        add_count(sb, hazards->certain, "hazard", "hazards");
    else
        strbuf_adds(sb, possible ? "no certain hazard" : "no hazard");
    if (possible) {
        strbuf_adds(sb, ", ");
        add_count(sb, possible, "possible one", "possible ones");
    }
    strbuf_adds(sb, " in ");
    add_count(sb, hazards->operations, "operation", "operations");
    strbuf_adds(sb, " and ");
    add_count(sb, hazards->touches, "access to memory", "accesses to memory");
    strbuf_addc(sb, '\n');
    if (p->time_dependent) {
        const struct program_place *place = &p->places.rows[p->time_dependent_place];
        const char *file = program_name(p, place->file), *slash = strrchr(file, '/');
        strbuf_addf(sb,
                    "The program decides by times (%s:%" PRId32
                    "): a run that decides otherwise was not looked at.\n",
                    slash ? slash + 1 : file, place->line);
    }
}

void hazard_list_text(struct strbuf *sb)
{
    strbuf_adds(sb, "hazards, what `nullstream check` looks for\n");
    for (int i = 0; i < HAZARD_COUNT; i++) {
        const struct hazard_info *info = hazard_info((enum hazard_rule)i);
        strbuf_addf(sb, "  %-23s%s\n", info->name, info->sentence);
    }
}

void hazard_rule_text(struct strbuf *sb, enum hazard_rule rule)
{
    const struct hazard_info *info = hazard_info(rule);
    strbuf_addf(sb, "%s (%s)\n  %s\n  change: %s\n  lesson: %s\n", info->name,
                info->class == HAZARD_RACE ? "hazard" : "misuse", info->sentence, info->fix,
                info->lesson);
}
