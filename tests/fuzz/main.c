/* Runs a fuzz target over the files named on the command line, without a fuzzer: so the corpus is a
 * test. No file is a fault: the corpus was not found. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "%s: no input\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return EXIT_FAILURE;
        }
        static const size_t most = 1 << 24;
        uint8_t *data = malloc(most);
        size_t size = data ? fread(data, 1, most, file) : 0;
        fclose(file);
        /* its own allocation, so that reading past the end is seen */
        uint8_t *copy = realloc(data, size ? size : 1);
        LLVMFuzzerTestOneInput(copy ? copy : data, size);
        free(copy ? copy : data);
    }
    printf("%d inputs\n", argc - 1);
    return EXIT_SUCCESS;
}
