#include "sim/analysis/values_text.h"

#include "sim/analysis/values_inside.h"
#include "sim/base/text.h"

#include <inttypes.h>
#include <string.h>

/* The largest unit that both are whole multiples of. */
static const char *common_unit(uint64_t a, uint64_t b, uint64_t *unit)
{
    static const char *const names[] = {"B", "KiB", "MiB", "GiB"};
    int i = 3;
    while (i > 0 && ((a | b) & ((UINT64_C(1) << 10 * i) - 1)))
        i--;
    *unit = UINT64_C(1) << 10 * i;
    return names[i];
}

void values_text_bytes(struct strbuf *sb, const char *name, uint64_t from, uint64_t bytes)
{
    uint64_t unit;
    const char *unit_name = common_unit(from, from + bytes, &unit);
    strbuf_addf(sb, "%s[%" PRIu64 "..%" PRIu64 " %s)", name, from / unit, (from + bytes) / unit,
                unit_name);
}

void values_text_range(struct strbuf *sb, const struct program *program, struct program_range range)
{
    uint32_t name =
        range.alloc < program->allocs.count ? program->allocs.rows[range.alloc].name : 0;
    const char *text = name < program->names.count ? program_name(program, name) : "";
    values_text_bytes(sb, *text ? text : "a buffer", range.offset, range.bytes);
}

/* "line 14, turn 5 of 8"; "solution.cu:14, turn 5 of 8" of another file than the program's own, and
 * where two programs are spoken of (`with_file`). */
static void add_place(struct strbuf *sb, const struct values *values, uint32_t id, bool with_file)
{
    const struct program *program = values->program;
    const struct program_record *record = &program->records.rows[id];
    if (record->place == 0 || record->place >= program->places.count) {
        strbuf_adds(sb, "unknown line");
        return;
    }
    const struct program_place *place = &program->places.rows[record->place];
    if (with_file || (program->scenario && place->file != program->scenario)) {
        const char *file = program_name(program, place->file);
        strbuf_addf(sb, "%s:%d", text_file_name(file), (int)place->line);
    } else {
        strbuf_addf(sb, "line %d", (int)place->line);
    }
    uint32_t turn, turns;
    values_turn(values, id, &turn, &turns);
    if (turns > 1)
        strbuf_addf(sb, ", turn %u of %u", turn, turns);
}

static void add_what(struct strbuf *sb, const struct program *program,
                     const struct program_record *record)
{
    const struct call_info *info = call_info((enum call)record->call);
    if (call_is_touch(record->call)) {
        strbuf_adds(sb, "the host");
    } else if (info->object == OBJECT_LAUNCH) {
        uint32_t kernel = program->launches.rows[record->object].kernel;
        strbuf_adds(sb, program_name(program, program->kernels.rows[kernel].name));
    } else if (info->object == OBJECT_COPY) {
        const struct program_copy *copy = &program->copies.rows[record->object];
        if (copy->kind == COPY_MEMSET && copy->value >= 0)
            strbuf_addf(sb, "the memset to %d", (int)copy->value);
        else
            strbuf_addf(sb, copy->kind == COPY_MEMSET ? "the %s" : "the %s copy",
                        copy_kind_name(copy->kind));
    } else if (info->object == OBJECT_HOSTFN) {
        strbuf_addf(sb, "host function %s",
                    program_name(program, program->hostfns.rows[record->object].name));
    } else {
        strbuf_adds(sb, info->name);
    }
}

static void add_record(struct strbuf *sb, const struct values *values, uint32_t record,
                       bool with_file)
{
    add_what(sb, values->program, &values->program->records.rows[record]);
    strbuf_adds(sb, " (");
    add_place(sb, values, record, with_file);
    strbuf_adds(sb, ")");
}

void values_text_record(struct strbuf *sb, const struct values *values, uint32_t record)
{
    add_record(sb, values, record, false);
}

static void add_run(struct strbuf *sb, const struct values *values, struct contents_run run,
                    uint32_t by, bool with_file)
{
    const struct program *program = values->program;
    struct values_origin origin = values_origin(values, run.value);
    const struct program_record *record;
    if (by != VALUES_NO_RECORD)
        origin.row = by;
    switch (origin.maker) {
    case VALUES_UNKNOWN:
        strbuf_adds(sb, "bytes of unknown origin");
        return;
    case VALUES_UNSET:
        strbuf_adds(sb, "bytes that nothing wrote");
        return;
    case VALUES_INITIAL:
        strbuf_adds(sb, "the initial contents of ");
        values_text_range(sb, program, (struct program_range){origin.row, run.offset, run.bytes});
        return;
    case VALUES_RECORD:
        record = &program->records.rows[origin.row];
        if (record->call == CALL_host_write)
            strbuf_adds(sb, "what the host wrote");
        else if (call_info((enum call)record->call)->object == OBJECT_LAUNCH) {
            strbuf_adds(sb, "the result of ");
            add_what(sb, program, record);
        } else {
            add_what(sb, program, record);
        }
        strbuf_adds(sb, " (");
        add_place(sb, values, origin.row, with_file);
        strbuf_adds(sb, ")");
        return;
    }
}

void values_text_run(struct strbuf *sb, const struct values *values, struct contents_run run,
                     uint32_t by)
{
    add_run(sb, values, run, by, false);
}

void values_text_against(struct strbuf *sb, const struct values *a, struct contents_run may,
                         uint32_t may_by, const struct values *b, struct contents_run expected,
                         uint32_t expected_by)
{
    struct strbuf text;
    strbuf_init(&text);
    size_t from = sb->length;
    values_text_run(sb, a, may, may_by);
    values_text_run(&text, b, expected, expected_by);
    if (strcmp(sb->text + from, text.text) == 0) {
        strbuf_adds(sb, ", made from other values than expected");
    } else {
        strbuf_adds(sb, ", expected ");
        add_run(sb, b, expected, expected_by, b->program != a->program);
    }
    strbuf_release(&text);
}

void values_text_difference(struct strbuf *sb, const struct values *a, const struct values *b,
                            const struct values_difference *difference)
{
    switch (difference->where) {
    case VALUES_RESULT:
        values_text_range(sb, a->program, difference->range_a);
        strbuf_adds(sb, " would hold ");
        values_text_against(sb, a, difference->run_a, VALUES_NO_RECORD, b, difference->run_b,
                            VALUES_NO_RECORD);
        break;
    case VALUES_READ:
        if (difference->record_a != VALUES_NO_RECORD) {
            values_text_record(sb, a, difference->record_a);
            strbuf_adds(sb, " would read something else");
        } else {
            strbuf_adds(sb, "what ");
            add_record(sb, b, difference->record_b, true);
            strbuf_adds(sb, " reads would not be read");
        }
        break;
    case VALUES_EFFECT:
        strbuf_adds(sb, a->effect_count == b->effect_count
                            ? "kernels that write nothing would be called with other arguments"
                            : "kernels would be launched more or fewer times");
        break;
    case VALUES_SHAPE:
        strbuf_adds(sb, "other results would come out");
        break;
    }
}
