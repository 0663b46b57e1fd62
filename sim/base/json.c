#include "sim/base/json.h"

#include <string.h>

/* Length of the UTF-8 sequence at `text`, 0 if it is none (overlong forms, surrogates and what is
 * above U+10FFFF included: Unicode 15, table 3-7). */
static size_t sequence(const unsigned char *text, size_t length)
{
    static const struct {
        unsigned char first, last, low, high;
        size_t bytes;
    } forms[] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (text[0] < forms[i].first || text[0] > forms[i].last)
            continue;
        if (length < forms[i].bytes || text[1] < forms[i].low || text[1] > forms[i].high)
            return 0;
        for (size_t k = 2; k < forms[i].bytes; k++)
            if (text[k] < 0x80 || text[k] > 0xbf)
                return 0;
        return forms[i].bytes;
    }
    return 0;
}

static void add_control(struct strbuf *sb, unsigned char c)
{
    static const char short_forms[] = "btn\0fr"; /* from 8 on */
    if (c >= 8 && c <= 13 && short_forms[c - 8]) {
        strbuf_addc(sb, '\\');
        strbuf_addc(sb, short_forms[c - 8]);
        return;
    }
    static const char hex[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]};
    strbuf_add(sb, escape, sizeof escape);
}

void json_add_string(struct strbuf *sb, const char *text, size_t length)
{
    const unsigned char *bytes = (const unsigned char *)text;
    strbuf_addc(sb, '"');
    for (size_t i = 0; i < length;) {
        size_t plain = i;
        while (plain < length && bytes[plain] >= 0x20 && bytes[plain] < 0x7f &&
               bytes[plain] != '"' && bytes[plain] != '\\')
            plain++;
        strbuf_add(sb, text + i, plain - i);
        i = plain;
        if (i == length)
            break;
        if (bytes[i] == '"' || bytes[i] == '\\') {
            strbuf_addc(sb, '\\');
            strbuf_addc(sb, text[i++]);
        } else if (bytes[i] < 0x20 || bytes[i] == 0x7f) {
            add_control(sb, bytes[i++]);
        } else {
            size_t more = sequence(bytes + i, length - i);
            if (more)
                strbuf_add(sb, text + i, more);
            else
                strbuf_adds(sb, "\xef\xbf\xbd");
            i += more ? more : 1;
        }
    }
    strbuf_addc(sb, '"');
}

void json_add_int(struct strbuf *sb, int64_t number)
{
    uint64_t magnitude = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    char digits[24];
    char *p = digits + sizeof digits;
    do {
        *--p = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (number < 0)
        *--p = '-';
    strbuf_add(sb, p, (size_t)(digits + sizeof digits - p));
}
