#include "tui/view/instant_pane.h"

#include "sim/analysis/instant_text.h"
#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/draw/layout.h"

#include <inttypes.h>
#include <string.h>

/* The parts, in the order in which they get room. */
enum part { PART_HOST, PART_QUEUES, PART_WAITS, PART_MACHINES, PART_CONNECTIONS, PARTS };

static const char *const headings[PARTS] = {"Host", "Queues", "Waits", "Machines", "Connections"};

enum { MOST_ROWS = 1000 };

struct pane {
    const struct instants *instants;
    const struct instant *instant;
    const struct timeline *t;
    struct grid *grid;
    int32_t left, right;
    struct strbuf text;
};

/* --- how many rows -------------------------------------------------------------------------------
 */

static bool is_waiting(const struct instant_op *state)
{
    return state->phase == INSTANT_WAITS || state->phase == INSTANT_READY;
}

static bool host_waits(const struct instant_host *host)
{
    return host->state == HOST_IN_CALL && host->rule != RULE_ID_ISSUE;
}

static size_t count_waits(const struct instants *instants, const struct instant *instant)
{
    size_t count = 0;
    for (uint32_t u = 0; u < instants->hosts.threads; u++)
        count += host_waits(&instant->hosts[u]);
    for (size_t i = 0; i < instant->op_count; i++)
        count += is_waiting(&instant->ops[i]);
    return count;
}

static size_t count_hosts(const struct instants *instants)
{
    size_t count = 0;
    for (uint32_t u = 0; u < instants->hosts.threads; u++)
        count += host_steps_count(&instants->hosts, u) > 0;
    return count;
}

static size_t need_of(const struct instants *instants, const struct instant *instant,
                      enum part part)
{
    switch (part) {
    case PART_HOST:
        return count_hosts(instants);
    case PART_QUEUES:
        return instants->used_count;
    case PART_WAITS:
        return count_waits(instants, instant);
    case PART_MACHINES:
        return instants->machine_count;
    default:
        return instant->connections.count;
    }
}

/* The rows of each part, its heading included: one of its own for each as far as there is room,
 * then one after the other gets one more until all are served. */
static void divide(const struct pane *pane, int32_t height, int32_t rows[PARTS])
{
    int32_t need[PARTS];
    for (int p = 0; p < PARTS; p++) {
        size_t count = need_of(pane->instants, pane->instant, (enum part)p);
        need[p] = count > MOST_ROWS ? MOST_ROWS + 1 : (int32_t)count + (count > 0);
        rows[p] = need[p] && height >= 2 ? 2 : 0;
        height -= rows[p];
    }
    for (bool more = true; more && height > 0;) {
        more = false;
        for (int p = 0; p < PARTS && height > 0; p++)
            if (rows[p] && rows[p] < need[p]) {
                rows[p]++;
                height--;
                more = true;
            }
    }
}

int32_t instant_pane_rows(const struct instants *instants, const struct instant *instant)
{
    int32_t rows = 0;
    for (int p = 0; p < PARTS; p++) {
        size_t count = need_of(instants, instant, (enum part)p);
        rows += count > MOST_ROWS ? MOST_ROWS + 1 : (int32_t)count + (count > 0);
    }
    return rows;
}

/* --- words ---------------------------------------------------------------------------------------
 */

static int32_t put(struct pane *pane, int32_t row, int32_t column, enum bar_role role)
{
    column = grid_text(pane->grid, row, column, pane->right, pane->text.text, role);
    strbuf_clear(&pane->text);
    return column;
}

static int32_t put_op(struct pane *pane, int32_t row, int32_t column, uint32_t op)
{
    instant_text_op(&pane->text, pane->instants, op);
    return put(pane, row, column, layout_role(pane->t, &pane->t->ops.rows[op]));
}

/* How far it is, "33 %". */
static void add_share(struct strbuf *sb, const struct instant_op *state, int64_t time)
{
    if (state->to > state->from)
        strbuf_addf(sb, " %" PRId64 " %%",
                    duration_divide(time - state->from, 100, state->to - state->from));
}

/* Where the second column begins: behind the longest label of the part's, at most two fifths. */
static int32_t second_column(const struct pane *pane, int32_t longest)
{
    int32_t most = (pane->right - pane->left + 1) * 2 / 5;
    return pane->left + 1 + (longest < most ? longest : most) + 1;
}

/* The larger of a width and the text's, which it ends. */
static int32_t take_longest(struct pane *pane, int32_t longest)
{
    int32_t width = grid_text_width(pane->text.text);
    strbuf_clear(&pane->text);
    return width > longest ? width : longest;
}

