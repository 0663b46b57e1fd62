#include <mutex>
#include <thread>
std::mutex m;
void other() {
    while (!m.try_lock())
        std::this_thread::yield();
    m.unlock();
}
int main() {
    m.lock();
    std::thread t(other);
    t.join();
    m.unlock();
    return 0;
}
