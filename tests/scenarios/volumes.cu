// Volumes in linear memory: whole planes, a range of planes, a column of rows.
#include <cuda_runtime.h>

#include <cstdlib>

#pragma nullstream kernel(stencil) time(80us)
__global__ void stencil(cudaPitchedPtr from, cudaPitchedPtr to, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    const char *source = static_cast<const char *>(from.ptr);
    char *target = static_cast<char *>(to.ptr);
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            if (x < nx)
                ((float *)(target + (z * ny + y) * to.pitch))[x] =
                    ((const float *)(source + (z * ny + y) * from.pitch))[x];
}

int main()
{
    const int nx = 250, ny = 100, nz = 32;
    cudaExtent volume = make_cudaExtent(nx * sizeof(float), ny, nz);
    cudaPitchedPtr a, b;
    float *host;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc3D(&a, volume);
    cudaMalloc3D(&b, volume);
    cudaMallocHost(&host, sizeof(float) * nx * ny * nz);
    cudaMemset3D(b, 0, volume);

    cudaMemcpy3DParms up = {0};
    up.srcPtr = make_cudaPitchedPtr(host, nx * sizeof(float), nx, ny);
    up.dstPtr = a;
    up.extent = volume;
    up.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&up);

    stencil<<<1, 256, 0, stream>>>(a, b, nx, ny, nz);

    // the planes 8 to 15
    cudaMemcpy3DParms down = {0};
    down.srcPtr = b;
    down.srcPos = make_cudaPos(0, 0, 8);
    down.dstPtr = make_cudaPitchedPtr(host, nx * sizeof(float), nx, ny);
    down.extent = make_cudaExtent(nx * sizeof(float), ny, 8);
    down.kind = cudaMemcpyDeviceToHost;
    cudaMemcpy3DAsync(&down, stream);

    // the fourth row of each plane, where the device has it
    cudaMemcpy3DParms rows = {0};
    rows.srcPtr = a;
    rows.srcPos = make_cudaPos(0, 3, 0);
    rows.dstPtr = b;
    rows.dstPos = make_cudaPos(0, 5, 0);
    rows.extent = make_cudaExtent(nx * sizeof(float), 1, nz);
    rows.kind = cudaMemcpyDeviceToDevice;
#ifdef RACE // with the kernel, and with the copy of some planes
    cudaStream_t other;
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaMemcpy3DAsync(&rows, other);
    cudaStreamSynchronize(other);
#else
    cudaMemcpy3DAsync(&rows, stream);
#endif
    cudaMemset3DAsync(a, 1, volume, stream);
    cudaStreamSynchronize(stream);
    cudaFree(a.ptr);
    cudaFree(b.ptr);
    cudaFreeHost(host);
    cudaStreamDestroy(stream);
    return 0;
}
