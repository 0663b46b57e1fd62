#include <thread>
void f(int x) {} int main() { int k = 0; std::thread t(f, 1), u([&k](int z) { k = z; }, 3); t.join(); u.join(); return k; }
