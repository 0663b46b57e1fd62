/* Any timeline that can be read can be reported on: verdict, summary, explanation, every writer,
 * and a comparison with another, which stands behind a NUL; without one, with itself. */
#include "sim/analysis/explain_text.h"
#include "sim/analysis/infer.h"
#include "sim/analysis/pitfall_text.h"
#include "sim/analysis/summary.h"
#include "sim/analysis/validation.h"
#include "sim/analysis/verdict.h"
#include "sim/draw/errors.h"
#include "sim/draw/gantt.h"
#include "sim/draw/pair.h"
#include "sim/io/chrome.h"
#include "sim/io/csv.h"
#include "sim/io/explain_json.h"
#include "sim/io/table.h"
#include "sim/io/timeline_json.h"
#include "sim/io/validation_json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int table_narrow(const struct timeline *timeline, struct sink *sink, struct err *err)
{
    return table_write(timeline, 80, sink, err);
}

static void write_with(int (*write)(const struct timeline *, struct sink *, struct err *),
                       const struct timeline *timeline)
{
    struct sink sink;
    struct err err;
    err_init(&err);
    sink_init(&sink);
    if (write(timeline, &sink, &err) < 0)
        abort();
    sink_release(&sink);
}

/* As a set of one: its figures, and both timelines in one picture. */
static void judge(const struct compare *compare, struct strbuf *sb)
{
    struct validation validation;
    struct validation_summary summary;
    struct pair pair;
    validation_init(&validation, 20000);
    validation_add(&validation, "fuzz", "", compare);
    validation_summarize(&validation, &summary);
    validation_text_rows(sb, &validation);
    validation_text_summary(sb, &validation, &summary);
    validation_json_write(sb, &validation, &summary, false, compare);
    errors_draw(&validation, &(struct gantt_options){.width = 80}, sb);
    errors_draw_svg(&validation, 800, sb);
    validation_summary_release(&summary);
    validation_release(&validation);
    pair_init(&pair, compare);
    gantt_draw_layout(&pair.layout, &(struct gantt_options){.width = 80}, sb);
    pair_release(&pair);
}

/* All of it, and the first operations and calls one by one. */
static void look_for_pitfalls(const struct explain *explain, struct strbuf *sb)
{
    struct pitfalls pitfalls;
    struct pitfall_input input = {NULL, explain->timeline, NULL, &explain->summary,
                                  &explain->critical};
    pitfalls_find(&pitfalls, &input);
    pitfalls_without_gain(&pitfalls);
    pitfall_text(sb, &pitfalls, &explain->summary, 80);
    pitfalls_release(&pitfalls);
}

static void explain(const struct timeline *timeline, struct strbuf *sb)
{
    enum { MOST = 20 };
    struct explain explain;
    struct sink sink;
    struct err err;
    err_init(&err);
    sink_init(&sink);
    explain_find(&explain, timeline, NULL, NULL);
    explain_find_slack(&explain);
    explain_text_waits(sb, &explain, 80);
    explain_text_path(sb, &explain, 60);
    explain_text_table(sb, &explain);
    look_for_pitfalls(&explain, sb);
    for (uint32_t i = 0; i < MOST; i++) {
        struct explain_pick pick = {i, CRITICAL_NO_CALL, 0};
        if (i < timeline->ops.count)
            explain_text_pick(sb, &explain, &pick, 80);
        pick = (struct explain_pick){TIMELINE_NO_OP, i, 0};
        if (i < timeline->calls.count)
            explain_text_pick(sb, &explain, &pick, 80);
    }
    if (explain_json_write(&(struct explain_json){.explain = &explain}, &sink, &err) < 0)
        abort();
    sink_release(&sink);
    explain_release(&explain);
}

static void compare_with(const struct timeline *a, const struct timeline *b, struct strbuf *sb)
{
    struct compare compare;
    compare_find(&compare, a, b);
    compare_text(sb, &compare, 20000, true, 100);
    judge(&compare, sb);
    compare_release(&compare);
}

static void report(struct timeline *timeline, struct strbuf *sb)
{
    struct critical critical;
    struct summary summary;
    struct verdict verdict;
    critical_find(&critical, timeline);
    summary_find(&summary, timeline, NULL, &critical);
    verdict_find(&verdict, timeline, &summary, &critical);
    verdict_text(sb, &verdict, timeline, timeline->span);
    summary_text(sb, &summary, 100);
    critical_release(&critical);
    write_with(chrome_write, timeline);
    write_with(csv_write, timeline);
    write_with(table_narrow, timeline);
    infer_waits(timeline);
    explain(timeline, sb);
}

static int read_part(struct timeline *timeline, const char *text, size_t length)
{
    struct err err;
    err_init(&err);
    return timeline_json_read(timeline, text, length, "fuzz.json", &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    const char *nul = size ? memchr(bytes, '\0', size) : NULL;
    size_t length = nul ? (size_t)(nul - bytes) : size;
    struct timeline timeline, other;
    struct strbuf sb;
    strbuf_init(&sb);
    timeline_init(&timeline);
    timeline_init(&other);
    if (read_part(&timeline, bytes, length) == 0) {
        if (!nul)
            compare_with(&timeline, &timeline, &sb);
        else if (read_part(&other, nul + 1, size - length - 1) == 0)
            compare_with(&timeline, &other, &sb);
        report(&timeline, &sb);
    }
    strbuf_release(&sb);
    timeline_release(&other);
    timeline_release(&timeline);
    return 0;
}
