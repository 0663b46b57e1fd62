// N operations of 64 streams over one array in chunks: copies, kernels, events from a stream to its
// neighbour, now and then the host. What `make bench` checks for hazards (-D N=...). RACES 1 leaves out
// the waits for the neighbour.
#include "nullstream.cuh"

const int N = 1000000, RACES = 0;
const int STREAMS = 64, CHUNK = 4096;

#pragma nullstream kernel(smooth) time(5us) reads(x + (chunk + 63) % 64 * n, n * 4) reads(x + chunk * n, n * 4) writes(x + chunk * n, n * 4)
__global__ void smooth(float *x, int chunk, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    x[chunk * n + i] += x[(chunk + 63) % 64 * n + i];
}

int main()
{
    cudaStream_t streams[STREAMS];
    cudaEvent_t done[STREAMS];
    float *device, *host;
    cudaMalloc(&device, STREAMS * CHUNK * sizeof(float));
    cudaMallocHost(&host, STREAMS * CHUNK * sizeof(float));
    for (int i = 0; i < STREAMS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
    }
    int operations = 0;
    for (int turn = 0; operations < N; turn++) {
        for (int i = 0; i < STREAMS; i++) {
            int left = (i + 63) % 64, right = (i + 1) % 64;
            if (!RACES) {
                cudaStreamWaitEvent(streams[i], done[left], 0);  // it reads what that one wrote
                cudaStreamWaitEvent(streams[i], done[right], 0); // which read what it writes
                operations += 2;
            }
            if (turn % 8 == 0) {
                cudaMemcpyAsync(device + i * CHUNK, host + i * CHUNK, CHUNK * sizeof(float),
                                cudaMemcpyHostToDevice, streams[i]);
                operations++;
            }
            smooth<<<CHUNK / 256, 256, 0, streams[i]>>>(device, i, CHUNK);
            cudaEventRecord(done[i], streams[i]);
            operations += 2;
        }
        if (turn % 64 == 63) {
            cudaDeviceSynchronize();
            for (int i = 0; i < STREAMS; i++)
                host[i * CHUNK] = turn;
        }
    }
    cudaDeviceSynchronize();
    return 0;
}
