#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    int a = 1;
    auto f = []() { return a; };
    printf("%d\n", f());
    return 0;
}
