#include "sim/base/suggest.h"

#include <stddef.h>
#include <string.h>

#define LONGEST 63

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int suggest_distance(const char *a, const char *b)
{
    size_t m = strlen(a), n = strlen(b);
    if (m > LONGEST || n > LONGEST)
        return LONGEST + 1;
    int row[3][LONGEST + 1]; /* of the table of prefixes: the two before and the current one */
    for (size_t j = 0; j <= n; j++)
        row[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *two_before = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            now[j] = before[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = smaller(now[j], smaller(before[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller(now[j], two_before[j - 2] + 1);
        }
    }
    return row[m % 3][n];
}

void suggest_init(struct suggest *suggest, const char *typo)
{
    size_t length = strlen(typo);
    int near = (int)(length / 3);
    if (near == 0) /* any letter is one letter away from any other */
        near = length > 1;
    *suggest = (struct suggest){.typo = typo, .best = NULL, .distance = near + 1};
}

void suggest_offer(struct suggest *suggest, const char *name)
{
    int distance = suggest_distance(suggest->typo, name);
    if (distance < suggest->distance) {
        suggest->distance = distance;
        suggest->best = name;
    }
}
