/* Where the lines of an older version of a source are in the newer one, for operations that are to
 * be found again (match_versions). Knows no files, only their texts.
 */
#ifndef SIM_STUDY_MOVED_LINES_H
#define SIM_STUDY_MOVED_LINES_H

#include "sim/model/timeline.h"

#include <stdint.h>

/* By row of the places of `shown`, predicted from the older version: the line that each has. free()
 * it. */
int32_t *moved_lines_begin(const struct timeline *shown);

/* The file `path`, as the places name it, held `before` and holds `after`: its places get the lines
 * that they have now, 0 where one is gone. A stretch that was written anew with as many lines keeps
 * them in their order. */
void moved_lines_note(int32_t *lines, const struct timeline *shown, const char *path,
                      const char *before, const char *after);

#endif
