/* std::vector and std::string: three pointers (begin, end, end of storage) over heap segments.
 *
 * A string's `end` does not count its NUL. Unknown sizes are errors, unknown elements are kept. How
 * long one is may have become unknown: `end`, and the `begin` of an empty one, are places then
 * (MEMORY_CHOSEN) whose values are as if nothing had been skipped, so that it goes on and ends.
 */
#include "sim/script/lib.h"

#include <inttypes.h>
#include <string.h>

struct vector {
    uint64_t begin, end, storage;
    unsigned tag; /* of `end`: UNSURE, MEMORY_DOUBTED or both; 0 */
};

enum { VECTOR_BYTES = 3 * sizeof(uint64_t), UNSURE = MEMORY_UNKNOWN | MEMORY_CHOSEN };

/* The bytes may be any, of an object that nothing has made: they lead nowhere then. */
static int check_ends(struct vm_call *call, const struct vector *v, struct err *err)
{
    uint32_t segment = memory_segment_of(v->begin);
    if (segment > 0 && segment < call->vm->memory.count && memory_segment_of(v->end) == segment &&
        memory_segment_of(v->storage) == segment && v->begin <= v->end)
        return 0;
    err_set(err, ERR_INPUT, "a vector or string that nothing has made is used");
    return err_hint(err, "its bytes are no vector's: memory without a constructor's run?");
}

static int vector_get(struct vm_call *call, struct vector *v, struct err *err)
{
    unsigned tag;
    uint64_t offset;
    if (vm_known(call, 0, "vector", err) != 0 ||
        vm_read_bytes(call, call->args[0].u, v, VECTOR_BYTES, &tag, err) != 0)
        return -1;
    if (tag & MEMORY_UNSET)
        return err_set(err, ERR_INPUT, "a vector whose contents are unknown is used");
    v->tag = (tag & MEMORY_UNKNOWN ? UNSURE : 0) | (tag & MEMORY_DOUBTED);
    if (v->tag & MEMORY_UNKNOWN && memory_find(&call->vm->memory, v->begin, &offset) == NULL)
        v->begin = v->end = v->storage = 0; /* all of it is unknown, as of a struct that is */
    return v->begin == 0 ? 0 : check_ends(call, v, err);
}

static int vector_put(struct vm_call *call, const struct vector *v, struct err *err)
{
    uint64_t at = call->args[0].u, end_at = at + sizeof v->begin;
    unsigned first = v->begin == 0 ? v->tag : 0;
    if (vm_write_bytes(call, at, v, VECTOR_BYTES, first, err) != 0)
        return -1;
    return v->tag != 0 ? vm_write_bytes(call, end_at, &v->end, sizeof v->end, v->tag, err) : 0;
}

/* Whether the argument is the length of what is as long as is not known: the vector becomes so. */
static bool is_unsure(const struct vm_call *call, int index)
{
    return (call->args[index].tag & (UNSURE | MEMORY_UNSET)) == UNSURE;
}

/* In one of our headers nobody knows what the program calls the vector, but where it lies. */
static void name_by_owner(struct vm_call *call, struct memory_segment *segment)
{
    uint64_t offset;
    const struct memory_segment *owner =
        call->arg_count > 0 ? memory_find(&call->vm->memory, call->args[0].u, &offset) : NULL;
    if (owner && owner->size == VECTOR_BYTES && owner->made && owner->made->name)
        segment->made = owner->made;
}

/* A new heap segment for the elements, of `size` bytes each. */
static int make(struct vm_call *call, uint64_t bytes, uint64_t size, uint64_t *begin,
                struct err *err)
{
    uint64_t offset;
    if (lib_allocate(call, bytes, true, begin, err) != 0)
        return -1;
    struct memory_segment *segment = memory_find(&call->vm->memory, *begin, &offset);
    if (segment) {
        segment->of_vector = true;
        segment->element = size;
        if (!segment->made || !segment->made->name)
            name_by_owner(call, segment);
    }
    return 0;
}

