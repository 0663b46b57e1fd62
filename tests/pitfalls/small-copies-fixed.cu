// As small-copies.cu, but the tables stand side by side on the device, and come in one copy.
#include "nullstream.cuh"

const int TABLES = 96;
const int ENTRIES = 1024;

struct tables {
    const float *row[TABLES];
};

__global__ void look_up(struct tables tables, float *out)
{
    for (int i = threadIdx.x; i < ENTRIES; i += blockDim.x)
        out[blockIdx.x * ENTRIES + i] = tables.row[blockIdx.x][i];
}
#pragma nullstream kernel(look_up) time(40us) writes(out, TABLES * ENTRIES * sizeof(float))

int main()
{
    float *host, *out;
    struct tables tables;
    cudaStream_t stream;
    cudaMallocHost(&host, TABLES * ENTRIES * sizeof(float));
    cudaMalloc(&out, TABLES * ENTRIES * sizeof(float));
    float *rows;
    cudaMalloc(&rows, TABLES * ENTRIES * sizeof(float));
    for (int i = 0; i < TABLES; i++)
        tables.row[i] = rows + i * ENTRIES;
    cudaStreamCreate(&stream);

    cudaMemcpyAsync(rows, host, TABLES * ENTRIES * sizeof(float), cudaMemcpyHostToDevice, stream);
    look_up<<<TABLES, 256, 0, stream>>>(tables, out);
    cudaStreamSynchronize(stream);
#pragma nullstream result(out, TABLES * ENTRIES * sizeof(float))
    return 0;
}
