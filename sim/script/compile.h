/* From the typed tree to bytecode.
 *
 * What is an error in the program was found by the front end; what can fail here is a builtin
 * function that nobody implements, and limits. Must not know what builtin functions do.
 */
#ifndef SIM_SCRIPT_COMPILE_H
#define SIM_SCRIPT_COMPILE_H

#include "sim/script/bytecode.h"

struct compile_options {
    void *context;
    /* The number of a builtin function, -1 if there is none of that name. A launch asks for
     * "__ns_launch": arguments function, grid and block (addresses of dim3), shared bytes, stream,
     * then the kernel's. A function that returns a record gets the address of the result as its
     * first argument; records as arguments are addresses. */
    int (*builtin)(void *context, const char *name);
    /* What calling a function of the program takes and touches, over its parameters; NULL: nothing
     * is said. May be NULL. It is passed to "__ns_host_reads", "__ns_host_time" and their like when
     * the function is entered. */
    const struct host_cost *(*host_cost)(void *context, const struct function *function);
};

/* Compiles all functions and the initialization of globals, for which segments are made in
 * `memory`. The tree must outlive *code; the `tag` of statements is used. On failure *code still
 * has to be released. */
int bytecode_compile(struct bytecode *code, struct translation_unit *tu, struct memory *memory,
                     const struct compile_options *options, struct err *err);

#endif
