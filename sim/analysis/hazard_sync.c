/* Waits of the host that a hazard lacks. */
#include "sim/analysis/hazard_sync.h"

#include "sim/analysis/barriers.h"
#include "sim/analysis/hazard_scope.h"
#include "sim/analysis/hazard_slots.h"
#include "sim/analysis/hazard_words.h"

#include <inttypes.h>
#include <string.h>

void hazard_add_call_line(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                          happens_event finding)
{
    hazard_add_line(sb, hazards, happens_host(hazard_issuing_record(hazards, event)), finding);
}

static const struct program_record *row_of(const struct hazards *hazards, uint32_t record)
{
    return &hazard_program(hazards)->records.rows[record];
}

const char *hazard_stream_text(const struct hazards *hazards, happens_event event)
{
    const struct program *p = hazard_program(hazards);
    const struct program_record *row = hazard_issuer(hazards, event);
    for (size_t i = 0; i < p->stream_texts.count; i++) {
        const struct program_stream_text *text = &p->stream_texts.rows[i];
        if (text->place == row->place && text->column == row->column)
            return text->name == p->streams.rows[row->stream].name ? NULL
                                                                   : program_name(p, text->name);
    }
    return NULL;
}

/* "s[...]" for s[0], where turns of the line have others of the array. */
static bool add_stream_of_several(struct strbuf *sb, const struct hazards *hazards, uint32_t stream)
{
    const struct program *p = hazard_program(hazards);
    const char *name = program_name(p, p->streams.rows[stream].name);
    size_t length = stream == PROGRAM_STREAM_LEGACY ? 0 : hazard_array_name(name);
    if (length == 0)
        return false;
    strbuf_addf(sb, "%.*s[...%s", (int)length, name, strchr(name + length, ']'));
    return true;
}

void hazard_add_stream_there(struct strbuf *sb, const struct hazards *hazards, happens_event event)
{
    const char *text = hazard_stream_text(hazards, event);
    if (text)
        strbuf_adds(sb, text);
    else
        hazard_add_stream_code(sb, hazards, hazard_issuer(hazards, event)->stream);
}

void hazard_add_stream_named(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                             bool several)
{
    const uint32_t stream = hazard_issuer(hazards, event)->stream;
    if (!several || !add_stream_of_several(sb, hazards, stream))
        hazard_add_stream_code(sb, hazards, stream);
}

void hazard_add_stream_beside(struct strbuf *sb, const struct hazards *hazards, happens_event event,
                              bool several)
{
    if (hazard_stream_text(hazards, event))
        hazard_add_stream_there(sb, hazards, event);
    else
        hazard_add_stream_named(sb, hazards, event, several);
}

void hazard_add_thread(struct strbuf *sb, uint16_t thread)
{
    strbuf_addf(sb, "host thread %u", (unsigned)thread);
}

/* --- two host threads ----------------------------------------------------------------------------
 */

bool hazard_by_two_threads(const struct hazards *hazards, const struct hazard *hazard)
{
    return hazard->earlier != HAZARD_NO_EVENT && hazard_issuer(hazards, hazard->earlier)->thread !=
                                                     hazard_issuer(hazards, hazard->later)->thread;
}

enum { LOOK_FOR_HANDOVER = 1 << 16 };

/* What the earlier side's thread did behind it that the later side is ordered after: it unlocks,
 * starts the other thread, sets an atomic. */
static uint32_t handover(const struct hazards *hazards, const struct hazard *hazard)
{
    uint32_t from = hazard_issuing_record(hazards, hazard->earlier);
    uint32_t to = hazard_issuing_record(hazards, hazard->later);
    for (uint32_t i = from + 1, looked = 0; i < to && looked < LOOK_FOR_HANDOVER; i++, looked++) {
        uint16_t call = row_of(hazards, i)->call;
        if (call == CALL_publish && row_of(hazards, i)->count == PUBLISH_TELLS)
            continue;
        if (row_of(hazards, i)->thread == row_of(hazards, from)->thread &&
            (call == CALL_lock_release || call == CALL_publish || call == CALL_thread_create ||
             call == CALL_thread_end) &&
            happens_before(&hazards->happens, happens_host(i), happens_host(to)))
            return i;
    }
    return HAPPENS_NONE;
}

