#include "sim/lesson/frozen.h"

#include "sim/base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *text; /* its words, one blank between them */
    int number;
    bool found; /* in the other text */
};

struct lines {
    struct line *rows;
    size_t count, capacity;
};

/* The directive at `text`, with the lines that a backslash joins, its blanks made one and without a
 * comment at its end. Returns what is behind it; *newlines are added. */
static const char *directive(const char *text, struct strbuf *sb, int *newlines)
{
    bool blank = false;
    for (; *text && *text != '\n'; text++) {
        if (text[0] == '\\' && (text[1] == '\n' || (text[1] == '\r' && text[2] == '\n'))) {
            text += text[1] == '\r' ? 2 : 1;
            ++*newlines;
            blank = true;
        } else if (text[0] == '/' && text[1] == '/') {
            return text + strcspn(text, "\n");
        } else if (isspace((unsigned char)*text)) {
            blank = true;
        } else {
            if (blank && sb->length > 1) /* "# define" is "#define" */
                strbuf_addc(sb, ' ');
            blank = false;
            strbuf_addc(sb, *text);
        }
    }
    return text;
}

static bool is_word(const char *text, const char *word, size_t length)
{
    return strncmp(text, word, length) == 0 && !isalnum((unsigned char)text[length]) &&
           text[length] != '_';
}

static bool is_frozen(const char *text, const char *const *names, size_t count)
{
    text++; /* the # */
    if (is_word(text, "pragma", 6))
        return strncmp(text + 6, " nullstream ", 12) == 0;
    size_t word = is_word(text, "define", 6) ? 6 : is_word(text, "undef", 5) ? 5 : 0;
    for (size_t i = 0; word && text[word] == ' ' && i < count; i++)
        if (is_word(text + word + 1, names[i], strlen(names[i])))
            return true;
    return false;
}

static void read_lines(struct lines *lines, const char *text, const char *const *names,
                       size_t count)
{
    struct strbuf sb;
    strbuf_init(&sb);
    *lines = (struct lines){0};
    for (int number = 1; *text; number++) {
        int first = number;
        text += strspn(text, " \t");
        strbuf_clear(&sb);
        if (*text == '#')
            text = directive(text, &sb, &number);
        if (sb.length && is_frozen(sb.text, names, count)) {
            lines->rows =
                mem_grow(lines->rows, &lines->capacity, lines->count + 1, sizeof *lines->rows);
            lines->rows[lines->count++] = (struct line){mem_strdup(sb.text), first, false};
        }
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    strbuf_release(&sb);
}

static void release(struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++)
        free(lines->rows[i].text);
    free(lines->rows);
}

bool frozen_same(const char *start, const char *text, const char *const *names, size_t count,
                 struct strbuf *why)
{
    struct lines was, is;
    read_lines(&was, start, names, count);
    read_lines(&is, text, names, count);
    const struct line *added = NULL, *missing = NULL;
    for (size_t i = 0; i < is.count; i++) {
        size_t k = 0;
        while (k < was.count && (was.rows[k].found || strcmp(was.rows[k].text, is.rows[i].text)))
            k++;
        is.rows[i].found = k < was.count;
        if (is.rows[i].found)
            was.rows[k].found = true;
        else if (!added)
            added = &is.rows[i];
    }
    for (size_t i = 0; i < was.count && !missing; i++)
        if (!was.rows[i].found)
            missing = &was.rows[i];
    if (added && missing)
        strbuf_addf(why, "line %d: `%s` comes from the lesson, where it is `%s`", added->number,
                    added->text, missing->text);
    else if (added)
        strbuf_addf(why, "line %d: `%s` is not in the lesson", added->number, added->text);
    else if (missing)
        strbuf_addf(why, "`%s` is missing: it comes from the lesson", missing->text);
    bool same = !added && !missing;
    release(&was);
    release(&is);
    return same;
}

bool frozen_any(const char *start, const char *const *names, size_t count)
{
    struct lines lines;
    read_lines(&lines, start, names, count);
    bool any = lines.count > 0;
    release(&lines);
    return any;
}
