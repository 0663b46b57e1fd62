/* bandwidthTest-like: pageable and pinned, both directions and on the device, quick and range mode */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <assert.h>

#define MEMCOPY_ITERATIONS 10
#define DEFAULT_SIZE (8 * (1 << 20))
#define CACHE_CLEAR_SIZE (16 * (1 << 20))
enum testMode { QUICK_MODE, RANGE_MODE, SHMOO_MODE };
enum memcpyKind { DEVICE_TO_HOST, HOST_TO_DEVICE, DEVICE_TO_DEVICE };
enum memoryMode { PINNED, PAGEABLE };

const char *sMemoryCopyKind[] = {"Device to Host", "Host to Device", "Device to Device", NULL};
const char *sMemoryMode[] = {"PINNED", "PAGEABLE", NULL};

#define checkCudaErrors(val)                                                   \
    if (cudaError_t err = (val)) {                                             \
        fprintf(stderr, "CUDA error %d (%s) line %d\n", (int)err, cudaGetErrorString(err), __LINE__); \
        exit(1);                                                               \
    }

static char *flush_buf;

static double now_ms(void)
{
    struct timeval tv;
    gettimeofday(&tv, NULL);
    return tv.tv_sec * 1000.0 + tv.tv_usec / 1000.0;
}

float testDeviceToHostTransfer(unsigned int memSize, memoryMode memMode, int wc)
{
    float elapsedTimeInMs = 0.0f;
    float bandwidthInGBs = 0.0f;
    unsigned char *h_idata = NULL, *h_odata = NULL;
    cudaEvent_t start, stop;
    checkCudaErrors(cudaEventCreate(&start));
    checkCudaErrors(cudaEventCreate(&stop));
    if (PINNED == memMode) {
        checkCudaErrors(cudaHostAlloc((void **)&h_idata, memSize, (wc) ? cudaHostAllocWriteCombined : 0));
        checkCudaErrors(cudaHostAlloc((void **)&h_odata, memSize, (wc) ? cudaHostAllocWriteCombined : 0));
    } else {
        h_idata = (unsigned char *)malloc(memSize);
        h_odata = (unsigned char *)malloc(memSize);
        if (h_idata == 0 || h_odata == 0) {
            fprintf(stderr, "Not enough memory available on host to run test!\n");
            exit(EXIT_FAILURE);
        }
    }
    memset(h_idata, 0x5a, memSize);

    unsigned char *d_idata;
    checkCudaErrors(cudaMalloc((void **)&d_idata, memSize));
    checkCudaErrors(cudaMemcpy(d_idata, h_idata, memSize, cudaMemcpyHostToDevice));

    if (PINNED == memMode) {
        checkCudaErrors(cudaEventRecord(start, 0));
        for (unsigned int i = 0; i < MEMCOPY_ITERATIONS; i++)
            checkCudaErrors(cudaMemcpyAsync(h_odata, d_idata, memSize, cudaMemcpyDeviceToHost, 0));
        checkCudaErrors(cudaEventRecord(stop, 0));
        checkCudaErrors(cudaDeviceSynchronize());
        checkCudaErrors(cudaEventElapsedTime(&elapsedTimeInMs, start, stop));
    } else {
        elapsedTimeInMs = 0;
        for (unsigned int i = 0; i < MEMCOPY_ITERATIONS; i++) {
            double t0 = now_ms();
            checkCudaErrors(cudaMemcpy(h_odata, d_idata, memSize, cudaMemcpyDeviceToHost));
            elapsedTimeInMs += now_ms() - t0;
            memset(flush_buf, i, CACHE_CLEAR_SIZE / 8);
        }
    }
    double time_s = elapsedTimeInMs / 1e3;
    bandwidthInGBs = (memSize * (float)MEMCOPY_ITERATIONS) / (double)1e9;
    bandwidthInGBs = bandwidthInGBs / time_s;
    checkCudaErrors(cudaEventDestroy(stop));
    checkCudaErrors(cudaEventDestroy(start));
    if (PINNED == memMode) {
        checkCudaErrors(cudaFreeHost(h_idata));
        checkCudaErrors(cudaFreeHost(h_odata));
    } else {
        free(h_idata);
        free(h_odata);
    }
    checkCudaErrors(cudaFree(d_idata));
    return bandwidthInGBs;
}

