#include <mutex>
#include <thread>
#include <unistd.h>
std::mutex a, b;
void other() {
    b.lock();
    usleep(100);
    a.lock();
    a.unlock();
    b.unlock();
}
int main() {
    std::thread t(other);
    a.lock();
    usleep(100);
    b.lock();
    b.unlock();
    a.unlock();
    t.join();
    return 0;
}
