/* A profile as a profile file. What is inherited stays out: the base says it. */
#include "sim/model/profile.h"
#include "sim/model/profile_value.h"

#include <stdbool.h>
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

/* Whether the value stands in this profile's own text. */
static bool is_own(const struct profile *profile, int state)
{
    return state != PROFILE_MISSING && (state != PROFILE_INHERITED || !profile->base[0]);
}

static void add_value(const struct profile *profile, bool all, const char *name, const char *value,
                      int state, const char *source, struct strbuf *out)
{
    if (is_own(profile, state))
        add_line(out, name, value, state, source);
    else if (all && state == PROFILE_INHERITED)
        strbuf_addf(out, "; %-18s = %-16s ; inherited, not measured; from %s\n", name, value,
                    source ? source : "unknown");
}

static void write_values(const struct profile *profile, bool all, struct strbuf *out)
{
    strbuf_adds(out, "[profile]\n");
    add_word(out, "name", profile->name);
    add_word(out, "base", profile->base);
    add_word(out, "rules", profile->rule_set);
    add_word(out, "driver", profile->driver);
    add_word(out, "date", profile->date);
    add_word(out, "host", profile->host);
    struct strbuf value, lines;
    strbuf_init(&value);
    strbuf_init(&lines);
    for (int i = 0; i < PROFILE_KEY_COUNT; i++) {
        const struct profile_key_info *info = profile_key_info((enum profile_key)i);
        strbuf_clear(&value);
        profile_add_value(profile, (enum profile_key)i, &value);
        add_value(profile, all, info->name, value.text, profile->state[i], profile->source[i],
                  &lines);
        bool is_last = i + 1 == PROFILE_KEY_COUNT;
        if (!is_last &&
            strcmp(info->section, profile_key_info((enum profile_key)(i + 1))->section) == 0)
            continue;
        for (int call = CALL_NONE + 1; is_last && call < CALL_COUNT; call++) {
            strbuf_clear(&value);
            profile_value_format(profile_key_info(PROFILE_host_other), profile->call_cost[call],
                                 NULL, &value);
            add_value(profile, all, call_info((enum call)call)->name, value.text,
                      profile->call_state[call], profile->call_source[call], &lines);
        }
        if (lines.length)
            strbuf_addf(out, "\n[%s]\n%s", info->section, lines.text);
        strbuf_clear(&lines);
    }
    strbuf_release(&value);
    strbuf_release(&lines);
}

void profile_write(const struct profile *profile, struct strbuf *out)
{
    write_values(profile, false, out);
}

void profile_write_all(const struct profile *profile, struct strbuf *out)
{
    int inherited, total;
    profile_count_inherited(profile, &inherited, &total);
    strbuf_addf(out, "; %s: %d values", profile->name, total);
    if (inherited)
        strbuf_addf(out, ", of which %d are inherited from %s, not measured", inherited,
                    profile->base);
    strbuf_adds(out, "\n");
    write_values(profile, true, out);
}
