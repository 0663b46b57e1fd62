#include "sim/analysis/hazard_text.h"

#include "sim/analysis/hazard_callers.h"
#include "sim/analysis/hazard_failed.h"
#include "sim/analysis/hazard_vain.h"
#include "sim/analysis/hazard_words.h"
#include "sim/base/text.h"
#include "sim/model/lesson_name.h"

#include <inttypes.h>

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

/* Whether a wait that the program has was meant to put the later side first: this run, in which it
 * comes second, is the one that goes wrong, and says nothing about what would be right. */
static bool is_swapped(const struct hazards *hazards, const struct hazard *hazard)
{
    bool swapped = false;
    if (hazard_is_lent(hazards, hazard)) /* so is one in which a variable went first */
        return !hazard_is_end(hazards, hazard);
    hazard_vain_of(hazards, hazard, &swapped);
    return swapped;
}

void hazard_run(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    if (hazard_info(hazard->rule)->class != HAZARD_RACE ||
        (hazard->rule == HAZARD_ID_USE_AFTER_FREE &&
         happens_before(&hazards->happens, hazard->earlier, hazard->later)))
        return;
    happens_event earlier = hazard->earlier, later = hazard->later;
    if (is_swapped(hazards, hazard)) {
        earlier = hazard->later;
        later = hazard->earlier;
    } else if (hazards->schedules) {
        earlier = hazards->schedules[hazard - hazards->rows].earlier;
        later = hazards->schedules[hazard - hazards->rows].later;
    }
    if (hazard->rule == HAZARD_ID_USE_AFTER_FREE) {
        hazard_add_side(sb, hazards, earlier, HAZARD_NO_EVENT);
        strbuf_adds(sb, ", and then ");
        hazard_add_side(sb, hazards, later, HAZARD_NO_EVENT);
        return;
    }
    if (happens_is_op(later) && hazard->rule != HAZARD_ID_CALL_RACE) { /* what it surely follows */
        uint32_t before = work_before(hazards, happens_record(later));
        if (before != HAPPENS_NONE) {
            hazard_add_side(sb, hazards, happens_op(before), HAZARD_NO_EVENT);
            strbuf_adds(sb, ", then ");
        }
    }
    hazard_add_side(sb, hazards, later, HAZARD_NO_EVENT);
    strbuf_adds(sb, ", and only then ");
    hazard_add_side(sb, hazards, earlier, HAZARD_NO_EVENT);
}

static bool writes_in_function(const struct hazards *hazards, happens_event event, bool writes)
{
    return writes && hazard_issuing_record(hazards, event) != happens_record(event);
}

/* Whether the bytes seem to come out the same only as one side is what a host function writes,
 * which nobody computes. */
static bool is_unfollowed(const struct hazards *hazards, const struct hazard *hazard)
{
    return hazards->wrong && hazards->wrong[hazard - hazards->rows].how == WRONG_SAME &&
           (writes_in_function(hazards, hazard->earlier, hazard->earlier_writes) ||
            writes_in_function(hazards, hazard->later, hazard->later_writes));
}

void hazard_wrong(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    const bool lent = hazard_is_lent(hazards, hazard);
    if (hazard->reader != HAZARD_NO_EVENT) {
        hazard_add_side(sb, hazards, hazard->reader, HAZARD_NO_EVENT);
        strbuf_adds(sb, " reads ");
        hazard_add_bytes(sb, hazards, hazard);
        strbuf_adds(sb, ", which nothing has written by then");
    } else if (hazard_is_end(hazards, hazard) || lent)
        strbuf_adds(sb, (lent && !hazard_is_end(hazards, hazard) ? hazard->later_writes
                                                                 : hazard->earlier_writes)
                            ? "it overwrites what stands by then where the variable was"
                            : "it finds what stands by then where the variable was");
    else if (hazard_is_handed(hazards, hazard) && hazard->rule == HAZARD_ID_FREE_IN_USE)
        strbuf_adds(sb, "it finds what stands by then where the memory was");
    else if (hazard_is_handed(hazards, hazard) && !hazard->earlier_writes) /* as only it knows */
        strbuf_adds(sb, "it finds what was written for a later call");
    else if (is_unfollowed(hazards, hazard)) {
        if (hazard->rule == HAZARD_ID_HOST_READ) {
            strbuf_adds(sb, "the host may read what stood in ");
            hazard_add_bytes(sb, hazards, hazard);
            strbuf_adds(sb, " before ");
            hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
            strbuf_adds(sb, " wrote it");
        }
    } else if (hazards->wrong && !is_swapped(hazards, hazard))
        wrong_bytes_text(sb, &hazards->values, &hazards->wrong[hazard - hazards->rows]);
}

