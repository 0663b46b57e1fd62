/* Which function and which loop of the source a line is of.
 *
 * By the hints of who has the source (program.functions, program.loops): a program that was read
 * from a file has none. Knows nothing of what the lines say.
 */
#ifndef SIM_MODEL_SOURCE_LINES_H
#define SIM_MODEL_SOURCE_LINES_H

#include "sim/model/program.h"

#define SOURCE_NO_FUNCTION UINT32_MAX

/* The innermost function that the line is of: its row; SOURCE_NO_FUNCTION: none, or which is not
 * known. */
uint32_t source_function_at(const struct program *program, uint32_t file, int32_t line);
uint32_t source_function_of(const struct program *program, uint32_t place);

/* Whether the line is in a loop of its own function. */
bool source_is_in_loop(const struct program *program, uint32_t place);

/* Of the calls that a row of callers says, the innermost that stands in a loop: its place; 0: none
 * does. */
uint32_t source_loop_around(const struct program *program, uint32_t caller);

#endif
