#include "sim/study/gate.h"

#include "sim/model/edit.h"

/* From the start of the gate's kernel to gate_open; TIMELINE_UNKNOWN if one of them did not come.
 */
static int64_t closed_time(const struct timeline *timeline, uint32_t launch)
{
    int64_t from = TIMELINE_UNKNOWN, to = TIMELINE_UNKNOWN;
    for (size_t i = 0; i < timeline->ops.count && from == TIMELINE_UNKNOWN; i++)
        if (timeline->ops.rows[i].kind == OP_KERNEL && timeline->ops.rows[i].detail == launch)
            from = timeline->ops.rows[i].start;
    for (size_t i = 0; i < timeline->calls.count && to == TIMELINE_UNKNOWN; i++)
        if (timeline->calls.rows[i].call == CALL_gate_open)
            to = timeline->calls.rows[i].enter;
    if (from == TIMELINE_UNKNOWN || to == TIMELINE_UNKNOWN)
        return TIMELINE_UNKNOWN;
    return to > from ? to - from : 0;
}

static int again(struct prediction *prediction, const struct predict_options *options,
                 struct err *err)
{
    struct strbuf output = prediction->timeline.output; /* of the program: kept */
    strbuf_init(&prediction->timeline.output);
    timeline_release(&prediction->timeline);
    timeline_init(&prediction->timeline);
    int rc = predict_replay(prediction, options, err);
    strbuf_release(&prediction->timeline.output);
    prediction->timeline.output = output;
    return rc;
}

/* Twice: since no call of the host depends on the device, it opens the gate at the same time
 * whenever the gate ends. */
int gate_predict(struct prediction *prediction, const struct predict_options *options,
                 struct err *err)
{
    uint32_t launch;
    if (edit_gate(&prediction->program, &launch, err) != 0 || again(prediction, options, err) != 0)
        return -1;
    int64_t closed = closed_time(&prediction->timeline, launch);
    if (closed == TIMELINE_UNKNOWN || closed >= EDIT_GATE_MOST)
        return err_set(err, ERR_INPUT,
                       "--gate: it takes longer to queue everything than a gate may wait, %d ms",
                       (int)(EDIT_GATE_MOST / 1000000));
    prediction->program.launches.rows[launch].time = closed;
    return again(prediction, options, err);
}
