#include "sim/io/validation_json.h"

#include "sim/base/duration.h"
#include "sim/base/json.h"

#include <stdlib.h>
#include <string.h>

struct writer {
    struct strbuf *sb;
    const char *before; /* what stands before the next key */
};

static void add_key(struct writer *w, const char *key)
{
    strbuf_adds(w->sb, w->before);
    json_add_string(w->sb, key, strlen(key));
    strbuf_adds(w->sb, ": ");
    w->before = ", ";
}

static void key_text(struct writer *w, const char *key, const char *text)
{
    add_key(w, key);
    json_add_string(w->sb, text, strlen(text));
}

static void key_count(struct writer *w, const char *key, size_t count)
{
    add_key(w, key);
    json_add_int(w->sb, (int64_t)count);
}

/* A share in parts of a million. */
static void key_share(struct writer *w, const char *key, int64_t share)
{
    if (share == LABEL_UNKNOWN)
        return;
    add_key(w, key);
    json_add_int(w->sb, share);
}

static void key_us(struct writer *w, const char *key, int64_t ns)
{
    if (ns == TIMELINE_UNKNOWN)
        return;
    add_key(w, key);
    duration_add_us(w->sb, ns);
}

static void key_true(struct writer *w, const char *key, bool value)
{
    if (!value)
        return;
    add_key(w, key);
    strbuf_adds(w->sb, "true");
}

/* An object of its own after a key: the next key stands first in it. */
static void open_object(struct writer *w, const char *key)
{
    add_key(w, key);
    w->before = "{";
}

static void close_object(struct writer *w)
{
    strbuf_adds(w->sb, *w->before == '{' ? "{}" : "}");
    w->before = ", ";
}

static void write_null(struct writer *w, const char *key, const struct compare_figures *f,
                       size_t relations)
{
    open_object(w, key);
    key_us(w, "wall_us", f->wall);
    key_share(w, "wall_error_ppm", f->wall_error);
    key_share(w, "placement_median_ppm", f->placement_median);
    key_share(w, "placement_p95_ppm", f->placement_p95);
    key_share(w, "placement_worst_ppm", f->placement_worst);
    if (relations) {
        key_count(w, "relations_right", f->relations_right);
        key_count(w, "wrong_but_predicted", f->relations_gained);
    }
    close_object(w);
}

static void write_features(struct writer *w, uint32_t features)
{
    add_key(w, "features");
    const char *separator = "[";
    for (int i = 0; i < FEATURE_COUNT; i++) {
        if (!(features >> i & 1))
            continue;
        strbuf_adds(w->sb, separator);
        const char *name = feature_name((enum feature)i);
        json_add_string(w->sb, name, strlen(name));
        separator = ", ";
    }
    strbuf_adds(w->sb, *separator == '[' ? "[]" : "]");
}

static void write_figures(struct writer *w, const struct validation_row *row)
{
    key_us(w, "measured_us", row->measured);
    key_us(w, "predicted_us", row->ours.wall);
    key_share(w, "wall_error_ppm", row->ours.wall_error);
    key_share(w, "beyond_noise_ppm", row->beyond);
    key_share(w, "noise_wall_ppm", row->noise_wall);
    w->before = ",\n   ";
    key_share(w, "placement_median_ppm", row->ours.placement_median);
    key_share(w, "placement_p95_ppm", row->ours.placement_p95);
    key_share(w, "placement_worst_ppm", row->ours.placement_worst);
    key_share(w, "noise_placement_p95_ppm", row->noise_p95);
    if (!row->relations_unknown) {
        key_count(w, "relations", row->relations);
        key_count(w, "relations_right", row->ours.relations_right);
    }
    if (row->answers) {
        key_count(w, "elapsed_times", row->answers);
        key_share(w, "elapsed_median_ppm", row->answer_median);
        key_share(w, "elapsed_worst_ppm", row->answer_worst);
    }
    w->before = ",\n   ";
    write_null(w, "null_serial", &row->serial, row->relations);
    w->before = ",\n   ";
    write_null(w, "null_streams", &row->streams, row->relations);
}

