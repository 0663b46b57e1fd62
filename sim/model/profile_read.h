/* Keys by name and storing one value: what the profile's reader, --set and the calibration share.
 */
#ifndef SIM_MODEL_PROFILE_READ_H
#define SIM_MODEL_PROFILE_READ_H

#include "sim/model/profile.h"

/* Where a value goes: a key, or a call's cost (then `key` is host.other, whose unit it has). */
struct profile_slot {
    enum profile_key key;
    enum call call; /* CALL_NONE: the key */
};

/* `section` NULL: any. False if there is none. */
bool profile_find_key(const char *section, const char *name, struct profile_slot *slot);

/* The nearest name, NULL if none is near. */
const char *profile_suggest_key(const char *section, const char *name);

void profile_store(struct profile *profile, const struct profile_slot *slot, int64_t value,
                   const struct profile_curve *curve, enum profile_state state, const char *source);

/* Gives the calls without a cost of their own that of host.other. */
void profile_fill_calls(struct profile *profile);

/* Raises inherited curves of copies and memsets to what the profile's own rates allow, and says so
 * in their source. */
void profile_cap(struct profile *profile);

/* The 10th and 90th percentile of a measured value, which end its source as `, LOW..HIGH`; of a
 * curve as factors per mille. False where none is given. */
bool profile_spread(const struct profile *profile, const struct profile_slot *slot, int64_t *low,
                    int64_t *high);

/* The text of a built-in profile, for profile_parse(); the context is not used. */
const char *profile_builtin_base(void *context, const char *name);

/* -1 with the two keys and the reason if two values cannot both be true. */
int profile_find_contradiction(const struct profile *profile, enum profile_key keys[2],
                               const char **why);
void profile_contradiction_text(const struct profile *profile, const enum profile_key keys[2],
                                struct strbuf *out);

#endif
