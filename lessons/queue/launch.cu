// Three kernels and a host that goes on: a launch only puts the kernel into a queue.
#include "nullstream.cuh"
const int HOST = 400; // what the host does beside them, us
__global__ void k1() { spin_us(500); }
__global__ void k2() { spin_us(500); }
__global__ void k3() { spin_us(500); }

int main()
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);

    k1<<<20, 256, 0, stream>>>();
    k2<<<20, 256, 0, stream>>>();
    k3<<<20, 256, 0, stream>>>();
    host_work_us(HOST);
    cudaDeviceSynchronize();
    return 0;
}
