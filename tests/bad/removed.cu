#include <cuda_runtime.h>
int main() {
    cudaThreadSynchronize();
    return 0;
}