/* A label in the first column, cut. */
static void put_label(struct pane *pane, int32_t row, int32_t second)
{
    grid_text(pane->grid, row, pane->left + 1, second - 2, pane->text.text, ROLE_LABEL);
    strbuf_clear(&pane->text);
}

/* --- host threads --------------------------------------------------------------------------------
 */

static void add_thread(struct pane *pane, uint32_t thread)
{
    const struct timeline *t = pane->t;
    if (thread < t->threads.count && t->threads.rows[thread].name)
        strbuf_adds(&pane->text, timeline_name(t, t->threads.rows[thread].name));
    else
        strbuf_addf(&pane->text, "thread %" PRIu32, thread);
}

static void draw_hosts(struct pane *pane, int32_t top, int32_t rows)
{
    const struct instants *instants = pane->instants;
    int32_t longest = 0;
    for (int pass = 0; pass < 2; pass++) {
        int32_t row = 0, second = second_column(pane, longest);
        for (uint32_t u = 0; u < instants->hosts.threads && row < rows; u++) {
            const struct instant_host *host = &pane->instant->hosts[u];
            if (host_steps_count(&instants->hosts, u) == 0)
                continue;
            add_thread(pane, u);
            if (pass == 0) {
                longest = take_longest(pane, longest);
            } else {
                put_label(pane, top + row, second);
                instant_text_host(&pane->text, pane->instants, host);
                put(pane, top + row, second, host_waits(host) ? ROLE_BLOCKED : ROLE_LABEL);
            }
            row++;
        }
    }
}

/* --- queues --------------------------------------------------------------------------------------
 */

/* An operation in its queue: what runs with how far it is, what is ready with a star, what is still
 * being called in brackets. */
static int32_t put_queued(struct pane *pane, int32_t row, int32_t column,
                          const struct instant_op *state)
{
    const char *before = state->phase == INSTANT_RUNS     ? "\u25b6"
                         : state->phase == INSTANT_CALLED ? "("
                                                          : "";
    column = grid_text(pane->grid, row, column, pane->right, before, ROLE_LABEL);
    column = put_op(pane, row, column, state->op);
    if (state->phase == INSTANT_RUNS)
        add_share(&pane->text, state, pane->instant->point.time);
    else if (state->phase == INSTANT_CALLED)
        strbuf_addc(&pane->text, ')');
    else if (state->phase == INSTANT_READY)
        strbuf_addc(&pane->text, '*');
    return put(pane, row, column, ROLE_LABEL);
}

static int32_t width_of_op(struct pane *pane, const struct instant_op *state)
{
    instant_text_op(&pane->text, pane->instants, state->op);
    int32_t width = grid_text_width(pane->text.text) + (state->phase == INSTANT_RUNS ? 6 : 2);
    strbuf_clear(&pane->text);
    return width;
}

/* As many as fit, front first; how many more there are always has room. */
static void put_members(struct pane *pane, int32_t row, int32_t column,
                        const struct instant_groups *groups, const struct instant_group *group)
{
    enum { MORE = 6 };
    for (uint32_t n = 0; n < group->count; n++) {
        const struct instant_op *state = instant_member(pane->instant, groups, group, n);
        bool last = n + 1 == group->count;
        int32_t room = pane->right - column + 1 - (last ? 0 : MORE);
        if (n > 0 && width_of_op(pane, state) > room) {
            strbuf_addf(&pane->text, "+%" PRIu32, group->count - n);
            put(pane, row, column, ROLE_NOTE);
            return;
        }
        column = put_queued(pane, row, column, state) + 1;
    }
}

static void put_queue(struct pane *pane, int32_t row, int32_t second, uint32_t stream)
{
    const struct instant_group *group = instant_group(&pane->instant->streams, stream);
    label_stream(&pane->text, pane->t, stream);
    put_label(pane, row, second);
    if (group) {
        put_members(pane, row, second, &pane->instant->streams, group);
        return;
    }
    uint32_t last = instants_last_ended(pane->instants, stream, pane->instant->point.time);
    strbuf_adds(&pane->text, "empty");
    if (last != TIMELINE_NO_OP) {
        strbuf_adds(&pane->text, ", ");
        instant_text_op(&pane->text, pane->instants, last);
        strbuf_adds(&pane->text, " ended ");
        int64_t ago = pane->instant->point.time - pane->t->ops.rows[last].end;
        if (ago) {
            duration_add_human(&pane->text, ago);
            strbuf_adds(&pane->text, " ago");
        } else {
            strbuf_adds(&pane->text, "now");
        }
    }
    put(pane, row, second, ROLE_NOTE);
}

