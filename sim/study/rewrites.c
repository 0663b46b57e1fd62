#include "sim/study/rewrites.h"

#include "sim/analysis/event_waits.h"
#include "sim/analysis/fed_back.h"
#include "sim/base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A wait is narrowed in its own place, or in all places that wait for the same record: the program
 * then still has one event for them. */
static void add_way(struct fix *fix, const struct pitfall *pitfall, const struct edit *edit,
                    const struct program *program)
{
    uint32_t places[FIX_EDITS_MOST];
    size_t count = 0;
    if (edit->kind == EDIT_NARROW_WAIT && edit->place == 0)
        count = event_waits(program, pitfall->place, places, FIX_EDITS_MOST);
    if (count == 0 || count > FIX_EDITS_MOST)
        fix_add(fix, edit);
    for (size_t i = 0; i < count && count <= FIX_EDITS_MOST; i++) {
        struct edit one = *edit;
        one.place = places[i];
        fix_add(fix, &one);
    }
}

void rewrites_try(struct rewrites *rewrites, const struct pitfalls *pitfalls,
                  const struct prediction *prediction, const struct predict_options *options)
{
    size_t most = pitfalls->count * PITFALL_EDITS + 1;
    rewrites->fixes = mem_zalloc(most * sizeof *rewrites->fixes);
    rewrites->rows = mem_zalloc(most * sizeof *rewrites->rows);
    rewrites->ways = mem_zalloc(most * sizeof *rewrites->ways);
    rewrites->count = 0;
    for (size_t i = 0; i < pitfalls->count; i++) {
        const struct pitfall *pitfall = &pitfalls->rows[i];
        if (pitfall->remedy != REMEDY_EDIT || pitfall->ungained[0])
            continue;
        for (size_t way = 0; way < pitfall->edit_count; way++) {
            struct fix *fix = &rewrites->fixes[rewrites->count];
            fix_init(fix);
            add_way(fix, pitfall, &pitfall->edits[way], &prediction->program);
            rewrites->rows[rewrites->count] = i;
            rewrites->ways[rewrites->count++] = way;
        }
    }
    fixes_try(prediction, options, rewrites->fixes, rewrites->count, 0);
}

static void set_why(struct pitfall *pitfall, const char *why)
{
    snprintf(pitfall->ungained, sizeof pitfall->ungained, "%s", why);
}

void rewrites_add_lines(struct strbuf *sb, const char *text)
{
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t length = end ? (size_t)(end - text) : strlen(text);
        struct strbuf line;
        strbuf_init(&line);
        strbuf_add(&line, text, length);
        strbuf_addc(&line, '\n');
        if (!strstr(sb->text, line.text))
            strbuf_add(sb, line.text, line.length);
        strbuf_release(&line);
        text += length + (end != NULL);
    }
}

static size_t count_lines(const struct strbuf *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->text[i] == '\n';
    return count;
}

/* What the host does with the result of each turn it waits for, wherever it waits. Two buffers help
 * only where the next turn is not made of that result. */
static void set_turns(struct pitfall *pitfall, const struct fix *fix,
                      const struct prediction *prediction)
{
    const struct program *program = &prediction->program;
    pitfall->turns[0] = '\0';
    if (fix->turn_call == CALL_NONE)
        return;
    uint32_t back = 0;
    const enum fed_back fed = fed_back_of(program, pitfall->place, prediction->interpreted, &back);
    const int line = (int)program->places.rows[fix->turn_place].line;
    const int from = (int)program->places.rows[back].line;
    const bool reads = fix->turn_call == CALL_host_read;
    struct strbuf text;
    strbuf_init(&text);
    strbuf_addf(&text,
                reads ? "in each turn the host reads the result in line %d, and waits there all "
                        "the same; "
                      : "in each turn the host writes what the device reads in line %d, and waits "
                        "there all the same; ",
                line);
    if (fed == FED_BACK_YES)
        strbuf_addf(&text,
                    "it makes of the result what it writes in line %d for the next turn, which "
                    "cannot begin earlier",
                    from);
    else if (fed == FED_BACK_PERHAPS)
        strbuf_addf(&text,
                    "unless what it writes in line %d for the next turn is made of the result, two "
                    "buffers by turns let it ask for that turn before",
                    from);
    else if (reads)
        strbuf_adds(&text, "to ask for the next turn before it takes two buffers by turns, and a "
                           "loop that ends by the result ends a turn later");
    else
        strbuf_adds(&text, "to write while the device still reads takes two buffers by turns");
    snprintf(pitfall->turns, sizeof pitfall->turns, "%s", text.text);
    strbuf_release(&text);
}

/* Whether another order of work takes many lines for little: less than a hundredth of the time for
 * each. */
