/* std::cout, std::cerr and std::ostringstream. */
#include "sim/base/mem.h"
#include "sim/script/lib.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MAX_FIELD = 4096 };

enum { FIRST_TEXT = 3 }; /* the number of the first std::ostringstream */

static struct script_stream *stream_of(struct vm_call *call)
{
    struct script *script = script_of(call);
    uint64_t number = call->args[0].u;
    if (number >= FIRST_TEXT && number - FIRST_TEXT < script->text_count)
        return script->texts[number - FIRST_TEXT];
    return &script->streams[number == 2 ? 1 : 0];
}

static enum vm_action do_open(struct vm_call *call, struct err *err)
{
    struct script *script = script_of(call);
    struct script_stream *s;
    size_t at = script->free_text;
    (void)err;
    if (at > 0) {
        s = script->texts[at - 1];
        script->free_text = s->next_free;
    } else {
        s = mem_zalloc(sizeof *s);
    }
    *s = (struct script_stream){.precision = -1, .floats = PUT_DEFAULT, .is_text = true};
    strbuf_init(&s->text);
    if (at > 0) {
        call->result.u = at - 1 + FIRST_TEXT;
        return VM_OK;
    }
    script->texts = mem_grow(script->texts, &script->text_capacity, script->text_count + 1,
                             sizeof *script->texts);
    script->texts[script->text_count++] = s;
    call->result.u = script->text_count - 1 + FIRST_TEXT;
    return VM_OK;
}

static enum vm_action do_size(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.u = stream_of(call)->text.length;
    return VM_OK;
}

static enum vm_action do_copy(struct vm_call *call, struct err *err)
{
    const struct script_stream *s = stream_of(call);
    bool done = vm_write_bytes(call, call->args[1].u, s->text.text, s->text.length, 0, err) == 0;
    return done ? VM_OK : VM_FAIL;
}

static enum vm_action do_empty(struct vm_call *call, struct err *err)
{
    (void)err;
    strbuf_clear(&stream_of(call)->text);
    stream_of(call)->at = 0;
    return VM_OK;
}

/* Its number goes to the next one. */
static enum vm_action do_close(struct vm_call *call, struct err *err)
{
    struct script *script = script_of(call);
    struct script_stream *s = stream_of(call);
    (void)err;
    if (!s->is_text || s->closed)
        return VM_OK;
    strbuf_release(&s->text);
    strbuf_init(&s->text);
    s->closed = true;
    s->next_free = script->free_text;
    script->free_text = call->args[0].u - FIRST_TEXT + 1;
    return VM_OK;
}

static enum vm_action do_rewind(struct vm_call *call, struct err *err)
{
    (void)err;
    stream_of(call)->at = 0;
    return VM_OK;
}

static int put_bytes(struct vm_call *call, struct script_stream *s, const char *text, size_t length,
                     struct err *err)
{
    if (!s->is_text)
        return vm_print(call->vm, text, length, err);
    if (s->text.length + length > call->vm->limits.output)
        return err_set(err, ERR_INPUT, "a stream of more than %" PRIu64 " bytes",
                       call->vm->limits.output);
    size_t over = s->text.length - s->at < length ? s->text.length - s->at : length;
    if (over > 0)
        memcpy(s->text.text + s->at, text, over);
    strbuf_add(&s->text, text + over, length - over);
    s->at += length;
    return 0;
}

static void number(const struct script_stream *s, const struct type *type,
                   const struct vm_cell *value, char *text, size_t size)
{
    int precision = s->precision >= 0 ? s->precision : 6;
    if (type_is_floating(type)) {
        double d = type->kind == TYPE_FLOAT ? (double)value->f : value->d;
        if (s->floats == PUT_FIXED)
            snprintf(text, size, "%.*f", precision, d);
        else if (s->floats == PUT_SCIENTIFIC)
            snprintf(text, size, "%.*e", precision, d);
        else
            snprintf(text, size, "%.*g", precision == 0 ? 1 : precision, d);
    } else if (type->kind == TYPE_BOOL && s->boolalpha) {
        snprintf(text, size, "%s", value->u ? "true" : "false");
    } else if (s->hex) {
        uint64_t bits =
            type->size < 8 ? value->u & ((UINT64_C(1) << (type->size * 8)) - 1) : value->u;
        snprintf(text, size, "%llx", (unsigned long long)bits);
    } else if (type_is_unsigned(type)) {
        snprintf(text, size, "%llu", (unsigned long long)value->u);
    } else {
        snprintf(text, size, "%lld", (long long)value->i);
    }
}

