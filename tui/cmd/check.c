/* `nullstream check`: hazards and misuse, by what CUDA guarantees. */
#include "sim/analysis/hazard.h"
#include "sim/analysis/hazard_text.h"
#include "sim/analysis/hazard_turns.h"
#include "sim/analysis/orders.h"
#include "sim/base/mem.h"
#include "sim/base/wrap.h"
#include "sim/io/hazards_json.h"
#include "sim/study/lock_orders.h"
#include "tui/cmd/command.h"
#include "tui/cmd/message.h"
#include "tui/cmd/operand.h"
#include "tui/cmd/output.h"
#include "tui/cmd/pairing.h"
#include "tui/cmd/report.h"
#include "tui/cmd/seen.h"
#include "tui/cmd/trace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The measured timeline of --against, and the prediction as its instrument sees it. */
struct measurement {
    struct operand measured;
    struct seen seen;
};

/* What --orders holds against each other; measured: NULL if nothing is. */
struct runs {
    const struct timeline *predicted, *measured;
};

/* Measured operations that are not asked for: all stay NULL. To be released, also after an error.
 */
static int load_measurement(struct measurement *m, const struct operand *operand,
                            const struct arguments *args, struct err *err)
{
    const char *path = arguments_value(args, OPTION_AGAINST, NULL);
    *m = (struct measurement){.seen = {.timeline = operand->timeline}};
    if (!path)
        return 0;
    if (operand_load(&m->measured, path, args, err) < 0)
        return -1;
    if (m->measured.kind != OPERAND_TIMELINE || m->measured.timeline->source != TIMELINE_MEASURED) {
        err_set_at(err, ERR_INPUT, path, 0, 0, "this is not a measured timeline");
        return err_hint(err, "`nullstream measure` makes one");
    }
    return seen_find(&m->seen, operand, NULL, m->measured.timeline, args, err);
}

static void release_measurement(struct measurement *m, const struct arguments *args)
{
    if (!arguments_has(args, OPTION_AGAINST))
        return;
    seen_release(&m->seen);
    operand_release(&m->measured);
}

/* -o's suffix names the format where --format does not. */
static int read_format(const struct arguments *args, bool *json, struct err *err)
{
    static const char *const others[] = {".svg", ".csv", ".trace", ".nsp"};
    const char *format = arguments_value(args, OPTION_REPORT_FORMAT, NULL);
    const char *path = arguments_value(args, OPTION_OUTPUT, NULL);
    const char *dot = path ? strrchr(path, '.') : NULL;
    *json = format ? strcmp(format, "json") == 0 : dot && strcmp(dot, ".json") == 0;
    for (size_t i = 0; !format && dot && i < sizeof others / sizeof *others; i++) {
        if (strcmp(dot, others[i]) != 0)
            continue;
        err_set(err, ERR_INPUT, "%.200s: hazards are not written so", path);
        return err_hint(err, "they are text, or --format json");
    }
    return 0;
}

static void drop(struct prediction *prediction)
{
    if (!prediction)
        return;
    prediction_release(prediction);
    free(prediction);
}

/* Keeps one of the pairs that only locks order, if it is in the other order in that run. */
static void note_turned(struct hazards *hazards, const struct program *late)
{
    for (size_t i = 0; i < hazards->by_lock_count && !hazards->late; i++) {
        const struct hazard_schedule *pair = &hazards->by_lock[i];
        if (hazards->other_way.earlier == hazards->other_way.later &&
            lock_orders_turn(hazards->happens.program, happens_record(pair->earlier),
                             happens_record(pair->later), late))
            hazards->other_way = *pair;
    }
}

/* What of its waits for events that are not recorded yet is no first turn, as in the other run the
 * record comes first. */
static void add_turned_waits(struct hazards *hazards, const struct program *other)
{
    for (size_t i = hazards->first_turn_count; i-- > 0;) {
        const struct hazard_schedule pair = hazards->first_turns[i];
        struct hazard hazard;
        if (!lock_orders_turn(hazards->happens.program, happens_record(pair.later),
                              happens_record(pair.earlier), other))
            continue;
        hazards->first_turns[i] = hazards->first_turns[--hazards->first_turn_count];
        if (hazard_turns_find(&hazard, hazards, &pair))
            hazards_insert(hazards, &hazard);
        else
            hazards->other_wait = pair;
    }
}