static bool is_intricate(const struct pitfall *pitfall, const struct fix *fix,
                         const struct prediction *prediction)
{
    enum { LINES_MOST = 5, LITTLE = 100 };
    const size_t lines = count_lines(&fix->text);
    return (pitfall->rule == PITFALL_ID_STREAM_ORDER ||
            pitfall->rule == PITFALL_ID_ORDER_TOO_MUCH ||
            pitfall->rule == PITFALL_ID_HIDDEN_FENCE) &&
           lines > LINES_MOST && fix->gain / (int64_t)lines < prediction->timeline.wall / LITTLE;
}

/* The best proven way is the finding's. Where none is, there is nothing to offer: the program needs
 * what it does, or nobody can tell. */
static void take_way(struct pitfall *pitfall, size_t way, const struct fix *fix,
                     const struct prediction *prediction)
{
    /* Where what is asked for next needs what the other streams did, all are waited for by design.
     */
    if (pitfall->rule == PITFALL_ID_SYNC_ALL && fix->offered && fix->waits) {
        pitfall->refused = true;
        set_why(pitfall, "what is asked for next needs the work of the other streams");
        return;
    }
    if (!fix->offered) {
        if (pitfall->gain == TIMELINE_UNKNOWN) {
            pitfall->refused = !prediction->program.time_dependent ||
                               pitfall_needs_proof(pitfall->rule) ||
                               pitfall->held < prediction->timeline.wall / 50;
            /* the way at the finding's own place comes first, and has its reason */
            if (!pitfall->ungained[0])
                set_why(pitfall, fix->why);
        }
        return;
    }
    if (is_intricate(pitfall, fix, prediction)) {
        pitfall->refused |= pitfall->gain == TIMELINE_UNKNOWN;
        if (pitfall->refused && !pitfall->ungained[0])
            set_why(pitfall, "what the data needs then takes many lines for little");
        return;
    }
    pitfall->refused = false;
    pitfall->ungained[0] = '\0';
    /* The simpler way goes before so much: what is one change in one line, before more. */
    bool is_simpler = pitfall->gain != TIMELINE_UNKNOWN && count_lines(&pitfall->fix) == 1 &&
                      count_lines(&fix->text) > 1;
    int64_t little = prediction->timeline.wall / (is_simpler ? 50 : 200);
    if (pitfall->gain != TIMELINE_UNKNOWN && pitfall->gain + little >= fix->gain)
        return;
    pitfall->gain = fix->gain;
    pitfall->kept = fix->frozen;
    pitfall->edit = way;
    set_turns(pitfall, fix, prediction);
    if (fix->text.length) {
        strbuf_clear(&pitfall->fix);
        rewrites_add_lines(&pitfall->fix, fix->text.text);
    }
}

/* What the change of a finding's own place alone gains, ns, and which way makes it; 0: nothing. */
static int64_t own_gain(const struct rewrites *rewrites, const struct pitfalls *pitfalls,
                        size_t row, size_t *fix)
{
    int64_t most = 0;
    for (size_t k = 0; k < rewrites->count; k++) {
        const struct edit *edit = &pitfalls->rows[row].edits[rewrites->ways[k]];
        if (rewrites->rows[k] != row || edit->place == 0 || !rewrites->fixes[k].offered ||
            rewrites->fixes[k].gain <= most)
            continue;
        most = rewrites->fixes[k].gain;
        *fix = k;
    }
    return most;
}

/* In place of what it took: the change of its own place alone, which `fix` makes; the last: none
 * does. */
static void take_own(struct pitfall *pitfall, const struct rewrites *rewrites, size_t fix,
                     const struct prediction *prediction)
{
    if (fix == rewrites->count) {
        pitfall->gain = 0;
        pitfall->kept = false;
        pitfall->turns[0] = '\0';
        return;
    }
    pitfall->gain = TIMELINE_UNKNOWN;
    take_way(pitfall, rewrites->ways[fix], &rewrites->fixes[fix], prediction);
}

/* A change of all places gains for each of them as much; where nearly all of that is what one other
 * finding gains by its own place alone, this one takes what its own gains, if anything: else
 * nothing, as the other has it. */
static void leave_to_others(struct pitfalls *pitfalls, const struct rewrites *rewrites,
                            const struct prediction *prediction)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *one = &pitfalls->rows[i];
        size_t fix = rewrites->count, other = 0;
        if (one->remedy != REMEDY_EDIT || one->gain == TIMELINE_UNKNOWN || one->place == 0 ||
            one->edits[one->edit].place != 0)
            continue;
        int64_t own = own_gain(rewrites, pitfalls, i, &fix), most = 0;
        for (size_t k = 0; k < pitfalls->count; k++) {
            if (k == i || pitfalls->rows[k].rule != one->rule)
                continue;
            int64_t gain = own_gain(rewrites, pitfalls, k, &other);
            most = gain > most ? gain : most;
        }
        if (own >= most || own + most < one->gain - one->gain / 20)
            continue;
        take_own(one, rewrites, fix, prediction);
    }
}

/* Whether the way that a finding took changes everything in the default stream that the way of the
 * other changes. */