static void write_row(struct writer *w, const struct validation *v,
                      const struct validation_row *row)
{
    w->before = "{";
    key_text(w, "name", row->name);
    key_text(w, "folder", v->groups[row->group]);
    key_count(w, "operations", row->operations);
    key_text(w, "matched_by", match_how_name(row->how));
    if (row->unmatched)
        key_count(w, "unmatched", row->unmatched);
    if (row->whole)
        write_figures(w, row);
    w->before = ",\n   ";
    if (row->modes > 1) {
        key_count(w, "modes", row->modes);
        key_count(w, "nearest_mode", row->mode);
    }
    key_share(w, "disturbance_ppm", row->disturbance);
    key_true(w, "disturbed", row->disturbed);
    key_true(w, "says_nothing", row->whole && row->says_nothing);
    write_features(w, row->features);
    strbuf_addc(w->sb, '}');
}

static void write_spread(struct writer *w, const char *key, const struct validation *v,
                         const struct validation_spread *spread)
{
    if (spread->worst == LABEL_UNKNOWN)
        return;
    w->before = ",\n  ";
    open_object(w, key);
    key_share(w, "median", spread->median);
    key_share(w, "p90", spread->p90);
    key_share(w, "worst", spread->worst);
    key_text(w, "worst_is", v->rows[spread->worst_row].name);
    close_object(w);
}

static void write_class(struct writer *w, const struct validation *v,
                        const struct validation_class *class)
{
    key_count(w, "scenarios", class->scenarios);
    key_count(w, "relations", class->relations);
    key_count(w, "relations_right", class->right);
    key_count(w, "null_wrong", class->null_wrong);
    key_count(w, "null_wrong_but_predicted", class->gained);
    key_share(w, "placement_p95_ppm", class->placement_p95);
    if (class->beyond.worst != LABEL_UNKNOWN) {
        key_share(w, "beyond_noise_median_ppm", class->beyond.median);
        key_share(w, "beyond_noise_p90_ppm", class->beyond.p90);
        key_share(w, "beyond_noise_worst_ppm", class->beyond.worst);
        key_text(w, "worst_is", v->rows[class->beyond.worst_row].name);
    }
}

/* A class under its name, on a line of its own. */
static void write_named(struct writer *w, const struct validation *v, const char *name,
                        const struct validation_class *class)
{
    if (class->scenarios == 0)
        return;
    w->before = *w->before == '{' ? "{\n   " : ",\n   ";
    open_object(w, name);
    write_class(w, v, class);
    close_object(w);
}

static void write_summary(struct writer *w, const struct validation *v,
                          const struct validation_summary *s)
{
    w->before = ",\n ";
    open_object(w, "summary");
    key_count(w, "scenarios", s->scenarios);
    key_count(w, "scored", s->whole);
    key_count(w, "operations", s->operations);
    key_count(w, "disturbed", s->disturbed);
    key_count(w, "several_modes", s->with_modes);
    key_count(w, "say_nothing", s->say_nothing);
    key_share(w, "null_tolerance_ppm", v->null_tolerance);
    write_spread(w, "beyond_noise_ppm", v, &s->beyond);
    write_spread(w, "wall_error_ppm", v, &s->error);
    write_spread(w, "noise_wall_ppm", v, &s->noise);
    write_spread(w, "null_serial_wall_error_ppm", v, &s->serial);
    write_spread(w, "null_streams_wall_error_ppm", v, &s->streams);
    write_spread(w, "scenario_placement_p95_ppm", v, &s->placement);
    write_spread(w, "scenario_placement_beyond_noise_ppm", v, &s->placement_beyond);
    write_spread(w, "elapsed_worst_ppm", v, &s->answers);
    w->before = ",\n  ";
    key_share(w, "placement_p95_ppm", s->all.placement_p95);
    key_count(w, "relations", s->all.relations);
    key_count(w, "relations_right", s->all.right);
    key_share(w, "relations_right_ppm", s->relations_share);
    key_count(w, "null_wrong", s->all.null_wrong);
    key_count(w, "null_wrong_but_predicted", s->all.gained);
    w->before = ",\n  ";
    open_object(w, "undisturbed");
    write_class(w, v, &s->undisturbed);
    close_object(w);
    w->before = ",\n  ";
    open_object(w, "folders");
    for (size_t i = 0; i < v->group_count; i++)
        write_named(w, v, v->groups[i], &s->groups[i]);
    close_object(w);
    w->before = ",\n  ";
    open_object(w, "features");
    for (int i = 0; i < FEATURE_COUNT; i++)
        write_named(w, v, feature_name((enum feature)i), &s->classes[i]);
    close_object(w);
    close_object(w);
}

