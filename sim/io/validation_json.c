#include "sim/io/validation_json.h"

#include "sim/base/json_writer.h"

#include <stdlib.h>
#include <string.h>

static void write_null(struct json_writer *w, const char *key, const struct compare_figures *f,
                       size_t relations)
{
    json_open(w, key);
    json_us(w, "wall_us", f->wall);
    json_int(w, "wall_error_ppm", f->wall_error);
    json_int(w, "placement_median_ppm", f->placement_median);
    json_int(w, "placement_p95_ppm", f->placement_p95);
    json_int(w, "placement_worst_ppm", f->placement_worst);
    if (relations) {
        json_count(w, "relations_right", f->relations_right);
        json_count(w, "wrong_but_predicted", f->relations_gained);
    }
    json_close(w);
}

static void write_features(struct json_writer *w, uint32_t features)
{
    json_list(w, "features");
    for (int i = 0; i < FEATURE_COUNT; i++) {
        if (features >> i & 1)
            json_text(w, NULL, feature_name((enum feature)i));
    }
    json_list_end(w);
}

/* How many operations are in their place (TIMELINE_NEAR_PLACE), and of single runs. */
static void write_places(struct json_writer *w, size_t places, size_t near, size_t run_places,
                         size_t run_near)
{
    if (places) {
        json_count(w, "places", places);
        json_count(w, "places_near", near);
    }
    if (run_places) {
        json_count(w, "run_places", run_places);
        json_count(w, "run_places_near", run_near);
    }
}

static void write_figures(struct json_writer *w, const struct validation_row *row)
{
    json_us(w, "measured_us", row->measured);
    json_us(w, "predicted_us", row->ours.wall);
    json_int(w, "wall_error_ppm", row->ours.wall_error);
    json_int(w, "beyond_noise_ppm", row->beyond);
    json_int(w, "noise_wall_ppm", row->noise_wall);
    json_line(w, 3);
    json_int(w, "placement_median_ppm", row->ours.placement_median);
    json_int(w, "placement_p95_ppm", row->ours.placement_p95);
    json_int(w, "placement_worst_ppm", row->ours.placement_worst);
    json_int(w, "noise_placement_p95_ppm", row->noise_p95);
    write_places(w, row->places, row->places_near, row->run_places, row->run_places_near);
    json_count(w, "relations", row->relations);
    json_count(w, "relations_right", row->ours.relations_right);
    if (row->noise_runs) {
        json_count(w, "relations_undecided", row->undecided);
        json_count(w, "undecided_right", row->undecided_right);
        json_count(w, "undecided_ways", row->undecided_ways);
        json_count(w, "relations_typical", row->relations_typical);
        json_int(w, "runs_agreeing_ppm",
                 compare_share((int64_t)row->runs_agreeing,
                               (int64_t)(row->relations * row->noise_runs)));
    }
    if (row->answers) {
        json_count(w, "elapsed_times", row->answers);
        json_int(w, "elapsed_median_ppm", row->answer_median);
        json_int(w, "elapsed_worst_ppm", row->answer_worst);
    }
    json_line(w, 3);
    write_null(w, "null_serial", &row->serial, row->relations);
    json_line(w, 3);
    write_null(w, "null_streams", &row->streams, row->relations);
}

static void write_row(struct json_writer *w, const struct validation *v,
                      const struct validation_row *row)
{
    json_line(w, 2);
    json_open(w, NULL);
    json_text(w, "name", row->name);
    json_text(w, "folder", v->groups[row->group]);
    json_count(w, "operations", row->operations);
    json_text(w, "matched_by", match_how_name(row->how));
    if (row->unmatched)
        json_count(w, "unmatched", row->unmatched);
    if (row->calls_of_others)
        json_bool(w, "calls_of_others", true);
    if (row->whole)
        write_figures(w, row);
    json_line(w, 3);
    if (row->modes > 1) {
        json_count(w, "modes", row->modes);
        json_count(w, "nearest_mode", row->mode);
    }
    json_int(w, "disturbance_ppm", row->disturbance);
    json_true(w, "disturbed", row->disturbed);
    json_true(w, "says_nothing", row->says_nothing);
    write_features(w, row->features);
    json_close(w);
}

