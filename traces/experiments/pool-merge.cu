// Do blocks that are given back to a pool in the order of a stream become one where they lie side by
// side, and where does the next allocation go? Each case with a pool of its own that keeps all; of
// each allocation how long the call took, by how many MiB the pool grew, and how many MiB behind
// the case's first it lies. `+a12` allocates 12 MiB in stream 0, `+a12.1` in stream 1, `-a` gives back in
// stream 0, `s` synchronizes the device. Native only.
#include <cuda_runtime.h>
#include <map>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <sstream>

#include "nullstream.cuh"

const char *const cases[] = {
    "+a12 +b12 +c4 -a -b +d20",
    "+a12 +b12 +c4 -b -a +d20",
    "+a12 +b12 +c4 -a -b s +d20",
    "+a8 +x4 +b8 +y8 -a -b +d16",
    "+a8 +x4 +b8 +y8 -a -b s +d16",
    "+a8 +b8 +c8 +x4 -a -c -b +d24",
    "+a8 +b8 +c8 +x4 -a -c -b +d12 +e12",
    "+x4 +a20 -a +b12 -b +c20",
    "+x4 +a20 -a +b12 +c8 -b -c +d20",
    "+x4 +a12 -a +b20",
    "+x4 +a12 -a s +b20",
    "+x4 +a12 -a +b8 +c8 +d12",
    "+a8 +x2 +b4 +y2 -a -b +c4 +d4 +e4",
    "+a4 +x2 +b4 +y2 -a -b +c4 +d4",
    "+a4 +x2 +b4 +y2 -b -a +c4 +d4",
    "+a4 +x2 +b4 +y2 -b -a +c2 +d2 +e2",
    "+a12 +b12.1 +c4 -a -b.1 +d20",
    "+a12 +b12.1 +c4 -a -b.1 s +d20",
    "+a12 +b12.1 +c4 -a -b.1 s +d20.1",
    "+a16 +b16 +c2 -a -b -c +d12.1 +e12.1 +f2.1 -d.1 -e.1 -f.1 +g4 +h4 +i2 -g -h -i +j20.1 +k20.1 +l2.1",
    "+a16 +b16 +c2 -a -b -c +d12.1 +e12.1 -d.1 -e.1 +j20.1",
    "+a20 +b20 -a -b +c32",
    "+a20 +b20 -a -b s +c32",
    "+a20 +b20 -a -b +c40",
    "+a20 +b20 -a -b +c20 +d20",
    "+a1 +b1 +c1 +d1",
};

__global__ void hold(double us)
{
    spin_us(us);
}

int main()
{
    cudaStream_t streams[2];
    for (cudaStream_t &s : streams)
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    for (int round = 0; round < 2; round++)
        for (const char *text : cases) {
            cudaMemPoolProps props = {};
            props.allocType = cudaMemAllocationTypePinned;
            props.location.type = cudaMemLocationTypeDevice;
            cudaMemPool_t pool;
            cudaMemPoolCreate(&pool, &props);
            uint64_t all = UINT64_MAX, reserved = 0;
            cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all);
            std::map<char, char *> memory;
            char *first = NULL;
            std::istringstream words(text);
            std::string line, word;
            hold<<<1, 64, 0, streams[0]>>>(300); // nothing has happened by itself
            hold<<<1, 64, 0, streams[1]>>>(300);
            while (words >> word) {
                if (word == "s") {
                    cudaDeviceSynchronize();
                    line += " s";
                    continue;
                }
                cudaStream_t s = streams[word.find(".1") != std::string::npos];
                char name = word[1];
                if (word[0] == '-') {
                    cudaFreeAsync(memory[name], s);
                    line += " " + word;
                    continue;
                }
                double a = host_time_us();
                cudaMallocFromPoolAsync((void **)&memory[name], (size_t)atoi(word.c_str() + 2) << 20, pool, s);
                double b = host_time_us();
                if (!first)
                    first = memory[name];
                uint64_t now = 0;
                cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &now);
                char piece[100];
                snprintf(piece, sizeof piece, " %s(%.1f us, +%d, at %g)", word.c_str(), b - a,
                         (int)((now - reserved) >> 20), (double)(memory[name] - first) / (1 << 20));
                reserved = now;
                line += piece;
            }
            cudaDeviceSynchronize();
            cudaMemPoolDestroy(pool);
            if (round)
                printf("%s\n", line.c_str() + 1);
        }
    return 0;
}
