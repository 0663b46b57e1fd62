#include <cuda_runtime.h>
int main() {
    cudaEvent_t e;
    cudaEventCreate(&e);
    cudaEventSyncronize(e);
    return 0;
}