float testDeviceToDeviceTransfer(unsigned int memSize)
{
    float ms = 0.0f;
    cudaEvent_t start, stop;
    checkCudaErrors(cudaEventCreate(&start));
    checkCudaErrors(cudaEventCreate(&stop));
    unsigned char *h_idata = (unsigned char *)malloc(memSize);
    for (unsigned int i = 0; i < memSize / sizeof(unsigned char); i += 4096)
        h_idata[i] = (unsigned char)(i & 0xff);
    unsigned char *d_idata, *d_odata;
    checkCudaErrors(cudaMalloc((void **)&d_idata, memSize));
    checkCudaErrors(cudaMalloc((void **)&d_odata, memSize));
    checkCudaErrors(cudaMemcpy(d_idata, h_idata, memSize, cudaMemcpyHostToDevice));
    checkCudaErrors(cudaEventRecord(start, 0));
    for (unsigned int i = 0; i < MEMCOPY_ITERATIONS; i++)
        checkCudaErrors(cudaMemcpy(d_odata, d_idata, memSize, cudaMemcpyDeviceToDevice));
    checkCudaErrors(cudaEventRecord(stop, 0));
    // Since Device to Device memory copies are non-blocking, cudaDeviceSynchronize() is required
    checkCudaErrors(cudaDeviceSynchronize());
    checkCudaErrors(cudaEventElapsedTime(&ms, start, stop));
    free(h_idata);
    checkCudaErrors(cudaEventDestroy(stop));
    checkCudaErrors(cudaEventDestroy(start));
    checkCudaErrors(cudaFree(d_idata));
    checkCudaErrors(cudaFree(d_odata));
    return 2.0f * memSize * MEMCOPY_ITERATIONS / 1e9 / (ms / 1e3);
}

void printResultsReadable(unsigned int *memSizes, float *bandwidths, unsigned int count, memcpyKind kind, memoryMode m)
{
    printf(" %s Bandwidth, %i Device(s)\n", sMemoryCopyKind[kind], 1);
    printf(" %s Memory Transfers\n", sMemoryMode[m]);
    printf("   Transfer Size (Bytes)\tBandwidth(GB/s)\n");
    for (unsigned int i = 0; i < count; i++)
        printf("   %u\t\t\t%s%.1f\n", memSizes[i], (memSizes[i] < 10000) ? "\t" : "", bandwidths[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    flush_buf = (char *)malloc(CACHE_CLEAR_SIZE);
    memoryMode mem = PAGEABLE;
    for (int a = 1; a < argc; a++)
        if (!strcmp(argv[a], "--memory=pinned"))
            mem = PINNED;
    unsigned int sizes[3] = {DEFAULT_SIZE / 8, DEFAULT_SIZE / 4, DEFAULT_SIZE / 2};
    float bw[3];
    for (int i = 0; i < 2; i++)
        bw[i] = testDeviceToHostTransfer(sizes[i], mem, 0);
    printResultsReadable(sizes, bw, 2, DEVICE_TO_HOST, mem);
    for (int i = 0; i < 3; i++)
        bw[i] = testDeviceToHostTransfer(sizes[i], PINNED, i == 2);
    printResultsReadable(sizes, bw, 3, DEVICE_TO_HOST, PINNED);
    for (int i = 0; i < 3; i++)
        bw[i] = testDeviceToDeviceTransfer(sizes[i]);
    printResultsReadable(sizes, bw, 3, DEVICE_TO_DEVICE, PINNED);
    free(flush_buf);
    return 0;
}
