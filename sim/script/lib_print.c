/* printf and its relatives: formats checked against the arguments, `?` for what is unknown. */
#include "sim/script/lib.h"
#include "sim/script/variadic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELD = 4096 }; /* widths and precisions */

/* One conversion of a format. */
struct conversion {
    char flags[8];
    int width, precision; /* -1: none */
    char length[3];
    char letter;
};

/* A format and the arguments that it uses up. */
struct printing {
    struct vm_call *call;
    struct strbuf *out;
    int next; /* argument */
    const char *name;
};

static int read_number(const char **at)
{
    int n = 0;
    while (**at >= '0' && **at <= '9') {
        n = n < MAX_FIELD ? n * 10 + (**at - '0') : n;
        (*at)++;
    }
    return n;
}

static int take(struct printing *p, struct err *err)
{
    if (p->next >= p->call->arg_count)
        return err_set(err, ERR_INPUT, "%s: the format wants more arguments than there are",
                       p->name);
    return p->next++;
}

static int star(struct printing *p, int *value, struct err *err)
{
    int i = take(p, err);
    if (i < 0 || vm_known(p->call, i, "width", err) != 0)
        return -1;
    int64_t n = p->call->args[i].i;
    *value = n > MAX_FIELD ? MAX_FIELD : n < -MAX_FIELD ? -MAX_FIELD : (int)n;
    return 0;
}

static int parse(struct printing *p, const char **at, struct conversion *c, struct err *err)
{
    size_t flags = 0, length = 0;
    *c = (struct conversion){.width = -1, .precision = -1};
    for (; **at != '\0' && strchr("-+ #0'", **at) != NULL; (*at)++)
        if (flags < sizeof c->flags - 2 && strchr(c->flags, **at) == NULL)
            c->flags[flags++] = **at;
    if (**at == '*') {
        (*at)++;
        if (star(p, &c->width, err) != 0)
            return -1;
        if (c->width < 0) {
            c->width = -c->width;
            c->flags[flags++] = '-';
        }
    } else if (**at >= '0' && **at <= '9') {
        c->width = read_number(at);
    }
    if (**at == '.') {
        (*at)++;
        if (**at == '*') {
            (*at)++;
            if (star(p, &c->precision, err) != 0)
                return -1;
        } else {
            c->precision = read_number(at);
        }
    }
    for (; **at != '\0' && strchr("hljztL", **at) != NULL; (*at)++)
        if (length < 2)
            c->length[length++] = **at;
    c->letter = **at;
    if (c->letter == '\0')
        return err_set(err, ERR_INPUT, "%s: the format ends within a conversion", p->name);
    (*at)++;
    return 0;
}

/* Pads to the width, as snprintf would have. */
static void pad(struct strbuf *out, const struct conversion *c, const char *text, size_t length)
{
    size_t fill = c->width > 0 && (size_t)c->width > length ? (size_t)c->width - length : 0;
    bool left = strchr(c->flags, '-') != NULL;
    for (size_t i = 0; !left && i < fill; i++)
        strbuf_addc(out, ' ');
    strbuf_add(out, text, length);
    for (size_t i = 0; left && i < fill; i++)
        strbuf_addc(out, ' ');
}

static int mismatch(const struct printing *p, int i, const struct conversion *c, struct err *err)
{
    char name[64];
    const struct type *type = p->call->site->arg_types[i];
    return err_set(err, ERR_INPUT, "%s: %%%s%c does not print a %s (argument %d)", p->name,
                   c->length, c->letter, type_name(type, name, sizeof name), i + 1);
}

static void spec(char *text, size_t size, const struct conversion *c, const char *length)
{
    char width[16] = "", precision[16] = "";
    if (c->width >= 0)
        snprintf(width, sizeof width, "%d", c->width);
    if (c->precision >= 0)
        snprintf(precision, sizeof precision, ".%d", c->precision);
    snprintf(text, size, "%%%s%s%s%s%c", c->flags, width, precision, length, c->letter);
}

