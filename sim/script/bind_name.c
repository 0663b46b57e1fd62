/* What the program calls the streams, events and buffers that it makes. */
#include "sim/script/binding_inside.h"

#include <string.h>

static const struct expr *strip(const struct expr *e)
{
    return bind_strip(e, true);
}

bool bind_source_text(struct strbuf *sb, const struct expr *e)
{
    e = strip(e);
    if (!e)
        return false;
    if (e->kind == EXPR_DEREF && e->a && e->a->kind == EXPR_LOCAL && e->a->var->is_reference)
        e = e->a;
    if (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL) {
        strbuf_adds(sb, e->var->name);
        return e->var->name[0] != '\0';
    }
    if (e->kind != EXPR_MEMBER || !e->member || !e->member->name[0])
        return false;
    const struct expr *object = strip(e->a);
    bool arrow = object && object->kind == EXPR_DEREF &&
                 !(object->a->kind == EXPR_LOCAL && object->a->var->is_reference);
    if (!bind_source_text(sb, arrow ? object->a : object))
        return false;
    strbuf_addf(sb, "%s%s", arrow ? "->" : ".", e->member->name);
    return true;
}

/* The member at the offset, which becomes that within it; NULL: there is none. */
static const struct member *member_at(const struct record *r, uint64_t *offset)
{
    for (int i = 0; i < r->count && !r->is_union; i++) {
        const struct member *m = &r->members[i];
        uint64_t first = (uint64_t)m->offset, size = (uint64_t)m->type->size;
        bool empty = (m->is_base || m->is_mark) && record_is_empty(m->type->record);
        if (m->is_bits || empty || *offset < first || *offset - first >= size)
            continue;
        *offset -= first;
        return m;
    }
    return NULL;
}

/* From an object of a type to the part of it at the offset that is a `wanted`: "[1].halo". */
static void add_parts(struct strbuf *name, const struct type *type, uint64_t offset,
                      const struct type *wanted)
{
    for (int depth = 0; type->plain != wanted->plain && depth < 100; depth++) {
        if (type->kind == TYPE_ARRAY && type->base->size > 0) {
            uint64_t element = (uint64_t)type->base->size;
            if (type->length > 1) /* the only one needs no number */
                strbuf_addf(name, "[%llu]", (unsigned long long)(offset / element));
            offset %= element;
            type = type->base;
            continue;
        }
        const struct member *m = type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE
                                     ? member_at(type->record, &offset)
                                     : NULL;
        if (!m)
            return;
        if (m->name[0] && !m->is_base && strncmp(m->name, "__ns_", 5) != 0)
            strbuf_addf(name, ".%s", m->name);
        type = m->type;
    }
}

/* What lies in the segment, or each of several there; NULL: not known. */
static const struct type *segment_type(const struct memory_segment *segment)
{
    const struct type *type = segment->made ? segment->made->type : NULL;
    return type && segment->of_vector && type->disguise == DISGUISE_VECTOR ? type->base : type;
}

/* By what lies at the address, a `wanted`: the variable that got the memory, and which part of it
 * that is; `whole`: the element of it alone. */
static void add_memory_name(const struct vm_call *call, uint64_t address, const struct type *wanted,
                            bool whole, struct strbuf *name)
{
    uint64_t offset = 0, size = wanted ? (uint64_t)wanted->size : 0;
    const struct memory_segment *segment = memory_find(&call->vm->memory, address, &offset);
    const char *base = segment && segment->made ? segment->made->name : NULL;
    if (!base || !*base)
        return;
    strbuf_adds(name, base);
    const struct type *type = segment_type(segment);
    uint64_t element = segment->element                   ? segment->element
                       : type && type->size > 0 && wanted ? (uint64_t)type->size
                                                          : size;
    if (segment->element || (element > 0 && segment->size >= 2 * element))
        strbuf_addf(name, "[%llu]", (unsigned long long)(offset / element));
    if (!whole && type && wanted && (uint64_t)type->size == element)
        add_parts(name, type, offset % element, wanted);
}

/* What a reference was bound to where it was declared; NULL: it is none, or nobody knows. */
static const struct expr *bound_to(const struct expr *e)
{
    if (e->kind != EXPR_DEREF || !e->a || e->a->kind != EXPR_LOCAL || !e->a->var->is_reference ||
        !e->a->var->inits)
        return NULL;
    const struct expr *value = strip(e->a->var->inits->value);
    return value && value->kind == EXPR_ADDRESS ? value->a : NULL;
}

/* An element of a container of nodes: "tiles[key]"; false: it is something else. */
static bool add_looked_up(const struct expr *e, struct strbuf *name)
{
    const struct expr *call = e->kind == EXPR_DEREF ? strip(e->a) : NULL;
    if (!call || call->kind != EXPR_CALL || !call->function || call->arg_count != 2 ||
        strcmp(call->function->name, "operator[]") != 0)
        return false;
    const struct expr *object = strip(call->args[0]), *key = strip(call->args[1]);
    if (object && object->kind == EXPR_ADDRESS)
        object = object->a;
    if (!bind_source_text(name, object))
        return false;
    if (key && key->kind == EXPR_ADDRESS)
        key = strip(key->a);
    strbuf_addc(name, '[');
    if (key && key->kind == EXPR_INT)
        strbuf_addf(name, "%lld", (long long)key->value);
    else if (!bind_source_text(name, key))
        strbuf_adds(name, "...");
    strbuf_addc(name, ']');
    return true;
}