bool hazard_threads_are_ordered(const struct hazards *hazards, const struct hazard *hazard)
{
    return happens_before(&hazards->happens,
                          happens_host(hazard_issuing_record(hazards, hazard->earlier)),
                          happens_host(hazard_issuing_record(hazards, hazard->later)));
}

/* Whether the earlier side's call itself waited for it. */
static bool has_waited(const struct hazards *hazards, const struct hazard *hazard)
{
    uint32_t from = hazard_issuing_record(hazards, hazard->earlier);
    uint32_t to = hazard_issuing_record(hazards, hazard->later);
    for (uint32_t i = from + 1; i < to && i - from < LOOK_FOR_HANDOVER; i++)
        if (row_of(hazards, i)->thread == row_of(hazards, from)->thread)
            return happens_before(&hazards->happens, hazard->earlier, happens_host(i));
    return happens_before_end(&hazards->happens, hazard->earlier, row_of(hazards, from)->thread);
}

/* The call behind which the earlier side's thread knows that it is done; HAPPENS_NONE: it does not
 * wait for it. */
static uint32_t find_wait(const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    const uint32_t from = hazard_issuing_record(hazards, hazard->earlier);
    const uint16_t thread = row_of(hazards, from)->thread;
    uint32_t before = HAPPENS_NONE, i = from + 1;
    for (; i < p->records.count && i - from < LOOK_FOR_HANDOVER; i++) {
        if (row_of(hazards, i)->thread != thread)
            continue;
        if (happens_before(&hazards->happens, hazard->earlier, happens_host(i)))
            return before;
        before = i;
    }
    return i == p->records.count && happens_before_end(&hazards->happens, hazard->earlier, thread)
               ? before
               : HAPPENS_NONE;
}

/* Where the earlier side's thread waits for it as it should, but the other one does not wait for
 * that: by a flag that is no atomic, or a relaxed one, it does not. */
static bool add_wait_for_thread(struct strbuf *sb, const struct hazards *hazards,
                                const struct hazard *hazard)
{
    const uint32_t wait = find_wait(hazards, hazard);
    if (wait == HAPPENS_NONE || row_of(hazards, wait)->place == 0 || hazard->several_threads ||
        hazard_threads_are_ordered(hazards, hazard) || handover(hazards, hazard) != HAPPENS_NONE)
        return false;
    strbuf_adds(sb, "a join, a condition or an atomic (release, acquire) that makes ");
    hazard_add_thread(sb, hazard_issuer(hazards, hazard->later)->thread);
    strbuf_adds(sb, " wait with ");
    hazard_add_call_line(sb, hazards, hazard->later, hazard->later);
    strbuf_adds(sb, " until ");
    hazard_add_thread(sb, hazard_issuer(hazards, hazard->earlier)->thread);
    strbuf_adds(sb, " is behind ");
    hazard_add_line(sb, hazards, happens_host(wait), hazard->later);
    strbuf_adds(sb, ", where it waits itself");
    return true;
}

bool hazard_in_one_line(const struct hazards *hazards, const struct hazard *hazard)
{
    const struct program_record *a = hazard_issuer(hazards, hazard->earlier);
    const struct program_record *b = hazard_issuer(hazards, hazard->later);
    const struct program_place *places = hazard_program(hazards)->places.rows;
    return places[a->place].file == places[b->place].file &&
           places[a->place].line == places[b->place].line && places[a->place].line;
}

void hazard_add_thread_order(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard)
{
    strbuf_adds(sb, "a join or a condition between ");
    if (hazard_in_one_line(hazards, hazard)) {
        strbuf_adds(sb, "the threads that come to ");
        hazard_add_line(sb, hazards, hazard->later, hazard->later);
        return;
    }
    hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
    strbuf_adds(sb, " and ");
    hazard_add_line(sb, hazards, hazard->later, hazard->later);
}

