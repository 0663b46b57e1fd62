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
    *s = (struct script_stream){.precision = -1, .flags = FLAGS_AT_FIRST, .is_text = true};
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
    if (s->is_file)
        return 0;
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

/* In the digits of the base that is set. */
static void whole_number(const struct script_stream *s, const struct type *type,
                         const struct vm_cell *value, char *text, size_t size)
{
    bool upper = s->flags & FLAG_UPPERCASE, base = s->flags & FLAG_SHOWBASE;
    uint64_t bits = type->size < 8 ? value->u & ((UINT64_C(1) << (type->size * 8)) - 1) : value->u;
    if ((s->flags & FLAGS_BASE) == FLAG_HEX)
        snprintf(text, size, upper ? "%s%" PRIX64 : "%s%" PRIx64,
                 base && bits ? upper ? "0X" : "0x" : "", bits);
    else if ((s->flags & FLAGS_BASE) == FLAG_OCT)
        snprintf(text, size, "%s%" PRIo64, base && bits ? "0" : "", bits);
    else if (type_is_unsigned(type))
        snprintf(text, size, "%" PRIu64, value->u);
    else
        snprintf(text, size, s->flags & FLAG_SHOWPOS ? "%+" PRId64 : "%" PRId64, value->i);
}

static void real_number(const struct script_stream *s, double value, char *text, size_t size)
{
    static const char letters[][2] = {{'g', 'G'}, {'f', 'F'}, {'e', 'E'}, {'a', 'A'}};
    unsigned floats = s->flags & FLAGS_FLOAT;
    int which = floats == FLAG_FIXED ? 1 : floats == FLAG_SCIENTIFIC ? 2 : floats ? 3 : 0;
    int precision = s->precision >= 0 ? s->precision : 6;
    char format[8], *at = format;
    *at++ = '%';
    if (s->flags & FLAG_SHOWPOS)
        *at++ = '+';
    if (s->flags & FLAG_SHOWPOINT)
        *at++ = '#';
    if (which != 3) {
        *at++ = '.';
        *at++ = '*';
    }
    *at++ = letters[which][(s->flags & FLAG_UPPERCASE) != 0];
    *at = '\0';
    if (which == 3)
        snprintf(text, size, format, value);
    else
        snprintf(text, size, format, which == 0 && precision == 0 ? 1 : precision, value);
}

static void number(const struct script_stream *s, const struct type *type,
                   const struct vm_cell *value, char *text, size_t size)
{
    if (type_is_floating(type))
        real_number(s, type->kind == TYPE_FLOAT ? (double)value->f : value->d, text, size);
    else if (type->kind == TYPE_BOOL && s->flags & FLAG_BOOLALPHA)
        snprintf(text, size, "%s", value->u ? "true" : "false");
    else
        whole_number(s, type, value, text, size);
}

/* How much of a number stands before what std::internal fills up. */
static size_t lead_of(const char *text)
{
    size_t lead = text[0] == '-' || text[0] == '+';
    if (text[lead] == '0' && (text[lead + 1] == 'x' || text[lead + 1] == 'X'))
        lead += 2;
    return lead;
}

static int put(struct vm_call *call, struct script_stream *s, const char *text, size_t length,
               size_t lead, struct err *err)
{
    char fill = s->fill != '\0' ? s->fill : ' ';
    size_t pad = s->width > 0 && (size_t)s->width > length ? (size_t)s->width - length : 0;
    unsigned adjust = s->flags & FLAGS_ADJUST;
    size_t before = adjust == FLAG_LEFT ? length : adjust == FLAG_INTERNAL ? lead : 0;
    s->width = 0; /* holds for one output only */
    int r = put_bytes(call, s, text, before, err);
    for (size_t i = 0; i < pad && r == 0; i++)
        r = put_bytes(call, s, &fill, 1, err);
    return r == 0 ? put_bytes(call, s, text + before, length - before, err) : r;
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
    call->passes_time = !s->is_text && !(call->args[0].tag & MEMORY_TIMED);
    if (value->tag & (MEMORY_UNKNOWN | MEMORY_DOUBTED)) {
        r = put(call, s, "?", 1, 0, err);
    } else if (type->kind == TYPE_POINTER && type_is_char(type->base)) {
        struct strbuf string;
        strbuf_init(&string);
        r = vm_string(call, value->u, &string, err);
        if (r == 0)
            r = put(call, s, string.text, string.length, 0, err);
        strbuf_release(&string);
    } else if (type->kind == TYPE_POINTER) {
        snprintf(text, sizeof text, value->u ? "0x%llx" : "0", (unsigned long long)value->u);
        r = put(call, s, text, strlen(text), lead_of(text), err);
    } else if (type_is_char(type)) {
        text[0] = (char)value->u;
        r = put(call, s, text, 1, 0, err);
    } else {
        number(s, type, value, text, sizeof text);
        r = put(call, s, text, strlen(text), lead_of(text), err);
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
    case PUT_FILL:
        s->fill = (char)n;
        break;
    case PUT_FLAGS:
        s->flags = (s->flags & ~(unsigned)(n >> 32)) | (unsigned)(n & n >> 32);
        break;
    }
    return VM_OK;
}