/* --- the report ----------------------------------------------------------------------------------
 */

static void begin_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                       const char *kind)
{
    const struct program_record *record = hazard_record(hazards, event);
    hazard_add_location(sb, hazards, record->place, record->column);
    strbuf_addf(sb, ": %s: ", kind);
}

/* Whether a stream made it. */
static bool is_stream_ordered(const struct program *p, uint32_t alloc)
{
    for (size_t i = 0; i < p->records.count; i++) {
        const struct program_record *record = &p->records.rows[i];
        if (record->object == alloc && record->result == 0 &&
            (record->call == CALL_cudaMallocAsync || record->call == CALL_cudaMallocFromPoolAsync))
            return true;
    }
    return false;
}

void hazard_observed(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    if (hazard->rule == HAZARD_ID_HOST_POINTER)
        strbuf_adds(sb, "CUDA promises it only where cudaDeviceProp.pageableMemoryAccess is 1; "
                        "elsewhere the kernel fails with cudaErrorIllegalAddress");
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
    else if (hazard->rule == HAZARD_ID_FREE_IN_USE && !hazard_on_device(hazards, hazard->later) &&
             is_stream_ordered(p, hazard->range.alloc))
        strbuf_addf(sb,
                    "%s does not wait for the device where the memory is of cudaMallocAsync "
                    "(docs/semantics.md S3.1)",
                    call_info((enum call)later->call)->name);
    else if (hazard->rule == HAZARD_ID_FREE_IN_USE && !hazard_on_device(hazards, hazard->later) &&
             hazard_is_free(hazards, hazard->later))
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
        hazard_add_side(sb, hazards, event, event);
        hazard_add_written(sb, hazards, hazards->unfinished[i]);
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
        hazard_add_side(sb, hazards, hazard->earlier, hazard->earlier);
        strbuf_addc(sb, '\n');
        hazard_add_callers_beside(sb, hazards, hazard);
    }
    if (hazard->rule == HAZARD_ID_UNFINISHED_WORK)
        add_unfinished(sb, hazards);
    bool harms = hazard->rule != HAZARD_ID_CALL_RACE;
    harms = harms && (!hazards->wrong || hazard_is_handed(hazards, hazard) ||
                      is_unfollowed(hazards, hazard) ||
                      hazards->wrong[hazard - hazards->rows].how != WRONG_SAME);
    add_note(sb, hazards, hazard, harms ? "it goes wrong so" : "it may run so", hazard_run);
    add_note(sb, hazards, hazard, "then", hazard_wrong);
    add_note(sb, hazards, hazard, "missing", hazard_fix);
    add_note(sb, hazards, hazard, "", hazard_observed);
    if (hazard->rule != HAZARD_ID_SHORT_COPY && hazard_is_staged(hazards, hazard->earlier))
        strbuf_addf(sb,
                    "  %s from pageable memory returns when the bytes are staged: the device may "
                    "get them later\n",
                    call_info((enum call)hazard_record(hazards, hazard->earlier)->call)->name);
    if (hazard->count > 1)
        strbuf_addf(sb, "  %" PRIu32 " %s in %s\n", hazard->count,
                    hazard->earlier == HAZARD_NO_EVENT ? "times" : "pairs",
                    hazard->earlier == HAZARD_NO_EVENT ? "this line" : "these lines");
    hazard_add_further_callers(sb, hazards, hazard);
}