static void write_spread(struct json_writer *w, const char *key, const struct validation *v,
                         const struct validation_spread *spread)
{
    if (spread->worst == LABEL_UNKNOWN)
        return;
    json_line(w, 2);
    json_open(w, key);
    json_int(w, "median", spread->median);
    json_int(w, "p90", spread->p90);
    json_int(w, "worst", spread->worst);
    json_text(w, "worst_is", v->rows[spread->worst_row].label);
    json_close(w);
}

static void write_class(struct json_writer *w, const struct validation *v,
                        const struct validation_class *class)
{
    json_count(w, "scenarios", class->scenarios);
    json_count(w, "relations", class->relations);
    json_count(w, "relations_right", class->right);
    if (class->repeated) {
        json_count(w, "relations_repeated", class->repeated);
        json_count(w, "relations_undecided", class->undecided);
        json_count(w, "repeated_right", class->repeated_right);
        json_count(w, "undecided_right", class->undecided_right);
        json_count(w, "undecided_ways", class->undecided_ways);
        json_count(w, "relations_typical", class->typical);
        json_int(w, "runs_agreeing_ppm", class->agreeing);
    }
    json_count(w, "null_wrong", class->null_wrong);
    json_count(w, "null_wrong_but_predicted", class->gained);
    json_int(w, "placement_p95_ppm", class->placement_p95);
    write_places(w, class->places, class->places_near, class->run_places, class->run_places_near);
    if (class->beyond.worst != LABEL_UNKNOWN) {
        json_int(w, "beyond_noise_median_ppm", class->beyond.median);
        json_int(w, "beyond_noise_p90_ppm", class->beyond.p90);
        json_int(w, "beyond_noise_worst_ppm", class->beyond.worst);
        json_text(w, "worst_is", v->rows[class->beyond.worst_row].label);
    }
}

/* A class under its name, on a line of its own. */
static void write_named(struct json_writer *w, const struct validation *v, const char *name,
                        const struct validation_class *class)
{
    if (class->scenarios == 0)
        return;
    json_line(w, 3);
    json_open(w, name);
    write_class(w, v, class);
    json_close(w);
}

static void write_summary(struct json_writer *w, const struct validation *v,
                          const struct validation_summary *s)
{
    json_line(w, 1);
    json_open(w, "summary");
    json_count(w, "scenarios", s->scenarios);
    json_count(w, "scored", s->whole);
    json_count(w, "operations", s->operations);
    json_count(w, "disturbed", s->disturbed);
    json_count(w, "several_modes", s->with_modes);
    json_count(w, "say_nothing", s->say_nothing);
    json_int(w, "null_tolerance_ppm", v->null_tolerance);
    write_spread(w, "beyond_noise_ppm", v, &s->beyond);
    write_spread(w, "wall_error_ppm", v, &s->error);
    write_spread(w, "noise_wall_ppm", v, &s->noise);
    write_spread(w, "null_serial_wall_error_ppm", v, &s->serial);
    write_spread(w, "null_streams_wall_error_ppm", v, &s->streams);
    write_spread(w, "scenario_placement_p95_ppm", v, &s->placement);
    write_spread(w, "scenario_placement_beyond_noise_ppm", v, &s->placement_beyond);
    write_spread(w, "elapsed_worst_ppm", v, &s->answers);
    json_line(w, 2);
    json_int(w, "placement_p95_ppm", s->all.placement_p95);
    write_places(w, s->all.places, s->all.places_near, s->all.run_places, s->all.run_places_near);
    json_count(w, "relations", s->all.relations);
    json_count(w, "relations_right", s->all.right);
    json_int(w, "relations_right_ppm", s->relations_share);
    json_count(w, "null_wrong", s->all.null_wrong);
    json_count(w, "null_wrong_but_predicted", s->all.gained);
    json_line(w, 2);
    json_open(w, "undisturbed");
    write_class(w, v, &s->undisturbed);
    json_close(w);
    json_line(w, 2);
    json_open(w, "folders");
    for (size_t i = 0; i < v->group_count; i++)
        write_named(w, v, v->groups[i], &s->groups[i]);
    json_close(w);
    json_line(w, 2);
    json_open(w, "features");
    for (int i = 0; i < FEATURE_COUNT; i++)
        write_named(w, v, feature_name((enum feature)i), &s->classes[i]);
    json_close(w);
    json_close(w);
}

