#include "sim/io/csv.h"

#include "sim/base/duration.h"
#include "sim/base/json.h"

#include <string.h>

struct writer {
    const struct timeline *t;
    struct strbuf *sb;
    bool first; /* of its line */
};

static void next(struct writer *w)
{
    if (!w->first)
        strbuf_addc(w->sb, ',');
    w->first = false;
}

static void add_text(struct writer *w, const char *text)
{
    next(w);
    strbuf_add_csv(w->sb, text);
}

static void add_number(struct writer *w, int64_t number)
{
    next(w);
    json_add_int(w->sb, number);
}

static void add_time(struct writer *w, int64_t time)
{
    next(w);
    if (time != TIMELINE_UNKNOWN)
        duration_add_us(w->sb, time - w->t->zero);
}

static void add_copy(struct writer *w, const struct timeline_op *op)
{
    if ((op->kind != OP_COPY && op->kind != OP_MEMSET) || op->detail == 0) {
        for (int i = 0; i < 3; i++)
            add_text(w, "");
        return;
    }
    const struct program_copy *copy = &w->t->copies.rows[op->detail];
    add_text(w, copy->kind == COPY_MEMSET ? "" : copy_kind_name(copy->kind));
    add_number(w, (int64_t)program_copy_bytes(copy));
    add_text(w, copy->host_memory ? memory_kind_name(copy->host_memory) : "");
}

static void add_three(struct writer *w, const uint32_t three[3])
{
    next(w);
    for (int i = 0; i < 3; i++) {
        if (i)
            strbuf_addc(w->sb, 'x');
        json_add_int(w->sb, three[i]);
    }
}

static void add_launch(struct writer *w, const struct timeline_op *op)
{
    if (op->kind != OP_KERNEL || op->detail == 0) {
        for (int i = 0; i < 4; i++)
            add_text(w, "");
        return;
    }
    const struct program_launch *launch = &w->t->launches.rows[op->detail];
    add_three(w, launch->grid);
    add_three(w, launch->block);
    add_number(w, launch->shared_bytes);
    add_number(w, launch->registers);
}

static void add_machine(struct writer *w, const struct timeline_op *op)
{
    if (op->machine == MACHINE_NONE) {
        add_text(w, "");
        return;
    }
    next(w);
    strbuf_adds(w->sb, machine_kind_name((enum machine_kind)op->machine));
    if (op->machine == MACHINE_COPY)
        json_add_int(w->sb, op->machine_index);
}

static void add_longest_wait(struct writer *w, const struct timeline_op *op)
{
    const struct timeline_wait *longest = NULL;
    int64_t from = op->call, most = 0;
    for (uint32_t i = 0; i < op->wait_count && from != TIMELINE_UNKNOWN; i++) {
        const struct timeline_wait *wait = &w->t->waits.rows[op->first_wait + i];
        if (wait->blocker != TIMELINE_NO_OP && (!longest || wait->to - from > most)) {
            longest = wait;
            most = wait->to - from;
        }
        from = wait->to;
    }
    add_text(w, longest ? rule_info((enum rule)longest->rule)->name : "");
    next(w);
    if (longest)
        json_add_int(w->sb, longest->blocker);
    next(w);
    if (longest)
        duration_add_us(w->sb, most);
}

static void write_op(struct writer *w, uint32_t id)
{
    const struct timeline *t = w->t;
    const struct timeline_op *op = &t->ops.rows[id];
    const struct program_place *place = &t->places.rows[op->place];
    w->first = true;
    add_number(w, id);
    add_text(w, timeline_name(t, op->name));
    add_text(w, op_kind_name((enum op_kind)op->kind));
    add_copy(w, op);
    add_launch(w, op);
    add_number(w, op->stream);
    add_text(w, op->stream < t->streams.count ? timeline_name(t, t->streams.rows[op->stream].name)
                                              : "");
    add_number(w, op->thread);
    add_text(w, op->place ? timeline_name(t, place->file) : "");
    next(w);
    if (op->place)
        json_add_int(w->sb, place->line);
    next(w);
    if (op->connection)
        json_add_int(w->sb, op->connection);
    add_machine(w, op);
    add_time(w, op->call);
    add_time(w, op->returned);
    add_time(w, op->ready);
    add_time(w, op->start);
    add_time(w, op->end);
    next(w);
    if (op->start != TIMELINE_UNKNOWN && op->end != TIMELINE_UNKNOWN)
        duration_add_us(w->sb, op->end - op->start);
    add_longest_wait(w, op);
    strbuf_adds(w->sb, "\r\n");
}

int csv_write(const struct timeline *timeline, struct sink *sink, struct err *err)
{
    struct writer w = {.t = timeline, .sb = &sink->text};
    strbuf_adds(w.sb, "id,name,kind,direction,bytes,memory,grid,block,shared_bytes,registers,"
                      "stream,stream_name,thread,file,line,connection,machine,call_us,return_us,"
                      "ready_us,start_us,end_us,duration_us,waited_rule,waited_for,waited_us\r\n");
    for (uint32_t id = 0; id < timeline->ops.count; id++) {
        write_op(&w, id);
        if (sink_flow(sink, err) < 0)
            return -1;
    }
    return sink_finish(sink, err);
}
