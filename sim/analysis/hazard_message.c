#include "sim/analysis/hazard_bodies.h"
#include "sim/analysis/hazard_calls.h"
#include "sim/analysis/hazard_failed.h"
#include "sim/analysis/hazard_gone.h"
#include "sim/analysis/hazard_joinable.h"
#include "sim/analysis/hazard_kind.h"
#include "sim/analysis/hazard_overlap.h"
#include "sim/analysis/hazard_reach.h"
#include "sim/analysis/hazard_short.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/hazard_vain.h"
#include "sim/analysis/hazard_words.h"

static void race_message(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    if (hazard_is_end(hazards, hazard)) {
        hazard_add_quoted(
            sb, program_name(hazard_program(hazards),
                             hazard_program(hazards)->allocs.rows[hazard->range.alloc].name));
        strbuf_adds(sb, " goes out of scope while ");
        hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
        strbuf_addf(sb, " may still be %s it", hazard->earlier_writes ? "writing" : "reading");
        return;
    }
    hazard_add_side(sb, hazards, hazard->later, hazard->later);
    if (hazard_is_free(hazards, hazard->later) ||
        hazard_frees(hazard_record(hazards, hazard->later)))
        strbuf_adds(sb, hazard_record(hazards, hazard->later)->call == CALL_cudaHostUnregister
                            ? " unlocks "
                            : " frees ");
    else
        strbuf_adds(sb, hazard->later_writes ? " writes " : " reads ");
    hazard_add_bytes(sb, hazards, hazard);
    if (hazard_is_lent(hazards, hazard)) {
        strbuf_adds(sb, ", which goes out of scope in ");
        hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
        strbuf_adds(sb, ": nothing makes that wait for the thread");
        return;
    }
    switch (hazard->rule) {
    case HAZARD_ID_USE_AFTER_FREE:
        strbuf_adds(sb, ", which ");
        hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
        strbuf_adds(sb, happens_before(&hazards->happens, hazard->earlier, hazard->later)
                            ? " freed"
                            : " may have freed");
        return;
    case HAZARD_ID_USE_BEFORE_ALLOCATION:
        strbuf_adds(sb, ", which ");
        hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
        strbuf_adds(sb, " may not have allocated yet");
        return;
    case HAZARD_ID_CALL_RACE:
        hazard_calls_message(sb, hazards, hazard);
        return;
    default:
        if (hazard_bodies_matter(&hazards->happens, hazard)) {
            strbuf_adds(sb, ", as does ");
            hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
            strbuf_adds(sb, ": which of the two is called last, and so what stands there then, is "
                            "chance");
            return;
        }
        strbuf_adds(sb, " while ");
        hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
        strbuf_addf(sb, " may still be %s it", hazard->earlier_writes ? "writing" : "reading");
        if (hazard->rule == HAZARD_ID_POOL_REUSE) {
            strbuf_adds(sb, ", though its block");
            if (hazard->block_before && hazard->block_before != hazard->block) {
                strbuf_adds(sb, ", then ");
                hazard_add_quoted(sb, program_name(hazard_program(hazards), hazard->block_before));
                strbuf_addc(sb, ',');
            }
            strbuf_adds(sb, " was freed in ");
            hazard_add_line(sb, hazards, happens_host(hazard->given), hazard->later);
        }
        return;
    }
}

static void vain_message(struct strbuf *sb, const struct hazards *hazards,
                         const struct hazard *hazard)
{
    const struct program_record *wait = hazard_record(hazards, hazard->later);
    const enum hazard_vain_kind kind = hazard_vain_kind(hazards, hazard);
    strbuf_addf(sb, "%s %s for nothing: event ", call_info((enum call)wait->call)->name,
                kind == VAIN_UNORDERED ? "may wait" : "waits");
    hazard_add_event(sb, hazards, hazard->event);
    switch (kind) {
    case VAIN_NEVER:
        strbuf_adds(sb, " is never recorded");
        return;
    case VAIN_LATER:
        strbuf_adds(sb, " is recorded only later, in ");
        hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
        if (hazard_vain_goes_on(hazards, hazard))
            strbuf_adds(sb, "; in later turns it waits for the record of an earlier one");
        return;
    case VAIN_UNORDERED:
        strbuf_addf(sb, " is recorded by host thread %u in ",
                    (unsigned)hazard_record(hazards, hazard->earlier)->thread);
        hazard_add_line(sb, hazards, hazard->earlier, hazard->later);
        strbuf_addf(sb, ", and nothing makes host thread %u wait for that", (unsigned)wait->thread);
        return;
    }
}

void hazard_message(struct strbuf *sb, const struct hazards *hazards, const struct hazard *hazard)
{
    switch (hazard->rule) {
    case HAZARD_ID_EVENT_UNRECORDED:
        vain_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_ELAPSED_NOT_READY:
        strbuf_adds(sb, "cudaEventElapsedTime asks for ");
        hazard_add_event(sb, hazards, hazard->event);
        strbuf_adds(sb, ", which ");
        hazard_add_stream(sb, hazards, hazard_record(hazards, hazard->earlier)->stream);
        strbuf_adds(sb, " may not have reached yet");
        return;
    case HAZARD_ID_ELAPSED_UNRECORDED:
        strbuf_adds(sb, "cudaEventElapsedTime asks for ");
        hazard_add_event(sb, hazards, hazard->event);
        strbuf_adds(sb, hazard_program(hazards)->events.rows[hazard->event].timing
                            ? ", which was never recorded before"
                            : ", which was made without timing");
        return;
    case HAZARD_ID_OUT_OF_BOUNDS:
    case HAZARD_ID_WILD_POINTER:
    case HAZARD_ID_HOST_POINTER:
        hazard_reach_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_COPY_KIND:
        hazard_kind_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_COPY_OVERLAP:
        hazard_overlap_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_USE_AFTER_DESTROY:
        hazard_gone_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_JOINABLE_THREAD:
        hazard_joinable_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_SHORT_COPY:
        hazard_short_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_FAILED_CALL:
        hazard_failed_message(sb, hazards, hazard);
        return;
    case HAZARD_ID_STREAM_ABANDONED:
        hazard_add_stream(sb, hazards, hazard_record(hazards, hazard->earlier)->stream);
        strbuf_adds(sb, " is destroyed, and nobody ever waits for ");
        hazard_add_side(sb, hazards, hazard->earlier, hazard->later);
        return;
    case HAZARD_ID_UNFINISHED_WORK:
        strbuf_adds(sb, "the process may end before ");
        hazard_add_side(sb, hazards, hazard->later, hazard->later);
        if (hazard_add_written(sb, hazards, happens_record(hazard->later)))
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
