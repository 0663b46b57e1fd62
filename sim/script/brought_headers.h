/* The headers that a header of the standard library brings along in GCC's library: what a program
 * that nvcc compiles may use without an #include of its own.
 */
#ifndef SIM_SCRIPT_BROUGHT_HEADERS_H
#define SIM_SCRIPT_BROUGHT_HEADERS_H

/* Beginning of the name of what a header declares itself, without what it brings along. */
#define OWN_HEADER "__ns_own/"

/* `#include` of what the header declares itself, and of what it brings along; NULL if it brings
 * nothing but what it is made of. */
const char *brought_headers(const char *name);

#endif