/* The others of the same cause, a line each. */
static void add_others(struct strbuf *sb, const struct hazards *hazards, size_t cause)
{
    size_t others = 0;
    for (size_t i = 0; i < hazards->certain; i++) {
        const struct hazard *hazard = &hazards->rows[i];
        if (hazard->cause != cause || i == cause || others++ >= LISTED_MOST)
            continue;
        begin_line(sb, hazards, hazard->later, "note");
        strbuf_adds(sb, "the same cause: ");
        hazard_message(sb, hazards, hazard);
        strbuf_addf(sb, " [%s]\n", hazard_info(hazard->rule)->name);
        hazard_add_callers(sb, hazards, hazard->later);
        if (hazards->rows[cause].rule != HAZARD_ID_EVENT_UNRECORDED)
            continue;
        add_note(sb, hazards, hazard, "it goes wrong so", hazard_run); /* what comes of the wait */
        add_note(sb, hazards, hazard, "then", hazard_wrong);
    }
    if (others > LISTED_MOST)
        strbuf_addf(sb, "  and %zu more of this cause\n", others - LISTED_MOST);
}

/* Whether a line above says how to settle what that kernel touches. */
static bool is_settled_above(const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program_alloc *allocs = hazard_program(hazards)->allocs.rows;
    for (const struct hazard *row = hazards->rows; row < hazard && hazard->kernel; row++)
        if (!row->certain && row->kernel == hazard->kernel && !allocs[row->range.alloc].is_symbol)
            return !allocs[hazard->range.alloc].is_symbol;
    return false;
}

static void add_possible(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    begin_line(sb, hazards, hazard->later, "possible");
    hazard_message(sb, hazards, hazard);
    if (hazard->kernel)
        strbuf_adds(sb, ", if it touches all that its pointers lead to; ");
    else if (hazard_of_rows(hazards, hazard))
        strbuf_adds(sb, ", if their rows meet: they are too many to look at each");
    else
        strbuf_adds(sb, "; ");
    if (is_settled_above(hazards, hazard))
        strbuf_addf(sb, "see kernel `%.200s` above",
                    program_name(hazard_program(hazards),
                                 hazard_program(hazards)->kernels.rows[hazard->kernel].name));
    else
        hazard_settle(sb, hazards, hazard);
    strbuf_addf(sb, " [%s]\n", hazard_info(hazard->rule)->name);
}

static void add_count(struct strbuf *sb, size_t count, const char *one, const char *more)
{
    strbuf_addf(sb, "%zu %s", count, count == 1 ? one : more);
}

/* Whether what the late thread came late to is a lock; else it is an atomic. */
static bool is_late_to_lock(const struct hazards *hazards)
{
    const struct program *p = hazard_program(hazards);
    for (size_t i = 0; i < p->records.count; i++) {
        const struct program_record *row = &p->records.rows[i];
        if (row->thread == hazards->late - 1 &&
            (row->call == CALL_lock_acquire ||
             (row->call == CALL_publish && row->count == PUBLISH_RELEASES)))
            return row->call == CALL_lock_acquire;
    }
    return true;
}

static void add_late(struct strbuf *sb, const struct hazards *hazards)
{
    const uint32_t thread = hazards->late - 1;
    if (hazards->late_end) {
        strbuf_adds(sb, "So it is where main ends later than predicted: how far the threads that "
                        "nobody joins get by then is chance.\n");
        return;
    }
    strbuf_adds(sb, "So it is where ");
    if (hazard_program(hazards)->threads.rows[thread].kind == THREAD_WORKER)
        strbuf_adds(sb, "a host function");
    else if (thread == 0)
        strbuf_adds(sb, "main");
    else
        strbuf_addf(sb, "host thread %" PRIu32, thread);
    strbuf_addf(sb,
                " is slower than predicted, and others have %s before it: which of them is first "
                "is chance.\n",
                is_late_to_lock(hazards) ? "the lock" : "set or read the atomic");
}

static bool has_call(const struct program *p, enum call call)
{
    for (size_t i = 0; i < p->records.count; i++)
        if (p->records.rows[i].call == call)
            return true;
    return false;
}

/* Which of several host functions is first no other run tells: one thread calls them all. */
static bool functions_lock(const struct program *p)
{
    for (size_t i = 0; i < p->records.count; i++)
        if (p->threads.rows[p->records.rows[i].thread].kind == THREAD_WORKER &&
            (p->records.rows[i].call == CALL_lock_acquire ||
             p->records.rows[i].call == CALL_publish))
            return true;
    return false;
}