static void integer(struct strbuf *out, const struct conversion *c, const struct vm_cell *arg)
{
    char text[MAX_FIELD * 2 + 128], format[64];
    uint64_t value = arg->u;
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    if (strcmp(c->length, "hh") == 0)
        value = is_signed ? (uint64_t)(int8_t)value : (uint8_t)value;
    else if (strcmp(c->length, "h") == 0)
        value = is_signed ? (uint64_t)(int16_t)value : (uint16_t)value;
    else if (c->length[0] == '\0')
        value = is_signed ? (uint64_t)(int32_t)value : (uint32_t)value;
    spec(format, sizeof format, c, "ll");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, format, (unsigned long long)value);
#pragma GCC diagnostic pop
    strbuf_adds(out, text);
}

static void real(struct strbuf *out, const struct conversion *c, double value)
{
    char text[MAX_FIELD * 2 + 512], format[64];
    spec(format, sizeof format, c, "");
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, format, value);
#pragma GCC diagnostic pop
    strbuf_adds(out, text);
}

static int string(struct printing *p, const struct conversion *c, uint64_t address, struct err *err)
{
    struct strbuf text;
    int r = 0;
    strbuf_init(&text);
    if (address == 0)
        strbuf_adds(&text, "(null)");
    else if (c->precision >= 0) { /* need not be terminated */
        uint64_t left = memory_left(&p->call->vm->memory, address);
        uint64_t count = (uint64_t)c->precision < left ? (uint64_t)c->precision : left;
        char bytes[MAX_FIELD];
        unsigned tag;
        r = vm_read_bytes(p->call, address, bytes, count, &tag, err);
        if (r == 0 && tag & MEMORY_UNKNOWN)
            strbuf_addc(&text, '?');
        else if (r == 0)
            strbuf_add(&text, bytes, strnlen(bytes, count));
    } else {
        r = vm_string(p->call, address, &text, err);
    }
    if (r == 0)
        pad(p->out, c, text.text, text.length);
    strbuf_release(&text);
    return r;
}

static int convert_one(struct printing *p, const struct conversion *c, struct err *err)
{
    if (c->letter == '%') {
        strbuf_addc(p->out, '%');
        return 0;
    }
    if (strchr("diouxXcfFeEgGaAsp", c->letter) == NULL)
        return err_set(err, ERR_INPUT, "%s: conversion %%%c is not supported", p->name, c->letter);
    int i = take(p, err);
    if (i < 0)
        return -1;
    const struct vm_cell *arg = &p->call->args[i];
    const struct type *type = p->call->site->arg_types[i];
    bool wants_float = strchr("fFeEgGaA", c->letter) != NULL;
    bool wants_pointer = c->letter == 's' || c->letter == 'p';
    bool pointer = type->kind == TYPE_POINTER || type->kind == TYPE_NULLPTR;
    if (wants_float ? !type_is_floating(type)
        : wants_pointer
            ? !pointer
            : !type_is_integer(type) &&
                  !(pointer && strchr("luxXz", c->letter) != NULL && c->length[0] != '\0'))
        return mismatch(p, i, c, err);
    if (arg->tag & (MEMORY_UNKNOWN | MEMORY_DOUBTED)) {
        pad(p->out, c, "?", 1);
        return 0;
    }
    if (arg->tag & MEMORY_TIMED)
        script_note_report(script_of(p->call));
    char text[32];
    if (wants_float)
        real(p->out, c, type->kind == TYPE_FLOAT ? (double)arg->f : arg->d);
    else if (c->letter == 's')
        return string(p, c, arg->u, err);
    else if (c->letter == 'p')
        pad(p->out, c, text,
            (size_t)(arg->u == 0
                         ? snprintf(text, sizeof text, "(nil)")
                         : snprintf(text, sizeof text, "0x%llx", (unsigned long long)arg->u)));
    else if (c->letter == 'c') {
        text[0] = (char)arg->u;
        pad(p->out, c, text, 1);
    } else {
        integer(p->out, c, arg);
    }
    return 0;
}

