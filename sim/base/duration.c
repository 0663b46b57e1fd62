#include "sim/base/duration.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int64_t duration_divide(int64_t amount, int64_t scale, int64_t rate)
{
    __extension__ typedef unsigned __int128 wide;
    uint64_t narrow;
    if (!__builtin_mul_overflow((uint64_t)amount, (uint64_t)scale, &narrow) &&
        !__builtin_add_overflow(narrow, (uint64_t)rate / 2, &narrow)) /* nearly always */
        return narrow / (uint64_t)rate > (uint64_t)DURATION_NEVER
                   ? DURATION_NEVER
                   : (int64_t)(narrow / (uint64_t)rate);
    wide result = ((wide)amount * (wide)scale + (wide)rate / 2) / (wide)rate;
    return result > (wide)DURATION_NEVER ? DURATION_NEVER : (int64_t)result;
}

int64_t duration_add(int64_t a, int64_t b)
{
    if (b > 0 && a > DURATION_NEVER - b)
        return DURATION_NEVER;
    return a + b;
}

int duration_parse(const char *text, int64_t *ns)
{
    /* Decimal digits by hand: strtod would depend on the locale and round. */
    uint64_t digits = 0;
    int places = 0;
    bool any = false, point = false;
    const char *p = text;
    while (isspace((unsigned char)*p))
        p++;
    for (; isdigit((unsigned char)*p) || (*p == '.' && !point); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        if (digits > (uint64_t)1 << 58 || places >= 12)
            return -1;
        digits = digits * 10 + (uint64_t)(*p - '0');
        places += point;
        any = true;
    }
    while (isspace((unsigned char)*p))
        p++;
    static const struct {
        const char *name;
        int64_t ns;
    } units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
    for (size_t i = 0; any && i < sizeof units / sizeof *units; i++) {
        size_t length = strlen(units[i].name);
        if (strncmp(p, units[i].name, length) != 0)
            continue;
        const char *rest = p + length;
        while (isspace((unsigned char)*rest))
            rest++;
        if (*rest != '\0')
            continue;
        int64_t divisor = 1;
        while (places-- > 0)
            divisor *= 10;
        int64_t result = duration_divide((int64_t)digits, units[i].ns, divisor);
        if (result > (int64_t)1 << 62)
            return -1;
        *ns = result;
        return 0;
    }
    return -1;
}

void duration_add_us(struct strbuf *sb, int64_t ns)
{
    uint64_t magnitude = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
    char digits[32];
    char *p = digits + sizeof digits;
    for (int i = 0; i < 3; i++, magnitude /= 10)
        *--p = (char)('0' + magnitude % 10);
    *--p = '.';
    do {
        *--p = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (ns < 0)
        *--p = '-';
    strbuf_add(sb, p, (size_t)(digits + sizeof digits - p));
}

void duration_add_human(struct strbuf *sb, int64_t ns)
{
    uint64_t magnitude = ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
    double value = (double)magnitude;
    if (ns < 0)
        strbuf_addc(sb, '-');
    if (magnitude < 1000)
        strbuf_addf(sb, "%llu ns", (unsigned long long)magnitude);
    else if (magnitude < 9995)
        strbuf_addf(sb, "%.2f us", value / 1e3);
    else if (magnitude < 99950)
        strbuf_addf(sb, "%.1f us", value / 1e3);
    else if (magnitude < 9999500)
        strbuf_addf(sb, "%.0f us", value / 1e3);
    else if (magnitude < 99950000)
        strbuf_addf(sb, "%.2f ms", value / 1e6);
    else if (magnitude < 9999500000)
        strbuf_addf(sb, "%.0f ms", value / 1e6);
    else
        strbuf_addf(sb, "%.2f s", value / 1e9);
}
