/* The spread of a measured value, which stands at the end of its source. */
#include "sim/model/profile_read.h"
#include "sim/model/profile_value.h"

#include <string.h>

static bool parse(const struct profile_key_info *info, const char *text, size_t length,
                  int64_t *value)
{
    char copy[40], why[200];
    struct profile_curve none;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return profile_value_parse(info, copy, value, &none, why, sizeof why) == 0;
}

bool profile_spread(const struct profile *profile, const struct profile_slot *slot, int64_t *low,
                    int64_t *high)
{
    static const struct profile_key_info factor = {.unit = UNIT_PERMILLE, .maximum = 1000000};
    bool is_call = slot->call != CALL_NONE;
    const char *source = is_call ? profile->call_source[slot->call] : profile->source[slot->key];
    int state = is_call ? profile->call_state[slot->call] : profile->state[slot->key];
    const char *comma = state == PROFILE_MEASURED && source ? strrchr(source, ',') : NULL;
    const char *dots = comma ? strstr(comma, "..") : NULL;
    if (!dots)
        return false;
    const char *first = comma + 1 + strspn(comma + 1, " ");
    const struct profile_key_info *info = profile_key_info(slot->key);
    if (!is_call && info->unit == UNIT_CURVE)
        info = &factor;
    return parse(info, first, (size_t)(dots - first), low) &&
           parse(info, dots + 2, strcspn(dots + 2, " "), high);
}
