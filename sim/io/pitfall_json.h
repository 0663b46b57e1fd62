/* Pitfalls as part of a JSON document, for editors and CI: what explain's report says of them, with
 * the stable names of the rules (sim/analysis/pitfalls.h). sim/io/README.md has every key. Written
 * only. */
#ifndef SIM_IO_PITFALL_JSON_H
#define SIM_IO_PITFALL_JSON_H

#include "sim/analysis/pitfalls.h"
#include "sim/base/json_writer.h"

/* The keys "pitfalls", those that matter first, and "gain_together_us". */
void pitfall_json(struct json_writer *w, const struct pitfalls *pitfalls,
                  const struct timeline *timeline);

#endif
