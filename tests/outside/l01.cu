/*
 * simpleStreams, in the manner of NVIDIA's sample.
 * Non-streamed version first, then the array is divided among nstreams streams,
 * kernel and D2H copy of each stream overlap with the others'.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

static const char *sEventSyncMethod[] = {"cudaEventDefault", "cudaEventBlockingSync",
                                         "cudaEventDisableTiming", NULL};
static const char *sDeviceSyncMethod[] = {"cudaDeviceScheduleAuto", "cudaDeviceScheduleSpin",
                                          "cudaDeviceScheduleYield", "INVALID",
                                          "cudaDeviceScheduleBlockingSync", NULL};

#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)

template <typename T>
void check(T result, char const *const func, const char *const file, int const line)
{
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
                static_cast<unsigned int>(result), cudaGetErrorName(result), func);
        exit(EXIT_FAILURE);
    }
}

#define MEMORY_ALIGNMENT 4096
#define ALIGN_UP(x, size) (((size_t)x + (size - 1)) & (~(size - 1)))

__global__ void init_array(int *g_data, int *factor, int num_iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = 0; i < num_iterations; i++) {
        g_data[idx] += *factor; // non-coalesced on purpose, to burn time
    }
}

bool correct_data(int *a, const int n, const int c)
{
    for (int i = 0; i < n; i++) {
        if (a[i] != c) {
            printf("%d: %d %d\n", i, a[i], c);
            return false;
        }
    }
    return true;
}

inline void AllocateHostMemory(bool bPinGenericMemory, int **pp_a, int **ppAligned_a, int nbytes)
{
    if (bPinGenericMemory) {
        printf("> malloc() + cudaHostRegister %4.2f Mbytes of generic page-aligned memory\n",
               (float)nbytes / 1048576.0f);
        *pp_a = (int *)malloc(nbytes + MEMORY_ALIGNMENT);
        *ppAligned_a = (int *)ALIGN_UP(*pp_a, MEMORY_ALIGNMENT);
        checkCudaErrors(cudaHostRegister(*ppAligned_a, nbytes, cudaHostRegisterMapped));
    } else {
        printf("> cudaMallocHost() %4.2f Mbytes of system memory\n", (float)nbytes / 1048576.0f);
        checkCudaErrors(cudaMallocHost((void **)pp_a, nbytes));
        *ppAligned_a = *pp_a;
    }
}

inline void FreeHostMemory(bool bPinGenericMemory, int **pp_a, int **ppAligned_a, int nbytes)
{
    if (bPinGenericMemory) {
        checkCudaErrors(cudaHostUnregister(*ppAligned_a));
        free(*pp_a);
    } else {
        cudaFreeHost(*pp_a);
    }
}

int main(int argc, char **argv)
{
    int cuda_device = 0;
    int nstreams = 4;
    int nreps = 4;
    int n = 4 * 1024 * 1024;
    int nbytes = n * sizeof(int);
    dim3 threads, blocks;
    float elapsed_time, time_memcpy, time_kernel;
    float scale_factor = 1.0f;
    bool bPinGenericMemory = true;
    int device_sync_method = cudaDeviceBlockingSync;
    int niterations = 5;

    printf("[ %s ]\n\n", argv[0]);

    int num_devices = 0;
    checkCudaErrors(cudaGetDeviceCount(&num_devices));
    if (0 == num_devices) {
        printf("no CUDA device\n");
        return 1;
    }
    cudaDeviceProp deviceProp;
    checkCudaErrors(cudaGetDeviceProperties(&deviceProp, cuda_device));
    if ((1 == deviceProp.major) && (deviceProp.minor < 1))
        printf("%s does not have Compute Capability 1.1 or newer.\n", deviceProp.name);
    scale_factor = 1.0f;
    printf("Device: <%s> canMapHostMemory: %s\n", deviceProp.name, deviceProp.canMapHostMemory ? "Yes" : "No");
    printf("> Using CPU/GPU Device Synchronization method (%s)\n", sDeviceSyncMethod[device_sync_method]);
    checkCudaErrors(cudaSetDeviceFlags(device_sync_method | (bPinGenericMemory ? cudaDeviceMapHost : 0)));

    int c = 5;
    int *h_a = 0, *hAligned_a = 0;
    AllocateHostMemory(bPinGenericMemory, &h_a, &hAligned_a, nbytes);

    int *d_a = 0, *d_c = 0;
    checkCudaErrors(cudaMalloc((void **)&d_a, nbytes));
    checkCudaErrors(cudaMemset(d_a, 0x0, nbytes));
    checkCudaErrors(cudaMalloc((void **)&d_c, sizeof(int)));
    checkCudaErrors(cudaMemcpy(d_c, &c, sizeof(int), cudaMemcpyHostToDevice));

    cudaStream_t *streams = (cudaStream_t *)malloc(nstreams * sizeof(cudaStream_t));
    for (int i = 0; i < nstreams; i++)
        checkCudaErrors(cudaStreamCreate(&(streams[i])));

    cudaEvent_t start_event, stop_event;
    int eventflags = (device_sync_method == cudaDeviceBlockingSync ? cudaEventBlockingSync : cudaEventDefault);
    printf("> event method %s\n", sEventSyncMethod[eventflags]);
    checkCudaErrors(cudaEventCreateWithFlags(&start_event, eventflags));
    checkCudaErrors(cudaEventCreateWithFlags(&stop_event, eventflags));

    // time memcopy from device
    checkCudaErrors(cudaEventRecord(start_event, 0));
    checkCudaErrors(cudaMemcpyAsync(hAligned_a, d_a, nbytes, cudaMemcpyDeviceToHost, streams[0]));
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&time_memcpy, start_event, stop_event));
    printf("memcopy:\t%.2f\n", time_memcpy);

    // time kernel
    threads = dim3(512, 1);
    blocks = dim3(n / threads.x, 1);
    checkCudaErrors(cudaEventRecord(start_event, 0));
    init_array<<<blocks, threads, 0, streams[0]>>>(d_a, d_c, niterations);
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&time_kernel, start_event, stop_event));
    printf("kernel:\t\t%.2f\n", time_kernel);

    // non-streamed
    checkCudaErrors(cudaEventRecord(start_event, 0));
    for (int k = 0; k < nreps; k++) {
        init_array<<<blocks, threads>>>(d_a, d_c, niterations);
        checkCudaErrors(cudaMemcpy(hAligned_a, d_a, nbytes, cudaMemcpyDeviceToHost));
    }
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));
    printf("non-streamed:\t%.2f\n", elapsed_time / nreps);

    // nstreams
    blocks = dim3(n / (nstreams * threads.x), 1);
    memset(hAligned_a, 255, nbytes);
    checkCudaErrors(cudaMemset(d_a, 0, nbytes));
    checkCudaErrors(cudaEventRecord(start_event, 0));
    for (int k = 0; k < nreps; k++) {
        for (int i = 0; i < nstreams; i++)
            init_array<<<blocks, threads, 0, streams[i]>>>(d_a + i * n / nstreams, d_c, niterations);
        for (int i = 0; i < nstreams; i++)
            checkCudaErrors(cudaMemcpyAsync(hAligned_a + i * n / nstreams, d_a + i * n / nstreams,
                                            nbytes / nstreams, cudaMemcpyDeviceToHost, streams[i]));
    }
    checkCudaErrors(cudaEventRecord(stop_event, 0));
    checkCudaErrors(cudaEventSynchronize(stop_event));
    checkCudaErrors(cudaEventElapsedTime(&elapsed_time, start_event, stop_event));
    printf("%d streams:\t%.2f\n", nstreams, elapsed_time / nreps);

    printf("-------------------------------\n");
    bool bResults = correct_data(hAligned_a, n, c * nreps * niterations);

    for (int i = 0; i < nstreams; i++)
        checkCudaErrors(cudaStreamDestroy(streams[i]));
    checkCudaErrors(cudaEventDestroy(start_event));
    checkCudaErrors(cudaEventDestroy(stop_event));
    checkCudaErrors(cudaFree(d_a));
    checkCudaErrors(cudaFree(d_c));
    FreeHostMemory(bPinGenericMemory, &h_a, &hAligned_a, nbytes);
    free(streams);
    return bResults ? EXIT_SUCCESS : EXIT_FAILURE;
}
