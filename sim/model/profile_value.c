#include "sim/model/profile_value.h"

#include "sim/base/duration.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct suffix {
    const char *name;
    int64_t factor;
};

enum { SUFFIXES = 7 };

/* Ascending; the row of a unit ends with NULL. */
static const struct suffix suffixes[][SUFFIXES] = {
    [UNIT_COUNT] = {{"", 1}},
    [UNIT_TIME] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}},
    [UNIT_PS] = {{"ps", 1}, {"ns", 1000}, {"us", 1000000}, {"ms", 1000000000}},
    [UNIT_BYTES] = {{"", 1},
                    {"B", 1},
                    {"KiB", 1024},
                    {"MiB", 1048576},
                    {"GiB", 1073741824},
                    {"TiB", 1099511627776}},
    [UNIT_RATE] = {{"B/s", 1},
                   {"KB/s", 1000},
                   {"MB/s", 1000000},
                   {"GB/s", 1000000000},
                   {"TB/s", 1000000000000}},
    [UNIT_FLOPS] = {{"FLOP/s", 1},
                    {"MFLOP/s", 1000000},
                    {"GFLOP/s", 1000000000},
                    {"TFLOP/s", 1000000000000}},
    [UNIT_PERMILLE] = {{"", 1000}},
    [UNIT_CLOCK] = {{"kHz", 1}, {"MHz", 1000}, {"GHz", 1000000}},
};

static void list_suffixes(enum profile_unit unit, char *out, size_t size)
{
    out[0] = '\0';
    for (const struct suffix *s = suffixes[unit]; s->name; s++) {
        if (s->name[0] == '\0')
            continue;
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s", used ? ", " : "", s->name);
    }
}

/* One number with its suffix, exactly `length` bytes. */
static int parse_number(enum profile_unit unit, const char *text, size_t length, int64_t *value,
                        char *why, size_t why_size)
{
    const char *p = text, *end = text + length;
    bool negative = p < end && *p == '-';
    p += negative;
    int64_t digits = 0, divisor = 1;
    bool any = false, point = false;
    for (; p < end && (isdigit((unsigned char)*p) || (*p == '.' && !point)); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        if (digits > (INT64_MAX - (*p - '0')) / 10 || divisor > INT64_MAX / 10) {
            snprintf(why, why_size, "`%.*s` has too many digits", (int)length, text);
            return -1;
        }
        digits = digits * 10 + (*p - '0');
        divisor *= point ? 10 : 1;
        any = true;
    }
    if (!any) {
        snprintf(why, why_size, "`%.*s` is not a number", (int)length, text);
        return -1;
    }
    size_t rest = (size_t)(end - p);
    for (const struct suffix *s = suffixes[unit]; s->name; s++) {
        if (strlen(s->name) != rest || memcmp(s->name, p, rest) != 0)
            continue;
        if (unit == UNIT_COUNT && point) {
            snprintf(why, why_size, "`%.*s` is not a whole number", (int)length, text);
            return -1;
        }
        *value = duration_divide(digits, s->factor, divisor);
        if (*value == DURATION_NEVER) {
            snprintf(why, why_size, "`%.*s` is too large", (int)length, text);
            return -1;
        }
        *value = negative ? -*value : *value;
        return 0;
    }
    char known[128];
    list_suffixes(unit, known, sizeof known);
    if (rest == 0)
        snprintf(why, why_size, "`%.*s` needs a unit: %s", (int)length, text, known);
    else if (known[0])
        snprintf(why, why_size, "`%.*s` is no unit here; the units are %s", (int)rest, p, known);
    else
        snprintf(why, why_size, "`%.*s` after the number: it has no unit", (int)rest, p);
    return -1;
}

static int parse_choice(const struct profile_key_info *info, const char *text, int64_t *value,
                        char *why, size_t why_size)
{
    const char *words = info->meaning;
    size_t length = strlen(text), all = strcspn(words, ":");
    int64_t row = 0;
    for (const char *p = words; p < words + all; row++) {
        size_t word = strcspn(p, "|:");
        if (word == length && memcmp(p, text, word) == 0) {
            *value = row;
            return 0;
        }
        p += word + 1;
    }
    snprintf(why, why_size, "`%.40s` is none of %.*s", text, (int)all, words);
    return -1;
}

static int in_range(const struct profile_key_info *info, int64_t value, char *why, size_t why_size)
{
    if (value >= info->minimum && value <= info->maximum)
        return 0;
    struct strbuf limit;
    strbuf_init(&limit);
    bool low = value < info->minimum;
    profile_value_format(info, low ? info->minimum : info->maximum, NULL, &limit);
    snprintf(why, why_size, "it must be at %s %s", low ? "least" : "most", limit.text);
    strbuf_release(&limit);
    return -1;
}

