/* Bodies in a struct that are read later than those of its methods: of Base<Derived>, when Derived
 * is complete; of friends, as of functions beside the struct. */
#include "sim/script/objects.h"

struct record *open_argument(const struct record *r)
{
    for (int i = 0; r->origin && i < r->origin->count; i++) {
        const struct type *type = r->arguments[i].type;
        if (type && type->kind == TYPE_RECORD && type->disguise == DISGUISE_NONE &&
            !type->record->complete)
            return type->record;
    }
    return NULL;
}

/* Bodies that are read when a struct is complete that they may use. */
struct delayed_bodies {
    struct delayed_bodies *next;
    struct pending_body *list;
    struct record *waits;
    struct where where;
};

void delay_bodies(struct parser *p, struct pending_body *list, const struct record *r,
                  struct record *waits)
{
    struct delayed_bodies *d = arena_alloc(p->arena, sizeof *d), **last = &p->delayed;
    *d = (struct delayed_bodies){.list = list, .waits = waits};
    d->where = (struct where){p->scope, NULL, intern_adds(&p->tu->names, r->name), r->place};
    while (*last)
        last = &(*last)->next;
    *last = d;
}

static void read_delayed(struct parser *p, void *context)
{
    parse_pending_bodies(p, context);
}

void parse_delayed_bodies(struct parser *p, const struct record *complete)
{
    for (struct delayed_bodies **link = &p->delayed; *link;) {
        struct delayed_bodies *d = *link;
        if (d->waits != complete) {
            link = &d->next;
            continue;
        }
        *link = d->next;
        read_at(p, &d->where, read_delayed, d->list);
        link = &p->delayed;
    }
}

static void read_friend(struct parser *p, void *context)
{
    const struct friend_body *f = context;
    p->record = f->record;
    p->is_friend = true;
    p->at = f->at;
    parse_declaration(p, NULL);
    p->is_friend = false;
}

void define_friends(struct parser *p, struct friend_body *list, uint32_t prefix, struct place place)
{
    struct where where = {p->scope->kind == SCOPE_TEMPLATE ? p->scope : NULL, NULL, prefix, place};
    for (struct friend_body *f = list; f; f = f->next)
        read_at(p, &where, read_friend, f);
}