/* All streams in their order where there is room, else those first that hold something. */
static void draw_queues(struct pane *pane, int32_t top, int32_t rows)
{
    const struct instants *instants = pane->instants;
    const struct instant_groups *streams = &pane->instant->streams;
    bool all = instants->used_count <= (uint32_t)rows;
    size_t count = all ? instants->used_count : streams->count, shown = 0;
    uint32_t empty = 0; /* the next of `used` to look at */
    int32_t longest = 0;
    uint32_t list[MOST_ROWS];
    for (; shown < count && shown < (size_t)rows && shown < MOST_ROWS; shown++)
        list[shown] = all ? instants->used[shown] : streams->rows[shown].key;
    for (; shown < (size_t)rows && shown < MOST_ROWS && empty < instants->used_count; empty++)
        if (!all && !instant_group(streams, instants->used[empty]))
            list[shown++] = instants->used[empty];
    for (size_t i = 0; i < shown; i++) {
        label_stream(&pane->text, pane->t, list[i]);
        longest = take_longest(pane, longest);
    }
    int32_t second = second_column(pane, longest);
    for (size_t i = 0; i < shown; i++)
        put_queue(pane, top + (int32_t)i, second, list[i]);
}

/* --- waits ---------------------------------------------------------------------------------------
 */

/* What it waits for, and for how much longer where that is known: in short where it does not fit.
 */
static void put_wait(struct pane *pane, int32_t row, int32_t column, uint32_t rule, int64_t to)
{
    static const char word[] = "waits ";
    bool resource = rule < RULE_COUNT && rule_info((enum rule)rule)->group == RULE_RESOURCE;
    const char *text = pane->text.text;
    struct strbuf left;
    strbuf_init(&left);
    if (to != TIMELINE_UNKNOWN && pane->t->source == TIMELINE_PREDICTED) {
        strbuf_adds(&left, ", ");
        duration_add_human(&left, to - pane->instant->point.time);
        strbuf_adds(&left, " to go");
    }
    int32_t more = grid_text_width(left.text), room = pane->right + 1 - column;
    int32_t width = grid_text_width(text), less = (int32_t)sizeof word - 1;
    bool helps = width > room || (width + more > room && width + more - less <= room);
    if (helps && strncmp(text, word, sizeof word - 1) == 0)
        text += less; /* the heading says it */
    column = grid_text(pane->grid, row, column, pane->right, text,
                       resource ? ROLE_RESOURCE : ROLE_LABEL);
    if (column + more <= pane->right + 1)
        grid_text(pane->grid, row, column, pane->right, left.text, ROLE_NOTE);
    strbuf_clear(&pane->text);
    strbuf_release(&left);
}

/* Whether it only stands behind another one of its own stream, which says more. */
static bool goes_without_saying(const struct instant_op *state)
{
    return state->rule == RULE_ID_STREAM;
}

/* Host threads first, then the operations that something else than their stream holds up. */
static void draw_waits(struct pane *pane, int32_t top, int32_t rows)
{
    const struct instant *instant = pane->instant;
    int32_t row = top, last = top + rows - 1;
    for (uint32_t u = 0; u < pane->instants->hosts.threads && row <= last; u++) {
        const struct instant_host *host = &instant->hosts[u];
        if (!host_waits(host))
            continue;
        add_thread(pane, u);
        int32_t column = put(pane, row, pane->left + 1, ROLE_BLOCKED) + 1;
        instant_text_host_wait(&pane->text, pane->instants, host);
        put_wait(pane, row++, column, host->rule, host->to);
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < instant->op_count && row <= last; i++) {
            const struct instant_op *state = &instant->ops[i];
            if (!is_waiting(state) || goes_without_saying(state) != pass)
                continue;
            int32_t column = put_op(pane, row, pane->left + 1, state->op) + 1;
            instant_text_wait(&pane->text, pane->instants, state);
            put_wait(pane, row++, column, state->rule, state->to);
        }
}

/* --- machines ------------------------------------------------------------------------------------
 */

/* How full the SM array is, if the timeline says: "20 blocks, 5120 threads, 1.9 % full", or in
 * short only how full. */
static void add_residents(struct pane *pane, bool in_short)
{
    const struct instant *instant = pane->instant;
    int64_t room = pane->instants->thread_room;
    if (instant->blocks < 0 || (in_short && room == 0))
        return;
    if (!in_short)
        strbuf_addf(&pane->text, "%" PRId32 " block%s, %" PRId32 " threads%s", instant->blocks,
                    instant->blocks == 1 ? "" : "s", instant->threads, room ? ", " : "");
    if (room) {
        int64_t permille = duration_divide(instant->threads, 1000, room);
        strbuf_addf(&pane->text, "%" PRId64 ".%" PRId64 " %% full", permille / 10, permille % 10);
    }
}

