/* std::this_thread::sleep_until, and how many threads there are. */
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
int main()
{
    auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_until(start + std::chrono::milliseconds(3));
    auto woken = std::chrono::steady_clock::now();
    std::this_thread::sleep_until(start);
    auto late = std::chrono::system_clock::now() + std::chrono::milliseconds(2);
    std::this_thread::sleep_until(late);
    printf("%d %d\n", woken - start >= std::chrono::milliseconds(3),
           std::chrono::system_clock::now() >= late);
    unsigned n = std::thread::hardware_concurrency();
    printf("%d %d\n", n > 0, std::string("a").find('b') == std::string::npos);
    return 0;
}
