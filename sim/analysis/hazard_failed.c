#include "sim/analysis/hazard_failed.h"

#include "sim/analysis/hazard_sync.h"
#include "sim/analysis/hazard_words.h"
#include "sim/base/mem.h"
#include "sim/model/cuda_errors.h"

#include <inttypes.h>
#include <stdlib.h>

static bool has_failed(const struct program_record *record)
{
    return record->result != CUDA_cudaSuccess && record->result != CUDA_cudaErrorNotReady &&
           call_info((enum call)record->call)->group != CALL_GROUP_HOST &&
           !call_reports_error(record->call);
}

static bool any_failed(const struct program *p)
{
    for (size_t i = 0; i < p->records.count; i++)
        if (has_failed(&p->records.rows[i]))
            return true;
    return false;
}

/* By record: whether it failed, and nobody looks, also not at the last error of its thread. */
static bool *find_ignored(const struct program *p)
{
    bool *ignored = mem_zalloc(p->records.count + 1);
    bool *looks = mem_zalloc(p->threads.count + 1); /* by thread: later at its last error */
    for (size_t i = p->records.count; i-- > 0;) {
        const struct program_record *record = &p->records.rows[i];
        bool drops = record->flags & RECORD_IGNORED;
        if (!call_reports_error(record->call))
            ignored[i] = has_failed(record) && drops && !looks[record->thread];
        else if (!drops)
            looks[record->thread] |= record->result != CUDA_cudaSuccess;
        else if (record->call == CALL_cudaGetLastError)
            looks[record->thread] = false; /* what was there is gone */
    }
    free(looks);
    return ignored;
}

/* The error that a kernel of the program fails with; 0: none does. All calls behind it return that.
 */
static int32_t sticky_error(const struct program *p)
{
    int32_t fails = 0;
    for (size_t i = 1; i < p->launches.count && !fails; i++)
        fails = p->launches.rows[i].fails;
    return fails;
}

static bool is_told(const struct hazards *hazards, const struct program_record *record)
{
    for (size_t i = 0; i < hazards->count; i++)
        if (hazards->rows[i].rule == HAZARD_ID_ELAPSED_UNRECORDED &&
            hazard_record(hazards, hazards->rows[i].later)->place == record->place)
            return true;
    return false;
}

void hazard_failed_find(struct hazard_pairs *pairs)
{
    struct hazards *hazards = pairs->hazards;
    const struct program *p = hazards->happens.program;
    hazards->failed = HAPPENS_NONE;
    if (!any_failed(p))
        return;
    bool *ignored = find_ignored(p);
    const int32_t sticky = sticky_error(p);
    bool stuck = false;
    for (uint32_t i = 0; i < p->records.count; i++) {
        const struct program_record *record = &p->records.rows[i];
        if (!has_failed(record) || (stuck && record->result == sticky) ||
            (record->call == CALL_cudaEventElapsedTime && is_told(hazards, record)))
            continue;
        stuck |= record->result == sticky;
        if (ignored[i])
            hazard_pairs_add(pairs, &(struct hazard){.rule = HAZARD_ID_FAILED_CALL,
                                                     .certain = true,
                                                     .earlier = HAZARD_NO_EVENT,
                                                     .later = happens_host(i)});
        else if (hazards->failed == HAPPENS_NONE)
            hazards->failed = i;
    }
    free(ignored);
}

/* --- in words ------------------------------------------------------------------------------------
 */

static void add_call(struct strbuf *sb, const struct program *p,
                     const struct program_record *record)
{
    if (call_info((enum call)record->call)->object != OBJECT_LAUNCH || record->object == 0) {
        strbuf_adds(sb, call_info((enum call)record->call)->name);
        return;
    }
    strbuf_adds(sb, "the launch of ");
    hazard_add_quoted(
        sb, program_name(p, p->kernels.rows[p->launches.rows[record->object].kernel].name));
}

