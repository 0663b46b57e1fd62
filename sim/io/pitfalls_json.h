/* What to change, as JSON: part of an explanation (docs/explain-json.md). */
#ifndef SIM_IO_PITFALLS_JSON_H
#define SIM_IO_PITFALLS_JSON_H

#include "sim/analysis/pitfalls.h"
#include "sim/base/json_writer.h"

/* What they are of. */
struct pitfalls_json {
    const struct timeline *timeline;
    const struct program *program; /* NULL: not at hand */
    const uint8_t *op_columns;     /* by operation: of the call's name in its line; 0: not known */
};

void pitfalls_json(struct json_writer *json, const struct pitfalls *pitfalls,
                   const struct pitfalls_json *of);

#endif
