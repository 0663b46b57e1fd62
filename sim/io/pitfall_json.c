#include "sim/io/pitfall_json.h"

#include <string.h>

static void add_place(struct json_writer *w, const struct timeline *t, uint32_t place)
{
    if (place == 0 || place >= t->places.count)
        return;
    const struct program_place *row = &t->places.rows[place];
    if (row->file)
        json_text(w, "file", timeline_name(t, row->file));
    json_int(w, "line", row->line);
}

static void add_lines(struct json_writer *w, const char *key, const char *text)
{
    json_list(w, key);
    while (*text) {
        const char *end = strchr(text, '\n');
        size_t length = end ? (size_t)(end - text) : strlen(text);
        json_bytes(w, NULL, text, length);
        text += length + (end != NULL);
    }
    json_list_end(w);
}

static void add_row(struct json_writer *w, const struct pitfalls *pitfalls,
                    const struct pitfall *pitfall, const struct timeline *t)
{
    const struct pitfall_info *info = pitfall_info(pitfall->rule);
    json_line(w, 2);
    json_open(w, NULL);
    json_text(w, "rule", info->name);
    json_text(w, "kind", pitfall_kind_name(pitfall->kind));
    json_bool(w, "matters", pitfall_matters(pitfalls, pitfall));
    add_place(w, t, pitfall->place);
    if (pitfall->op != TIMELINE_NO_OP)
        json_int(w, "op", pitfall->op);
    if (pitfall->other != TIMELINE_NO_OP)
        json_int(w, "other", pitfall->other);
    json_count(w, "count", pitfall->count);
    json_line(w, 3);
    json_text(w, "evidence", pitfall->evidence.text);
    json_line(w, 3);
    add_lines(w, "change", pitfall->fix.text);
    json_line(w, 3);
    if (pitfall->gain != TIMELINE_UNKNOWN)
        json_us(w, pitfall->kind == PITFALL_BOUND ? "gain_at_most_us" : "gain_us", pitfall->gain);
    if (pitfall->ungained[0])
        json_text(w, pitfall->refused ? "refused" : "gain_unknown", pitfall->ungained);
    json_text(w, "lesson", info->lesson);
    json_close(w);
}

void pitfall_json(struct json_writer *w, const struct pitfalls *pitfalls,
                  const struct timeline *timeline)
{
    json_line(w, 1);
    json_list(w, "pitfalls");
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < pitfalls->count; i++) {
            const struct pitfall *pitfall = &pitfalls->rows[i];
            if (!pitfall->merged && pitfall_matters(pitfalls, pitfall) == (pass == 0))
                add_row(w, pitfalls, pitfall, timeline);
        }
    json_list_end(w);
    if (pitfalls->together != TIMELINE_UNKNOWN) {
        json_line(w, 1);
        json_us(w, "gain_together_us", pitfalls->together);
    }
}
