#include "sim/io/validation_csv.h"

#include "sim/base/duration.h"
#include "sim/base/json.h"

#include <string.h>

/* COLUMN(name, kind, value): kinds are TEXT, US (ns, written as us) and NUMBER. */
#define COLUMNS(COLUMN)                                                                            \
    COLUMN("name", TEXT, row->name)                                                                \
    COLUMN("folder", TEXT, v->groups[row->group])                                                  \
    COLUMN("operations", NUMBER, (int64_t)row->operations)                                         \
    COLUMN("unmatched", NUMBER, (int64_t)row->unmatched)                                           \
    COLUMN("measured_us", US, row->measured)                                                       \
    COLUMN("predicted_us", US, row->ours.wall)                                                     \
    COLUMN("wall_error_ppm", NUMBER, row->ours.wall_error)                                         \
    COLUMN("beyond_noise_ppm", NUMBER, row->beyond)                                                \
    COLUMN("noise_wall_ppm", NUMBER, row->noise_wall)                                              \
    COLUMN("placement_median_ppm", NUMBER, row->ours.placement_median)                             \
    COLUMN("placement_p95_ppm", NUMBER, row->ours.placement_p95)                                   \
    COLUMN("placement_worst_ppm", NUMBER, row->ours.placement_worst)                               \
    COLUMN("noise_placement_p95_ppm", NUMBER, row->noise_p95)                                      \
    COLUMN("disturbance_ppm", NUMBER, row->disturbance)                                            \
    COLUMN("relations", NUMBER, (int64_t)row->relations)                                           \
    COLUMN("relations_right", NUMBER, (int64_t)row->ours.relations_right)                          \
    COLUMN("relations_typical", NUMBER, typical_of(row))                                           \
    COLUMN("serial_wall_error_ppm", NUMBER, row->serial.wall_error)                                \
    COLUMN("serial_relations_right", NUMBER, (int64_t)row->serial.relations_right)                 \
    COLUMN("streams_wall_error_ppm", NUMBER, row->streams.wall_error)                              \
    COLUMN("streams_relations_right", NUMBER, (int64_t)row->streams.relations_right)               \
    COLUMN("null_wrong", NUMBER, (int64_t)(row->relations - null->relations_right))                \
    COLUMN("null_wrong_but_predicted", NUMBER, (int64_t)null->relations_gained)                    \
    COLUMN("says_nothing", NUMBER, row->says_nothing)                                              \
    COLUMN("modes", NUMBER, (int64_t)row->modes)                                                   \
    COLUMN("elapsed_times", NUMBER, (int64_t)row->answers)                                         \
    COLUMN("elapsed_worst_ppm", NUMBER, row->answer_worst)

/* As the recorded run has them; not known where the trace tells nothing of single runs. */
static int64_t typical_of(const struct validation_row *row)
{
    return row->noise_runs ? (int64_t)row->relations_typical : LABEL_UNKNOWN;
}

static void add_us(struct strbuf *sb, int64_t ns)
{
    if (ns != TIMELINE_UNKNOWN)
        duration_add_us(sb, ns);
}

static void add_number(struct strbuf *sb, int64_t number)
{
    if (number != LABEL_UNKNOWN)
        json_add_int(sb, number);
}

#define ADD_TEXT(value)   strbuf_add_csv(sb, value)
#define ADD_US(value)     add_us(sb, value)
#define ADD_NUMBER(value) add_number(sb, value)

void validation_csv_write(struct strbuf *sb, const struct validation *v)
{
    const char *separator = "";
#define COLUMN(name, kind, value) strbuf_addf(sb, "%s%s", separator, name), separator = ",";
    COLUMNS(COLUMN)
#undef COLUMN
    strbuf_addc(sb, '\n');
    for (size_t i = 0; i < v->count; i++) {
        const struct validation_row *row = &v->rows[i];
        const struct compare_figures *null = validation_better_null(row);
        separator = "";
#define COLUMN(name, kind, value) strbuf_adds(sb, separator), ADD_##kind(value), separator = ",";
        COLUMNS(COLUMN)
#undef COLUMN
        strbuf_addc(sb, '\n');
    }
}
