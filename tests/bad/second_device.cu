#include <cuda_runtime.h>
int main() {
    cudaSetDevice(1);
    return 0;
}
