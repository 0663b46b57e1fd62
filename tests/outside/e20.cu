// Four cameras: regions of interest are cropped out of a wide frame by 2-D copies, detected, boxes come back and a host function
// puts the frame into the tracker's queue; the tracker thread sleeps on a condition variable.
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <queue>
#include <thread>
#include "nullstream.cuh"

enum { CAMERAS = 4, FRAMES = 10, ROIS = 3, FRAME_W = 3840, FRAME_H = 2160, ROI = 640, BOXES = 100 };

struct Rgb {
    unsigned char r, g, b;
};
struct Box {
    float x, y, w, h, score;
};

#pragma nullstream kernel(normalise) bytes(7.0 * ROI * ROI * ROIS) flops(3.0 * ROI * ROI * ROIS) reads(in, pitch * ROI * ROIS) writes(out, 4 * ROI * ROI * ROIS)
__global__ void normalise(const Rgb *in, size_t pitch, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < ROI && y < ROI * ROIS)
        out[y * ROI + x] = ((const Rgb *)((const char *)in + y * pitch))[x].r / 255.0f;
}
#pragma nullstream kernel(backbone) flops(1.3e10 / (1 << stage)) bytes(6e7 / (1 << stage)) regs(128) shared(40960) reads(x, 4 * ROI * ROI * ROIS) writes(x, 4 * ROI * ROI * ROIS)
__global__ void backbone(float *x, int stage)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = fmaxf(x[i], 0.0f) + stage;
}
#pragma nullstream kernel(nms) time(35us) reads(x, 4 * ROI * ROI * ROIS) writes(boxes, BOXES * sizeof(Box))
__global__ void nms(const float *x, Box *boxes)
{
    if (threadIdx.x < BOXES)
        boxes[threadIdx.x].score = x[threadIdx.x];
}

struct Result {
    int camera, frame;
    const Box *boxes;
};

struct Tracker {
    std::mutex mutex;
    std::condition_variable more;
    std::queue<Result> results;
    bool closed = false;
    double checksum = 0;

    void push(const Result &r)
    {
        std::lock_guard<std::mutex> lock(mutex);
        results.push(r);
        more.notify_one();
    }
    void run()
    {
        std::unique_lock<std::mutex> lock(mutex);
        while (true) {
            more.wait(lock, [&] { return closed || !results.empty(); });
            if (results.empty())
                return;
            Result r = results.front();
            results.pop();
            lock.unlock();
            host_work_us(40); // Hungarian matching
            checksum += r.boxes[0].score;
            lock.lock();
        }
    }
};

struct Arrival {
    Tracker *tracker;
    Result result;
};

static void CUDART_CB arrived(void *p)
{
    Arrival *a = static_cast<Arrival *>(p);
    a->tracker->push(a->result);
}

int main()
{
    static Tracker tracker;
    std::thread thread([] { tracker.run(); });
    static Arrival arrival[CAMERAS][FRAMES];
    cudaStream_t stream[CAMERAS];
    Rgb *frame[CAMERAS], *crops[CAMERAS];
    float *x[CAMERAS];
    Box *boxes[CAMERAS], *home[CAMERAS];
    size_t pitch = 0;
    for (int c = 0; c < CAMERAS; c++) {
        cudaStreamCreateWithPriority(&stream[c], cudaStreamNonBlocking, c == 0 ? -2 : 0);
        cudaMallocHost(&frame[c], sizeof(Rgb) * FRAME_W * FRAME_H);
        cudaMallocPitch(&crops[c], &pitch, ROI * sizeof(Rgb), ROI * ROIS);
        cudaMalloc(&x[c], sizeof(float) * ROI * ROI * ROIS);
        cudaMalloc(&boxes[c], sizeof(Box) * BOXES);
        cudaMallocHost(&home[c], sizeof(Box) * BOXES * FRAMES);
    }
    for (int f = 0; f < FRAMES; f++) {
        for (int c = 0; c < CAMERAS; c++) {
            cudaStream_t s = stream[c];
            for (int r = 0; r < ROIS; r++) {
                const int x0 = 700 * r + 13 * f, y0 = 300 * c + 40 * r;
                cudaMemcpy2DAsync((char *)crops[c] + r * ROI * pitch, pitch, frame[c] + (size_t)y0 * FRAME_W + x0,
                                  FRAME_W * sizeof(Rgb), ROI * sizeof(Rgb), ROI, cudaMemcpyHostToDevice, s);
            }
            normalise<<<dim3(ROI / 32, ROI * ROIS / 6), dim3(32, 6), 0, s>>>(crops[c], pitch, x[c]);
            for (int stage = 0; stage < 4; stage++)
                backbone<<<ROI * ROI * ROIS / 256 >> stage, 256, 0, s>>>(x[c], stage);
            nms<<<1, 128, 0, s>>>(x[c], boxes[c]);
            cudaMemcpyAsync(home[c] + BOXES * f, boxes[c], sizeof(Box) * BOXES, cudaMemcpyDeviceToHost, s);
            arrival[c][f] = {&tracker, {c, f, home[c] + BOXES * f}};
            cudaLaunchHostFunc(s, arrived, &arrival[c][f]);
        }
        host_work_us(150); // the cameras' pace
    }
    for (auto s : stream)
        cudaStreamSynchronize(s);
    {
        std::lock_guard<std::mutex> lock(tracker.mutex);
        tracker.closed = true;
        tracker.more.notify_one();
    }
    thread.join();
    printf("%g\n", tracker.checksum);
    return 0;
}
