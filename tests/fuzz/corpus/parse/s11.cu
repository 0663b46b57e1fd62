template <typename T> __global__ void k(T *a) { a[threadIdx.x] = undefined_thing(a) + foo::bar<int>(3); unknown x = 3; } int main() { int *p = 0; k<<<1, 1>>>(p); k<int><<<1, 1>>>(p); return 0; }
