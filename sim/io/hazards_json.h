/* What `nullstream check` found, for programs: one JSON object (docs/check-json.md). */
#ifndef SIM_IO_HAZARDS_JSON_H
#define SIM_IO_HAZARDS_JSON_H

#include "sim/analysis/hazard.h"
#include "sim/analysis/orders.h"
#include "sim/base/strbuf.h"

/* `orders`: what --orders adds; NULL: nothing. */
void hazards_json(struct strbuf *sb, const struct hazards *hazards, const struct orders *orders);

#endif
