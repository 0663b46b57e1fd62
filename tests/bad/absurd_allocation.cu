#include <cuda_runtime.h>
#include <stdlib.h>
int main() {
    char *p = (char *)malloc(1ull << 60);
    p[0] = 1;
    return 0;
}