/* The format is argument `first`, what it prints follows. */
static int format(struct vm_call *call, int first, struct strbuf *out, struct err *err)
{
    struct printing p = {call, out, first + 1, call->site->function->name};
    struct strbuf text;
    if (call->args[first].tag & MEMORY_UNKNOWN) { /* printf(ok ? "passed\n" : "failed\n") */
        strbuf_adds(out, "?\n");
        return 0;
    }
    strbuf_init(&text);
    int r = vm_string(call, call->args[first].u, &text, err);
    const char *at = text.text;
    while (r == 0 && *at != '\0') {
        const char *percent = strchr(at, '%');
        size_t plain = percent != NULL ? (size_t)(percent - at) : strlen(at);
        strbuf_add(out, at, plain);
        at += plain;
        if (*at == '\0')
            break;
        at++;
        struct conversion c;
        r = parse(&p, &at, &c, err);
        if (r == 0)
            r = convert_one(&p, &c, err);
        if (r == 0 && out->length > call->vm->limits.output)
            r = err_set(err, ERR_INPUT, "%s: a text of more than %llu bytes", p.name,
                        (unsigned long long)call->vm->limits.output);
    }
    strbuf_release(&text);
    return r;
}

/* Prints what was formatted; the result is its length. */
static enum vm_action finish_print(struct vm_call *call, struct strbuf *out, int r, struct err *err)
{
    if (r == 0)
        r = vm_print(call->vm, out->text, out->length, err);
    call->result.i = (int32_t)out->length;
    call->passes_time = true;
    for (int i = 0; i < call->arg_count; i++) /* of a time it may be longer or shorter */
        call->result.tag |= call->args[i].tag & MEMORY_TIMED;
    strbuf_release(out);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_printf(struct vm_call *call, struct err *err)
{
    struct strbuf out;
    strbuf_init(&out);
    return finish_print(call, &out, format(call, 0, &out, err), err);
}

/* Whether it goes into a file, of which nothing is kept; the stream is known. */
static bool into_file(const struct vm_call *call, int index)
{
    return call->args[index].u == LIB_FILE;
}

static enum vm_action do_fprintf(struct vm_call *call, struct err *err)
{
    struct strbuf out;
    strbuf_init(&out);
    int r = vm_known(call, 0, "stream", err);
    if (r == 0 && (call->args[0].u < 1 || call->args[0].u > LIB_FILE))
        r = err_set(err, ERR_INPUT, "fprintf to what is neither stdout nor stderr nor a file");
    r = r == 0 ? format(call, 1, &out, err) : -1;
    if (r == 0 && into_file(call, 0))
        strbuf_clear(&out);
    return finish_print(call, &out, r, err);
}

static enum vm_action into_buffer(struct vm_call *call, bool limited, struct err *err)
{
    struct strbuf out;
    uint64_t size = UINT64_MAX;
    if (vm_known(call, 0, "pointer", err) != 0 || (limited && lib_size(call, 1, &size, err) != 0))
        return VM_FAIL;
    strbuf_init(&out);
    int r = format(call, limited ? 2 : 1, &out, err);
    if (r == 0 && size > 0) {
        size_t kept = out.length < size ? out.length : size - 1;
        char end = '\0';
        r = memory_check_write(&call->vm->memory, call->args[0].u, kept + 1, "host write", err);
        if (r == 0 && kept > 0)
            r = vm_write_bytes(call, call->args[0].u, out.text, kept, 0, err);
        if (r == 0)
            r = vm_write_bytes(call, call->args[0].u + kept, &end, 1, 0, err);
    }
    call->result.i = (int32_t)out.length;
    strbuf_release(&out);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_sprintf(struct vm_call *call, struct err *err)
{
    return into_buffer(call, false, err);
}

static enum vm_action do_snprintf(struct vm_call *call, struct err *err)
{
    return into_buffer(call, true, err);
}

static enum vm_action put_text(struct vm_call *call, bool newline, struct err *err)
{
    struct strbuf out;
    strbuf_init(&out);
    int r = 0;
    if (call->args[0].tag & MEMORY_UNKNOWN)
        strbuf_addc(&out, '?');
    else
        r = vm_string(call, call->args[0].u, &out, err);
    if (newline)
        strbuf_addc(&out, '\n');
    return finish_print(call, &out, r, err);
}

static enum vm_action do_puts(struct vm_call *call, struct err *err)
{
    return put_text(call, true, err);
}

static enum vm_action do_fputs(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 1, "stream", err) != 0)
        return VM_FAIL;
    if (into_file(call, 1))
        return VM_OK;
    return put_text(call, false, err);
}

