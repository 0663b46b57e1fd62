/* By which calls of the program's a record was reached, as JSON: innermost first. */
#ifndef SIM_IO_CALLERS_JSON_H
#define SIM_IO_CALLERS_JSON_H

#include "sim/base/json_writer.h"
#include "sim/model/program.h"

/* "callers": [{"function", "file", "line", "column"}]; nothing of row 0. */
void callers_json(struct json_writer *w, const struct program *program, uint32_t caller);

#endif
