#include <cuda_runtime.h>
struct A { int a; };
struct B { int b; };
int main() {
    A x{1};
    x.~B();
}