/* What the other run says of a wait, said of this one, which has both calls as they turned. */
static void note_other_wait(struct hazards *hazards, const struct hazards *other)
{
    const struct program *program = hazards->happens.program, *late = other->happens.program;
    const struct hazard_schedule *pair = &other->other_wait;
    if (pair->earlier == pair->later)
        return;
    const size_t record = lock_orders_find_again(late, happens_record(pair->earlier), program);
    const size_t wait = lock_orders_find_again(late, happens_record(pair->later), program);
    hazards->other_wait =
        (struct hazard_schedule){happens_op((uint32_t)record), happens_host((uint32_t)wait)};
}

/* Finds those of the run that has most certain ones: the predicted one, or one with another order
 * of threads, which is returned then, for as long as the hazards are; else NULL. */
static struct prediction *find(struct hazards *hazards, const struct operand *operand,
                               bool predicted_only)
{
    struct lock_order orders[LOCK_ORDERS_MOST];
    struct prediction *best = NULL;
    hazards_find(hazards, &operand->prediction.program);
    if (operand->kind != OPERAND_SCENARIO || predicted_only)
        return NULL;
    const size_t count = lock_orders_find(&operand->prediction.program, orders);
    for (size_t i = 0; i < count; i++) {
        struct prediction *late = mem_zalloc(sizeof *late);
        struct hazards found = {0};
        if (lock_orders_predict(late, operand->file, &operand->study.options, &operand->prediction,
                                orders[i]) == 0) {
            hazards_find(&found, &late->program);
            note_turned(hazards, &late->program);
            add_turned_waits(&found, &operand->prediction.program);
            if (!best)
                add_turned_waits(hazards, &late->program);
        }
        const bool more = found.certain > hazards->certain;
        struct hazards *told = more ? &found : hazards;
        told->others_differ = hazards->others_differ || hazards_lack(told, more ? hazards : &found);
        if (more) {
            found.late = orders[i].thread + 1;
            found.late_end = orders[i].at_end;
        } else if (!best) {
            note_other_wait(hazards, &found);
        }
        hazards_release(more ? hazards : &found);
        drop(more ? best : late);
        if (more) {
            *hazards = found;
            best = late;
        }
    }
    hazards->others_looked = count > 0;
    return best;
}

static int write_report(const struct operand *operand, struct runs runs,
                        const struct arguments *args, bool *found, struct err *err)
{
    struct hazards hazards;
    struct orders orders;
    const bool ordered = arguments_has(args, OPTION_ORDERS);
    bool json;
    if (read_format(args, &json, err) < 0)
        return -1;
    struct prediction *other = find(&hazards, operand, ordered);
    hazards_find_wrong(&hazards);
    *found = hazards.certain > 0 || (arguments_has(args, OPTION_STRICT) && hazards.count > 0);
    if (ordered)
        orders_find(&orders, &hazards.happens, runs.predicted, runs.measured);
    struct strbuf sb;
    strbuf_init(&sb);
    if (json) {
        hazards_json(&sb, &hazards, ordered ? &orders : NULL);
    } else {
        hazards_text(&sb, &hazards);
        if (ordered) {
            strbuf_addc(&sb, '\n');
            orders_text(&sb, &orders);
        }
    }
    int rc = json ? 0 : output_fold(args, &sb, err);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), sb.text, sb.length, err);
    strbuf_release(&sb);
    hazards_release(&hazards);
    drop(other);
    return rc;
}

/* --strict is about hazards here: what kernels cost makes no difference to them. And what other
 * commands refuse, as its outcome is not defined, is what is looked for. */
static struct arguments to_look(const struct arguments *args)
{
    struct arguments rest = *args;
    rest.lenient = true;
    rest.given = mem_zalloc((args->given_count + 1) * sizeof *rest.given);
    rest.given_count = 0;
    for (size_t i = 0; i < args->given_count; i++)
        if (args->given[i].option->id != OPTION_STRICT)
            rest.given[rest.given_count++] = args->given[i];
    return rest;
}

/* A program or a scenario. */
static int check_program(const struct operand *operand, const struct arguments *rest,
                         const struct arguments *args, bool *found, struct err *err)
{
    struct measurement m;
    int rc = load_measurement(&m, operand, rest, err);
    if (rc == 0)
        rc = write_report(operand, (struct runs){m.seen.timeline, m.measured.timeline}, args, found,
                          err);
    release_measurement(&m, args);
    return rc;
}

/* The program that a measured timeline is of: its scenario where that is at hand and unchanged,
 * else what the timeline holds. The timeline is what --orders calls measured. */
