#include "sim/lesson/fill.h"

#include <string.h>

/* A block of code begins with three backticks at the beginning of a line and ends with such a line.
 */
static size_t code_block(const char *text)
{
    const char *end = strstr(text + 3, "\n```");
    if (!end)
        return strlen(text);
    end += 4;
    return (size_t)(end - text) + strcspn(end, "\n");
}

static bool begins_line(const char *text, size_t at)
{
    return at == 0 || text[at - 1] == '\n';
}

enum fill_piece fill_next(const char *text, size_t at, size_t *length)
{
    const char *begin = text + at;
    *length = 0;
    if (*begin == '\0')
        return FILL_END;
    if (strncmp(begin, "```", 3) == 0 && begins_line(text, at)) {
        *length = code_block(begin);
        return FILL_CODE;
    }
    const char *close = *begin == '`' ? strchr(begin + 1, '`') : NULL;
    if (close) {
        *length = (size_t)(close - begin) + 1;
        return FILL_CODE;
    }
    if (*begin == '{') {
        size_t end = strcspn(begin, "}");
        *length = end + (begin[end] == '}');
        return FILL_PLACEHOLDER;
    }
    for (size_t i = 1;; i++) {
        if (begin[i - 1] == '\\' && begin[i])
            continue;
        if (begin[i] == '\0' || begin[i] == '`' || begin[i] == '{') {
            *length = i;
            return FILL_TEXT;
        }
    }
}

static bool is_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && strchr(" \t\n}", text[length]);
}

static int fill_one(struct strbuf *sb, const struct quantity_setting *setting,
                    const struct lesson_text *text, size_t at, size_t length, struct err *err)
{
    size_t end = at + length - 1, here = at + 1;
    if (text->text[end] != '}' || length < 2)
        return lesson_fail(text, at, err, "`{` without `}`; a brace of the text is `\\{`");
    here += strspn(text->text + here, " \t\n");
    if (is_word(text->text + here, "quote")) {
        here += strlen("quote");
        here += strspn(text->text + here, " \t\n");
        strbuf_add(sb, text->text + here, end - here);
        return 0;
    }
    struct quantity quantity;
    struct quantity_style style = {0};
    struct quantity_setting of_text = *setting; /* which names the device of the recordings */
    of_text.recorded = true;
    if (quantity_read(&quantity, &of_text, text, &here, err) < 0)
        return -1;
    size_t unit = here + 1;
    if (text->text[here] == ',') {
        here = unit;
        if (quantity_style_read(&style, text, &here, err) < 0)
            return -1;
    }
    here += strspn(text->text + here, " \t\n");
    if (here != end)
        return lesson_fail(text, here, err, "the expression ends here, but there is more");
    const char *what;
    if (quantity_text(sb, &quantity, &style, &what) < 0)
        return lesson_fail(text, unit, err, "this is %s, which has no such unit", what);
    return 0;
}

int lesson_fill(struct strbuf *sb, const struct quantity_setting *setting,
                const struct lesson_text *text, struct err *err)
{
    size_t length;
    enum fill_piece piece;
    for (size_t at = 0; (piece = fill_next(text->text, at, &length)) != FILL_END; at += length) {
        if (piece != FILL_PLACEHOLDER)
            strbuf_add(sb, text->text + at, length);
        else if (fill_one(sb, setting, text, at, length, err) < 0)
            return -1;
    }
    return 0;
}