/* At the right of the row, leaving at least so much for what runs. Returns the last column before
 * it. */
static int32_t put_residents(struct pane *pane, int32_t row, int32_t column)
{
    enum { LEAST = 14 };
    for (int in_short = 0; in_short < 2; in_short++) {
        add_residents(pane, in_short);
        int32_t width = grid_text_width(pane->text.text);
        int32_t from = pane->right - width + 1;
        if (width && column + LEAST <= from) {
            put(pane, row, from, ROLE_NOTE);
            return from - 2;
        }
        strbuf_clear(&pane->text);
    }
    return pane->right;
}

static void put_machine(struct pane *pane, int32_t row, int32_t second, uint32_t machine)
{
    const struct instants_machine *what = &pane->instants->machines[machine];
    const struct instant_group *group = instant_group(&pane->instant->machines, machine);
    label_machine(&pane->text, what->kind, what->index);
    put_label(pane, row, second);
    if (group == NULL) {
        strbuf_adds(&pane->text, "idle");
        put(pane, row, second, ROLE_NOTE);
        return;
    }
    int32_t right = pane->right;
    if (what->kind == MACHINE_SM)
        pane->right = put_residents(pane, row, second);
    put_members(pane, row, second, &pane->instant->machines, group);
    pane->right = right;
}

static void draw_machines(struct pane *pane, int32_t top, int32_t rows)
{
    uint32_t count = pane->instants->machine_count;
    int32_t longest = 0;
    for (uint32_t m = 0; m < count; m++) {
        label_machine(&pane->text, pane->instants->machines[m].kind,
                      pane->instants->machines[m].index);
        longest = take_longest(pane, longest);
    }
    int32_t second = second_column(pane, longest);
    for (uint32_t m = 0; m < count && m < (uint32_t)rows; m++)
        put_machine(pane, top + (int32_t)m, second, m);
}

/* --- connections ---------------------------------------------------------------------------------
 */

/* The commands that hold it, in their order. */
static void put_connection(struct pane *pane, int32_t row, int32_t second,
                           const struct instant_group *group)
{
    uint32_t number = instant_connection_number(group->key);
    bool copies = instant_connection_of_copies(group->key);
    strbuf_addf(&pane->text, copies ? "copies %" PRIu32 : "%" PRIu32, number);
    put_label(pane, row, second);
    put_members(pane, row, second, &pane->instant->connections, group);
}

static void draw_connections(struct pane *pane, int32_t top, int32_t rows)
{
    const struct instant_groups *connections = &pane->instant->connections;
    int32_t longest = 2;
    for (size_t i = 0; i < connections->count; i++)
        if (instant_connection_of_copies(connections->rows[i].key))
            longest = 9;
    int32_t second = second_column(pane, longest);
    for (size_t i = 0; i < connections->count && i < (size_t)rows; i++)
        put_connection(pane, top + (int32_t)i, second, &connections->rows[i]);
}

/* --- the whole -----------------------------------------------------------------------------------
 */

/* What the part is, and how much of it is shown where that is not all. */
static void draw_heading(struct pane *pane, int32_t row, enum part part, int32_t rows)
{
    size_t count = need_of(pane->instants, pane->instant, part);
    strbuf_adds(&pane->text, headings[part]);
    if (count > (size_t)rows)
        strbuf_addf(&pane->text, ", %" PRId32 " of %zu", rows, count);
    put(pane, row, pane->left, ROLE_TITLE);
}

void instant_pane_draw(const struct instants *instants, const struct instant *instant,
                       struct grid *grid, const struct pane_area *area)
{
    static void (*const draw[PARTS])(struct pane *, int32_t, int32_t) = {
        draw_hosts, draw_queues, draw_waits, draw_machines, draw_connections};
    struct pane pane = {.instants = instants,
                        .instant = instant,
                        .t = instants->timeline,
                        .grid = grid,
                        .left = area->left,
                        .right = area->right};
    int32_t rows[PARTS], top = area->top;
    if (area->right - area->left < 8)
        return;
    strbuf_init(&pane.text);
    divide(&pane, area->bottom - area->top + 1, rows);
    for (int p = 0; p < PARTS; p++) {
        if (rows[p] == 0)
            continue;
        draw_heading(&pane, top, (enum part)p, rows[p] - 1);
        draw[p](&pane, top + 1, rows[p] - 1);
        top += rows[p];
    }
    if (top < area->bottom && instant->op_count)
        grid_text(grid, area->bottom, pane.left, pane.right,
                  "\u25b6 runs   * ready   ( ) being called", ROLE_NOTE);
    strbuf_release(&pane.text);
}
