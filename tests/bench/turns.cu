// N turns of a host loop: what interpreting costs (-D N=...).
#include <stdlib.h>

const int N = 50000000;
const int SIZE = 1000000;

int main() {
    float *a = (float *)malloc(SIZE * sizeof(float));
    for (int round = 0; round < N / SIZE; round++)
        for (int i = 0; i < SIZE; i++)
            a[i] = i * 0.5f;
    free(a);
    return 0;
}