static bool is_named_reference(const struct expr *e)
{
    return e->kind == EXPR_DEREF && e->a->kind == EXPR_LOCAL && e->a->var->is_reference &&
           e->a->var->name[0];
}

/* Whether a loop gave a reference to a part of an element that has no better name: "columns[0].key"
 * of a std::pair. */
static bool is_named_part(const struct expr *e, const struct memory_segment *segment)
{
    if (!segment || segment->element <= (uint64_t)e->type->size || !is_named_reference(e))
        return false;
    const struct type *type = segment_type(segment);
    return !type || type->kind != TYPE_RECORD || type->record->builtin;
}

/* Its name is all there is where nobody named what it is a part of. */
static void add_reference(const struct expr *e, struct strbuf *name)
{
    if (is_named_reference(e))
        strbuf_addf(name, "%s%s", name->length ? "." : "", e->a->var->name);
}

/* The name of an lvalue that lies at `address`: "a", "streams[3]", "loads[1].stream", "s[1][2]". */
static void add_name(const struct vm_call *call, const struct expr *e, uint64_t address,
                     struct strbuf *name)
{
    if (e->kind == EXPR_LOCAL || e->kind == EXPR_GLOBAL) {
        strbuf_adds(name, e->var->name);
        return;
    }
    if (e->kind == EXPR_MEMBER) {
        add_name(call, e->a, address - (uint64_t)e->offset, name);
        /* of an object that nobody named, such as one that make_unique has made, it is all there is
         */
        if (e->member && e->member->name[0])
            strbuf_addf(name, "%s%s", name->length ? "." : "", e->member->name);
        return;
    }
    const struct expr *bound = bound_to(e);
    if (bound && bound->kind != EXPR_DEREF) {
        add_name(call, bound, address, name);
        return;
    }
    if (add_looked_up(bound ? bound : e, name))
        return;
    int64_t size = e->type->size;
    const struct expr *array = e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY ? e->a->a : NULL;
    uint64_t offset = 0;
    const struct memory_segment *segment = memory_find(&call->vm->memory, address, &offset);
    if (array && array->kind == EXPR_MEMBER && segment && size > 0 && array->a->type->size > 0) {
        /* an array in a record, of which there may be several in a row */
        uint64_t record = (uint64_t)array->a->type->size;
        uint64_t at = (offset % record - (uint64_t)array->offset) % record;
        add_name(call, array, address - at, name);
        if (name->length)
            strbuf_addf(name, "[%llu]", (unsigned long long)(at / (uint64_t)size));
        return;
    }
    if (array && array->kind == EXPR_INDEX && segment && size > 0 && array->type->size > 0) {
        uint64_t at = offset % (uint64_t)array->type->size; /* in its row */
        add_name(call, array, address - at, name);
        if (name->length)
            strbuf_addf(name, "[%llu]", (unsigned long long)(at / (uint64_t)size));
        return;
    }
    bool part = is_named_part(e, segment);
    add_memory_name(call, address, e->type, part, name);
    if (part || !name->length)
        add_reference(e, name);
}

/* ---- what a helper's result is called ---- */

/* What a function may return: a variable, or what it gets from another function. */
struct sought {
    const struct var *var;
    const struct function *function;
};

/* Whether the value is what is sought, or an object that is made of it, such as a smart pointer. */
static bool is_made_of(const struct expr *e, const struct sought *sought, int depth)
{
    e = e && depth < 20 ? strip(e) : NULL;
    if (!e)
        return false;
    switch (e->kind) {
    case EXPR_LOCAL:
        if (e->var == sought->var)
            return true;
        for (const struct init *i = e->var->type->kind == TYPE_RECORD ? e->var->inits : NULL; i;
             i = i->next)
            if (is_made_of(i->value, sought, depth + 1))
                return true;
        return false;
    case EXPR_COMMA:
        return is_made_of(e->a, sought, depth + 1) || is_made_of(e->b, sought, depth + 1);
    case EXPR_ASSIGN:
        return is_made_of(e->b, sought, depth + 1);
    case EXPR_ADDRESS:
    case EXPR_DEREF:
        return is_made_of(e->a, sought, depth + 1);
    case EXPR_CALL:
        if (e->function && e->function == sought->function)
            return true;
        for (int i = 0; i < e->arg_count && e->function && e->function->is_constructor; i++)
            if (is_made_of(e->args[i], sought, depth + 1))
                return true;
        return false;
    default:
        return false;
    }
}

/* Whether that is what the function returns, somewhere in it: as it is or, where objects end
 * before, by way of a temporary. */
