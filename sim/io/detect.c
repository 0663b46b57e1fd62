#include "sim/io/detect.h"

#include <stdbool.h>
#include <string.h>

static bool begins(const char *text, size_t length, const char *with, size_t with_length)
{
    return length >= with_length && memcmp(text, with, with_length) == 0;
}

static bool holds(const char *text, size_t length, const char *what)
{
    return memmem(text, length, what, strlen(what)) != NULL;
}

/* Text has no zero bytes, and few controls: printers' formats and the like have many. */
static bool is_text(const char *text, size_t length)
{
    size_t controls = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == 0)
            return false;
        controls += c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 27;
    }
    return controls * 50 <= length;
}

static enum file_kind detect_json(const char *text, size_t length)
{
    if (holds(text, length, "\"nullstream-timeline\""))
        return FILE_TIMELINE;
    if (holds(text, length, "\"traceEvents\"") || holds(text, length, "\"schemaVersion\"") ||
        (text[0] == '[' && holds(text, length, "\"ph\"")))
        return FILE_KINETO;
    return FILE_JSON;
}

/* A first line of names with commas between them and nothing else, which begins no C++. */
static bool is_csv(const char *text, size_t length)
{
    size_t commas = 0, name = 0;
    for (size_t i = 0; i < length && text[i] != '\n' && text[i] != '\r'; i++) {
        bool letter = (text[i] >= 'a' && text[i] <= 'z') || (text[i] >= 'A' && text[i] <= 'Z') ||
                      text[i] == '_' || text[i] == '.' ||
                      (name && text[i] >= '0' && text[i] <= '9');
        if (!letter && (text[i] != ',' || name == 0))
            return false;
        commas += !letter;
        name = letter ? name + 1 : 0;
    }
    return commas > 0 && name > 0;
}

enum file_kind detect(const char *text, size_t length)
{
    static const size_t look = 64 * 1024;
    if (length > look)
        length = look;
    if (begins(text, length, "SQLite format 3", 16))
        return FILE_NSYS;
    if (begins(text, length, "\x1f\x8b", 2))
        return FILE_GZIP;
    if (!is_text(text, length))
        return FILE_BINARY;
    if (begins(text, length, "\xef\xbb\xbf", 3)) { /* a byte order mark */
        text += 3;
        length -= 3;
    }
    if (begins(text, length, "nullstream-program", strlen("nullstream-program")))
        return FILE_PROGRAM;
    size_t blank = 0;
    while (blank < length && strchr(" \t\r\n", text[blank]))
        blank++;
    if (blank == length)
        return FILE_EMPTY;
    text += blank;
    length -= blank;
    if (text[0] == '<')
        return FILE_MARKUP;
    /* a scenario may begin with a brace or a bracket only in error: [[attributes]] apart */
    if (text[0] == '{' || (text[0] == '[' && !begins(text, length, "[[", 2)))
        return detect_json(text, length);
    if (is_csv(text, length))
        return FILE_CSV;
    return FILE_SCENARIO;
}

const char *file_kind_name(enum file_kind kind)
{
    static const char *const names[] = {
        "an empty file",  "a scenario",        "a program",      "a timeline",
        "a Chrome trace", "a JSON file",       "an nsys export", "an SVG or the like",
        "a CSV table",    "a compressed file", "a binary file",
    };
    return names[kind];
}
