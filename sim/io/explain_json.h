/* An explanation as JSON, for editors and CI: docs/explain-json.md has every key. Times are
 * microseconds from the timeline's zero, shares parts of a million; what is not known is absent.
 * Written only. */
#ifndef SIM_IO_EXPLAIN_JSON_H
#define SIM_IO_EXPLAIN_JSON_H

#include "sim/analysis/explain.h"
#include "sim/analysis/pitfalls.h"
#include "sim/io/sink.h"

struct explain_json {
    const struct explain *explain;
    const struct program *program; /* of which the timeline is a prediction: it knows columns; NULL:
                                      not at hand */
    const struct explain_pick *pick; /* only that operation or call; NULL: all */
    const struct pitfalls *pitfalls; /* NULL: none were looked for */
    const char *verdict;             /* its sentences; NULL: none */
    bool inferred;                   /* the waits are */
};

int explain_json_write(const struct explain_json *json, struct sink *sink, struct err *err);

#endif
