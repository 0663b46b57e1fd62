#include <chrono>
using namespace std::chrono;
int main() { auto a = steady_clock::now(); auto d = steady_clock::now() - a; duration<double, std::milli> m = d; return duration_cast<microseconds>(d).count() + (int)m.count(); }
