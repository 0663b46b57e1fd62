// printf's conversions.
#include <stdio.h>
#include <string.h>

int main()
{
    printf("[%5d][%-5d][%05d][%+d][% d]\n", 42, 42, 42, 42, 42);
    printf("[%x][%X][%#x][%o][%#o]\n", 255, 255, 255, 8, 8);
    printf("[%ld][%lld][%zu][%hd][%hhd]\n", -5L, 5000000000LL, (size_t)7, 70000, 300);
    printf("[%f][%.0f][%10.3f][%-10.2e][%g][%g]\n", 3.14159, 2.5, 2.71828, 12345.678, 0.0001, 1e10);
    printf("[%s][%10s][%-10s][%.2s]\n", "abc", "abc", "abc", "abc");
    printf("[%c][%3c][%%]\n", 'x', 'y');
    printf("[%*d][%-*d][%.*f]\n", 6, 42, 6, 42, 2, 3.14159);
    printf("[%u][%lu]\n", 4000000000u, 18000000000000000000ul);
    float f = 0.1f;
    printf("[%.8f][%a]\n", f, 1.0);
    char text[32];
    int n = snprintf(text, 8, "%d-%s", 12345, "abcdef");
    printf("%s %d %zu\n", text, n, strlen(text));
    sprintf(text, "%03d", 7);
    puts(text);
    fputs("fputs\n", stdout);
    putchar('c');
    putchar('\n');
    fprintf(stdout, "%s\n", "done");
    return 0;
}