/* What is set: as PUT_* asks. */
static enum vm_action do_format(struct vm_call *call, struct err *err)
{
    const struct script_stream *s = stream_of(call);
    (void)err;
    switch ((enum put_format)call->args[1].i) {
    case PUT_FLUSH:
        break;
    case PUT_WIDTH:
        call->result.i = s->width;
        break;
    case PUT_PRECISION:
        call->result.i = s->precision >= 0 ? s->precision : 6;
        break;
    case PUT_FILL:
        call->result.i = s->fill != '\0' ? s->fill : ' ';
        break;
    case PUT_FLAGS:
        call->result.i = s->flags;
        break;
    }
    return VM_OK;
}

static enum vm_action do_put_string(struct vm_call *call, struct err *err)
{
    struct strbuf text;
    bool unknown = false;
    strbuf_init(&text);
    int r = lib_string_object(call, 1, &text, &unknown, err);
    if (r == 0)
        r = put(call, stream_of(call), text.text, text.length, 0, err);
    strbuf_release(&text);
    return r == 0 ? VM_OK : VM_FAIL;
}

/* Bytes as they are. */
static enum vm_action do_write(struct vm_call *call, struct err *err)
{
    struct script_stream *s = stream_of(call);
    uint64_t size = call->args[2].u;
    if (vm_known(call, 1, "pointer", err) != 0 || vm_known(call, 2, "size", err) != 0 ||
        memory_check(&call->vm->memory, call->args[1].u, size, true, "host read", err) != 0)
        return VM_FAIL;
    memory_note(&call->vm->memory, call->args[1].u, size, false);
    for (uint64_t i = 0; i < size && !s->is_file; i++) {
        uint8_t byte;
        unsigned tag = memory_get(&call->vm->memory, call->args[1].u + i, &byte, NULL, 1);
        char c = tag & MEMORY_UNKNOWN ? '?' : (char)byte;
        if (put_bytes(call, s, &c, 1, err) != 0)
            return VM_FAIL;
    }
    return VM_OK;
}

/* A std::ofstream's: nothing reads a file again. */
static enum vm_action do_file(struct vm_call *call, struct err *err)
{
    (void)err;
    stream_of(call)->is_file = true;
    return VM_OK;
}

/* Whether it is open: one that is to be written is, but there are none to read. */
static enum vm_action do_open_file(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.u = call->args[0].u;
    vm_remark(call->vm, vm_place(call->vm, call->thread),
              call->args[0].u ? "there are no files: what is written into this one is not kept"
                              : "there are no files: this one cannot be opened");
    return VM_OK;
}

static enum vm_action do_no_input(struct vm_call *call, struct err *err)
{
    (void)err;
    vm_remark(call->vm, vm_place(call->vm, call->thread),
              "standard input is empty: nothing is read here (give the program its values as "
              "arguments, behind --)");
    return VM_OK;
}

const struct vm_builtin lib_stream[] = {
    {"__ns_no_input", do_no_input, NULL},
    {"__ns_put", do_put, NULL},
    {"__ns_put_string", do_put_string, NULL},
    {"__ns_put_format", do_put_format, NULL},
    {"__ns_stream_format", do_format, NULL},
    {"__ns_stream_write", do_write, NULL},
    {"__ns_stream_file", do_file, NULL},
    {"__ns_file_open", do_open_file, NULL},
    {"__ns_stream_open", do_open, NULL},
    {"__ns_stream_size", do_size, NULL},
    {"__ns_stream_copy", do_copy, NULL},
    {"__ns_stream_empty", do_empty, NULL},
    {"__ns_stream_close", do_close, NULL},
    {"__ns_stream_rewind", do_rewind, NULL},
    {NULL, NULL, NULL},
};
