/* A profile as a profile file. What is inherited stays out: the base says it. */
#include "sim/model/profile.h"
#include "sim/model/profile_value.h"

#include <string.h>

static void add_word(struct strbuf *out, const char *name, const char *value)
{
    if (value[0])
        strbuf_addf(out, "%s = %s\n", name, value);
}

static void add_line(struct strbuf *out, const char *name, const char *value, int state,
                     const char *source)
{
    strbuf_addf(out, "%-20s = %-16s ; %s: %s\n", name, value,
                profile_state_name((enum profile_state)state), source ? source : "unknown");
}

static bool is_own(const struct profile *profile, int state)
{
    return state != PROFILE_MISSING && (state != PROFILE_INHERITED || !profile->base[0]);
}

void profile_write(const struct profile *profile, struct strbuf *out)
{
    strbuf_adds(out, "[profile]\n");
    add_word(out, "name", profile->name);
    add_word(out, "base", profile->base);
    add_word(out, "rules", profile->rule_set);
    add_word(out, "driver", profile->driver);
    add_word(out, "date", profile->date);
    add_word(out, "host", profile->host);
    struct strbuf value;
    strbuf_init(&value);
    const char *section = "";
    for (int i = 0; i < PROFILE_KEY_COUNT; i++) {
        const struct profile_key_info *info = profile_key_info((enum profile_key)i);
        if (!is_own(profile, profile->state[i]))
            continue;
        if (strcmp(section, info->section) != 0)
            strbuf_addf(out, "\n[%s]\n", info->section);
        section = info->section;
        strbuf_clear(&value);
        profile_add_value(profile, (enum profile_key)i, &value);
        add_line(out, info->name, value.text, profile->state[i], profile->source[i]);
    }
    const struct profile_key_info *cost = profile_key_info(PROFILE_host_other);
    for (int i = CALL_NONE + 1; i < CALL_COUNT; i++) {
        if (!is_own(profile, profile->call_state[i]))
            continue;
        if (strcmp(section, "host") != 0)
            strbuf_adds(out, "\n[host]\n");
        section = "host";
        strbuf_clear(&value);
        profile_value_format(cost, profile->call_cost[i], NULL, &value);
        add_line(out, call_info((enum call)i)->name, value.text, profile->call_state[i],
                 profile->call_source[i]);
    }
    strbuf_release(&value);
}
