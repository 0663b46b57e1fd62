// string.h, stdlib.h, math.h.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main()
{
    char a[40] = "overlap", b[40];
    strcpy(b, a);
    strcat(b, "ped");
    printf("%s %zu %d %d\n", b, strlen(b), strcmp(a, b) < 0, strncmp(a, b, 7));
    printf("%s %s\n", strchr(b, 'l'), strrchr(b, 'p'));
    printf("%s %d\n", strstr(b, "lap"), strstr(b, "none") == NULL);
    strncpy(a, "xyz", 10);
    printf("%s\n", a);
    printf("%d %ld %.3f\n", atoi("42abc"), atol("-17"), atof("2.5e3"));
    char *end;
    long v = strtol("ff and", &end, 16);
    printf("%ld [%s]\n", v, end);
    printf("%d %ld\n", abs(-5), labs(-6L));
    srand(42);
    for (int i = 0; i < 5; i++)
        printf("%d ", rand());
    printf("\n");
    printf("%.6f %.6f %.6f\n", sin(1.0), cos(1.0), sqrt(2.0));
    printf("%.6f %.6f %.6f\n", pow(2.0, 0.5), exp(1.0), log(10.0));
    printf("%.1f %.1f %.1f %.1f\n", floor(-2.5), ceil(-2.5), round(2.5), fabs(-3.5));
    printf("%.6f %.6f\n", sqrtf(3.0f), powf(1.5f, 3.0f));
    printf("%.3f %.3f\n", fmod(7.5, 2.0), fmax(1.0, 2.0));
    char *copy = strdup("copied");
    printf("%s\n", copy);
    free(copy);
    return 0;
}
