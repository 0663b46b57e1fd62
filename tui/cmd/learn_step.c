/* Where stepping stands, as text: the instant, what the host does, and what every operation that is
 * alive runs on or waits for. */
#include "sim/analysis/instant.h"
#include "sim/analysis/instant_text.h"
#include "sim/analysis/label.h"
#include "sim/base/duration.h"
#include "sim/lesson/step.h"
#include "tui/cmd/learned.h"

#include <string.h>

static void add_op(struct strbuf *sb, const struct instants *instants,
                   const struct instant_op *state)
{
    const struct timeline *t = instants->timeline;
    strbuf_adds(sb, "  ");
    instant_text_op(sb, instants, state->op);
    strbuf_adds(sb, " in ");
    label_the_stream(sb, t, t->ops.rows[state->op].stream);
    if (state->phase == INSTANT_RUNS) {
        strbuf_adds(sb, ": runs");
    } else if (state->phase == INSTANT_CALLED) {
        strbuf_adds(sb, ": is being put into its queue");
    } else {
        strbuf_adds(sb, ": ");
        instant_text_wait(sb, instants, state);
    }
    strbuf_addc(sb, '\n');
}

static void add_host_wait(struct strbuf *sb, const struct instants *instants,
                          const struct instant_host *host)
{
    struct strbuf wait;
    strbuf_init(&wait);
    instant_text_host_wait(&wait, instants, host);
    if (wait.length)
        strbuf_addf(sb, ", %s", wait.text);
    strbuf_release(&wait);
}

static void add_state(struct strbuf *sb, const struct prediction *prediction, int64_t time)
{
    const struct timeline *t = &prediction->timeline;
    struct instants instants;
    struct instant instant;
    struct host_point point = host_point_at(t->zero + time);
    instants_init(&instants, t, &prediction->profile);
    instant_init(&instant, &instants);
    instant_find(&instant, &instants, &point);
    strbuf_adds(sb, "  host: ");
    instant_text_host(sb, &instants, &instant.hosts[0]);
    add_host_wait(sb, &instants, &instant.hosts[0]);
    strbuf_addc(sb, '\n');
    for (size_t i = 0; i < instant.op_count; i++)
        add_op(sb, &instants, &instant.ops[i]);
    instant_release(&instant);
    instants_release(&instants);
}

int learn_step_text(struct strbuf *sb, struct lesson_runs *runs, const struct lesson_block *block,
                    struct err *err)
{
    struct lesson_instant at;
    const struct lesson_outcome *outcome;
    if (lesson_step_find(&at, runs, block, err) < 0 ||
        lesson_runs_predict(runs, &block->run, &outcome, err) < 0)
        return -1;
    if (strcmp(block->text.text, "start") == 0) {
        strbuf_adds(sb, "Before the first call:\n");
        return 0;
    }
    strbuf_adds(sb, "At ");
    duration_add_human(sb, at.time);
    if (at.line)
        strbuf_addf(sb, ", line %d of %s", at.line, block->run.file);
    strbuf_adds(sb, ":\n");
    add_state(sb, &outcome->prediction, at.time);
    return 0;
}
