/* string.h. Strings are copied out of the scenario's memory, so every access is checked. */
#include "sim/script/lib.h"

#include <inttypes.h>
#include <string.h>

/* Two strings, arguments `first` and the next; *unknown when either has unknown bytes. */
struct pair {
    struct strbuf a, b;
    bool unknown;
};

static bool has_unknown(struct vm_call *call, uint64_t address, uint64_t bytes)
{
    uint8_t byte[256];
    for (uint64_t done = 0; done < bytes; done += sizeof byte) {
        uint64_t part = bytes - done < sizeof byte ? bytes - done : sizeof byte;
        if (memory_get(&call->vm->memory, address + done, byte, NULL, part) & MEMORY_UNKNOWN)
            return true;
    }
    return false;
}

int lib_string_argument(struct vm_call *call, int index, struct strbuf *text, bool *unknown,
                        struct err *err)
{
    if (vm_known(call, index, "string", err) != 0 ||
        vm_string(call, call->args[index].u, text, err) != 0)
        return -1;
    uint64_t left = memory_left(&call->vm->memory, call->args[index].u);
    uint64_t bytes = text->length + 1 < left ? text->length + 1 : left;
    if (has_unknown(call, call->args[index].u, bytes))
        *unknown = true;
    return 0;
}

int lib_string_object(struct vm_call *call, int index, struct strbuf *text, bool *unknown,
                      struct err *err)
{
    uint64_t ends[2];
    unsigned tag;
    if (vm_known(call, index, "string", err) != 0 ||
        vm_read_bytes(call, call->args[index].u, ends, sizeof ends, &tag, err) != 0)
        return -1;
    uint64_t left = ends[1] - ends[0], offset;
    bool unsure = tag & MEMORY_UNKNOWN; /* how long it is */
    if (unsure && (memory_find(&call->vm->memory, ends[0], &offset) == NULL ||
                   left > memory_left(&call->vm->memory, ends[0])))
        left = 0;
    if (left > call->vm->limits.output)
        return err_set(err, ERR_INPUT, "a string of more than %" PRIu64 " bytes",
                       call->vm->limits.output);
    if (left > 0 &&
        memory_check(&call->vm->memory, ends[0], left, true, "host read of a string", err) != 0)
        return -1;
    if (left > 0)
        memory_note(&call->vm->memory, ends[0], left, false);
    for (uint64_t at = ends[0]; left > 0;) {
        char bytes[256];
        uint8_t tags[256];
        uint64_t part = left < sizeof bytes ? left : sizeof bytes;
        memory_get(&call->vm->memory, at, bytes, tags, part);
        for (uint64_t i = 0; i < part; i++) {
            if (tags[i] & MEMORY_UNKNOWN) {
                strbuf_addc(text, '?');
                *unknown = true;
                return 0;
            }
            strbuf_addc(text, bytes[i]);
        }
        at += part;
        left -= part;
    }
    if (unsure) {
        strbuf_addc(text, '?');
        *unknown = true;
    }
    return 0;
}

static int pair_get(struct pair *p, struct vm_call *call, struct err *err)
{
    strbuf_init(&p->a);
    strbuf_init(&p->b);
    p->unknown = false;
    return lib_string_argument(call, 0, &p->a, &p->unknown, err) == 0
               ? lib_string_argument(call, 1, &p->b, &p->unknown, err)
               : -1;
}

static void pair_release(struct pair *p)
{
    strbuf_release(&p->a);
    strbuf_release(&p->b);
}

static enum vm_action do_strlen(struct vm_call *call, struct err *err)
{
    struct strbuf text;
    bool unknown = false;
    strbuf_init(&text);
    int r = lib_string_argument(call, 0, &text, &unknown, err);
    call->result.u = unknown ? 0 : text.length;
    call->result.tag = unknown ? MEMORY_UNKNOWN : 0;
    strbuf_release(&text);
    return r == 0 ? VM_OK : VM_FAIL;
}

