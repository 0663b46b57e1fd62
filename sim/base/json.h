/* Pieces of JSON text for writers. Knows nothing of CUDA. */
#ifndef SIM_BASE_JSON_H
#define SIM_BASE_JSON_H

#include "sim/base/strbuf.h"

#include <stddef.h>
#include <stdint.h>

/* "text", quoted and escaped. Bytes that are not UTF-8 become U+FFFD, so that the result is always
 * valid. */
void json_add_string(struct strbuf *sb, const char *text, size_t length);

/* A whole number, without going through printf: writers of a million operations live on it. */
void json_add_int(struct strbuf *sb, int64_t number);

#endif
