/* std::vector and std::string: three pointers (begin, end, end of storage) over heap segments.
 *
 * A string's `end` does not count its NUL. Unknown sizes are errors, unknown elements are kept.
 */
#include "sim/script/lib.h"

#include <inttypes.h>
#include <string.h>

struct vector {
    uint64_t begin, end, storage;
};

static int vector_get(struct vm_call *call, struct vector *v, struct err *err)
{
    unsigned tag;
    if (vm_known(call, 0, "vector", err) != 0 ||
        vm_read_bytes(call, call->args[0].u, v, sizeof *v, &tag, err) != 0)
        return -1;
    if (tag & MEMORY_UNKNOWN)
        return err_set(err, ERR_INPUT, "a vector whose contents are unknown is used");
    return 0;
}

static int vector_put(struct vm_call *call, const struct vector *v, struct err *err)
{
    return vm_write_bytes(call, call->args[0].u, v, sizeof *v, 0, err);
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
        if (memory_free(m, v->begin, SEGMENT_HEAP, "std::vector", &call->site->made, err) != 0)
            return -1;
    }
    *v = (struct vector){begin, begin + used, begin + want};
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
    return vector_put(call, v, err);
}

static enum vm_action do_resize(struct vm_call *call, struct err *err)
{
    struct vector v;
    uint64_t bytes, old;
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
    uint64_t bytes, from, copy;
    if (elements(call, 2, 3, &bytes, err) != 0 || vm_known(call, 1, "pointer", err) != 0 ||
        vector_get(call, &v, err) != 0)
        return VM_FAIL;
    from = call->args[1].u;
    if (bytes > 0 && memory_check(m, from, bytes, true, "host read", err) != 0)
        return VM_FAIL;
    /* by way of a new segment: the source may lie in the old one */
    if (make(call, bytes, call->args[3].u, &copy, err) != 0 ||
        (bytes > 0 && memory_copy(m, copy, from, bytes, err) != 0))
        return VM_FAIL;
    memory_note(m, from, bytes, false);
    if (v.begin != 0 &&
        memory_free(m, v.begin, SEGMENT_HEAP, "std::vector", &call->site->made, err) != 0)
        return VM_FAIL;
    v = (struct vector){copy, copy + bytes, copy + bytes};
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
    struct vector v, none = {0, 0, 0};
    if (vector_get(call, &v, err) != 0)
        return VM_FAIL;
    if (v.begin != 0 && memory_free(&call->vm->memory, v.begin, SEGMENT_HEAP, "std::vector",
                                    &call->site->made, err) != 0)
        return VM_FAIL;
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
    if (v.begin != 0 && v.begin != begin &&
        memory_free(&call->vm->memory, v.begin, SEGMENT_HEAP, "std::vector", &call->site->made,
                    err) != 0)
        return VM_FAIL;
    v = (struct vector){begin, begin + used, begin + room};
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
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
        (v.begin != 0 &&
         memory_free(m, v.begin, SEGMENT_HEAP, "std::vector", &call->site->made, err) != 0))
        return VM_FAIL;
    v = (struct vector){begin, begin + front + used - skipped, begin + used + size};
    return vector_put(call, &v, err) == 0 ? VM_OK : VM_FAIL;
}

static enum vm_action do_append(struct vm_call *call, struct err *err)
{
    struct memory *m = &call->vm->memory;
    struct vector v;
    uint64_t bytes;
    if (lib_size(call, 2, &bytes, err) != 0 || vm_known(call, 1, "pointer", err) != 0 ||
        vector_get(call, &v, err) != 0)
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
    {"__ns_string_append", do_append, NULL},
    {"__ns_string_append_same", do_append_same, NULL},
    {NULL, NULL, NULL},
};