static int check_measured(const char *path, const struct arguments *rest,
                          const struct arguments *args, bool *found, struct err *err)
{
    struct pairing pairing;
    int rc = pairing_trace(&pairing, path, NULL, rest, err);
    if (rc == 0 && pairing.origin == PAIRING_CHANGED && !arguments_has(args, OPTION_QUIET)) {
        struct err note;
        err_init(&note);
        err_set_at(&note, ERR_NONE, pairing.scenario.text, 0, 0,
                   "this was changed since it was measured: it is checked as it is now");
        message_print(
            MESSAGE_WARNING, &note,
            message_wants_color(arguments_value(args, OPTION_COLOR, NULL), STDERR_FILENO));
    }
    if (rc == 0)
        rc =
            write_report(&pairing.predicted,
                         (struct runs){pairing.seen.timeline, &pairing.measured}, args, found, err);
    pairing_release(&pairing);
    return rc;
}

static int check_timeline(const struct operand *operand, const struct arguments *rest,
                          const struct arguments *args, bool *found, struct err *err)
{
    const struct timeline *t = operand->timeline;
    struct strbuf sb;
    strbuf_init(&sb);
    const char *scenario = trace_find_scenario(operand->file, timeline_name(t, t->scenario), &sb);
    bool measured = t->source == TIMELINE_MEASURED;
    int rc;
    if (measured && arguments_has(args, OPTION_AGAINST)) {
        rc = err_set_at(err, ERR_INPUT, operand->path, 0, 0,
                        "this is a measured timeline itself: it takes no --against");
    } else if (measured && (t->program.length || scenario)) {
        rc = check_measured(operand->path, rest, args, found, err);
    } else {
        rc = err_set_at(err, ERR_INPUT, operand->path, 0, 0,
                        "a timeline does not say what its operations read and write");
        if (scenario)
            err_hint(err, "it is of %.300s: `nullstream check %.300s`", scenario, scenario);
        else if (*timeline_name(t, t->scenario))
            err_hint(err, "it is of %.300s, which is not here: check takes that, or its .nsp file",
                     timeline_name(t, t->scenario));
        else
            err_hint(err, "check takes the scenario or the program (.nsp) that it is of");
    }
    strbuf_release(&sb);
    return rc;
}

static int exec(const struct arguments *args, struct err *err)
{
    struct operand operand;
    bool found = false;
    if (arguments_has(args, OPTION_AGAINST) && !arguments_has(args, OPTION_ORDERS)) {
        err_set(err, ERR_INPUT, "--against says what was measured: it goes with --orders");
        return err_hint(err, "`nullstream validate --against` compares times");
    }
    struct arguments rest = to_look(args);
    int rc = report_load(&operand, &rest, err);
    if (rc == 0)
        rc = operand.kind == OPERAND_TIMELINE ? check_timeline(&operand, &rest, args, &found, err)
                                              : check_program(&operand, &rest, args, &found, err);
    operand_release(&operand);
    free(rest.given);
    return rc == 0 && found ? ERR_FOUND : rc;
}

const struct command command_check = {
    .name = "check",
    .usage = "FILE [-- ARGUMENT...]",
    .summary = "hazards and misuse: what CUDA does not order",
    .text =
        "Finds two accesses to the same bytes, one of them a write, without an order that CUDA "
        "guarantees: between streams, between the host and the device, and between what one host "
        "thread does and what another one lets the device do (not of two host threads that touch "
        "memory by themselves, which ThreadSanitizer finds, but of a local variable that goes out "
        "of scope while a detached thread uses it); "
        "memory used after it was freed or freed while in use; kernels that touch bytes outside of "
        "an allocation, or memory that is the host's, or that follow a null pointer; events and "
        "streams that do not do what they seem to, or that were destroyed before; calls that fail "
        "where nobody looks at the error. What other commands refuse there as it is not defined is "
        "looked at as if it were. Decided by what orders what, not by predicted times. The exit "
        "status is 1 if there is a hazard. What a kernel touches is found in its body or said by a "
        "pragma; where neither says it, hazards are possible ones, "
        "which count only with --strict. Of a measured timeline it checks the program that was "
        "measured: the scenario where it is at hand and unchanged, else the copy that the timeline "
        "holds. --orders adds which order near operations of different streams have: by CUDA's "
        "guarantee, as predicted for this device and, with --against, as measured.",
    .groups = GROUP_PREDICT | GROUP_CHECK,
    .least = 1,
    .most = 1,
    .takes_rest = true,
    .complete = "file",
    .exec = exec,
};
