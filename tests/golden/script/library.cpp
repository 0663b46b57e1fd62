// Parts of the C library that are interpreted: sorting, searching, tokens, options.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct pair {
    int key;
    double value;
};

static int by_key(const void *a, const void *b)
{
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

static int by_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main()
{
    struct pair pairs[20];
    for (int i = 0; i < 20; i++) {
        pairs[i].key = (i * 7) % 20;
        pairs[i].value = i * 0.5;
    }
    qsort(pairs, 20, sizeof *pairs, by_key);
    for (int i = 0; i < 20; i += 3)
        printf("%d:%.1f ", pairs[i].key, pairs[i].value);
    printf("\n");
    int a[] = {9, 4, 7, 1, 12, 3, 8};
    qsort(a, 7, sizeof *a, by_int);
    for (int i = 0; i < 7; i++) {
        int *found = (int *)bsearch(&a[i], a, 7, sizeof *a, by_int);
        printf("%d@%d ", a[i], (int)(found - a));
    }
    int missing = 5;
    printf("%d\n", bsearch(&missing, a, 7, sizeof *a, by_int) == NULL);
    char text[] = "one, two,,three";
    for (char *t = strtok(text, ", "); t != NULL; t = strtok(NULL, ", "))
        printf("[%s]", t);
    printf("\n");
    const char *words = "abcdef";
    printf("%s %d\n", (const char *)memchr(words, 'd', 6), memchr(words, 'z', 6) == NULL);
    char program[] = "program", n[] = "-n5", v[] = "-vx", file[] = "file", rest[] = "rest";
    char *argv[] = {program, n, v, file, rest, NULL};
    int c;
    while ((c = getopt(5, argv, "n:vx:")) != -1)
        printf("%c%s ", c, c == 'v' ? "" : optarg);
    printf("%d %s\n", optind, argv[optind]);
    return 0;
}
