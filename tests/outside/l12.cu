// MonteCarloMultiGPU on one GPU: option batches divided among threads with a stream each, results merged on the host
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#include <pthread.h>

#define MAX_OPTIONS (64)
#define PATH_N (1 << 16)
#define NPLANS 2

typedef struct { float S, X, T, R, V; } TOptionData;
typedef struct { float Expected, Confidence; } TOptionValue;
typedef struct { float S, X, MuByT, VBySqrtT; } __TOptionData;
typedef struct { float Sum, Sum2; } __TOptionValue;

typedef struct {
    int device;
    int optionCount;
    TOptionData *optionData;
    TOptionValue *callValue;
    void *d_OptionData, *h_OptionData;
    void *d_CallValue, *h_CallValue;
    int pathN;
    cudaStream_t stream;
    int gridSize;
} TOptionPlan;

#define CHK(x) if ((x) != cudaSuccess) { printf("fail %s line %d\n", #x, __LINE__); exit(1); }

__device__ inline float endCallValue(float S, float X, float r, float MuByT, float VBySqrtT)
{
    float callValue = S * __expf(MuByT + VBySqrtT * r) - X;
    return (callValue > 0.0F) ? callValue : 0.0F;
}

__device__ inline float nextUniform(unsigned &s)
{
    s = s * 1664525u + 1013904223u;
    return (s >> 8) * (1.0f / 16777216.0f);
}

#pragma nullstream kernel(MonteCarloOneBlockPerOption) block_time(pathN * 0.002 * 1us) reads(d_OptionData, 16 * optionN) writes(d_CallValue, 8 * optionN)
__global__ void MonteCarloOneBlockPerOption(const __TOptionData *d_OptionData, __TOptionValue *d_CallValue,
                                            int pathN, int optionN)
{
    __shared__ float s1[256], s2[256];
    for (int o = blockIdx.x; o < optionN; o += gridDim.x) {
        unsigned seed = threadIdx.x * 7919u + o;
        float a = 0, b = 0;
        for (int i = threadIdx.x; i < pathN; i += 256) {
            float u = nextUniform(seed), v = nextUniform(seed);
            float r = sqrtf(-2.0f * __logf(u + 1e-9f)) * __cosf(6.2831853f * v);
            float c = endCallValue(d_OptionData[o].S, d_OptionData[o].X, r, d_OptionData[o].MuByT, d_OptionData[o].VBySqrtT);
            a += c;
            b += c * c;
        }
        s1[threadIdx.x] = a;
        s2[threadIdx.x] = b;
        __syncthreads();
        if (threadIdx.x == 0) {
            for (int i = 1; i < 256; i++)
                s1[0] += s1[i], s2[0] += s2[i];
            d_CallValue[o].Sum = s1[0];
            d_CallValue[o].Sum2 = s2[0];
        }
        __syncthreads();
    }
}

void initMonteCarloGPU(TOptionPlan *plan)
{
    CHK(cudaMalloc(&plan->d_OptionData, sizeof(__TOptionData) * plan->optionCount));
    CHK(cudaMalloc(&plan->d_CallValue, sizeof(__TOptionValue) * plan->optionCount));
    CHK(cudaMallocHost(&plan->h_OptionData, sizeof(__TOptionData) * plan->optionCount));
    CHK(cudaMallocHost(&plan->h_CallValue, sizeof(__TOptionValue) * plan->optionCount));
}

void closeMonteCarloGPU(TOptionPlan *plan)
{
    for (int i = 0; i < plan->optionCount; i++) {
        const double RT = plan->optionData[i].R * plan->optionData[i].T;
        const double sum = ((__TOptionValue *)plan->h_CallValue)[i].Sum;
        const double sum2 = ((__TOptionValue *)plan->h_CallValue)[i].Sum2;
        const double pathN = plan->pathN;
        const double stdDev = sqrt((pathN * sum2 - sum * sum) / (pathN * (pathN - 1)));
        plan->callValue[i].Expected = (float)(exp(-RT) * sum / pathN);
        plan->callValue[i].Confidence = (float)(exp(-RT) * 1.96 * stdDev / sqrt(pathN));
    }
    CHK(cudaFreeHost(plan->h_CallValue));
    CHK(cudaFreeHost(plan->h_OptionData));
    CHK(cudaFree(plan->d_CallValue));
    CHK(cudaFree(plan->d_OptionData));
}

