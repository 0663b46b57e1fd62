/* `nullstream rules`: the call list and the rule list as text, and all that is known about one call
 * or rule: what it blocks and fences as documented and as observed, what it costs on a device
 * profile, where it is taught, where it comes from. */
#ifndef SIM_RUNTIME_RULES_TEXT_H
#define SIM_RUNTIME_RULES_TEXT_H

#include "sim/base/err.h"
#include "sim/base/strbuf.h"
#include "sim/model/calls.h"
#include "sim/model/profile.h"

/* The whole list, by group. */
void rules_text_all(struct strbuf *sb);

/* One call or rule by name; unknown ones get a suggestion (ERR_INPUT). `profile` may be NULL: then
 * nothing is said about costs. */
int rules_text_one(struct strbuf *sb, const char *name, const struct profile *profile,
                   struct err *err);

/* The lesson that teaches what is surprising about a call: its slug; "" if none does. */
const char *rules_lesson(enum call call);

#endif
