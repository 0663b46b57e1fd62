/* A place in the source as JSON. */
#ifndef SIM_IO_PLACE_JSON_H
#define SIM_IO_PLACE_JSON_H

#include "sim/base/json_writer.h"
#include "sim/model/timeline.h"

/* "file" and "line", in the object that is open; nothing of row 0. */
void place_json(struct json_writer *w, const struct timeline *timeline, uint32_t place);

#endif
