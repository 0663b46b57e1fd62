/* The name that a pragma gives a cost to, and what it means where the pragma stands. */
#ifndef SIM_SCRIPT_PRAGMA_NAME_H
#define SIM_SCRIPT_PRAGMA_NAME_H

#include "sim/script/ast.h"

/* Reads NAME, A::NAME or ::NAME at *t and leaves *t behind it; NULL: none stands there. */
const char *pragma_name_read(struct arena *arena, const struct token **t, const struct token *end);

/* The function's whole name ("A::NAME"), looked up from the namespace that the pragma stands in,
 * outwards; where nothing has it, the name as it is written. */
const char *pragma_name_find(const struct translation_unit *tu, const struct pragma *pragma,
                             const char *name, bool kernel);

/* Whether that is the function's name: of a method, Record::method, for all instances of a
 * template, or the method alone. */
bool pragma_names(const struct function *function, const char *name);

/* A kernel whose name, without its namespace, is this; NULL: there is none, or there are several.
 */
const char *pragma_name_elsewhere(const struct translation_unit *tu, const char *name);

/* Whether it is a template of a kernel that nothing launches: it has no function. */
bool pragma_name_is_idle(const struct translation_unit *tu, const char *name);

#endif
