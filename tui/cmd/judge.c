#include "tui/cmd/judge.h"

#include "sim/base/wrap.h"
#include "sim/draw/errors.h"
#include "sim/draw/gantt.h"
#include "sim/draw/pair.h"
#include "sim/draw/svg.h"
#include "sim/io/validation_csv.h"
#include "sim/io/validation_json.h"
#include "tui/cmd/output.h"
#include "tui/cmd/report.h"

/* Within which a null model is as good, where no tolerance is given. */
#define NULL_TOLERANCE 20000 /* ppm */

enum { WORST_LISTED = 10 };

int judge_init(struct judgement *judgement, const struct arguments *args, struct err *err)
{
    *judgement = (struct judgement){0};
    strbuf_init(&judgement->head);
    validation_init(&judgement->validation, NULL_TOLERANCE);
    if (tolerances_read(&judgement->tolerances, args, err) < 0)
        return -1;
    judgement->validation.null_tolerance = tolerances_wall(&judgement->tolerances, NULL_TOLERANCE);
    return 0;
}

static void add_text(struct strbuf *sb, const struct judgement *j,
                     const struct validation_summary *summary, const struct arguments *args,
                     int width)
{
    if (j->one) {
        bool rows = arguments_has(args, OPTION_OPERATIONS);
        wrap_add_lines(sb, j->head.text, width, 0, 2);
        compare_text(sb, j->one, j->validation.null_tolerance, rows, width);
        if (!rows && compare_is_whole(j->one) && !j->one->disturbed) {
            strbuf_addc(sb, '\n');
            compare_text_worst(sb, j->one, WORST_LISTED);
        }
        return;
    }
    if (!arguments_has(args, OPTION_SUMMARY)) {
        validation_text_rows(sb, &j->validation);
        strbuf_addc(sb, '\n');
    }
    validation_text_summary(sb, &j->validation, summary);
}

/* The prediction over the measurement, lane by lane. */
static void add_pair(struct strbuf *sb, const struct judgement *j, bool svg,
                     const struct text_style *style, const struct arguments *args)
{
    struct pair pair;
    pair_init(&pair, j->one);
    if (svg) {
        svg_draw_layout(&pair.layout, style->width * 10, sb);
    } else {
        struct gantt_options options = {
            .width = style->width, .ascii = !style->utf8, .color = style->color};
        wrap_add_lines(sb, j->head.text, style->width, 0, 2);
        gantt_draw_layout(&pair.layout, &options, sb);
        strbuf_addc(sb, '\n');
        compare_text(sb, j->one, j->validation.null_tolerance,
                     arguments_has(args, OPTION_OPERATIONS), style->width);
    }
    pair_release(&pair);
}

/* The errors of all, a line each. */
static void add_errors(struct strbuf *sb, const struct judgement *j, bool svg,
                       const struct text_style *style)
{
    struct gantt_options options = {
        .width = style->width, .ascii = !style->utf8, .color = style->color};
    if (svg)
        errors_draw_svg(&j->validation, style->width * 10, sb);
    else
        errors_draw(&j->validation, &options, sb);
}

static int add_result(struct strbuf *sb, const struct judgement *j,
                      const struct validation_summary *summary, const struct arguments *args,
                      struct err *err)
{
    enum report_format format;
    struct text_style style;
    if (report_format(args, FORMAT_TABLE, &format, err) < 0)
        return -1;
    switch (format) {
    case FORMAT_TABLE:
        if (output_style(args, &style, err) < 0)
            return -1;
        add_text(sb, j, summary, args, style.width);
        return 0;
    case FORMAT_GANTT:
    case FORMAT_SVG:
        if (output_style(args, &style, err) < 0)
            return -1;
        if (j->one)
            add_pair(sb, j, format == FORMAT_SVG, &style, args);
        else
            add_errors(sb, j, format == FORMAT_SVG, &style);
        return 0;
    case FORMAT_JSON:
        validation_json_write(sb, &j->validation, summary, arguments_has(args, OPTION_SUMMARY),
                              j->one);
        return 0;
    case FORMAT_CSV:
        validation_csv_write(sb, &j->validation);
        return 0;
    default:
        err_set(err, ERR_INPUT, "figures are not written as %s", report_format_name(format));
        return err_hint(err, "--format takes table, gantt, svg, json or csv here");
    }
}

/* Nothing is left unmatched, and the tolerances hold. */
static bool is_good(const struct judgement *j, const struct validation_summary *summary,
                    struct strbuf *said)
{
    bool good = true;
    for (size_t i = 0; i < j->validation.count; i++)
        good &= j->validation.rows[i].unmatched == 0;
    return tolerances_hold(&j->tolerances, summary, said) && good;
}

int judge_write(struct judgement *j, const struct arguments *args, struct err *err)
{
    struct validation_summary summary;
    struct strbuf text, said;
    strbuf_init(&text);
    strbuf_init(&said);
    validation_tell_apart(&j->validation);
    validation_summarize(&j->validation, &summary);
    int rc = add_result(&text, j, &summary, args, err);
    if (rc == 0)
        rc = output_write(arguments_value(args, OPTION_OUTPUT, NULL), text.text, text.length, err);
    if (rc == 0 && !is_good(j, &summary, &said))
        rc = ERR_FOUND;
    if (rc >= 0 && said.length && fputs(said.text, stderr) < 0)
        rc = -1;
    validation_summary_release(&summary);
    strbuf_release(&text);
    strbuf_release(&said);
    return rc;
}

void judge_release(struct judgement *j)
{
    validation_release(&j->validation);
    strbuf_release(&j->head);
}