/* Room for `bytes` in all, growing by doubling when `grow`. */
static int reserve(struct vm_call *call, struct vector *v, uint64_t bytes, uint64_t size, bool grow,
                   struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t has = v->storage - v->begin, used = v->end - v->begin, begin;
    if (bytes <= has)
        return 0;
    uint64_t want = grow && bytes < has * 2 ? has * 2 : bytes;
    if (make(call, want, size, &begin, err) != 0)
        return -1;
    if (v->begin != 0) {
        memory_note(m, v->begin, used, false);
        if (used > 0 && memory_copy(m, begin, v->begin, used, err) != 0)
            return -1;
        if (lib_release(call, v->begin, "std::vector", err) != 0)
            return -1;
    }
    *v = (struct vector){begin, begin + used, begin + want, v->tag};
    return 0;
}

static int elements(const struct vm_call *call, int count_at, int size_at, uint64_t *bytes,
                    struct err *err)
{
    uint64_t count, size;
    if (lib_size(call, count_at, &count, err) != 0 || lib_size(call, size_at, &size, err) != 0)
        return -1;
    if (__builtin_mul_overflow(count, size, bytes) || *bytes > INT64_MAX)
        return err_set(err, ERR_INPUT, "a vector of %" PRIu64 " elements (a negative size?)",
                       count);
    return 0;
}

static int resize(struct vm_call *call, uint64_t bytes, uint64_t size, struct vector *v,
                  uint64_t *old, struct err *err)
{
    struct memory *m = &call->vm->memory;
    if (vector_get(call, v, err) != 0 || reserve(call, v, bytes, size, false, err) != 0)
        return -1;
    *old = v->end - v->begin;
    if (bytes > *old) {
        memory_note(m, v->end, bytes - *old, true);
        if (memory_set_zero(m, v->end, bytes - *old, err) != 0)
            return -1;
    }
    v->end = v->begin + bytes;
    v->tag = 0;
    return vector_put(call, v, err);
}

/* Of its elements as many as is not known are left. */
static int shorten(struct vm_call *call, uint64_t size, struct err *err)
{
    struct vector v;
    if (vector_get(call, &v, err) != 0)
        return -1;
    uint64_t left = call->args[1].u, has = size > 0 ? (v.end - v.begin) / size : 0;
    if (left < has)
        v.end = v.begin + left * size;
    v.tag |= UNSURE;
    return vector_put(call, &v, err);
}

static enum vm_action do_resize(struct vm_call *call, struct err *err)
{
    struct vector v;
    uint64_t bytes, old;
    if (is_unsure(call, 1))
        return lib_size(call, 2, &bytes, err) == 0 && shorten(call, bytes, err) == 0 ? VM_OK
                                                                                     : VM_FAIL;
    return elements(call, 1, 2, &bytes, err) == 0 &&
                   resize(call, bytes, call->args[2].u, &v, &old, err) == 0
               ? VM_OK
               : VM_FAIL;
}

