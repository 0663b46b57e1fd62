#include "sim/io/pitfalls_json.h"

#include "sim/io/place_json.h"
#include "sim/model/lesson_name.h"

/* That of the record at fault, or of the operation, where it stands in the pitfall's line. */
static unsigned column_of(const struct pitfalls_json *of, const struct pitfall *pitfall)
{
    const struct program *p = of->program;
    if (pitfall->place == 0 || pitfall->place >= of->timeline->places.count)
        return 0;
    int32_t line = of->timeline->places.rows[pitfall->place].line;
    if (p && pitfall->record < p->records.count) {
        const struct program_record *record = &p->records.rows[pitfall->record];
        if (p->places.rows[record->place].line == line)
            return record->column;
    }
    if (pitfall->op != TIMELINE_NO_OP &&
        of->timeline->ops.rows[pitfall->op].place == pitfall->place)
        return of->op_columns[pitfall->op];
    return 0;
}

static void write_op(struct json_writer *json, const char *key, uint32_t op)
{
    if (op != TIMELINE_NO_OP)
        json_int(json, key, op);
}

/* Without its last line end. */
static void write_change(struct json_writer *json, const struct strbuf *fix)
{
    size_t length = fix->length;
    while (length && fix->text[length - 1] == '\n')
        length--;
    json_bytes(json, "change", fix->text, length);
}

static void write_lesson(struct json_writer *json, enum pitfall_rule rule)
{
    const char *lesson = pitfall_info(rule)->lesson;
    if (lesson_name_is_there(lesson))
        json_text(json, "lesson", lesson);
}

/* What the change itself takes. */
static void write_set_up(struct json_writer *json, struct pinning set_up)
{
    if (set_up.cost > 0)
        json_us(json, "set_up_us", set_up.cost);
    if (set_up.in_place < set_up.cost)
        json_us(json, "set_up_in_place_us", set_up.in_place);
}

static void write_company(struct json_writer *json, const struct pitfall_company *company)
{
    json_line(json, 1);
    json_open(json, "company");
    json_us(json, "gain_us", company->gain);
    write_set_up(json, company->set_up);
    json_true(json, "threads_kept", company->kept);
    json_list(json, "parts");
    for (size_t i = 0; i < company->count; i++) {
        const struct pitfall_part *part = &company->parts[i];
        json_open(json, NULL);
        json_text(json, "rule", pitfall_info(part->rule)->name);
        json_us(json, "alone_gain_us", part->gain);
        write_lesson(json, part->rule);
        json_close(json);
    }
    json_list_end(json);
    write_change(json, &company->fix);
    json_close(json);
}

static void write_pitfall(struct json_writer *json, const struct pitfalls *pitfalls,
                          const struct pitfall *pitfall, const struct pitfalls_json *of)
{
    const struct pitfall_info *info = pitfall_info(pitfall->rule);
    const unsigned column = column_of(of, pitfall);
    json_line(json, 2);
    json_open(json, NULL);
    json_text(json, "rule", info->name);
    json_text(json, "kind", pitfall_kind_name(pitfall->kind));
    json_bool(json, "matters", pitfall_matters(pitfalls, pitfall));
    write_op(json, "op", pitfall->op);
    write_op(json, "other", pitfall->other);
    place_json(json, of->timeline, pitfall->place);
    if (column)
        json_count(json, "column", column);
    json_count(json, "count", pitfall->count);
    if (pitfall->again)
        json_count(json, "more_here", pitfall->again);
    if (pitfall->others)
        json_count(json, "more_places", pitfall->others);
    json_us(json, "gain_us", pitfall->gain);
    write_set_up(json, pitfall->set_up);
    json_true(json, "threads_kept", pitfall->kept);
    json_true(json, "refused", pitfall->refused);
    json_line(json, 3);
    json_text(json, "evidence", pitfall->evidence.text);
    write_change(json, &pitfall->fix);
    if (*pitfall->turns)
        json_text(json, "turns", pitfall->turns);
    if (*pitfall->ungained)
        json_text(json, "no_gain_because", pitfall->ungained);
    write_lesson(json, pitfall->rule);
    json_close(json);
}

void pitfalls_json(struct json_writer *json, const struct pitfalls *pitfalls,
                   const struct pitfalls_json *of)
{
    json_line(json, 1);
    json_list(json, "pitfalls");
    for (size_t i = 0; i < pitfalls->count; i++)
        if (!pitfalls->rows[i].merged)
            write_pitfall(json, pitfalls, &pitfalls->rows[i], of);
    json_list_end(json);
    if (pitfalls->company.count)
        write_company(json, &pitfalls->company);
    json_us(json, "together_gain_us", pitfalls->together);
    json_true(json, "together_threads_kept", pitfalls->together_kept);
    if (pitfalls->together_left)
        json_count(json, "together_left", pitfalls->together_left);
}
