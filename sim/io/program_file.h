/* Programs as text: `.nsp` files (sim/io/README.md has every field).
 *
 * The first line is `nullstream-program 1`; then one record a line, first the rows of the tables,
 * then the calls, fields by name. All that stands in struct program makes the trip; the numbers of
 * names and places may change on it, as nothing else refers to them by number.
 */
#ifndef SIM_IO_PROGRAM_FILE_H
#define SIM_IO_PROGRAM_FILE_H

#include "sim/base/err.h"
#include "sim/io/sink.h"
#include "sim/model/program.h"

#include <stddef.h>

#define PROGRAM_FILE_FIRST_LINE "nullstream-program 1"

/* Writes and finishes the sink. Fails only where the sink does. */
int program_file_write(const struct program *program, struct sink *sink, struct err *err);

/* Fills a program that program_init() prepared. Faults are ERR_INPUT with line and column in
 * `file`; after one the program can only be released. */
int program_file_read(struct program *program, const char *text, size_t length, const char *file,
                      struct err *err);

/* The SHA-256 of what would be written, as 64 hexadecimal digits: programs that do the same calls
 * have the same, wherever their files lie, in which columns the calls stand and however often they
 * polled. */
void program_file_sha256(const struct program *program, char digits[65]);

#endif