static enum vm_action do_fill(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    struct vector v;
    uint64_t bytes, old, size;
    if (elements(call, 1, 3, &bytes, err) != 0 || lib_size(call, 3, &size, err) != 0 ||
        vm_known(call, 2, "pointer", err) != 0 || resize(call, bytes, size, &v, &old, err) != 0)
        return VM_FAIL;
    uint8_t value[MEMORY_VALUE];
    unsigned tag = 0;
    if (size == 0 || bytes <= old)
        return VM_OK;
    if (size <= sizeof value && vm_read_bytes(call, call->args[2].u, value, size, &tag, err) != 0)
        return VM_FAIL;
    bool whole_unknown = tag & MEMORY_UNKNOWN && size <= 8;
    if (size > sizeof value || (tag & MEMORY_UNKNOWN && !whole_unknown)) { /* part of it may be */
        for (uint64_t at = v.begin + old; at < v.end; at += size)
            if (memory_copy(m, at, call->args[2].u, size, err) != 0)
                return VM_FAIL;
        return VM_OK;
    }
    if (whole_unknown)
        return memory_set_unknown(m, v.begin + old, bytes - old, err) == 0 ? VM_OK : VM_FAIL;
    bool zero = value[0] == 0 && memcmp(value, value + 1, size - 1) == 0;
    if (zero) /* as it is already */
        return VM_OK;
    int rc = memory_fill(m, v.begin + old, value, (unsigned)size, bytes - old, tag, err);
    return rc == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_assign(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    struct vector v;
    uint64_t bytes, from, copy, size;
    bool unsure = is_unsure(call, 2) || is_unsure(call, 1);
    if ((unsure ? lib_size(call, 3, &size, err) : elements(call, 2, 3, &bytes, err)) != 0 ||
        (!unsure && vm_known(call, 1, "pointer", err) != 0) || vector_get(call, &v, err) != 0)
        return VM_FAIL;
    from = call->args[1].u;
    if (unsure &&
        (is_unsure(call, 1) || __builtin_mul_overflow(call->args[2].u, call->args[3].u, &bytes) ||
         bytes > memory_left(m, from)))
        bytes = 0; /* nothing is known of it */
    if (bytes > 0 && memory_check(m, from, bytes, true, "host read", err) != 0)
        return VM_FAIL;
    /* by way of a new segment: the source may lie in the old one */
    if (make(call, bytes, call->args[3].u, &copy, err) != 0 ||
        (bytes > 0 && memory_copy(m, copy, from, bytes, err) != 0))
        return VM_FAIL;
    memory_note(m, from, bytes, false);
    if (v.begin != 0 && lib_release(call, v.begin, "std::vector", err) != 0)
        return VM_FAIL;
    v = (struct vector){copy, copy + bytes, copy + bytes, unsure ? UNSURE : 0};
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_reserve(struct vm_call *call, struct err *err)
{
    struct vector v;
    uint64_t bytes;
    if (elements(call, 1, 2, &bytes, err) != 0 || vector_get(call, &v, err) != 0 ||
        reserve(call, &v, bytes, call->args[2].u, false, err) != 0 ||
        vector_put(call, &v, err) != 0)
        return VM_FAIL;
    return VM_OK;
}

static enum vm_action do_push(struct vm_call *call, struct err *err)
{
    struct vector v;
    uint64_t size;
    if (lib_size(call, 1, &size, err) != 0 || vector_get(call, &v, err) != 0 ||
        reserve(call, &v, v.end - v.begin + size, size, true, err) != 0)
        return VM_FAIL;
    call->result.u = v.end;
    if (memory_set_zero(&call->vm->memory, v.end, size, err) != 0)
        return VM_FAIL;
    v.end += size;
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_at(struct vm_call *call, struct err *err)
{
    struct vector v;
    uint64_t size;
    if (lib_size(call, 2, &size, err) != 0 || vm_known(call, 1, "index", err) != 0 ||
        vector_get(call, &v, err) != 0)
        return VM_FAIL;
    uint64_t index = call->args[1].u, count = size > 0 ? (v.end - v.begin) / size : 0;
    if (index >= count && v.tag & MEMORY_UNKNOWN) {
        call->result.tag = UNSURE;
        return VM_OK;
    }
    if (index >= count) {
        err_set(err, ERR_INPUT, "index %" PRId64 " is outside a vector of %" PRIu64 " elements",
                (int64_t)index, count);
        return VM_FAIL;
    }
    call->result.u = v.begin + index * size;
    return VM_OK;
}

static enum vm_action do_vector_free(struct vm_call *call, struct err *err)
{
    struct vector v, none = {0, 0, 0, 0};
    if (vector_get(call, &v, err) != 0)
        return VM_FAIL;
    if (v.begin != 0 && lib_release(call, v.begin, "std::vector", err) != 0)
        return VM_FAIL;
    if (memory_is_kept(&call->vm->memory, v.begin)) { /* it goes on to lead there */
        memory_note(&call->vm->memory, call->args[0].u, VECTOR_BYTES, true);
        return VM_OK;
    }
    return vector_put(call, &none, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_room(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    uint64_t bytes, offset;
    if (elements(call, 1, 2, &bytes, err) != 0 || vm_known(call, 0, "vector", err) != 0 ||
        make(call, bytes, call->args[2].u, &call->result.u, err) != 0)
        return VM_FAIL;
    const struct memory_segment *vector = memory_find(m, call->args[0].u, &offset);
    struct memory_segment *room = memory_find(m, call->result.u, &offset);
    if (vector && room) /* it is called as the vector is */
        room->made = vector->made;
    return VM_OK;
}

/* The elements are where they shall be: in new memory, which takes the place of the old, or not. */
static enum vm_action do_adopt(struct vm_call *call, struct err *err)
{
    struct vector v;
    uint64_t used, room;
    if (elements(call, 2, 4, &used, err) != 0 || elements(call, 3, 4, &room, err) != 0 ||
        vm_known(call, 1, "pointer", err) != 0 || vector_get(call, &v, err) != 0)
        return VM_FAIL;
    uint64_t begin = call->args[1].u;
    if (v.begin != 0 && v.begin != begin && lib_release(call, v.begin, "std::vector", err) != 0)
        return VM_FAIL;
    v = (struct vector){begin, begin + used, begin + room, v.tag};
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

/* From now on its length is known: all its elements are new ones. */
static enum vm_action do_settle(struct vm_call *call, struct err *err)
{
    struct vector v;
    if (vector_get(call, &v, err) != 0)
        return VM_FAIL;
    v.tag = 0;
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

/* How long it is, and what its elements are unless they are objects, is unknown if argument 2 is.
 */
static enum vm_action do_unsure(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    struct vector v;
    if (!(call->args[2].tag & MEMORY_UNKNOWN))
        return VM_OK;
    if (vector_get(call, &v, err) != 0)
        return VM_FAIL;
    v.tag |= UNSURE;
    bool objects = call->args[1].u != 0;
    if (v.storage > v.begin && !objects &&
        memory_set_unknown(m, v.begin, v.storage - v.begin, err) != 0)
        return VM_FAIL;
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

/* The number as it is with nothing skipped. */
static enum vm_action do_guess(struct vm_call *call, struct err *err)
{
    (void)err;
    call->result.u = call->args[0].u;
    call->result.tag = call->args[0].tag & ~(uint64_t)(is_unsure(call, 0) ? UNSURE : 0);
    return VM_OK;
}

/* One element less at the front, or one of zeros more; the others are as they were. */
static enum vm_action do_shift(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    struct vector v;
    uint64_t size, begin;
    if (lib_size(call, 2, &size, err) != 0 || vm_known(call, 1, "number", err) != 0 ||
        vector_get(call, &v, err) != 0)
        return VM_FAIL;
    bool more = (int64_t)call->args[1].u > 0;
    uint64_t used = v.end - v.begin, skipped = more ? 0 : size, front = more ? size : 0;
    memory_note(m, v.begin, used, false);
    if (make(call, used + size, size, &begin, err) != 0 ||
        (used > skipped &&
         memory_copy(m, begin + front, v.begin + skipped, used - skipped, err) != 0) ||
        (v.begin != 0 && lib_release(call, v.begin, "std::vector", err) != 0))
        return VM_FAIL;
    v = (struct vector){begin, begin + front + used - skipped, begin + used + size, v.tag};
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

/* Behind what is there, something as long as is not known: a character that is not, either. */
static int append_unsure(struct vm_call *call, struct vector *v, struct err *err)
{
    if (reserve(call, v, v->end - v->begin + 2, 1, true, err) != 0 ||
        memory_set_unknown(&call->vm->memory, v->end, 2, err) != 0)
        return -1;
    v->end++;
    v->tag |= UNSURE;
    return vector_put(call, v, err);
}

static enum vm_action do_append(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    struct vector v;
    uint64_t bytes;
    if (vector_get(call, &v, err) != 0)
        return VM_FAIL;
    unsigned tags = (unsigned)(call->args[1].tag | call->args[2].tag);
    if ((tags & (MEMORY_UNKNOWN | MEMORY_UNSET)) == MEMORY_UNKNOWN)
        return append_unsure(call, &v, err) == 0 ? VM_OK : VM_FAIL;
    if (lib_size(call, 2, &bytes, err) != 0 || vm_known(call, 1, "pointer", err) != 0)
        return VM_FAIL;
    uint64_t from = call->args[1].u, used = v.end - v.begin;
    if (bytes > 0 && memory_check(m, from, bytes, true, "host read", err) != 0)
        return VM_FAIL;
    bool inside = v.begin != 0 && memory_segment_of(from) == memory_segment_of(v.begin);
    uint64_t within = from - v.begin;
    if (reserve(call, &v, used + bytes + 1, 1, true, err) != 0)
        return VM_FAIL;
    if (inside) /* appended to itself: it has moved */
        from = v.begin + within;
    memory_note(m, from, bytes, false);
    memory_note(m, v.end, bytes + 1, true);
    if ((bytes > 0 && memory_copy(m, v.end, from, bytes, err) != 0) ||
        memory_set_zero(m, v.end + bytes, 1, err) != 0)
        return VM_FAIL;
    v.end += bytes;
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

/* One character, n times, behind what is there. */
static enum vm_action do_append_same(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    struct vector v;
    uint64_t n;
    if (lib_size(call, 1, &n, err) != 0 || vector_get(call, &v, err) != 0)
        return VM_FAIL;
    uint64_t used = v.end - v.begin;
    if (n > (uint64_t)INT64_MAX - used - 1) {
        err_set(err, ERR_INPUT, "a string of %" PRIu64 " characters (a negative size?)", n);
        return VM_FAIL;
    }
    uint8_t value = (uint8_t)call->args[2].u;
    unsigned tag = (unsigned)call->args[2].tag;
    if (reserve(call, &v, used + n + 1, 1, true, err) != 0)
        return VM_FAIL;
    memory_note(m, v.end, n + 1, true);
    int rc = n == 0                 ? 0
             : tag & MEMORY_UNKNOWN ? memory_set_unknown(m, v.end, n, err)
                                    : memory_fill(m, v.end, &value, 1, n, tag, err);
    if (rc != 0 || memory_set_zero(m, v.end + n, 1, err) != 0)
        return VM_FAIL;
    v.end += n;
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

const struct vm_builtin lib_vector[] = {
    {"__ns_vector_resize", do_resize, NULL},
    {"__ns_vector_fill", do_fill, NULL},
    {"__ns_vector_assign", do_assign, NULL},
    {"__ns_vector_reserve", do_reserve, NULL},
    {"__ns_vector_push", do_push, NULL},
    {"__ns_vector_at", do_at, NULL},
    {"__ns_vector_free", do_vector_free, NULL},
    {"__ns_vector_room", do_room, NULL},
    {"__ns_vector_adopt", do_adopt, NULL},
    {"__ns_vector_shift", do_shift, NULL},
    {"__ns_vector_settle", do_settle, NULL},
    {"__ns_vector_unsure", do_unsure, NULL},
    {"__ns_guess", do_guess, NULL},
    {"__ns_string_append", do_append, NULL},
    {"__ns_string_append_same", do_append_same, NULL},
    {NULL, NULL, NULL},
};
