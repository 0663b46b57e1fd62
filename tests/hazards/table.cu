// Kernels that follow pointers which stand in the device's memory: `mix` a table of buffers, `walk` a
// list. Nothing says where those lead, so both may touch anything: without the wait for `produced`
// (UNORDERED) there is a race that is possible, and with it none. A structure by value (VIEW) is
// followed: the race is certain.
#include <cuda_runtime.h>

struct Node {
    float *data;
    Node *next;
};

struct View {
    const float *data;
};

#pragma nullstream kernel(produce) time(100us)
__global__ void produce(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = 1;
}

#pragma nullstream kernel(mix) time(50us)
__global__ void mix(const float *const *parts, int count, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = 0; k < count; k++)
            sum += parts[k][i];
        out[i] = sum;
    }
}

#pragma nullstream kernel(walk) time(50us)
__global__ void walk(const Node *list, float *out)
{
    float sum = 0;
    for (const Node *node = list; node; node = node->next)
        sum += node->data[threadIdx.x];
    out[threadIdx.x] = sum;
}

#pragma nullstream kernel(look) time(50us)
__global__ void look(View view, float *out)
{
    out[threadIdx.x] = view.data[threadIdx.x];
}

int main()
{
    const int n = 1 << 16;
    float *part[2], **table, *out, *host;
    Node node, *list;
    cudaStream_t stream[2];
    cudaEvent_t produced;
    for (int i = 0; i < 2; i++) {
        cudaMalloc(&part[i], n * sizeof(float));
        cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
    }
    cudaMalloc(&table, sizeof part);
    cudaMalloc(&list, sizeof node);
    cudaMalloc(&out, n * sizeof(float));
    cudaMallocHost(&host, n * sizeof(float));
    cudaEventCreateWithFlags(&produced, cudaEventDisableTiming);
    node.data = part[1];
    node.next = nullptr;
    cudaMemcpy(table, part, sizeof part, cudaMemcpyHostToDevice);
    cudaMemcpy(list, &node, sizeof node, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();

    produce<<<n / 256, 256, 0, stream[0]>>>(part[0], n);
    produce<<<n / 256, 256, 0, stream[1]>>>(part[1], n);
    cudaEventRecord(produced, stream[1]);
#ifndef UNORDERED
    cudaStreamWaitEvent(stream[0], produced, 0);
#endif
#if defined LIST
    walk<<<1, 256, 0, stream[0]>>>(list, out);
#elif defined VIEW
    look<<<1, 256, 0, stream[0]>>>(View{part[1]}, out);
#else
    mix<<<n / 256, 256, 0, stream[0]>>>(table, 2, out, n);
#endif
    cudaMemcpyAsync(host, out, n * sizeof(float), cudaMemcpyDeviceToHost, stream[0]);
    cudaDeviceSynchronize();
    return 0;
}
