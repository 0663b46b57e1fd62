/* Usage: keys [--rewrite] NULLSTREAM SCRIPT...
 *
 * Runs key scripts (README.md) in the root of the repository. */
#include "tests/term/script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    bool rewrite = argc > 1 && strcmp(argv[1], "--rewrite") == 0;
    int first = rewrite ? 2 : 1, failed = 0, waived = 0;
    char *program = first < argc ? realpath(argv[first], NULL) : NULL;
    if (!program) {
        fprintf(stderr, "usage: keys [--rewrite] NULLSTREAM SCRIPT...\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int i = first + 1; i < argc; i++) {
        int rc = script_run(program, argv[i], rewrite);
        failed += rc == 1;
        waived += rc == 77;
    }
    free(program);
    int count = argc - first - 1;
    if (waived > 0 && failed == 0)
        printf("the program was built without curses\n");
    else
        printf("key scripts: %d passed, %d failed\n", count - failed - waived, failed);
    return failed ? 1 : waived ? 77 : 0;
}
