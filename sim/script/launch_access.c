#include "sim/script/launch_access.h"

#include "sim/base/mem.h"
#include "sim/script/launch_walk.h"

#include <stdlib.h>
#include <string.h>

void launch_access_release(struct launch_access_list *list)
{
    free(list->rows);
    *list = (struct launch_access_list){0};
}

void launch_access_begin(struct launch_access_list *list)
{
    *list = (struct launch_access_list){.rows = list->rows, .capacity = list->capacity};
}

void launch_access_wild(struct launch_access_list *list, const struct launch_wild *wild)
{
    if (list->wild.parameter == NULL)
        list->wild = *wild;
    else if (list->wild.parameter == wild->parameter)
        list->wild.mode |= wild->mode;
}

void launch_access_add(struct launch_access_list *list, uint64_t address, uint64_t bytes,
                       uint8_t mode, bool certain)
{
    for (size_t i = 0; i < list->count; i++) {
        struct launch_access *row = &list->rows[i];
        if (row->address == address && row->bytes == bytes && row->certain == certain) {
            uint8_t both = row->mode & mode & LAUNCH_ATOMIC; /* else one of the two is plain */
            row->mode = (uint8_t)(((row->mode | mode) & ~LAUNCH_ATOMIC) | both);
            return;
        }
        if (row->mode != mode || row->certain != certain || row->bytes == LAUNCH_ACCESS_REST ||
            bytes == LAUNCH_ACCESS_REST)
            continue;
        if (address <= row->address + row->bytes && row->address <= address + bytes) {
            uint64_t end = row->address + row->bytes;
            if (address + bytes > end)
                end = address + bytes;
            if (address < row->address)
                row->address = address;
            row->bytes = end - row->address;
            return;
        }
    }
    list->rows = mem_grow(list->rows, &list->capacity, list->count + 1, sizeof *list->rows);
    list->rows[list->count++] = (struct launch_access){address, bytes, mode, certain};
}

/* ---- roots ---- */

static void add_root(struct walk *w, int parameter, int64_t offset, const struct type *type,
                     const struct vm_cell *pointer)
{
    const bool unset = pointer->tag & MEMORY_UNSET;
    const uint64_t address = unset ? 0 : pointer->u;
    if (type->base->kind == TYPE_FUNCTION || ((pointer->tag & MEMORY_UNKNOWN) && !unset))
        return;
    if (address == 0 && w->root_count >= LAUNCH_ROOTS / 2)
        return; /* of an array of pointers most may be null: the others need the room */
    if (w->root_count == LAUNCH_ROOTS) {
        w->crowded = true;
        return;
    }
    w->roots[w->root_count++] = (struct root){.address = address,
                                              .unset = unset,
                                              .parameter = parameter,
                                              .offset = offset,
                                              .is_const = type->base->is_const,
                                              .leads = launch_leads(type->base)};
}

static void add_record_roots(struct walk *w, int parameter, uint64_t at, int64_t offset,
                             const struct record *record, int depth);

/* What stands at `offset` in a record that is passed by value. */
static void add_member_roots(struct walk *w, int parameter, uint64_t at, int64_t offset,
                             const struct type *type, int depth)
{
    uint64_t where, here = at + (uint64_t)offset;
    struct vm_cell pointer = {0};
    if (type->kind == TYPE_RECORD) {
        add_record_roots(w, parameter, at, offset, type->record, depth + 1);
    } else if (type->kind == TYPE_ARRAY && launch_leads(type)) {
        for (int64_t i = 0; i < type->length && !w->crowded; i++)
            add_member_roots(w, parameter, at, offset + i * type->base->size, type->base, depth);
    } else if (type->kind == TYPE_POINTER) {
        const struct memory_segment *segment = memory_find(w->scope->memory, here, &where);
        if (segment && where + 8 <= segment->size) {
            pointer.tag = memory_get(w->scope->memory, here, &pointer.u, NULL, 8);
            add_root(w, parameter, offset, type, &pointer);
        }
    }
}