static int put(struct vm_call *call, struct script_stream *s, const char *text, size_t length,
               struct err *err)
{
    char fill = s->fill != '\0' ? s->fill : ' ';
    size_t pad = s->width > 0 && (size_t)s->width > length ? (size_t)s->width - length : 0;
    int r = 0;
    s->width = 0; /* holds for one output only */
    for (size_t i = 0; !s->left && i < pad && r == 0; i++)
        r = put_bytes(call, s, &fill, 1, err);
    if (r == 0)
        r = put_bytes(call, s, text, length, err);
    for (size_t i = 0; s->left && i < pad && r == 0; i++)
        r = put_bytes(call, s, &fill, 1, err);
    return r;
}

static bool is_char(const struct type *type)
{
    return type->kind == TYPE_CHAR || type->kind == TYPE_SCHAR || type->kind == TYPE_UCHAR;
}

static enum vm_action do_put(struct vm_call *call, struct err *err)
{
    struct script_stream *s = stream_of(call);
    const struct type *type = call->site->arg_types[1]->plain;
    const struct vm_cell *value = &call->args[1];
    char text[MAX_FIELD + 512];
    int r;
    while (type->kind == TYPE_ENUM)
        type = type->base;
    if (value->tag & MEMORY_TIMED)
        script_note_report(script_of(call));
    if (value->tag & (MEMORY_UNKNOWN | MEMORY_DOUBTED)) {
        r = put(call, s, "?", 1, err);
    } else if (type->kind == TYPE_POINTER && is_char(type->base)) {
        struct strbuf string;
        strbuf_init(&string);
        r = vm_string(call, value->u, &string, err);
        if (r == 0)
            r = put(call, s, string.text, string.length, err);
        strbuf_release(&string);
    } else if (type->kind == TYPE_POINTER) {
        snprintf(text, sizeof text, value->u ? "0x%llx" : "0", (unsigned long long)value->u);
        r = put(call, s, text, strlen(text), err);
    } else if (is_char(type)) {
        text[0] = (char)value->u;
        r = put(call, s, text, 1, err);
    } else {
        number(s, type, value, text, sizeof text);
        r = put(call, s, text, strlen(text), err);
    }
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_put_format(struct vm_call *call, struct err *err)
{
    struct script_stream *s = stream_of(call);
    int64_t n = call->args[2].tag & MEMORY_UNKNOWN ? 0 : call->args[2].i;
    int field = n < 0 ? 0 : n > MAX_FIELD ? MAX_FIELD : (int)n;
    (void)err;
    switch ((enum put_format)call->args[1].i) {
    case PUT_FLUSH:
        break;
    case PUT_WIDTH:
        s->width = field;
        break;
    case PUT_PRECISION:
        s->precision = field;
        break;
    case PUT_FIXED:
    case PUT_SCIENTIFIC:
    case PUT_DEFAULT:
        s->floats = (enum put_format)call->args[1].i;
        break;
    case PUT_HEX:
    case PUT_DEC:
        s->hex = call->args[1].i == PUT_HEX;
        break;
    case PUT_BOOLALPHA:
        s->boolalpha = true;
        break;
    case PUT_FILL:
        s->fill = (char)n;
        break;
    case PUT_LEFT:
    case PUT_RIGHT:
        s->left = call->args[1].i == PUT_LEFT;
        break;
    }
    return VM_OK;
}

const struct vm_builtin lib_stream[] = {
    {"__ns_put", do_put, NULL},
    {"__ns_put_format", do_put_format, NULL},
    {"__ns_stream_open", do_open, NULL},
    {"__ns_stream_size", do_size, NULL},
    {"__ns_stream_copy", do_copy, NULL},
    {"__ns_stream_empty", do_empty, NULL},
    {"__ns_stream_close", do_close, NULL},
    {"__ns_stream_rewind", do_rewind, NULL},
    {NULL, NULL, NULL},
};
