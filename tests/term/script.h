/* Key scripts: what is done at the terminal, line by line, and what must stand there. Grammar:
 * README.md here. */
#ifndef TESTS_TERM_SCRIPT_H
#define TESTS_TERM_SCRIPT_H

#include <stdbool.h>

/* Runs a script against the program, from the root of the repository. Screens that differ from
 * tests/golden/screens are rewritten if `rewrite`. Prints what failed. Returns 0, 1 when something
 * failed, or 77 when the program was built without curses. */
int script_run(const char *program, const char *path, bool rewrite);

#endif
