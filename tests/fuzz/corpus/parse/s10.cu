__global__ void k(float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = i * 2.0f; }
int main() { float *d; cudaMalloc(&d, 64); cudaStream_t s; cudaStreamCreate(&s); k<<<dim3(1, 2), 32, 0, s>>>(d, 16); return 0; }
