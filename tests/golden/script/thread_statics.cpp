// A static local of each thread
#include <cstdio>
#include <thread>
thread_local int counter = 5;
static thread_local int other;
int next()
{
    static thread_local int n = 10;
    return n++;
}
int main()
{
    counter++;
    other = 3;
    next();
    std::thread t([] {
        printf("%d %d %d\n", counter, other, next());
        counter = 99;
        printf("%d %d\n", counter, next());
    });
    t.join();
    printf("%d %d %d\n", counter, other, next());
}
