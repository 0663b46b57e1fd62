/* sscanf: what a text has, by a format. */
#include "sim/script/lib.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WIDTH = 4096 };

/* The text, the format, and the arguments that it uses up. */
struct scan {
    struct vm_call *call;
    const char *text, *at, *format;
    int next, assigned;
    bool ended; /* the text, before anything was found for a conversion */
    const char *name;
};

/* One conversion of the format. */
struct field {
    bool ignored;
    int width; /* 0: none */
    char length[3];
    char letter;
    bool set[256], is_not; /* of %[ */
};

static bool is_space(char c)
{
    return c != '\0' && strchr(" \t\n\r\f\v", c) != NULL;
}

static void skip_space(struct scan *s)
{
    while (is_space(*s->at))
        s->at++;
}

static int parse_set(struct scan *s, struct field *f, struct err *err)
{
    const char *at = s->format;
    f->is_not = *at == '^';
    at += f->is_not;
    for (bool first = true; *at != '\0' && (first || *at != ']'); first = false) {
        unsigned char low = (unsigned char)*at++, high = low;
        if (at[0] == '-' && at[1] != ']' && at[1] != '\0') {
            high = (unsigned char)at[1];
            at += 2;
        }
        for (int c = low; c <= high; c++)
            f->set[c] = true;
    }
    if (*at != ']')
        return err_set(err, ERR_INPUT, "%s: a [ of the format has no ]", s->name);
    s->format = at + 1;
    return 0;
}

static int parse_field(struct scan *s, struct field *f, struct err *err)
{
    size_t length = 0;
    memset(f, 0, sizeof *f);
    f->ignored = *s->format == '*';
    s->format += f->ignored;
    for (; *s->format >= '0' && *s->format <= '9'; s->format++)
        f->width = f->width < MAX_WIDTH ? f->width * 10 + (*s->format - '0') : f->width;
    for (; *s->format != '\0' && strchr("hljztL", *s->format) != NULL; s->format++)
        if (length < 2)
            f->length[length++] = *s->format;
    f->letter = *s->format;
    if (f->letter == '\0')
        return err_set(err, ERR_INPUT, "%s: the format ends within a conversion", s->name);
    s->format++;
    if (strchr("diuxXofFeEgGacsn[%", f->letter) == NULL)
        return err_set(err, ERR_INPUT, "%s: conversion %%%c is not supported", s->name, f->letter);
    return f->letter == '[' ? parse_set(s, f, err) : 0;
}

/* Where the next value goes: a pointer to something of that size; 0: an error. */
static uint64_t target(struct scan *s, const struct field *f, int64_t size, bool real,
                       struct err *err)
{
    char name[64];
    int i = s->next++;
    if (i >= s->call->arg_count) {
        err_set(err, ERR_INPUT, "%s: the format wants more arguments than there are", s->name);
        return 0;
    }
    const struct type *type = s->call->site->arg_types[i];
    const struct type *to = type->kind == TYPE_POINTER ? type->base : NULL;
    if (to == NULL || to->size != size || type_is_floating(to) != real ||
        (!real && !type_is_integer(to))) {
        err_set(err, ERR_INPUT, "%s: %%%s%c does not go into what a %s points to (argument %d)",
                s->name, f->length, f->letter, type_name(type, name, sizeof name), i + 1);
        return 0;
    }
    if (vm_known(s->call, i, "pointer", err) != 0)
        return 0;
    if (s->call->args[i].u == 0)
        err_set(err, ERR_INPUT, "%s: argument %d is NULL", s->name, i + 1);
    return s->call->args[i].u;
}

static int put(struct scan *s, const struct field *f, const void *value, size_t bytes, int64_t size,
               bool real, struct err *err)
{
    if (f->ignored)
        return 0;
    uint64_t to = target(s, f, size, real, err);
    if (to == 0 || vm_write_bytes(s->call, to, value, bytes, 0, err) != 0)
        return -1;
    s->assigned += f->letter != 'n';
    return 0;
}

static int integer_size(const struct field *f)
{
    return strcmp(f->length, "hh") == 0 ? 1
           : f->length[0] == 'h'        ? 2
           : f->length[0] != '\0'       ? 8
                                        : 4;
}

