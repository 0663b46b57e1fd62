#include <mutex>
#include <atomic>
#include <algorithm>
#include <array>
std::mutex m; std::atomic<int> c{0}; int main() { std::lock_guard<std::mutex> g(m); c++; c += 2; std::array<int, 3> a = {3, 1, 2}; std::sort(a.begin(), a.end()); return c.load() + std::max(a[0], 2); }