/* --- of a single one -----------------------------------------------------------------------------
 */

static void key_name_of(struct writer *w, const struct timeline *t, uint32_t op)
{
    struct strbuf text;
    strbuf_init(&text);
    label_op(&text, t, op);
    key_text(w, "name", text.text);
    if (t->ops.rows[op].place) {
        strbuf_clear(&text);
        label_place(&text, t, t->ops.rows[op].place);
        key_text(w, "place", text.text);
    }
    strbuf_release(&text);
}

static void write_operation(struct writer *w, const struct compare *c, uint32_t pair)
{
    const struct compare_place *place = &c->places[pair];
    w->before = "{";
    key_count(w, "id", c->match.pairs[pair].a);
    key_count(w, "measured_id", c->match.pairs[pair].b);
    key_name_of(w, c->a, c->match.pairs[pair].a);
    key_us(w, "predicted_start_us", place->a.from);
    key_us(w, "measured_start_us", place->b.from);
    key_us(w, "predicted_end_us", place->a.to);
    key_us(w, "measured_end_us", place->b.to);
    key_share(w, "error_ppm", compare_error_share(c, pair));
    strbuf_addc(w->sb, '}');
}

static void open_list(struct writer *w, const char *key)
{
    w->before = ",\n ";
    add_key(w, key);
    strbuf_addc(w->sb, '[');
}

static void write_operations(struct writer *w, const struct compare *c)
{
    uint32_t *pairs = calloc(c->match.count + 1, sizeof *pairs);
    size_t count = pairs ? compare_worst(c, pairs, c->match.count) : 0;
    open_list(w, "operations");
    for (size_t i = 0; i < count; i++) {
        strbuf_adds(w->sb, i ? ",\n  " : "\n  ");
        write_operation(w, c, pairs[i]);
    }
    strbuf_addc(w->sb, ']');
    free(pairs);
}

static const char *relation_name(int8_t relation)
{
    return relation < 0 ? "before" : relation > 0 ? "after" : "beside";
}

static void write_wrong(struct writer *w, const struct compare *c)
{
    open_list(w, "wrong_relations");
    for (size_t i = 0; i < c->wrong_count; i++) {
        const struct compare_wrong *wrong = &c->wrong[i];
        strbuf_adds(w->sb, i ? ",\n  " : "\n  ");
        w->before = "{";
        key_count(w, "first", c->match.pairs[wrong->first].a);
        key_count(w, "second", c->match.pairs[wrong->second].a);
        key_text(w, "predicted", relation_name(wrong->a));
        key_text(w, "measured", relation_name(wrong->b));
        strbuf_addc(w->sb, '}');
    }
    strbuf_addc(w->sb, ']');
}

static void write_answers(struct writer *w, const struct compare *c)
{
    open_list(w, "elapsed");
    for (size_t i = 0; i < c->elapsed.count; i++) {
        const struct elapsed_pair *pair = &c->elapsed.pairs[i];
        const struct timeline_answer *a = &c->a->answers.rows[pair->a];
        const struct timeline_call *call = &c->a->calls.rows[a->call];
        strbuf_adds(w->sb, i ? ",\n  " : "\n  ");
        w->before = "{";
        if (call->place)
            key_count(w, "line", (size_t)c->a->places.rows[call->place].line);
        key_us(w, "predicted_us", a->elapsed);
        key_us(w, "measured_us", c->b->answers.rows[pair->b].elapsed);
        key_share(w, "error_ppm", pair->error);
        strbuf_addc(w->sb, '}');
    }
    strbuf_addc(w->sb, ']');
}

void validation_json_write(struct strbuf *sb, const struct validation *validation,
                           const struct validation_summary *summary, bool summary_only,
                           const struct compare *one)
{
    struct writer w = {sb, "{"};
    key_text(&w, "format", "nullstream-validation");
    key_count(&w, "version", 1);
    if (!summary_only) {
        open_list(&w, "scenarios");
        for (size_t i = 0; i < validation->count; i++) {
            strbuf_adds(sb, i ? ",\n  " : "\n  ");
            write_row(&w, validation, &validation->rows[i]);
        }
        strbuf_addc(sb, ']');
    }
    if (one) {
        write_operations(&w, one);
        write_wrong(&w, one);
        write_answers(&w, one);
    }
    write_summary(&w, validation, summary);
    strbuf_adds(sb, "}\n");
}
