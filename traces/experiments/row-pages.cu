// Native only. What does a row of a copy cost by its width and by how far the next one lies away
// on the host (or on the device)? Copies of 64, 256 and 1024 rows (2048 up to 64 KiB apart), in
// and out, alone, by events around five in a row that read (write) the same rows, or others each
// time; printed is what a row takes, ns, median of 7, and what its bytes take at the rate of one
// piece. To be built with nvcc -O2 -std=c++17.
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

#include <algorithm>
#include <vector>

static const size_t KIB = 1 << 10, MIB = 1 << 20, ALL = 512 * MIB;
enum { IN_ROW = 5, ROUNDS = 7 };

int main()
{
    char *host, *device;
    cudaStream_t s;
    cudaEvent_t from, to;
    cudaMallocHost(&host, ALL);
    memset(host, 1, ALL);
    cudaMalloc(&device, ALL);
    cudaMemset(device, 0, ALL);
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaEventCreate(&from);
    cudaEventCreate(&to);
    for (int side = 0; side < 2; side++) // whose rows lie apart: the host's, the device's
        for (size_t rows : {64, 256, 1024, 2048})
            for (size_t width : {(size_t)4, (size_t)16, (size_t)32, (size_t)64, (size_t)256, KIB,
                                 2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB})
                for (size_t apart :
                     {(size_t)0, KIB, 2 * KIB, 4 * KIB, 8 * KIB, 16 * KIB, 24 * KIB, 32 * KIB,
                      48 * KIB, 64 * KIB, 96 * KIB, 128 * KIB, 256 * KIB}) {
                    size_t pitch = apart ? apart : width;
                    if (pitch < width || pitch * rows > ALL || (side && rows != 1024))
                        continue;
                    printf("%s %5zu rows of %5zu, %6zu apart, bytes %6.1f:",
                           side ? "device" : "host", rows, width, pitch, (double)width / 55.0);
                    for (int out = 0; out < 2; out++)
                        for (int moves = 0; moves < 2; moves++) {
                            std::vector<float> took;
                            for (int round = 0; round < ROUNDS; round++) {
                                cudaEventRecord(from, s);
                                for (int i = 0; i < IN_ROW; i++) {
                                    size_t at = moves ? width * (size_t)i : 0;
                                    if (at + width > pitch)
                                        at = 0;
                                    char *h = host + (side ? 0 : at), *d = device + (side ? at : 0);
                                    size_t hp = side ? width : pitch, dp = side ? pitch : width;
                                    if (out)
                                        cudaMemcpy2DAsync(h, hp, d, dp, width, rows,
                                                          cudaMemcpyDeviceToHost, s);
                                    else
                                        cudaMemcpy2DAsync(d, dp, h, hp, width, rows,
                                                          cudaMemcpyHostToDevice, s);
                                }
                                cudaEventRecord(to, s);
                                cudaEventSynchronize(to);
                                float ms;
                                cudaEventElapsedTime(&ms, from, to);
                                took.push_back(ms);
                            }
                            std::sort(took.begin(), took.end());
                            printf(" %s %6.1f",
                                   moves ? "others"
                                   : out ? "out"
                                         : "in",
                                   took[ROUNDS / 2] * 1e6 / IN_ROW / (double)rows);
                        }
                    printf("\n");
                }
    return 0;
}
