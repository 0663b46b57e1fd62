#include <cuda_runtime.h>
int main() {
    int *p = nullptr;
    *p = 1;
    return 0;
}
