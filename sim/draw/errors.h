/* The wall errors of many predictions in one picture: a line each, the noise of the measurement as
 * a band around nothing, the error as a mark on it. */
#ifndef SIM_DRAW_ERRORS_H
#define SIM_DRAW_ERRORS_H

#include "sim/analysis/validation.h"
#include "sim/base/strbuf.h"
#include "sim/draw/gantt.h"

/* The axis reaches as far as 90 % of the errors and bands; what is farther stands at its end. */
void errors_draw(const struct validation *validation, const struct gantt_options *options,
                 struct strbuf *out);

/* A whole document, `width` pixels wide (at least 400). */
void errors_draw_svg(const struct validation *validation, int32_t width, struct strbuf *out);

#endif