/* What the order hangs on of which the findings are. */
static void add_hangs(struct strbuf *sb, const struct hazards *hazards)
{
    const struct program *p = hazard_program(hazards);
    const bool atomics = has_call(p, CALL_observe), locks = has_call(p, CALL_lock_acquire);
    strbuf_addf(sb,
                "Whether there %s depends on the order in which threads%s %s%s%s, here the "
                "predicted one: ",
                hazards->certain ? "are others" : "is one",
                functions_lock(p) ? " and host functions" : "", locks ? "take locks" : "",
                locks && atomics ? " and " : "", atomics ? "set atomics" : "");
    if (hazards->others_looked)
        strbuf_addf(sb, "runs in which one of them is late at its first %s were looked at, too.\n",
                    !atomics ? "lock"
                    : locks  ? "lock or atomic"
                             : "atomic");
    else
        strbuf_adds(sb, "a run with another order was not looked at.\n");
}

/* By which order of locks the findings are. */
static void add_lock_order(struct strbuf *sb, const struct hazards *hazards)
{
    const struct hazard_schedule *pair = &hazards->other_way;
    if (pair->earlier != pair->later) {
        strbuf_adds(sb, "Who takes a lock first decides whether ");
        hazard_add_side(sb, hazards, pair->later, HAZARD_NO_EVENT);
        strbuf_adds(sb, " stands behind ");
        hazard_add_side(sb, hazards, pair->earlier, HAZARD_NO_EVENT);
        strbuf_adds(sb, " or before it.\n");
    }
    pair = &hazards->other_wait;
    if (pair->earlier != pair->later) {
        const struct program_record *wait = hazard_record(hazards, pair->later);
        strbuf_addf(sb, "Who takes a lock first decides whether %s (",
                    call_info((enum call)wait->call)->name);
        hazard_add_line(sb, hazards, pair->later, HAZARD_NO_EVENT);
        strbuf_adds(sb, ") waits for the record of ");
        hazard_add_event(sb, hazards, wait->object);
        strbuf_adds(sb, " (");
        hazard_add_line(sb, hazards, pair->earlier, HAZARD_NO_EVENT);
        strbuf_adds(sb, ") or for nothing.\n");
    }
    if (hazards->others_differ)
        strbuf_adds(sb,
                    "Where another thread is first there are others: check again once these are "
                    "gone.\n");
    if (hazards->late)
        add_late(sb, hazards);
    else if (hazards->by_locks && !hazards->others_differ)
        add_hangs(sb, hazards);
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
        if (hazard->cause != i)
            continue;
        begin_line(sb, hazards, hazard->later, "warning");
        hazard_message(sb, hazards, hazard);
        strbuf_addf(sb, " [%s]\n", hazard_info(hazard->rule)->name);
        hazard_add_callers(sb, hazards, hazard->later);
        add_notes(sb, hazards, hazard);
        add_others(sb, hazards, i);
    }
    size_t possible = hazards->count - hazards->certain;
    if (hazards->causes < hazards->certain) {
        add_count(sb, hazards->certain, "hazard", "hazards");
        strbuf_adds(sb, " of ");
        add_count(sb, hazards->causes, "cause", "causes");
    } else if (hazards->certain)
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
    if (hazards->by_locks && !hazards->late && !hazards->others_looked)
        strbuf_adds(sb, ", in the predicted order of the threads");
    strbuf_addc(sb, '\n');
    if (hazards->failed != HAPPENS_NONE) {
        hazard_failed_seen(sb, hazards);
        strbuf_adds(sb, "; a run in which it succeeds was not looked at.\n");
    }
    add_lock_order(sb, hazards);
    if (p->time_dependent) {
        const struct program_place *place = &p->places.rows[p->time_dependent_place];
        const char *file = text_file_name(program_name(p, place->file));
        strbuf_addf(sb,
                    "The program decides by times (%s:%" PRId32
                    "): a run that decides otherwise was not looked at.\n",
                    file, place->line);
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
    strbuf_addf(sb, "%s (%s)\n  %s\n  change: %s\n  lesson: ", info->name,
                info->class == HAZARD_RACE ? "hazard" : "misuse", info->sentence, info->fix);
    lesson_name_add(sb, info->lesson);
    strbuf_addc(sb, '\n');
}
