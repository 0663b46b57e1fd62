#include "sim/lesson/step.h"

#include "sim/lesson/pick.h"
#include "sim/lesson/quantity.h"

#include <string.h>

/* The end of the run: of its last call or operation. */
static int64_t end_of(const struct timeline *t)
{
    int64_t end = t->zero;
    for (size_t i = 0; i < t->ops.count; i++)
        if (t->ops.rows[i].end > end)
            end = t->ops.rows[i].end;
    for (size_t i = 0; i < t->calls.count; i++)
        if (t->calls.rows[i].returned > end)
            end = t->calls.rows[i].returned;
    return end - t->zero;
}

static int find_line(struct lesson_instant *instant, const struct pick *pick,
                     const struct timeline *t, const struct lesson_block *block, struct err *err)
{
    uint32_t op = pick_op(pick, t), call = pick_call(pick, t);
    if (op == TIMELINE_NO_OP && call == UINT32_MAX)
        return lesson_fail(&block->text, 0, err, "in line %d of %s no such call is made",
                           pick->line, block->run.file);
    int64_t returned =
        op != TIMELINE_NO_OP ? t->ops.rows[op].returned : t->calls.rows[call].returned;
    *instant = (struct lesson_instant){returned - t->zero, pick->line};
    return 0;
}

int lesson_step_find(struct lesson_instant *instant, struct lesson_runs *runs,
                     const struct lesson_block *block, struct err *err)
{
    const struct lesson_outcome *outcome;
    *instant = (struct lesson_instant){0};
    if (lesson_runs_predict(runs, &block->run, &outcome, err) < 0)
        return -1;
    const struct timeline *t = &outcome->prediction.timeline;
    const char *text = block->text.text;
    struct pick pick;
    if (strcmp(text, "start") == 0)
        return 0;
    if (strcmp(text, "end") == 0) {
        instant->time = end_of(t);
        return 0;
    }
    if (pick_read(&pick, text) && pick.line && text[pick.length] == '\0')
        return find_line(instant, &pick, t, block, err);
    struct quantity_setting setting = {.runs = runs, .run = &block->run};
    if (quantity_time(&instant->time, &setting, &block->text, err) < 0)
        return -1;
    if (pick_read(&pick, text) && text[pick.length] == '.') {
        uint32_t op = pick_op(&pick, t);
        if (op != TIMELINE_NO_OP && t->ops.rows[op].place)
            instant->line = t->places.rows[t->ops.rows[op].place].line;
    }
    return 0;
}
