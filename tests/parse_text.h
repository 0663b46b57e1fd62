/* The front end on a text, with the built-in headers and all their hints. */
#ifndef TESTS_PARSE_TEXT_H
#define TESTS_PARSE_TEXT_H

#include "sim/script/parse.h"

/* 0 or -1 and *err. What `options` asks of the built-in headers is set here; NULL: nothing else is
 * asked. What is parsed is released. */
int parse_text(const char *source, const struct script_options *options, struct err *err);

#endif
