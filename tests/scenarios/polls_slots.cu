// Three slots of work, each in a stream of its own, and one loop that looks at their events in turn and
// gives a slot that is done the next tile. Which slot gets which tile goes by which is done first. LATER
// is the tile that takes 30 us longer.
#include <atomic>
#include <cuda_runtime.h>

#define TILES 20
#define SLOTS 3
#define LATER -1
#define HAND 12 // us of host work for a tile that is done
#define LOOK 5  // us between two looks at all slots

#pragma nullstream kernel(render) time(90us + (tile * 7 + 3) % 5 * 35us + (tile == LATER) * 30us)
__global__ void render(float *to, int tile)
{
    to[blockIdx.x * blockDim.x + threadIdx.x] = tile;
}

#pragma nullstream host(hand_over) time(HAND * 1us)
static void hand_over() {}

#pragma nullstream host(look_away) time(LOOK * 1us)
static void look_away() {}

static void tell(void *told)
{
    ++*static_cast<std::atomic<int> *>(told);
}

int main()
{
    std::atomic<int> told{0};
    cudaStream_t streams[SLOTS];
    cudaEvent_t done[SLOTS];
    float *tiles[SLOTS];
    int tile_of[SLOTS] = {-1, -1, -1};
    for (int i = 0; i < SLOTS; i++) {
        cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
        cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
        cudaMalloc(&tiles[i], 65536 * sizeof(float));
    }
    int next = 0, finished = 0;
    while (finished < TILES) {
        bool moved = false;
        for (int i = 0; i < SLOTS; i++) {
            if (tile_of[i] >= 0) {
                if (cudaEventQuery(done[i]) == cudaErrorNotReady)
                    continue;
                hand_over();
                finished++;
                tile_of[i] = -1;
                moved = true;
            }
            if (next < TILES) {
                tile_of[i] = next++;
                render<<<256, 256, 0, streams[i]>>>(tiles[i], tile_of[i]);
                cudaLaunchHostFunc(streams[i], tell, &told);
                cudaEventRecord(done[i], streams[i]);
                moved = true;
            }
        }
        if (!moved)
            look_away();
    }
    for (int i = 0; i < SLOTS; i++) {
        cudaFree(tiles[i]);
        cudaEventDestroy(done[i]);
        cudaStreamDestroy(streams[i]);
    }
}
