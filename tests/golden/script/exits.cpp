// What is registered to run when the program ends.
#include <cstdio>
#include <cstdlib>
struct S { const char *n; ~S() { printf("~%s\n", n); } };
S g{"g"};
void one() { puts("one"); }
void two() { puts("two"); }
int main() { static S s{"s"}; std::atexit(one); atexit(two); atexit([] { puts("three"); }); puts("main"); return 0; }