static void add_record_roots(struct walk *w, int parameter, uint64_t at, int64_t offset,
                             const struct record *record, int depth)
{
    for (int i = 0; i < record->count && depth < 8; i++)
        add_member_roots(w, parameter, at, offset + record->members[i].offset,
                         record->members[i].type, depth);
}

static void add_roots(struct walk *w)
{
    const struct launch_scope *scope = w->scope;
    for (int i = 0; i < scope->arg_count; i++) {
        const struct var *var = scope->kernel->locals[i];
        const struct vm_cell *arg = &scope->args[i];
        if (var->type->kind == TYPE_POINTER) {
            add_root(w, i, -1, var->type, arg);
            w->locals[i] = launch_root(w, i, -1);
        } else if (arg->tag & MEMORY_UNKNOWN) {
            continue;
        } else if (var->type->kind == TYPE_RECORD) {
            add_record_roots(w, i, arg->u, 0, var->type->record, 0);
        } else if (type_is_integer(var->type)) {
            w->locals[i] = launch_whole(arg->i);
        }
    }
}

/* A member that the body leaves alone, of a structure that it takes apart: it is not touched. A
 * pointer that is a parameter of its own may stand for work that the body does not show. */
static bool is_left_alone(const struct walk *w, const struct root *root)
{
    if (w->given_up || w->has_records || root->parameter == LAUNCH_SYMBOL || root->offset < 0 ||
        root->used || root->escaped)
        return false;
    for (int i = 0; i < w->root_count; i++)
        if (w->roots[i].parameter == root->parameter && w->roots[i].used)
            return true;
    return false;
}

/* ---- variables of the device in a body that is not understood ---- */

static void name_in_expr(struct walk *w, const struct expr *e)
{
    if (e == NULL || ++w->steps > LAUNCH_WALK_STEPS)
        return;
    if (e->kind == EXPR_GLOBAL) {
        launch_symbol(w, e->var);
        return;
    }
    if (e->kind == EXPR_CAST && e->type->kind == TYPE_POINTER)
        w->list->anywhere |= launch_leads(e->type->base);
    name_in_expr(w, e->a);
    name_in_expr(w, e->b);
    name_in_expr(w, e->c);
    for (int i = 0; e->kind == EXPR_CALL && i < e->arg_count; i++)
        name_in_expr(w, e->args[i]);
}

static void name_in_body(struct walk *w, const struct stmt *s)
{
    for (; s && w->steps <= LAUNCH_WALK_STEPS; s = s->next) {
        name_in_expr(w, s->a);
        name_in_expr(w, s->step);
        name_in_body(w, s->init);
        name_in_body(w, s->body);
        name_in_body(w, s->other);
        for (const struct init *i = s->kind == STMT_VAR ? s->var->inits : NULL; i; i = i->next)
            name_in_expr(w, i->value);
    }
}

static void walk_body(struct walk *w)
{
    const struct launch_scope *scope = w->scope;
    for (int i = 0; i < 3; i++) {
        w->space.most[i] = (int64_t)scope->block[i] - 1;
        w->space.most[3 + i] = (int64_t)scope->grid[i] - 1;
    }
    w->space.variable_count = 6;
    size_t first = w->list->count;
    if (scope->kernel->body)
        launch_walk(w, scope->kernel->body);
    else
        w->given_up = true;
    if (w->given_up) {
        w->list->count = first;
        w->list->wild.parameter = NULL;
        w->steps = 0;
        name_in_body(w, scope->kernel->body);
    }
}

static void begin(struct walk *w, const struct launch_scope *scope, struct launch_access_list *list)
{
    size_t locals = (size_t)(scope->kernel->local_count > 0 ? scope->kernel->local_count : 1);
    *w = (struct walk){.scope = scope, .list = list, .certain = true};
    w->locals = mem_zalloc(locals * sizeof *w->locals);
    w->turning = mem_zalloc(locals * sizeof *w->turning);
}

static void end(struct walk *w)
{
    free(w->locals);
    free(w->turning);
}

static void add_rest(struct walk *w, const struct root *root)
{
    launch_access_add(w->list, root->address, LAUNCH_ACCESS_REST,
                      root->is_const ? LAUNCH_READ : LAUNCH_READ | LAUNCH_WRITE, false);
}