static enum vm_action do_perror(struct vm_call *call, struct err *err)
{
    enum vm_action action = put_text(call, false, err);
    return action == VM_OK && vm_print(call->vm, ": error\n", 8, err) != 0 ? VM_FAIL : action;
}

static enum vm_action do_putchar(struct vm_call *call, struct err *err)
{
    char c = call->args[0].tag & MEMORY_UNKNOWN ? '?' : (char)call->args[0].u;
    call->result = call->args[0];
    return vm_print(call->vm, &c, 1, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_fputc(struct vm_call *call, struct err *err)
{
    if (vm_known(call, 1, "stream", err) != 0)
        return VM_FAIL;
    if (!into_file(call, 1))
        return do_putchar(call, err);
    call->result = call->args[0];
    return VM_OK;
}

enum { GIVEN_MOST = 256 }; /* arguments of one text */

/* Those of a va_list, for a function that is called with all of them. */
struct given {
    struct vm_cell args[GIVEN_MOST];
    const struct type *types[GIVEN_MOST];
    struct bytecode_site site;
};

static int read_given(struct vm_call *call, struct given *given, struct vm_call *made,
                      struct err *err)
{
    static const struct type whole = {.kind = TYPE_LONG}, real = {.kind = TYPE_DOUBLE},
                             pointer = {.kind = TYPE_POINTER};
    int last = call->arg_count - 1, n = last;
    for (int i = 0; i < last; i++) {
        given->args[i] = call->args[i];
        given->types[i] = call->site->arg_types[i];
    }
    if (vm_known(call, last, "list of arguments", err) != 0)
        return -1;
    for (uint64_t at = call->args[last].u;; at += 16) {
        uint64_t kind, value;
        unsigned tag;
        if (vm_read_bytes(call, at + 8, &kind, 8, &tag, err) != 0)
            return -1;
        if (kind == VARIADIC_END)
            break;
        if (vm_read_bytes(call, at, &value, 8, &tag, err) != 0)
            return -1;
        if (n == GIVEN_MOST)
            return err_set(err, ERR_INPUT, "%s: more than %d arguments", call->site->function->name,
                           GIVEN_MOST);
        given->args[n] = (struct vm_cell){.u = value, .tag = tag};
        given->types[n++] = kind == VARIADIC_REAL      ? &real
                            : kind == VARIADIC_POINTER ? &pointer
                                                       : &whole;
    }
    given->site = *call->site;
    given->site.arg_types = given->types;
    given->site.arg_count = n;
    *made = *call;
    made->args = given->args;
    made->arg_count = n;
    made->site = &given->site;
    return 0;
}

static enum vm_action print_given(struct vm_call *call,
                                  enum vm_action (*print)(struct vm_call *, struct err *),
                                  struct err *err)
{
    struct given given;
    struct vm_call made;
    if (read_given(call, &given, &made, err) != 0)
        return VM_FAIL;
    enum vm_action action = print(&made, err);
    call->result = made.result;
    call->passes_time = made.passes_time;
    return action;
}

static enum vm_action do_vprintf(struct vm_call *call, struct err *err)
{
    return print_given(call, do_printf, err);
}

static enum vm_action do_vfprintf(struct vm_call *call, struct err *err)
{
    return print_given(call, do_fprintf, err);
}

static enum vm_action do_vsprintf(struct vm_call *call, struct err *err)
{
    return print_given(call, do_sprintf, err);
}

static enum vm_action do_vsnprintf(struct vm_call *call, struct err *err)
{
    return print_given(call, do_snprintf, err);
}

const struct vm_builtin lib_print[] = {
    {"printf", do_printf, NULL},
    {"fprintf", do_fprintf, NULL},
    {"sprintf", do_sprintf, NULL},
    {"snprintf", do_snprintf, NULL},
    {"vprintf", do_vprintf, NULL},
    {"vfprintf", do_vfprintf, NULL},
    {"vsprintf", do_vsprintf, NULL},
    {"vsnprintf", do_vsnprintf, NULL},
    {"puts", do_puts, NULL},
    {"fputs", do_fputs, NULL},
    {"putchar", do_putchar, NULL},
    {"fputc", do_fputc, NULL},
    {"perror", do_perror, NULL},
    {"fflush", lib_nothing, NULL},
    {NULL, NULL, NULL},
};
