// getopt_long, and the functions of <string.h> that parse text.
#include <cstdio>
#include <cstdlib>
#include <getopt.h>
#include <string.h>

static int verbose;
static const struct option longs[] = {{"bytes", required_argument, NULL, 'b'},
                                      {"iterations", required_argument, NULL, 'i'},
                                      {"verbose", no_argument, &verbose, 1},
                                      {"log", optional_argument, NULL, 'l'},
                                      {NULL, 0, NULL, 0}};

static void read(const char *const *words)
{
    char *argv[16];
    int argc = 0;
    for (; words[argc]; argc++)
        argv[argc] = strdup(words[argc]);
    argv[argc] = NULL;
    optind = 1;
    opterr = 0;
    verbose = 0;
    int o, which;
    while ((o = getopt_long(argc, argv, "b:i:v", longs, &which)) != -1) {
        if (o == 0)
            printf("[%s] ", longs[which].name);
        else if (o == '?')
            printf("? ");
        else
            printf("%c=%s ", o, optarg ? optarg : "-");
    }
    printf("verbose %d left %d\n", verbose, argc - optind);
    for (int i = 0; i < argc; i++)
        free(argv[i]);
}

int main()
{
    const char *const first[] = {"p", "--bytes", "64k", "-i3", "--verbose", "file", NULL};
    const char *const second[] = {"p", "--iter=5", "--log", "--log=x", "-v", "--", "-b", NULL};
    read(first);
    read(second);
    const char *text = "key = value; rest";
    size_t n = strcspn(text, " =");
    printf("%zu %zu %s %d\n", n, strspn(text + n, " ="), strpbrk(text, ";!"), strpbrk(text, "#") == NULL);
}