void hazard_add_exclusion(struct strbuf *sb, const struct hazards *hazards,
                          const struct hazard *hazard)
{
    if (hazard_in_one_line(hazards, hazard)) {
        strbuf_adds(sb, "a lock around ");
        hazard_add_line(sb, hazards, hazard->later, hazard->later);
        strbuf_adds(sb, ", or a join or a condition between the two threads");
        return;
    }
    strbuf_adds(sb, "a lock around both, or ");
    hazard_add_thread_order(sb, hazards, hazard);
}

/* The synchronize of another thread's work stands in that thread: there the stream has its name. */
static void add_synchronize_there(struct strbuf *sb, const struct hazards *hazards,
                                  const struct hazard *hazard)
{
    strbuf_adds(sb, "); behind ");
    hazard_add_call_line(sb, hazards, hazard->earlier, hazard->later);
    strbuf_adds(sb, " in ");
    if (hazard->several_threads)
        strbuf_adds(sb, "each host thread that calls it");
    else
        hazard_add_thread(sb, hazard_issuer(hazards, hazard->earlier)->thread);
    uint32_t record = handover(hazards, hazard);
    if (record == HAPPENS_NONE) {
        strbuf_adds(sb, hazard_threads_are_ordered(hazards, hazard)
                            ? ", before it lets "
                            : ", and behind that a join or a condition that makes ");
        hazard_add_thread(sb, hazard_issuer(hazards, hazard->later)->thread);
        strbuf_adds(sb, hazard_threads_are_ordered(hazards, hazard) ? " go on to " : " wait with ");
        hazard_add_call_line(sb, hazards, hazard->later, hazard->later);
        return;
    }
    const struct program_record *row = row_of(hazards, record);
    if (row->call == CALL_thread_end || row->place == 0) {
        strbuf_adds(sb, ", before it ends");
        return;
    }
    strbuf_adds(sb, program_arrives(row) || barriers_lets_go(row) ? ", before it arrives in "
                    : row->call == CALL_lock_release              ? ", before it unlocks in "
                    : row->call == CALL_thread_create ? ", before the thread is started in "
                                                      : ", before the atomic is set in ");
    hazard_add_line(sb, hazards, happens_host(record), hazard->later);
}

/* --- several streams -----------------------------------------------------------------------------
 */

/* Whether all elements of the array that the earlier side's stream is of are streams wherever the
 * later side comes: a loop over them can wait for each. */
static bool is_whole(const struct hazards *hazards, const struct hazard *hazard, uint32_t *size)
{
    const struct program *p = hazard_program(hazards);
    const char *name =
        program_name(p, p->streams.rows[hazard_issuer(hazards, hazard->earlier)->stream].name);
    uint32_t first = happens_record(hazard->later), last = first, count = 0, made = 0;
    for (const struct hazard *pair = hazard; pair; pair = hazard_next_pair(hazards, pair))
        last = happens_record(pair->later) > last ? happens_record(pair->later) : last;
    *size = hazard_array_size(p, name);
    for (uint32_t i = 1; i < p->streams.count; i++)
        count += hazard_shares_array(name, program_name(p, p->streams.rows[i].name));
    for (uint32_t i = 0; i < last; i++) {
        const struct program_record *row = row_of(hazards, i);
        bool is_one = (call_creates_stream(row->call) || row->call == CALL_cudaStreamDestroy) &&
                      hazard_shares_array(name, program_name(p, p->streams.rows[row->stream].name));
        if (is_one && row->call == CALL_cudaStreamDestroy)
            return false;
        made += is_one && i < first;
    }
    return hazard->count <= HAZARD_PAIRS_KEPT && made == *size && count == *size;
}

/* Whether all earlier sides that one later side comes behind are in one stream: the last call of
 * the line stands for those before it there. */
