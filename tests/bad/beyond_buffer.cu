#include <cuda_runtime.h>
int main() {
    float *h;
    cudaMallocHost(&h, 16 * sizeof(float));
    for (int i = 0; i <= 16; i++)
        h[i] = i;
    return 0;
}