/* By how much they differ where they first do, as glibc's. */
static int difference(const char *a, const char *b, uint64_t limit, bool fold)
{
    for (uint64_t i = 0; i < limit; i++) {
        int x = (unsigned char)a[i], y = (unsigned char)b[i];
        x += fold && x >= 'A' && x <= 'Z' ? 'a' - 'A' : 0;
        y += fold && y >= 'A' && y <= 'Z' ? 'a' - 'A' : 0;
        if (x != y || x == 0)
            return x - y;
    }
    return 0;
}

static enum vm_action compare(struct vm_call *call, bool limited, bool fold, struct err *err)
{
    struct pair p;
    uint64_t limit = UINT64_MAX;
    int r = limited ? lib_size(call, 2, &limit, err) : 0;
    if (r != 0)
        return VM_FAIL;
    r = pair_get(&p, call, err);
    if (r == 0) {
        call->result.i = p.unknown ? 0 : difference(p.a.text, p.b.text, limit, fold);
        call->result.tag = p.unknown ? MEMORY_UNKNOWN : 0;
    }
    pair_release(&p);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_strcmp(struct vm_call *call, struct err *err)
{
    return compare(call, false, false, err);
}

/* Of std::string: NULs count. Argument 2 says which of the two is an object, not a pointer to its
 * text: 1 the first, 2 the second. */
static enum vm_action do_order(struct vm_call *call, struct err *err)
{
    struct pair p = {.unknown = false};
    int r = 0;
    strbuf_init(&p.a);
    strbuf_init(&p.b);
    for (int i = 0; i < 2 && r == 0; i++)
        r = (call->args[2].u >> i & 1 ? lib_string_object : lib_string_argument)(
            call, i, i == 0 ? &p.a : &p.b, &p.unknown, err);
    if (r == 0) {
        size_t least = p.a.length < p.b.length ? p.a.length : p.b.length;
        int order = least > 0 ? memcmp(p.a.text, p.b.text, least) : 0;
        if (order == 0)
            order = (p.a.length > p.b.length) - (p.a.length < p.b.length);
        call->result.i = p.unknown ? 0 : order < 0 ? -1 : order > 0;
        call->result.tag = p.unknown ? MEMORY_UNKNOWN : 0;
    }
    pair_release(&p);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_strncmp(struct vm_call *call, struct err *err)
{
    return compare(call, true, false, err);
}

static enum vm_action do_strcasecmp(struct vm_call *call, struct err *err)
{
    return compare(call, false, true, err);
}

static enum vm_action do_strncasecmp(struct vm_call *call, struct err *err)
{
    return compare(call, true, true, err);
}

/* Appends or copies; `pad` fills up to `limit` as strncpy does. */
static enum vm_action put_string(struct vm_call *call, bool append, bool limited, struct err *err)
{
    struct strbuf text, old;
    uint64_t limit = UINT64_MAX;
    bool unknown = false;
    if (vm_known(call, 0, "pointer", err) != 0 || (limited && lib_size(call, 2, &limit, err) != 0))
        return VM_FAIL;
    strbuf_init(&text);
    strbuf_init(&old);
    int r = lib_string_argument(call, 1, &text, &unknown, err);
    if (r == 0 && append)
        r = lib_string_argument(call, 0, &old, &unknown, err);
    uint64_t to = call->args[0].u + old.length;
    uint64_t count = text.length < limit ? text.length : limit;
    uint64_t bytes = limited && !append ? limit : count + 1;
    if (r == 0)
        r = bytes == 0 ? 0 : memory_check_write(&call->vm->memory, to, bytes, "host write", err);
    unsigned tag = unknown ? MEMORY_UNKNOWN : 0;
    if (r == 0 && count > 0)
        r = vm_write_bytes(call, to, text.text, count, tag, err);
    if (r == 0 && bytes > count) {
        memory_note(&call->vm->memory, to + count, bytes - count, true);
        r = memory_set_zero(&call->vm->memory, to + count, bytes - count, err);
    }
    call->result.u = call->args[0].u;
    strbuf_release(&text);
    strbuf_release(&old);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_strcpy(struct vm_call *call, struct err *err)
{
    return put_string(call, false, false, err);
}

static enum vm_action do_strncpy(struct vm_call *call, struct err *err)
{
    return put_string(call, false, true, err);
}

static enum vm_action do_strcat(struct vm_call *call, struct err *err)
{
    return put_string(call, true, false, err);
}

static enum vm_action do_strncat(struct vm_call *call, struct err *err)
{
    return put_string(call, true, true, err);
}

static enum vm_action find_char(struct vm_call *call, bool last, struct err *err)
{
    struct strbuf text;
    bool unknown = (call->args[1].tag & MEMORY_UNKNOWN) != 0;
    strbuf_init(&text);
    int r = lib_string_argument(call, 0, &text, &unknown, err);
    int c = (char)call->args[1].i;
    const char *at = last ? strrchr(text.text, c) : strchr(text.text, c);
    call->result.u = unknown || at == NULL ? 0 : call->args[0].u + (uint64_t)(at - text.text);
    call->result.tag = unknown ? MEMORY_UNKNOWN : 0;
    strbuf_release(&text);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_strchr(struct vm_call *call, struct err *err)
{
    return find_char(call, false, err);
}

static enum vm_action do_strrchr(struct vm_call *call, struct err *err)
{
    return find_char(call, true, err);
}

static enum vm_action do_strstr(struct vm_call *call, struct err *err)
{
    struct pair p;
    int r = pair_get(&p, call, err);
    const char *at = strstr(p.a.text, p.b.text);
    call->result.u = p.unknown || at == NULL ? 0 : call->args[0].u + (uint64_t)(at - p.a.text);
    call->result.tag = p.unknown ? MEMORY_UNKNOWN : 0;
    pair_release(&p);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_strdup(struct vm_call *call, struct err *err)
{
    struct strbuf text;
    bool unknown = false;
    strbuf_init(&text);
    int r = lib_string_argument(call, 0, &text, &unknown, err);
    if (r == 0)
        r = lib_allocate(call, text.length + 1, true, &call->result.u, err);
    if (r == 0)
        r = vm_write_bytes(call, call->result.u, text.text, text.length + 1,
                           unknown ? MEMORY_UNKNOWN : 0, err);
    strbuf_release(&text);
    return r == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_strerror(struct vm_call *call, struct err *err)
{
    static const struct memory_site nowhere;
    static const struct {
        int number;
        const char *text;
    } known[] = {{0, "Success"},
                 {2, "No such file or directory"},
                 {5, "Input/output error"},
                 {12, "Cannot allocate memory"},
                 {13, "Permission denied"},
                 {22, "Invalid argument"}};
    const char *text = "error";
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!(call->args[0].tag & MEMORY_UNKNOWN) && call->args[0].i == known[i].number)
            text = known[i].text;
    size_t bytes = strlen(text) + 1;
    if (memory_make(&call->vm->memory, SEGMENT_LITERAL, bytes, true, &nowhere, &call->result.u,
                    err) != 0 ||
        memory_put(&call->vm->memory, call->result.u, text, bytes, 0, err) != 0)
        return VM_FAIL;
    return VM_OK;
}

const struct vm_builtin lib_string[] = {
    {"strlen", do_strlen, NULL},         {"__ns_string_order", do_order, NULL},
    {"strcmp", do_strcmp, NULL},         {"strncmp", do_strncmp, NULL},
    {"strcasecmp", do_strcasecmp, NULL}, {"strncasecmp", do_strncasecmp, NULL},
    {"strcpy", do_strcpy, NULL},         {"strncpy", do_strncpy, NULL},
    {"strcat", do_strcat, NULL},         {"strncat", do_strncat, NULL},
    {"strchr", do_strchr, NULL},         {"strrchr", do_strrchr, NULL},
    {"strstr", do_strstr, NULL},         {"strdup", do_strdup, NULL},
    {"strerror", do_strerror, NULL},     {NULL, NULL, NULL},
};
