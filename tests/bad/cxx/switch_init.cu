#include <cuda_runtime.h>
#include <stdio.h>
int main()
{
    int a = 1;
    switch (a) {
    case 1:
        int b = 3;
        printf("%d\n", b);
        break;
    case 2:
        break;
    }
    return 0;
}