void MonteCarloGPU(TOptionPlan *plan, cudaStream_t stream)
{
    __TOptionData *h_OptionData = (__TOptionData *)plan->h_OptionData;
    for (int i = 0; i < plan->optionCount; i++) {
        const double T = plan->optionData[i].T;
        const double R = plan->optionData[i].R;
        const double V = plan->optionData[i].V;
        h_OptionData[i].S = (float)plan->optionData[i].S;
        h_OptionData[i].X = (float)plan->optionData[i].X;
        h_OptionData[i].MuByT = (float)((R - 0.5 * V * V) * T);
        h_OptionData[i].VBySqrtT = (float)(V * sqrt(T));
    }
    CHK(cudaMemcpyAsync(plan->d_OptionData, h_OptionData, plan->optionCount * sizeof(__TOptionData),
                        cudaMemcpyHostToDevice, stream));
    MonteCarloOneBlockPerOption<<<plan->gridSize, 256, 0, stream>>>(
        (__TOptionData *)plan->d_OptionData, (__TOptionValue *)plan->d_CallValue, plan->pathN, plan->optionCount);
    CHK(cudaGetLastError());
    CHK(cudaMemcpyAsync(plan->h_CallValue, plan->d_CallValue, plan->optionCount * sizeof(__TOptionValue),
                        cudaMemcpyDeviceToHost, stream));
}

static void *solverThread(void *arg)
{
    TOptionPlan *plan = (TOptionPlan *)arg;
    CHK(cudaSetDevice(plan->device));
    initMonteCarloGPU(plan);
    for (int rep = 0; rep < 5; rep++)
        MonteCarloGPU(plan, plan->stream);
    CHK(cudaStreamSynchronize(plan->stream));
    closeMonteCarloGPU(plan);
    return NULL;
}

static float randFloat(float low, float high)
{
    float t = (float)rand() / (float)RAND_MAX;
    return (1.0f - t) * low + t * high;
}

int main(int argc, char **argv)
{
    TOptionData optionData[MAX_OPTIONS];
    TOptionValue callValueGPU[MAX_OPTIONS];
    TOptionPlan optionSolver[NPLANS];
    pthread_t threadID[NPLANS];
    srand(123);
    for (int i = 0; i < MAX_OPTIONS; i++) {
        optionData[i].S = randFloat(5.0f, 50.0f);
        optionData[i].X = randFloat(10.0f, 25.0f);
        optionData[i].T = randFloat(1.0f, 5.0f);
        optionData[i].R = 0.06f;
        optionData[i].V = 0.10f;
        callValueGPU[i].Expected = -1.0f;
    }
    int gpuBase = 0;
    for (int i = 0; i < NPLANS; i++) {
        optionSolver[i].device = 0;
        optionSolver[i].optionCount = MAX_OPTIONS / NPLANS;
        optionSolver[i].optionData = optionData + gpuBase;
        optionSolver[i].callValue = callValueGPU + gpuBase;
        optionSolver[i].pathN = PATH_N;
        optionSolver[i].gridSize = optionSolver[i].optionCount;
        CHK(cudaStreamCreate(&optionSolver[i].stream));
        gpuBase += optionSolver[i].optionCount;
    }
    for (int i = 0; i < NPLANS; i++)
        pthread_create(&threadID[i], NULL, solverThread, &optionSolver[i]);
    for (int i = 0; i < NPLANS; i++)
        pthread_join(threadID[i], NULL);
    double sum = 0;
    for (int i = 0; i < MAX_OPTIONS; i++)
        sum += callValueGPU[i].Expected;
    printf("mean %f\n", sum / MAX_OPTIONS);
    for (int i = 0; i < NPLANS; i++)
        CHK(cudaStreamDestroy(optionSolver[i].stream));
    return 0;
}