/* What no device can launch; false: any could. */
static bool add_geometry(struct strbuf *sb, const struct program_launch *launch)
{
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1];
    if (threads <= LAUNCH_THREADS_MOST)
        threads *= launch->block[2];
    if (launch->grid[0] == 0 || launch->grid[1] == 0 || launch->grid[2] == 0)
        strbuf_adds(sb, ": its grid has no blocks");
    else if (launch->grid[1] > LAUNCH_GRID_YZ_MOST || launch->grid[2] > LAUNCH_GRID_YZ_MOST)
        strbuf_addf(sb,
                    ": its grid is %" PRIu32 " by %" PRIu32 " by %" PRIu32
                    ", at most %d in the second and third",
                    launch->grid[0], launch->grid[1], launch->grid[2], LAUNCH_GRID_YZ_MOST);
    else if (threads == 0)
        strbuf_adds(sb, ": its blocks have no threads");
    else if (threads > LAUNCH_THREADS_MOST)
        strbuf_addf(sb, ": its blocks have %" PRIu64 " threads, at most %d", threads,
                    LAUNCH_THREADS_MOST);
    else
        return false;
    return true;
}

/* Whether a host function calls it, which is all that is wrong. */
static bool is_in_function(const struct program *p, const struct program_record *record)
{
    return p->threads.rows[record->thread].kind == THREAD_WORKER &&
           record->result == CUDA_cudaErrorNotPermitted &&
           !program_fault_of(p, record, FAULT_REFUSED);
}

/* Why, as far as that is known. */
static void add_cause(struct strbuf *sb, const struct program *p,
                      const struct program_record *record)
{
    if (call_info((enum call)record->call)->object == OBJECT_LAUNCH && record->object &&
        record->object < p->launches.count && add_geometry(sb, &p->launches.rows[record->object]))
        return;
    const struct program_fault *fault = program_fault_of(p, record, FAULT_REFUSED);
    if (fault)
        strbuf_addf(sb, ": %.300s", program_name(p, fault->words));
    else if (is_in_function(p, record))
        strbuf_adds(sb, ": a host function may not call CUDA");
}

void hazard_failed_message(struct strbuf *sb, const struct hazards *hazards,
                           const struct hazard *hazard)
{
    const struct program *p = hazard_program(hazards);
    const struct program_record *record = hazard_record(hazards, hazard->later);
    add_call(sb, p, record);
    strbuf_addf(sb, " returns %s, and nobody looks", cuda_error_name(record->result));
    add_cause(sb, p, record);
}

static bool puts_into_stream(const struct program_record *record)
{
    const enum call_object object = call_info((enum call)record->call)->object;
    return object == OBJECT_LAUNCH || object == OBJECT_COPY || object == OBJECT_HOSTFN ||
           call_is_event_record((enum call)record->call);
}

void hazard_failed_fix(struct strbuf *sb, const struct hazards *hazards,
                       const struct hazard *hazard)
{
    const struct program_record *record = hazard_record(hazards, hazard->later);
    if (is_in_function(hazard_program(hazards), record)) {
        strbuf_adds(sb, "that call in a host thread, behind ");
        hazard_add_call_line(sb, hazards, hazard->later, hazard->later);
        strbuf_adds(sb, ", where the host function is launched");
        if (puts_into_stream(record))
            strbuf_adds(sb, ": what is put into its stream there comes behind it as well");
        return;
    }
    strbuf_adds(sb, call_info((enum call)record->call)->object == OBJECT_LAUNCH
                        ? "a look at cudaGetLastError() behind "
                        : "a look at what the call returns in ");
    hazard_add_line(sb, hazards, hazard->later, hazard->later);
}

void hazard_failed_seen(struct strbuf *sb, const struct hazards *hazards)
{
    if (hazards->failed == HAPPENS_NONE)
        return;
    const struct program *p = hazard_program(hazards);
    const struct program_record *record = &p->records.rows[hazards->failed];
    add_call(sb, p, record);
    strbuf_adds(sb, " (");
    hazard_add_line(sb, hazards, happens_host(hazards->failed), HAZARD_NO_EVENT);
    strbuf_addf(sb, ") returned %s", cuda_error_name(record->result));
    add_cause(sb, p, record);
}
