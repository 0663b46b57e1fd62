#pragma nullstream kernel(k) time(4us) reads(a, n * 4)
#pragma nullstream host(main) time(1ms)
__global__ void k(int *a, int n) {} int main() { int x = 3;
#pragma nullstream result(&x, 4)
return x; }