static bool is_one_each(const struct hazards *hazards, const struct hazard *hazard)
{
    for (const struct hazard *a = hazard; a; a = hazard_next_pair(hazards, a))
        for (const struct hazard *b = hazard_next_pair(hazards, a); b;
             b = hazard_next_pair(hazards, b))
            if (a->later == b->later && hazard_issuer(hazards, a->earlier)->stream !=
                                            hazard_issuer(hazards, b->earlier)->stream)
                return false;
    return true;
}

/* What waits for the earlier sides of all pairs, before a line to be named behind it. Where each
 * later side comes behind one call of the earlier one, that call's stream will do; where not, a
 * loop over the streams, or the whole device. */
static void add_wait_for_all(struct strbuf *sb, const struct hazards *hazards,
                             const struct hazard *hazard, const char **which)
{
    const struct program *p = hazard_program(hazards);
    const uint32_t stream = hazard_issuer(hazards, hazard->earlier)->stream;
    const bool ends = hazard->rule == HAZARD_ID_STREAM_ABANDONED;
    struct hazard_slots slots;
    uint32_t size;
    hazard_slots_find(&slots, hazards, hazard);
    *which = NULL;
    const bool one = slots.count == 1 || ((hazard->one_name || hazard->several_threads) &&
                                          is_one_each(hazards, hazard));
    if ((one || ends) && (hazard->one_name || hazard->one_array)) {
        strbuf_adds(sb, "cudaStreamSynchronize(");
        hazard_add_stream_named(sb, hazards, hazard->earlier, hazard->one_array);
        strbuf_adds(sb, ");");
        if (hazard->one_array)
            *which = ends ? "the stream that it destroys" : "the stream of ";
    } else if (hazard->one_array && is_whole(hazards, hazard, &size)) {
        const char *name = program_name(p, p->streams.rows[stream].name);
        size_t length = hazard_array_name(name);
        strbuf_addf(sb,
                    "for (int i = 0; i < %" PRIu32
                    "; i++) cudaStreamSynchronize(%.*s[i%s); or cudaDeviceSynchronize();",
                    size, (int)length, name, strchr(name + length, ']'));
    } else {
        strbuf_adds(sb, "cudaDeviceSynchronize();");
    }
}

/* In one thread. */
static void add_synchronize_before(struct strbuf *sb, const struct hazards *hazards,
                                   const struct hazard *hazard)
{
    const char *which = NULL;
    if (hazard->several_streams) {
        add_wait_for_all(sb, hazards, hazard, &which);
    } else {
        strbuf_adds(sb, "cudaStreamSynchronize(");
        hazard_add_stream_code(sb, hazards, hazard_issuer(hazards, hazard->earlier)->stream);
        strbuf_adds(sb, ");");
    }
    strbuf_adds(sb, " before ");
    hazard_scope_add_line(sb, hazards, hazard, SCOPE_LATER);
    if (which) {
        strbuf_addf(sb, ", for %s", which);
        if (hazard->rule != HAZARD_ID_STREAM_ABANDONED)
            hazard_scope_add_line(sb, hazards, hazard, SCOPE_EARLIER);
    }
    if (!hazard->several_streams && hazard_stream_text(hazards, hazard->earlier)) {
        strbuf_adds(sb, "; ");
        hazard_add_call_line(sb, hazards, hazard->earlier, hazard->later);
        strbuf_addf(sb, " calls it %s", hazard_stream_text(hazards, hazard->earlier));
    }
}

void hazard_add_synchronize(struct strbuf *sb, const struct hazards *hazards,
                            const struct hazard *hazard)
{
    if (!hazard_by_two_threads(hazards, hazard)) {
        add_synchronize_before(sb, hazards, hazard);
        return;
    }
    if (has_waited(hazards, hazard)) {
        hazard_add_thread_order(sb, hazards, hazard);
        return;
    }
    if (add_wait_for_thread(sb, hazards, hazard))
        return;
    strbuf_adds(sb, "cudaStreamSynchronize(");
    hazard_add_stream_beside(sb, hazards, hazard->earlier, hazard->several_streams);
    add_synchronize_there(sb, hazards, hazard);
}
