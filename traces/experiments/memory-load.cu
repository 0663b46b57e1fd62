// By how much do operations take longer beside kernels that keep the memory busy: they themselves,
// and until the next one begins? BLOCKS of THREADS read all the time (KIND 1: only wait; 2: a memset,
// 3: a copy on the device instead, of LARGE bytes); beside them, in streams of higher priority, chains
// of STEPS operations, called in the shadow of a first one. Records with timing around each chain
// say how long it takes where nothing else looks on.
#include "nullstream.cuh"

#define BLOCKS  132
#define THREADS 256
#define BYTES   1e9
#define KIND    0
#define LARGE   1
#define STEPS   24

const size_t SMALL = 4 << 10, SET = 64 << 10, MIB = 1 << 20, CHAINS = 15;

#pragma nullstream kernel(reads) bytes(BYTES)
__global__ void reads()
{
}

#pragma nullstream kernel(spins) block_time(2ms)
__global__ void spins()
{
    spin_us(2000);
}

#pragma nullstream kernel(first) block_time(400us)
__global__ void first()
{
    spin_us(400);
}

#pragma nullstream kernel(step) block_time(5us)
__global__ void step()
{
    spin_us(5);
}

#pragma nullstream kernel(wide) block_time(5us)
__global__ void wide()
{
    spin_us(5);
}

cudaStream_t a, b, c;
cudaEvent_t e, f, begun, from[CHAINS], to[CHAINS];
int chain;
char *pinned, *device, *other, *large;

void begin()
{
    cudaDeviceSynchronize();
    if (KIND == 1)
        spins<<<BLOCKS, THREADS, 0, a>>>();
    else if (KIND == 2)
        cudaMemsetAsync(large, 0, LARGE, a);
    else if (KIND == 3)
        cudaMemcpyAsync(large, large + LARGE / 2, LARGE / 2, cudaMemcpyDeviceToDevice, a);
    else
        reads<<<BLOCKS, THREADS, 0, a>>>();
    host_work_us(100);
}

void shadow()
{
    begin();
    first<<<1, 64, 0, b>>>();
    cudaEventRecord(begun, b);
    cudaStreamWaitEvent(c, begun, 0);
    cudaEventRecord(from[chain], b);
}

void end()
{
    cudaEventRecord(to[chain++], b);
}

int main()
{
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, -5);
    cudaStreamCreateWithPriority(&c, cudaStreamNonBlocking, -5);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&f, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&begun, cudaEventDisableTiming);
    for (int i = 0; i < CHAINS; i++) {
        cudaEventCreate(&from[i]);
        cudaEventCreate(&to[i]);
    }
    cudaMallocHost((void **)&pinned, MIB);
    cudaMalloc((void **)&large, LARGE);
    cudaMalloc((void **)&device, MIB);
    cudaMalloc((void **)&other, SET);

    shadow(); // kernels
    for (int i = 0; i < STEPS; i++)
        step<<<1, 64, 0, b>>>();
    end();
    shadow(); // kernels with a block for each SM
    for (int i = 0; i < STEPS; i++)
        wide<<<132, 64, 0, b>>>();
    end();
    shadow(); // kernels of two streams, by events
    for (int i = 0; i < STEPS; i++) {
        step<<<1, 64, 0, i % 2 ? c : b>>>();
        cudaEventRecord(i % 2 ? e : f, i % 2 ? c : b);
        cudaStreamWaitEvent(i % 2 ? b : c, i % 2 ? e : f, 0);
    }
    end();
    shadow(); // copies in
    for (int i = 0; i < STEPS; i++)
        cudaMemcpyAsync(device, pinned, SMALL, cudaMemcpyHostToDevice, b);
    end();
    shadow(); // copies out
    for (int i = 0; i < STEPS; i++)
        cudaMemcpyAsync(pinned, device, SMALL, cudaMemcpyDeviceToHost, b);
    end();
    shadow(); // copies in of 1 MiB
    for (int i = 0; i < STEPS; i++)
        cudaMemcpyAsync(device, pinned, MIB, cudaMemcpyHostToDevice, b);
    end();
    shadow(); // copies out of 1 MiB
    for (int i = 0; i < STEPS; i++)
        cudaMemcpyAsync(pinned, device, MIB, cudaMemcpyDeviceToHost, b);
    end();
    shadow(); // memsets
    for (int i = 0; i < STEPS; i++)
        cudaMemsetAsync(device, 0, SET, b);
    end();
    shadow(); // copies on the device
    for (int i = 0; i < STEPS; i++)
        cudaMemcpyAsync(device, other, SET, cudaMemcpyDeviceToDevice, b);
    end();
    shadow(); // kernel, copy in
    for (int i = 0; i < STEPS / 2; i++) {
        step<<<1, 64, 0, b>>>();
        cudaMemcpyAsync(device, pinned, SMALL, cudaMemcpyHostToDevice, b);
    }
    end();
    shadow(); // kernel, copy out
    for (int i = 0; i < STEPS / 2; i++) {
        step<<<1, 64, 0, b>>>();
        cudaMemcpyAsync(pinned, device, SMALL, cudaMemcpyDeviceToHost, b);
    }
    end();
    shadow(); // kernel, memset
    for (int i = 0; i < STEPS / 2; i++) {
        step<<<1, 64, 0, b>>>();
        cudaMemsetAsync(device, 0, SET, b);
    }
    end();
    shadow(); // copy in, copy out
    for (int i = 0; i < STEPS / 2; i++) {
        cudaMemcpyAsync(device, pinned, SMALL, cudaMemcpyHostToDevice, b);
        cudaMemcpyAsync(pinned, device, SMALL, cudaMemcpyDeviceToHost, b);
    }
    end();
    begin(); // kernels on an idle stream
    cudaEventRecord(from[chain], b);
    for (int i = 0; i < STEPS / 2; i++) {
        step<<<1, 64, 0, b>>>();
        cudaStreamSynchronize(b);
    }
    end();
    begin(); // copies on an idle stream
    cudaEventRecord(from[chain], b);
    for (int i = 0; i < STEPS / 2; i++) {
        cudaMemcpyAsync(device, pinned, SMALL, cudaMemcpyHostToDevice, b);
        cudaStreamSynchronize(b);
    }
    end();
    cudaDeviceSynchronize();
    float ms;
    for (int i = 0; i < CHAINS; i++)
        cudaEventElapsedTime(&ms, from[i], to[i]);
    return 0;
}