/* --- of a single one -----------------------------------------------------------------------------
 */

static void key_name_of(struct json_writer *w, const struct timeline *t, uint32_t op)
{
    struct strbuf text;
    strbuf_init(&text);
    label_op(&text, t, op);
    json_text(w, "name", text.text);
    if (t->ops.rows[op].place) {
        strbuf_clear(&text);
        label_place(&text, t, t->ops.rows[op].place);
        json_text(w, "place", text.text);
    }
    strbuf_release(&text);
}

static void write_operation(struct json_writer *w, const struct compare *c, uint32_t pair)
{
    const struct compare_place *place = &c->places[pair];
    json_line(w, 2);
    json_open(w, NULL);
    json_count(w, "id", c->match.pairs[pair].a);
    json_count(w, "measured_id", c->match.pairs[pair].b);
    key_name_of(w, c->a, c->match.pairs[pair].a);
    json_us(w, "predicted_start_us", place->a.from);
    json_us(w, "measured_start_us", place->b.from);
    json_us(w, "predicted_end_us", place->a.to);
    json_us(w, "measured_end_us", place->b.to);
    json_int(w, "error_ppm", compare_error_share(c, pair));
    json_close(w);
}

static void open_list(struct json_writer *w, const char *key)
{
    json_line(w, 1);
    json_list(w, key);
}

static void write_operations(struct json_writer *w, const struct compare *c)
{
    uint32_t *pairs = calloc(c->match.count + 1, sizeof *pairs);
    size_t count = pairs ? compare_worst(c, pairs, c->match.count) : 0;
    open_list(w, "operations");
    for (size_t i = 0; i < count; i++) {
        write_operation(w, c, pairs[i]);
    }
    json_list_end(w);
    free(pairs);
}

static void write_wrong(struct json_writer *w, const struct compare *c)
{
    open_list(w, "wrong_relations");
    for (size_t i = 0; i < c->wrong_count; i++) {
        const struct compare_wrong *wrong = &c->wrong[i];
        json_line(w, 2);
        json_open(w, NULL);
        json_count(w, "first", c->match.pairs[wrong->first].a);
        json_count(w, "second", c->match.pairs[wrong->second].a);
        json_text(w, "predicted", compare_relation_name(wrong->a));
        json_text(w, "measured", compare_relation_name(wrong->b));
        json_close(w);
    }
    json_list_end(w);
}

static void write_answers(struct json_writer *w, const struct compare *c)
{
    open_list(w, "elapsed");
    for (size_t i = 0; i < c->elapsed.count; i++) {
        const struct elapsed_pair *pair = &c->elapsed.pairs[i];
        const struct timeline_answer *a = &c->a->answers.rows[pair->a];
        const struct timeline_call *call = &c->a->calls.rows[a->call];
        json_line(w, 2);
        json_open(w, NULL);
        if (call->place)
            json_count(w, "line", (size_t)c->a->places.rows[call->place].line);
        json_us(w, "predicted_us", a->elapsed);
        json_us(w, "measured_us", c->b->answers.rows[pair->b].elapsed);
        json_int(w, "error_ppm", pair->error);
        json_close(w);
    }
    json_list_end(w);
}

void validation_json_write(struct strbuf *sb, const struct validation *validation,
                           const struct validation_summary *summary, bool summary_only,
                           const struct compare *one)
{
    struct json_writer w = json_writer_on(sb);
    json_open(&w, NULL);
    json_text(&w, "format", "nullstream-validation");
    json_count(&w, "version", 1);
    if (!summary_only) {
        open_list(&w, "scenarios");
        for (size_t i = 0; i < validation->count; i++) {
            write_row(&w, validation, &validation->rows[i]);
        }
        json_list_end(&w);
    }
    if (one) {
        write_operations(&w, one);
        write_wrong(&w, one);
        write_answers(&w, one);
    }
    write_summary(&w, validation, summary);
    json_close(&w);
    strbuf_addc(sb, '\n');
}