static void add_atomics(struct walk *w, const struct root *root)
{
    launch_access_add(w->list, root->address, LAUNCH_ACCESS_REST,
                      LAUNCH_READ | LAUNCH_WRITE | LAUNCH_ATOMIC, false);
}

static void add_lost(struct walk *w, const struct root *root)
{
    launch_access_add(w->list, root->address, LAUNCH_ACCESS_REST, root->lost, false);
}

static void add_use(struct walk *w, const struct root *root)
{
    struct launch_access_list *list = w->list;
    if (root->parameter == LAUNCH_SYMBOL || list->use_count == LAUNCH_USES)
        return;
    const uint8_t updated = root->atomics ? LAUNCH_READ | LAUNCH_WRITE : 0;
    const bool understood = !w->given_up && !root->escaped;
    const bool bounded = understood && !root->lost && !root->atomics && !root->wide;
    list->uses[list->use_count++] = (struct launch_use){
        .parameter = root->parameter,
        .offset = root->offset,
        .mode = understood ? (uint8_t)(root->modes | root->lost | updated) : 0,
        .most = bounded ? root->most : 0,
    };
}

/* Pointers that stand where the root points to may be followed where nobody sees it: by a function
 * that is given it, by a body that is not understood, or by work that stands for what the body does
 * not show. */
static bool is_followed(const struct walk *w, const struct root *root)
{
    return w->given_up || root->passed || (!root->used && !is_left_alone(w, root));
}

void launch_access_find(const struct launch_scope *scope, struct launch_access_list *list)
{
    struct walk w;
    begin(&w, scope, list);
    add_roots(&w);
    walk_body(&w);
    for (int i = 0; i < w.root_count; i++) {
        const struct root *root = &w.roots[i];
        add_use(&w, root);
        if (root->address == 0)
            continue;
        if (w.given_up || root->escaped || (!root->used && !is_left_alone(&w, root)))
            add_rest(&w, root);
        else if (root->lost)
            add_lost(&w, root);
        if (root->atomics)
            add_atomics(&w, root);
        if (is_followed(&w, root))
            list->anywhere |= root->leads;
    }
    if (w.crowded)
        list->anywhere = LAUNCH_READ | LAUNCH_WRITE;
    end(&w);
}

/* Whether one of the first `count` ranges is of the variable that lies there. */
static bool is_named(const struct launch_access_list *list, size_t count, uint64_t address)
{
    for (size_t i = 0; i < count; i++)
        if (memory_segment_of(list->rows[i].address) == memory_segment_of(address))
            return true;
    return false;
}

/* Whether a variable of the device that the body names lies there. */
static bool is_symbol(const struct walk *w, uint64_t address)
{
    for (int i = 0; i < w->root_count; i++)
        if (w->roots[i].parameter == LAUNCH_SYMBOL &&
            memory_segment_of(w->roots[i].address) == memory_segment_of(address))
            return true;
    return false;
}

void launch_access_find_unnamed(const struct launch_scope *scope, struct launch_access_list *list)
{
    struct launch_access_list found = {0};
    struct walk w;
    begin(&w, scope, &found);
    add_roots(&w);
    walk_body(&w);
    for (int i = 0; i < w.root_count; i++) {
        if (w.roots[i].parameter != LAUNCH_SYMBOL)
            continue;
        if (w.given_up || w.roots[i].escaped)
            add_rest(&w, &w.roots[i]);
        else if (w.roots[i].lost)
            add_lost(&w, &w.roots[i]);
        if (w.roots[i].atomics)
            add_atomics(&w, &w.roots[i]);
    }
    size_t clauses = list->count;
    for (size_t i = 0; i < found.count; i++) {
        const struct launch_access *row = &found.rows[i];
        if (!is_named(list, clauses, row->address) && (row->certain || is_symbol(&w, row->address)))
            launch_access_add(list, row->address, row->bytes, row->mode, row->certain);
    }
    launch_access_release(&found);
    end(&w);
}
