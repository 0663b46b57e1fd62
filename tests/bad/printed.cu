#include <stdio.h>
int main()
{
    int sizes[4];
    for (int i = 0; i < 5; i++) {
        printf("size %d\n", i);
        sizes[i] = i;
    }
    return 0;
}
