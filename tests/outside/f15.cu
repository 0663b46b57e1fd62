// Streaming compression: chunks are delta-coded and packed on the device, and a host function at the
// end of each chunk's work appends it to the output; the main thread waits for a free slot on a condition.
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <mutex>

#define TRY(x)                                                                                     \
    do {                                                                                           \
        if ((x) != cudaSuccess) {                                                                  \
            fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));                       \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

const int SLOTS = 3, CHUNKS = 15, N = 1 << 20; // 4 MiB of integers a chunk
const size_t BYTES = N * sizeof(int);

#pragma nullstream kernel(delta) flops(1.0 * n) bytes(8.0 * n) reads(in, 4 * n) writes(out, 4 * n)
__global__ void delta(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i % 128 ? in[i] - in[i - 1] : in[i];
}

// a warp packs 128 values of 16 bits into 64 words; also the widest value of each block
#pragma nullstream kernel(pack_bits) flops(6.0 * n) bytes(6.0 * n) reads(in, 4 * n) writes(out, 2 * n)
__global__ void pack_bits(const int *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        int2 v = ((const int2 *)in)[i];
        out[i] = (unsigned)((v.x << 1 ^ v.x >> 31) & 0xffff) | (unsigned)(v.y << 1 ^ v.y >> 31) << 16;
    }
}

#pragma nullstream kernel(checksum) flops(40.0 * n) bytes(4.0 * n) shared(128) reads(in, 4 * n) reads(sum, 4) writes(sum, 4)
__global__ void checksum(const unsigned *in, unsigned *sum, int n)
{
    unsigned s = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned w = in[i];
        for (int k = 0; k < 8; k++)
            w = (w >> 1) ^ (0xedb88320u & (0u - (w & 1u)));
        s ^= w;
    }
    s ^= __shfl_xor_sync(0xffffffffu, s, 16);
    s ^= __shfl_xor_sync(0xffffffffu, s, 8);
    if (threadIdx.x % 32 < 8)
        atomicXor(sum, s);
}

std::mutex m;
std::condition_variable slot_freed;
bool busy[SLOTS];
size_t written = 0;

struct Job {
    int slot;
    const unsigned *data;
    size_t bytes;
};

void append(const unsigned *from, size_t bytes)
{
    static unsigned file[N / 2];
    memcpy(file, from, bytes);
}

void CUDART_CB chunk_done(void *user)
{
    const Job *job = static_cast<const Job *>(user);
    append(job->data, job->bytes);
    std::lock_guard<std::mutex> guard(m);
    written += job->bytes;
    busy[job->slot] = false;
    slot_freed.notify_one();
}

int main()
{
    int *host_in, *raw[SLOTS], *diff[SLOTS];
    unsigned *packed[SLOTS], *host_out[SLOTS], *sums;
    Job job[CHUNKS];
    cudaStream_t stream[SLOTS];
    TRY(cudaMallocHost(&host_in, BYTES));
    for (int i = 0; i < N; i++)
        host_in[i] = i / 3;
    TRY(cudaMalloc(&sums, CHUNKS * sizeof(unsigned)));
    TRY(cudaMemset(sums, 0, CHUNKS * sizeof(unsigned)));
    for (int s = 0; s < SLOTS; s++) {
        TRY(cudaStreamCreate(&stream[s]));
        TRY(cudaMalloc(&raw[s], BYTES));
        TRY(cudaMalloc(&diff[s], BYTES));
        TRY(cudaMalloc(&packed[s], BYTES / 2));
        TRY(cudaMallocHost(&host_out[s], BYTES / 2));
        busy[s] = false;
    }
    for (int c = 0; c < CHUNKS; c++) {
        const int s = c % SLOTS;
        {
            std::unique_lock<std::mutex> guard(m);
            slot_freed.wait(guard, [s] { return !busy[s]; });
            busy[s] = true;
        }
        TRY(cudaMemcpyAsync(raw[s], host_in, BYTES, cudaMemcpyHostToDevice, stream[s]));
        delta<<<N / 1024, 1024, 0, stream[s]>>>(raw[s], diff[s], N);
        pack_bits<<<N / 2 / 128, 128, 0, stream[s]>>>(diff[s], packed[s], N);
        checksum<<<132, 256, 0, stream[s]>>>(packed[s], sums + c, N / 2);
        TRY(cudaMemcpyAsync(host_out[s], packed[s], BYTES / 2, cudaMemcpyDeviceToHost, stream[s]));
        job[c] = Job{s, host_out[s], BYTES / 2};
        TRY(cudaLaunchHostFunc(stream[s], chunk_done, &job[c]));
    }
    TRY(cudaDeviceSynchronize());
    unsigned sum[CHUNKS];
    TRY(cudaMemcpy(sum, sums, sizeof sum, cudaMemcpyDeviceToHost));
    printf("%zu bytes, first checksum %08x\n", written, sum[0]);
    return 0;
}