static bool returns(const struct stmt *s, const struct sought *sought, int depth)
{
    const struct expr *kept = NULL;
    for (; s && depth < 100; s = s->next) {
        const struct expr *e = s->kind == STMT_EXPR || s->kind == STMT_RETURN ? strip(s->a) : NULL;
        if (s->kind == STMT_EXPR && e && e->kind == EXPR_ASSIGN && e->a->kind == EXPR_LOCAL)
            kept = e;
        bool keeps = kept && e && e->kind == EXPR_LOCAL && e->var == kept->a->var;
        if ((s->kind == STMT_RETURN && is_made_of(keeps ? kept->b : e, sought, 0)) ||
            returns(s->body, sought, depth + 1) || returns(s->other, sought, depth + 1))
            return true;
    }
    return false;
}

static const struct var *local_named(const struct function *f, const char *name)
{
    for (int i = 0; i < f->local_count; i++)
        if (strcmp(f->locals[i]->name, name) == 0)
            return f->locals[i];
    return NULL;
}

/* The member of an object of the program that has the memory: its only pointer. */
static void add_owning_member(const struct type *type, struct strbuf *name)
{
    const struct record *r = type->kind == TYPE_RECORD ? type->record : NULL;
    const struct member *found = NULL;
    for (int i = 0; r && !r->builtin && i < r->count; i++)
        if (r->members[i].type->kind == TYPE_POINTER) {
            if (found)
                return;
            found = &r->members[i];
        }
    if (found && name->length)
        strbuf_addf(name, ".%s", found->name);
}

/* What the result of the helper that runs in a frame is called: by the variable that gets it where
 * it is called, or by what gets the caller's result, if that returns it in turn. `part`: the member
 * of the result that has the memory; NULL: it has. */
static void add_result_name(const struct vm_call *call, const struct vm_frame *frame, int below,
                            const struct member *part, struct strbuf *name)
{
    const struct bytecode *code = call->vm->code;
    for (; below > 0; frame--, below--) {
        const struct function *helper = code->functions[frame->function].source;
        const struct function *caller = code->functions[frame[-1].function].source;
        if (!helper || !caller || !caller->body ||
            script_of(call)->tu->sources.files[caller->place.file].builtin)
            return;
        const char *target = bytecode_target(code, frame[-1].pc);
        struct sought sought = {.function = target ? NULL : helper};
        if (target) {
            strbuf_clear(name);
            strbuf_adds(name, target);
            if (part)
                strbuf_addf(name, ".%s", part->name);
            else
                add_owning_member(helper->type->base, name);
            sought.var = local_named(caller, target);
        }
        if ((target && !sought.var) || !returns(caller->body, &sought, 0))
            return;
    }
}

/* Where a helper allocates into a variable and returns it: the variable that its caller puts it
 * into, or the container whose allocator the helper is; false: none that the program knows. */
static bool add_receiver(const struct vm_call *call, const struct expr *e, struct strbuf *name)
{
    const struct vm_thread *thread = call->thread;
    const struct bytecode *code = call->vm->code;
    const struct member *part = e->kind == EXPR_MEMBER ? e->member : NULL;
    e = part && part->name[0] ? e->a : e;
    if (e->kind != EXPR_LOCAL || thread->frame_count < 2)
        return false;
    const struct vm_frame *frame = &thread->frames[thread->frame_count - 1];
    const struct function *helper = code->functions[frame->function].source;
    const struct function *caller = code->functions[frame[-1].function].source;
    struct sought sought = {.var = e->var};
    if (!helper || !helper->body || !caller || !returns(helper->body, &sought, 0))
        return false;
    if (!script_of(call)->tu->sources.files[caller->place.file].builtin)
        add_result_name(call, frame, (int)thread->frame_count - 1, part, name);
    else if (caller->is_method && caller->type->base->kind == TYPE_VOID)
        add_memory_name(call, thread->cells[frame[-1].base].u, NULL, true, name); /* its `this` */
    return name->length > 0;
}

uint32_t bind_name(const struct vm_call *call, int index, uint64_t address)
{
    static const struct type handle = {.kind = TYPE_POINTER, .size = 8};
    struct program *program = script_of(call)->program;
    struct strbuf name;
    strbuf_init(&name);
    const struct expr *e = call->site->call && index < call->site->call->arg_count
                               ? strip(call->site->call->args[index])
                               : NULL;
    bool is_named = e && e->kind == EXPR_ADDRESS && add_receiver(call, strip(e->a), &name);
    if (!is_named && e && e->kind == EXPR_ADDRESS)
        add_name(call, e->a, address, &name);
    else if (!is_named && e && e->type->kind == TYPE_POINTER && e->type->base->size == 8)
        add_name(call,
                 &(struct expr){
                     .kind = EXPR_DEREF, .a = (struct expr *)(uintptr_t)e, .type = e->type->base},
                 address, &name);
    else if (!is_named)
        add_memory_name(call, address, &handle, false, &name);
    uint32_t id = intern_add(&program->names, name.text, name.length);
    strbuf_release(&name);
    return id;
}
