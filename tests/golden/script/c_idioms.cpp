/* X-macros, variadic macros, K&R idioms, goto, bit tricks */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OPS(X) X(LOAD, "load", 1) X(STORE, "store", 2) X(ADD, "add", 3)
enum op {
#define X(id, text, cost) OP_##id,
    OPS(X)
#undef X
        OP_COUNT
};
static const struct {
    const char *text;
    int cost;
} op_table[] = {
#define X(id, text, cost) [OP_##id] = {text, cost},
    OPS(X)
#undef X
};
#define LOG(fmt, ...) printf("[%s:%d] " fmt "\n", __func__, __LINE__, ##__VA_ARGS__)
#define CHECK(e)                                                                                   \
    do {                                                                                           \
        int r_ = (e);                                                                              \
        if (r_) {                                                                                  \
            printf("%s failed: %d\n", #e, r_);                                                     \
            goto fail;                                                                             \
        }                                                                                          \
    } while (0)
#define COUNT(a)                        (sizeof(a) / sizeof((a)[0]))
#define MAX2(a, b)                      ((a) > (b) ? (a) : (b))
#define CAT_(a, b)                      a##b
#define CAT(a, b)                       CAT_(a, b)
#define STR_(x)                         #x
#define STR(x)                          STR_(x)
#define VERSION                         3
#define NARGS_(_1, _2, _3, _4, N, ...)  N
#define NARGS(...)                      NARGS_(__VA_ARGS__, 4, 3, 2, 1)
#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))
#include <stddef.h>
struct list {
    struct list *next, *prev;
};
struct job {
    int id;
    struct list link;
    char name[8];
};
static void list_init(struct list *l)
{
    l->next = l->prev = l;
}
static void list_add(struct list *l, struct list *n)
{
    n->prev = l->prev;
    n->next = l;
    l->prev->next = n;
    l->prev = n;
}
static int vsum(int n, ...)
{
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n-- > 0)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
static char *fmt(char *buf, size_t n, const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    vsnprintf(buf, n, f, ap);
    va_end(ap);
    return buf;
}
static int step(int k)
{
    return k > 2 ? k : 0;
}
static int run(int k)
{
    int rc = -1;
    CHECK(step(k));
    rc = 0;
fail:
    return rc;
}
static int cmp_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int cmp_str(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}
static unsigned rotl(unsigned x, int k)
{
    return (x << k) | (x >> (32 - k));
}
static void copy(char *d, const char *s)
{
    while ((*d++ = *s++))
        ;
}
static int getword(const char **p, char *out)
{
    while (**p && isspace((unsigned char)**p))
        ++*p;
    int n = 0;
    while (**p && !isspace((unsigned char)**p))
        out[n++] = *(*p)++;
    out[n] = 0;
    return n;
}
typedef struct node {
    int key;
    struct node *left, *right;
} node;
static node *insert(node *t, int k)
{
    if (!t) {
        t = (node *)calloc(1, sizeof *t);
        t->key = k;
    } else if (k < t->key)
        t->left = insert(t->left, k);
    else
        t->right = insert(t->right, k);
    return t;
}
static void walk(const node *t, void (*f)(int))
{
    if (t) {
        walk(t->left, f);
        f(t->key);
        walk(t->right, f);
    }
}
static void put(int k)
{
    printf("%d ", k);
}
static void drop(node *t)
{
    if (t) {
        drop(t->left);
        drop(t->right);
        free(t);
    }
}
static int CAT(var_, VERSION) = 42;
int main(int argc, char **argv)
{
    for (int i = 0; i < OP_COUNT; i++)
        printf("%s=%d ", op_table[i].text, op_table[i].cost);
    puts("");
    LOG("plain");
    LOG("%d %s", 5, "x");
    printf("%d %d %zu %d\n", run(1), run(4), COUNT(op_table), MAX2(3, 7));
    printf("%d %s %d\n", var_3, STR(VERSION), NARGS(a, b, c));
    struct list head;
    list_init(&head);
    struct job jobs[3];
    for (int i = 0; i < 3; i++) {
        jobs[i].id = i;
        snprintf(jobs[i].name, sizeof jobs[i].name, "job%d", i);
        list_add(&head, &jobs[i].link);
    }
    for (struct list *l = head.next; l != &head; l = l->next)
        printf("%s ", container_of(l, struct job, link)->name);
    char buf[64], word[16];
    printf("%d %s\n", vsum(3, 1, 2, 3), fmt(buf, sizeof buf, "%02x-%s", 10, "q"));
    int a[] = {5, -2, 9, 0};
    qsort(a, COUNT(a), sizeof *a, cmp_int);
    for (unsigned i = 0; i < COUNT(a); i++)
        printf("%d ", a[i]);
    const char *names[] = {"c", "a", "b"};
    qsort(names, 3, sizeof *names, cmp_str);
    int key = 9;
    int *hit = (int *)bsearch(&key, a, COUNT(a), sizeof *a, cmp_int);
    printf("%s%s%s %td\n", names[0], names[1], names[2], hit - a);
    printf("%08x %d %d\n", rotl(0x80000001u, 4), __builtin_popcount(0xff), ~0u == UINT_MAX);
    copy(buf, "copied");
    printf("%s %zu\n", buf, strlen(buf));
    const char *p = "  two  words ";
    while (getword(&p, word))
        printf("<%s>", word);
    puts("");
    node *t = NULL;
    int keys[] = {4, 2, 6, 1};
    for (size_t i = 0; i < COUNT(keys); i++)
        t = insert(t, keys[i]);
    walk(t, put);
    drop(t);
    puts("");
    union {
        float f;
        uint32_t u;
    } pun;
    pun.f = -2.5f;
    printf("%08x %d\n", pun.u, (int)(pun.u >> 31));
    int n = 10, acc = 0;
    switch (n % 4) {
        do {
        case 0:
            acc++;
        case 3:
            acc++;
        case 2:
            acc++;
        case 1:
            acc++;
        } while ((n -= 4) > 0);
    }
    printf("%d\n", acc);
    int m[3][4], *q = &m[0][0];
    for (int i = 0; i < 12; i++)
        q[i] = i;
    int(*row)[4] = m;
    printf("%d %d %d\n", row[1][2], *(*(m + 2) + 1), (int)(sizeof m / sizeof *m));
    char *dup = strdup("a=1;b=2"), *save, *tok;
    for (tok = strtok_r(dup, ";", &save); tok; tok = strtok_r(NULL, ";", &save)) {
        char *eq = strchr(tok, '=');
        if (eq) {
            *eq = 0;
            printf("%s:%d ", tok, atoi(eq + 1));
        }
    }
    free(dup);
    puts("");
    errno = 0;
    char *end;
    long v = strtol("12x", &end, 10);
    printf("%ld %c %d\n", v, *end, errno);
    printf("%g %d\n", strtod("2.5e1abc", &end), *end == 'a');
    unsigned char bytes[4] = {1, 2, 3, 4};
    uint32_t w;
    memcpy(&w, bytes, 4);
    printf("%u %d\n", w, memcmp(bytes, &w, 4));
    memmove(bytes + 1, bytes, 3);
    printf("%d%d%d%d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    int x = 5, y = x++ + 3, z = (x, y);
    printf("%d %d %d %s\n", x, y, z, x > 6 ? "big" : "small");
    bool ok = !!x;
    printf("%d\n", ok);
    struct {
        int a, b;
    } s1 = {.b = 2}, s2 = s1;
    printf("%d%d\n", s2.a, s2.b);
    int *dyn = (int *)malloc(4 * sizeof *dyn);
    dyn = (int *)realloc(dyn, 8 * sizeof *dyn);
    memset(dyn, 0, 8 * sizeof *dyn);
    dyn[7] = 1;
    printf("%d\n", dyn[7] + dyn[0]);
    free(dyn);
    return EXIT_SUCCESS;
}
