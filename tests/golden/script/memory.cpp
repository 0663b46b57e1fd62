// Pointers, arrays, structs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
    int x, y;
    double weight;
};

struct node {
    struct node *next;
    int value;
};

union bits {
    float f;
    unsigned u;
};

struct nested {
    char name[12];
    struct point corners[2];
    struct {
        short a, b;
    } inner;
};

static struct point scaled(struct point p, int by)
{
    p.x *= by;
    p.y *= by;
    return p;
}

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static void raise(int &x, const int &by)
{
    x += by;
}

int table[3][4] = {{1, 2, 3, 4}, {5, 6}, {9}};
const char *names[] = {"one", "two", "three"};
struct point origin = {.x = 1, .y = 2, .weight = 0.5};

static int sum(const int *a, int n)
{
    int s = 0;
    for (const int *p = a; p < a + n; p++)
        s += *p;
    return s;
}

static int twice(int x)
{
    return 2 * x;
}

static int apply(int (*f)(int), int x)
{
    return f(x);
}

int main()
{
    int a = 1, b = 2;
    swap(&a, &b);
    raise(a, 10);
    printf("%d %d\n", a, b);
    struct point p = {3, 4, 2.5}, q = scaled(p, 3);
    struct point *r = &q;
    r->weight += p.weight;
    printf("%d %d %.2f %d\n", q.x, q.y, q.weight, p.x);
    printf("%d\n", scaled(q, 2).y);
    struct node *list = NULL;
    for (int i = 0; i < 5; i++) {
        struct node *n = (struct node *)malloc(sizeof *n);
        n->value = i * i;
        n->next = list;
        list = n;
    }
    for (struct node *n = list; n;) {
        struct node *next = n->next;
        printf("%d ", n->value);
        free(n);
        n = next;
    }
    printf("\n");
    union bits w;
    w.f = 1.0f;
    printf("%x\n", w.u);
    struct nested n = {"abc", {{1, 2, 3}, {4, 5, 6}}, {7, 8}};
    struct nested m = n;
    m.corners[1].y = 50;
    m.inner.b++;
    strcpy(m.name + 1, "xyz");
    printf("%s %s %d %d %d %zu\n", n.name, m.name, n.corners[1].y, m.corners[1].y, m.inner.b,
           sizeof n);
    int s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            s += table[i][j] * (i + 1);
    printf("%d %d\n", s, sum(table[1], 4));
    int *row = table[2];
    row[3] = 77;
    printf("%d %ld\n", *(*(table + 2) + 3), (long)(&table[2][3] - &table[0][0]));
    printf("%s %c %zu\n", names[2], names[1][2], sizeof names / sizeof *names);
    printf("%d %.1f\n", origin.x, origin.weight);
    printf("%d %d\n", apply(twice, 21), apply(&twice, 4));
    int vla_size = 5;
    int vla[vla_size];
    for (int i = 0; i < vla_size; i++)
        vla[i] = i * 10;
    printf("%d %zu\n", sum(vla, vla_size), sizeof vla);
    char text[20] = "hello";
    char *e = text + strlen(text);
    *e++ = '!';
    *e = 0;
    printf("%s %d\n", text, (int)(e - text));
    int *grown = (int *)calloc(4, sizeof(int));
    grown[3] = 9;
    grown = (int *)realloc(grown, 100 * sizeof(int));
    printf("%d %d\n", grown[0], grown[3]);
    free(grown);
    unsigned char bytes[8];
    memset(bytes, 0xab, sizeof bytes);
    long word;
    memcpy(&word, bytes, 8);
    printf("%lx %d\n", word, memcmp(bytes, "\xab\xab\xac", 3) < 0);
    int *fresh = new int[3];
    fresh[0] = fresh[1] = fresh[2] = 6;
    printf("%d\n", fresh[0] + fresh[2]);
    delete[] fresh;
    double *d = new double(2.5);
    printf("%.2f\n", *d);
    delete d;
    struct point copies[2];
    copies[0] = origin;
    copies[1] = copies[0];
    copies[1].x = 5;
    printf("%d %d\n", copies[0].x, copies[1].x);
    const char *order = a > b ? "more" : "less";
    printf("%s\n", order);
    (a > b ? a : b) = 100;
    printf("%d %d\n", a, b);
    long long big[2][2][2];
    for (int i = 0; i < 8; i++)
        (&big[0][0][0])[i] = i;
    printf("%lld\n", big[1][0][1] + big[1][1][1]);
    return 0;
}
