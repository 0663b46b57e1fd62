/* Timelines as JSON, our own format (design section 7; sim/io/README.md has every key).
 *
 * Times in the file are microseconds with three decimals, counted from the timeline's zero; what is
 * unknown is absent. The same timeline gives the same bytes. What a timeline holds beyond the
 * format (which allocations a copy touches, declared costs) belongs to the program and is not
 * written.
 */
#ifndef SIM_IO_TIMELINE_JSON_H
#define SIM_IO_TIMELINE_JSON_H

#include "sim/base/err.h"
#include "sim/io/sink.h"
#include "sim/model/timeline.h"

#include <stddef.h>

/* Writes and finishes the sink. Fails only where the sink does. */
int timeline_json_write(const struct timeline *timeline, struct sink *sink, struct err *err);

/* Fills a timeline that timeline_init() prepared; its zero is 0. Unknown keys are ignored, keys of
 * a wrong type, references to nothing and times out of order are ERR_INPUT with line and column in
 * `file`. After an error the timeline can only be released. */
int timeline_json_read(struct timeline *timeline, const char *text, size_t length, const char *file,
                       struct err *err);

#endif