static bool takes_in(const struct pitfall *one, const struct pitfall *other)
{
    const struct edit *wide = &one->edits[one->edit], *narrow = &other->edits[other->edit];
    bool fences =
        (one->rule == PITFALL_ID_DEFAULT_STREAM || one->rule == PITFALL_ID_HIDDEN_FENCE) &&
        (other->rule == PITFALL_ID_DEFAULT_STREAM || other->rule == PITFALL_ID_HIDDEN_FENCE);
    return fences && wide->place == 0 &&
           (wide->kind == EDIT_NONBLOCKING_STREAMS || wide->kind == EDIT_MOVE) &&
           (narrow->kind == EDIT_LAUNCH || (narrow->kind == EDIT_MOVE && narrow->place != 0));
}

/* To change all that fences where the few changes of another finding do, or these and what is in
 * its own place: a launch that lacks its stream holds up whatever else is in the default stream. */
static void leave_to_simpler(struct pitfalls *pitfalls, const struct rewrites *rewrites,
                             const struct prediction *prediction)
{
    for (size_t i = 0; i < pitfalls->count; i++) {
        struct pitfall *one = &pitfalls->rows[i];
        size_t fix = rewrites->count;
        if (one->remedy != REMEDY_EDIT || one->gain == TIMELINE_UNKNOWN)
            continue;
        int64_t own = own_gain(rewrites, pitfalls, i, &fix), most = 0;
        for (size_t k = 0; k < pitfalls->count; k++) {
            const struct pitfall *other = &pitfalls->rows[k];
            if (k != i && other->remedy == REMEDY_EDIT && other->gain != TIMELINE_UNKNOWN &&
                other->gain > most && takes_in(one, other) &&
                count_lines(&other->fix) < count_lines(&one->fix))
                most = other->gain;
        }
        if (most > 0 && own + most + pitfalls->wall / 50 >= one->gain)
            take_own(one, rewrites, fix, prediction);
    }
}

void rewrites_take(const struct rewrites *rewrites, struct pitfalls *pitfalls,
                   const struct prediction *prediction)
{
    for (size_t k = 0; k < rewrites->count; k++)
        take_way(&pitfalls->rows[rewrites->rows[k]], rewrites->ways[k], &rewrites->fixes[k],
                 prediction);
    leave_to_others(pitfalls, rewrites, prediction);
    leave_to_simpler(pitfalls, rewrites, prediction);
}

/* Whether it is the way that a finding took, which matters. */
static bool is_taken(const struct rewrites *rewrites, size_t k, const struct pitfalls *pitfalls)
{
    const struct pitfall *pitfall = &pitfalls->rows[rewrites->rows[k]];
    return pitfall->edit == rewrites->ways[k] && rewrites->fixes[k].offered &&
           pitfall_matters(pitfalls, pitfall);
}

size_t rewrites_join(const struct rewrites *rewrites, struct fix *together,
                     const struct pitfalls *pitfalls, const struct prediction *prediction,
                     const struct predict_options *options)
{
    struct fix *best = mem_zalloc((rewrites->count + 1) * sizeof *best);
    bool *taken = mem_zalloc(rewrites->count + 1);
    size_t count = 0;
    for (size_t k = 0; k < rewrites->count; k++) {
        if (is_taken(rewrites, k, pitfalls))
            best[count++] = rewrites->fixes[k]; /* borrowed */
    }
    if (count)
        fixes_together(prediction, options, best, count, together, taken);
    size_t left = 0;
    for (size_t k = 0; k < count; k++)
        left += !taken[k];
    free(best);
    free(taken);
    return left;
}

static bool has_edit(const struct fix *fix, const struct edit *edit)
{
    for (size_t i = 0; i < fix->edit_count; i++) {
        const struct edit *own = &fix->edits[i];
        if (own->kind == edit->kind && (own->place == 0 || own->place == edit->place) &&
            (own->alloc == 0 || own->alloc == edit->alloc))
            return true;
    }
    return false;
}

bool rewrites_extend(const struct rewrites *rewrites, const struct fix *fix, struct fix *together,
                     const struct pitfalls *pitfalls, const struct prediction *prediction,
                     const struct predict_options *options)
{
    fix_init(together);
    bool adds = false, fits = true;
    for (size_t k = 0; k < rewrites->count; k++) {
        const struct fix *other = &rewrites->fixes[k];
        for (size_t e = 0; is_taken(rewrites, k, pitfalls) && e < other->edit_count; e++)
            if (!has_edit(fix, &other->edits[e]) && !has_edit(together, &other->edits[e])) {
                fits &= fix_add(together, &other->edits[e]);
                adds = true;
            }
    }
    for (size_t e = 0; e < fix->edit_count; e++)
        fits &= fix_add(together, &fix->edits[e]);
    if (!adds || !fits) {
        fix_release(together);
        return false;
    }
    fixes_try(prediction, options, together, 1, 1);
    return true;
}

void rewrites_release(struct rewrites *rewrites)
{
    for (size_t k = 0; k < rewrites->count; k++)
        fix_release(&rewrites->fixes[k]);
    free(rewrites->fixes);
    free(rewrites->rows);
    free(rewrites->ways);
}