/* A number in at most `width` characters; 1: none is there. */
static int scan_number(struct scan *s, const struct field *f, struct err *err)
{
    char text[MAX_WIDTH + 1], *end;
    bool real = strchr("fFeEgGa", f->letter) != NULL;
    size_t n = strnlen(s->at, f->width > 0 && f->width < MAX_WIDTH ? (size_t)f->width : MAX_WIDTH);
    memcpy(text, s->at, n);
    text[n] = '\0';
    if (real) {
        double d = strtod(text, &end);
        float single = (float)d;
        bool wide = f->length[0] == 'l';
        if (end == text)
            return 1;
        s->at += end - text;
        return wide ? put(s, f, &d, sizeof d, 8, true, err)
                    : put(s, f, &single, sizeof single, 4, true, err);
    }
    int base = f->letter == 'o'                       ? 8
               : f->letter == 'x' || f->letter == 'X' ? 16
               : f->letter == 'i'                     ? 0
                                                      : 10;
    bool is_signed = f->letter == 'd' || f->letter == 'i';
    int64_t value = is_signed ? strtoll(text, &end, base) : (int64_t)strtoull(text, &end, base);
    if (end == text)
        return 1;
    s->at += end - text;
    size_t size = (size_t)integer_size(f);
    return put(s, f, &value, size, (int64_t)size, false, err); /* the low bytes stand first */
}

/* %s, %[ and %c; 1: none is there. */
static int scan_text(struct scan *s, const struct field *f, struct err *err)
{
    size_t most = f->width > 0 ? (size_t)f->width : f->letter == 'c' ? 1 : SIZE_MAX, n = 0;
    const char *begin = s->at;
    while (n < most && s->at[0] != '\0' &&
           (f->letter == 'c' ||
            (f->letter == 's' ? !is_space(*s->at) : f->set[(unsigned char)*s->at] != f->is_not))) {
        s->at++;
        n++;
    }
    if (n == 0 || (f->letter == 'c' && n < most))
        return 1;
    char *bytes = strndup(begin, n);
    if (bytes == NULL)
        abort();
    int r = put(s, f, bytes, n + (f->letter != 'c'), 1, false, err);
    free(bytes);
    return r;
}

/* 1: the text does not go on as the format does. */
static int scan_field(struct scan *s, struct err *err)
{
    struct field f;
    if (parse_field(s, &f, err) != 0)
        return -1;
    if (f.letter == 'n') {
        int64_t n = s->at - s->text;
        size_t size = (size_t)integer_size(&f);
        return put(s, &f, &n, size, (int64_t)size, false, err);
    }
    if (f.letter != 'c' && f.letter != '[')
        skip_space(s);
    if (*s->at == '\0') {
        s->ended = true;
        return 1;
    }
    if (f.letter == '%')
        return *s->at++ == '%' ? 0 : 1;
    return strchr("cs[", f.letter) != NULL ? scan_text(s, &f, err) : scan_number(s, &f, err);
}

static int scan(struct scan *s, struct err *err)
{
    int r = 0;
    while (r == 0 && *s->format != '\0') {
        if (is_space(*s->format)) {
            s->format++;
            skip_space(s);
        } else if (*s->format == '%') {
            s->format++;
            r = scan_field(s, err);
        } else if (*s->format == *s->at) {
            s->format++;
            s->at++;
        } else {
            s->ended = *s->at == '\0';
            r = 1;
        }
    }
    return r < 0 ? -1 : 0;
}

static enum vm_action do_sscanf(struct vm_call *call, struct err *err)
{
    struct strbuf text, format;
    bool unknown = false;
    strbuf_init(&text);
    strbuf_init(&format);
    int r = lib_string_argument(call, 0, &text, &unknown, err);
    if (r == 0)
        r = lib_string_argument(call, 1, &format, &unknown, err);
    if (r == 0 && unknown) {
        err_set(err, ERR_INPUT, "sscanf: the text is unknown");
        r = vm_unknown_hint(call->vm, err);
    }
    if (r == 0) {
        struct scan s = {.call = call, .text = text.text, .at = text.text, .next = 2};
        s.format = format.text;
        s.name = "sscanf";
        r = scan(&s, err);
        call->result.i = s.ended && s.assigned == 0 ? -1 : s.assigned;
    }
    strbuf_release(&text);
    strbuf_release(&format);
    return r == 0 ? VM_OK : VM_FAIL;
}

const struct vm_builtin lib_scan[] = {
    {"sscanf", do_sscanf, NULL},
    {NULL, NULL, NULL},
};
