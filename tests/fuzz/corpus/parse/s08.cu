int f(int a, int b = 2); int f(int a, int b) { return a ? f(a - 1) : b; } int main() { int (*p)(int, int) = f; return p(1, 2) + (*p)(3, 4); }