/* Sizes, or size:time pairs, apart by blanks. */
static int parse_points(const struct profile_key_info *info, const char *text,
                        struct profile_curve *curve, char *why, size_t why_size)
{
    bool pairs = info->unit == UNIT_CURVE;
    struct profile_key_info plain = *info;
    plain.unit = UNIT_BYTES;
    memset(curve, 0, sizeof *curve);
    for (const char *p = text;;) {
        p += strspn(p, " \t");
        if (*p == '\0')
            break;
        size_t length = strcspn(p, " \t"), size = pairs ? strcspn(p, ": \t") : length;
        size_t i = curve->count;
        if (i == PROFILE_CURVE_POINTS) {
            snprintf(why, why_size, "it has more than %d points", PROFILE_CURVE_POINTS);
            return -1;
        }
        if (pairs && size == length) {
            snprintf(why, why_size, "`%.*s` is no pair like 64KiB:5.2us", (int)length, p);
            return -1;
        }
        if (parse_number(UNIT_BYTES, p, size, &curve->size[i], why, why_size))
            return -1;
        if (pairs && parse_number(UNIT_TIME, p + size + 1, length - size - 1, &curve->time[i], why,
                                  why_size))
            return -1;
        /* The range is that of the times, where there are some: sizes may be ns as well. */
        plain.unit = UNIT_BYTES;
        plain.maximum = pairs ? INT64_MAX : info->maximum;
        if (in_range(&plain, curve->size[i], why, why_size))
            return -1;
        plain.unit = UNIT_TIME;
        plain.maximum = info->maximum;
        if (pairs && in_range(&plain, curve->time[i], why, why_size))
            return -1;
        if (i > 0 && curve->size[i] <= curve->size[i - 1]) {
            snprintf(why, why_size, "`%.*s`: sizes must ascend", (int)length, p);
            return -1;
        }
        curve->count++;
        p += length;
    }
    if (curve->count == 0) {
        snprintf(why, why_size, "it has no value");
        return -1;
    }
    return 0;
}

int profile_value_parse(const struct profile_key_info *info, const char *text, int64_t *value,
                        struct profile_curve *curve, char *why, size_t why_size)
{
    switch (info->unit) {
    case UNIT_CHOICE:
        return parse_choice(info, text, value, why, why_size);
    case UNIT_CURVE:
    case UNIT_LIST:
        return parse_points(info, text, curve, why, why_size);
    case UNIT_COUNT:
    case UNIT_TIME:
    case UNIT_PS:
    case UNIT_BYTES:
    case UNIT_RATE:
    case UNIT_FLOPS:
    case UNIT_PERMILLE:
    case UNIT_CLOCK:
        break;
    }
    if (parse_number(info->unit, text, strlen(text), value, why, why_size))
        return -1;
    return in_range(info, *value, why, why_size);
}

static void format_number(enum profile_unit unit, int64_t value, struct strbuf *out)
{
    const struct suffix *best = suffixes[unit];
    bool binary = unit == UNIT_BYTES;
    for (const struct suffix *s = best; s->name && value != INT64_MAX; s++)
        if (s->factor > best->factor &&
            (binary ? value % s->factor == 0 && value != 0 : value >= s->factor))
            best = s;
    int64_t magnitude = value < 0 ? -value : value;
    strbuf_addf(out, "%s%lld", value < 0 ? "-" : "", (long long)(magnitude / best->factor));
    int64_t rest = magnitude % best->factor;
    if (rest)
        strbuf_addc(out, '.');
    for (int64_t place = best->factor / 10; rest; place /= 10) {
        strbuf_addc(out, (char)('0' + rest / place));
        rest %= place;
    }
    strbuf_adds(out, best->name);
}

void profile_value_format(const struct profile_key_info *info, int64_t value,
                          const struct profile_curve *curve, struct strbuf *out)
{
    if (info->unit == UNIT_CHOICE) {
        const char *p = info->meaning;
        for (int64_t row = 0; row < value; row++)
            p += strcspn(p, "|:") + 1;
        strbuf_add(out, p, strcspn(p, "|:"));
        return;
    }
    if (info->unit != UNIT_CURVE && info->unit != UNIT_LIST) {
        format_number(info->unit, value, out);
        return;
    }
    for (size_t i = 0; curve && i < curve->count; i++) {
        if (i)
            strbuf_addc(out, ' ');
        format_number(UNIT_BYTES, curve->size[i], out);
        if (info->unit == UNIT_CURVE) {
            strbuf_addc(out, ':');
            format_number(UNIT_TIME, curve->time[i], out);
        }
    }
}
