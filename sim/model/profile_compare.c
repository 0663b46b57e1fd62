#include "sim/model/profile_compare.h"

#include "sim/base/text.h"
#include "sim/model/profile_read.h"
#include "sim/model/profile_value.h"

#include <string.h>

struct side {
    const struct profile *profile;
    int64_t value, low, high;
    bool measured, spread;
};

/* What comes from an experiment elsewhere, which profiles hand on, says nothing of this device. */
static bool is_handed_on(const char *source)
{
    static const char *const elsewhere[] = {"traces/", "the same"};
    for (size_t i = 0; source && i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (text_begins_with(source, elsewhere[i]))
            return true;
    return false;
}

static struct side side_of(const struct profile *profile, const struct profile_slot *slot)
{
    bool is_call = slot->call != CALL_NONE;
    struct side side = {.profile = profile};
    side.value = is_call ? profile->call_cost[slot->call] : profile->value[slot->key];
    int state = is_call ? profile->call_state[slot->call] : profile->state[slot->key];
    const char *source = is_call ? profile->call_source[slot->call] : profile->source[slot->key];
    side.measured = state == PROFILE_MEASURED && !is_handed_on(source);
    side.spread = profile_spread(profile, slot, &side.low, &side.high);
    return side;
}

/* Two values with their spreads have one in common. */
static bool overlap(int64_t a, const struct side *of_a, int64_t b, const struct side *of_b,
                    bool is_factor)
{
    int64_t low[2] = {a, b}, high[2] = {a, b};
    const struct side *sides[2] = {of_a, of_b};
    for (int i = 0; i < 2; i++) {
        if (!sides[i]->spread)
            continue;
        int64_t value = low[i];
        low[i] = is_factor ? value * sides[i]->low / 1000 : sides[i]->low;
        high[i] = is_factor ? (value * sides[i]->high + 999) / 1000 : sides[i]->high;
        low[i] = low[i] < value ? low[i] : value;
        high[i] = high[i] > value ? high[i] : value;
    }
    return low[0] <= high[1] && low[1] <= high[0];
}

static bool agree(const struct profile_slot *slot, const struct side *a, const struct side *b)
{
    if (slot->call != CALL_NONE || profile_key_info(slot->key)->unit != UNIT_CURVE)
        return overlap(a->value, a, b->value, b, false);
    const struct profile_curve *p = &a->profile->curve[slot->key];
    const struct profile_curve *q = &b->profile->curve[slot->key];
    for (size_t i = 0; i < p->count; i++)
        if (!overlap(p->time[i], a, profile_curve_at(q, p->size[i]), b, true))
            return false;
    return true;
}

static void pad_to(struct strbuf *out, size_t begin, size_t column)
{
    strbuf_addc(out, ' ');
    strbuf_pad(out, begin, column);
}

static void add_side(const struct profile_slot *slot, const struct side *side, struct strbuf *out)
{
    const struct profile_key_info *info = profile_key_info(slot->key);
    static const struct profile_key_info factor = {.unit = UNIT_PERMILLE};
    bool is_curve = slot->call == CALL_NONE && info->unit == UNIT_CURVE;
    if (!is_curve)
        profile_value_format(info, side->value, NULL, out);
    if (!side->spread || side->low == side->high)
        return;
    strbuf_adds(out, is_curve ? "" : " ");
    strbuf_addc(out, '(');
    profile_value_format(is_curve ? &factor : info, side->low, NULL, out);
    strbuf_adds(out, "..");
    profile_value_format(is_curve ? &factor : info, side->high, NULL, out);
    strbuf_addc(out, ')');
}

static void add_row(const struct profile_slot *slot, const struct side *a, const struct side *b,
                    bool is_agreed, struct strbuf *out)
{
    const struct profile_key_info *info = profile_key_info(slot->key);
    size_t begin = out->length;
    if (slot->call != CALL_NONE)
        strbuf_adds(out, call_info(slot->call)->name);
    else
        strbuf_addf(out, "%s.%s", info->section, info->name);
    pad_to(out, begin, 30);
    add_side(slot, a, out);
    pad_to(out, begin, 66);
    add_side(slot, b, out);
    pad_to(out, begin, 102);
    strbuf_adds(out, is_agreed ? "agree\n" : "DIFFER\n");
}

static void compare_slot(const struct profile *a, const struct profile *b,
                         const struct profile_slot *slot, struct strbuf *out,
                         struct profile_agreement *agreement)
{
    struct side x = side_of(a, slot), y = side_of(b, slot);
    if (!x.measured || !y.measured)
        return;
    bool is_agreed = agree(slot, &x, &y), host = profile_key_is_host(slot->key);
    *(host ? &agreement->host_figures : &agreement->device_figures) += 1;
    *(host ? &agreement->host_agree : &agreement->device_agree) += is_agreed;
    add_row(slot, &x, &y, is_agreed, out);
}

void profile_compare(const struct profile *a, const struct profile *b, struct strbuf *out,
                     struct profile_agreement *agreement)
{
    *agreement = (struct profile_agreement){0};
    size_t begin = out->length;
    strbuf_adds(out, "figure");
    pad_to(out, begin, 30);
    strbuf_adds(out, a->id);
    pad_to(out, begin, 66);
    strbuf_addf(out, "%s\n", b->id);
    for (int key = 0; key < PROFILE_KEY_COUNT; key++)
        compare_slot(a, b, &(struct profile_slot){(enum profile_key)key, CALL_NONE}, out,
                     agreement);
    for (int call = CALL_NONE + 1; call < CALL_COUNT; call++)
        compare_slot(a, b, &(struct profile_slot){PROFILE_host_other, (enum call)call}, out,
                     agreement);
    if (agreement->device_figures + agreement->host_figures == 0) {
        out->length = begin;
        strbuf_addf(out, "nothing was measured both in %s and in %s\n", a->id, b->id);
        return;
    }
    strbuf_addf(
        out,
        "%d of %d device figures agree, %d of %d of the host's: their spreads (10th to 90th "
        "percentile) overlap\n",
        agreement->device_agree, agreement->device_figures, agreement->host_agree,
        agreement->host_figures);
}
