/* The built-in headers of the scenario language: what `#include <cuda_runtime.h>` and the others
 * mean to the interpreter, and the same declarations as a real header for clang.
 *
 * The texts lie in sim/script/headers/ and are part of the program; cuda_runtime.h is made of them,
 * of the list of errors and of the call list. Must not know what any call does.
 */
#ifndef SIM_SCRIPT_BUILTIN_HEADERS_H
#define SIM_SCRIPT_BUILTIN_HEADERS_H

#include "sim/base/strbuf.h"
#include "sim/script/parse.h"

#include <stddef.h>

struct builtin_headers {
    struct strbuf cuda; /* cuda_runtime.h */
};

void builtin_headers_init(struct builtin_headers *headers);

/* Sets all that the options ask of the built-in headers, `context` included. They must outlive the
 * translation unit. */
void builtin_headers_offer(struct builtin_headers *headers, struct script_options *options);

/* For script_options: `context` is a struct builtin_headers. The text of a header by its name
 * ("cuda_runtime.h", "sys/time.h", "nullstream/prelude"); NULL if there is none. */
const char *builtin_header(void *context, const char *name);

/* The names that builtin_header() has, internal ones too; NULL behind the last one. */
const char *builtin_header_name(size_t index);

/* For script_options: which header declares a name, as #include takes it ("<stdio.h>"); NULL if
 * none does. For names of C: those of std:: stand in std_names.c. */
const char *builtin_declaring_header(void *context, const char *name);

/* For script_options: what replaced a name that CUDA 13 no longer has, as a sentence; NULL if the
 * name is not one of those. `context` is not used. */
const char *builtin_removed_name(void *context, const char *name);

/* `nullstream --generate cuda-header`: a header with which
 * `clang++ -x cuda --cuda-host-only -nocudainc -nocudalib -include FILE` compiles a scenario
 * without any CUDA toolkit. */
void builtin_headers_write_clang(struct strbuf *out);

void builtin_headers_release(struct builtin_headers *headers);

#endif
