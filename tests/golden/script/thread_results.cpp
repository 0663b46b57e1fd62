// Results, errors and locks between threads.
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
class Account { mutable std::mutex m_; double b_; public: explicit Account(double b) : b_(b) {} friend void transfer(Account &f, Account &t, double x) { std::unique_lock<std::mutex> l1(f.m_, std::defer_lock), l2(t.m_, std::defer_lock); std::lock(l1, l2); f.b_ -= x; t.b_ += x; } double get() const { std::lock_guard<std::mutex> g(m_); return b_; } };
template <class F> class Finally { F f_; public: Finally(F f) : f_(f) {} ~Finally() { f_(); } };
class Event { std::mutex m_; std::condition_variable cv_; bool set_ = false; public: void set() { { std::lock_guard l(m_); set_ = true; } cv_.notify_all(); } void wait() { std::unique_lock l(m_); while (!set_) cv_.wait(l); } template <class R, class P> bool wait_for(std::chrono::duration<R, P> d) { std::unique_lock l(m_); return cv_.wait_for(l, d, [&] { return set_; }); } };
struct Barrier { std::mutex m; std::condition_variable cv; int n, left, gen = 0; explicit Barrier(int n) : n(n), left(n) {} void wait() { std::unique_lock l(m); int g = gen; if (--left == 0) { gen++; left = n; cv.notify_all(); } else cv.wait(l, [&] { return g != gen; }); } };
static int work(int a, const std::string &s, std::vector<int> &out) { out.push_back(a); return a + (int)s.size(); }
int main()
{
    std::promise<void> go; std::shared_future<void> ready(go.get_future()); std::vector<std::future<int>> fs;
    for (int i = 0; i < 3; i++) fs.push_back(std::async(std::launch::async, [ready, i] { ready.wait(); return i * 10; }));
    go.set_value(); int s = 0; for (auto &f : fs) s += f.get(); std::printf("%d\n", s);
    std::promise<int> bad; auto bf = bad.get_future(); std::thread t([&bad] { try { throw std::range_error("deep"); } catch (...) { bad.set_exception(std::current_exception()); } }); t.join();
    try { bf.get(); } catch (const std::range_error &e) { std::printf("%s\n", e.what()); }
    std::packaged_task<int(int, int)> task([](int a, int b) { return a * b; }); auto tf = task.get_future(); std::thread tt(std::move(task), 6, 7); tt.join(); std::printf("%d\n", tf.get());
    Account a(100), b(50); std::thread x([&] { for (int i = 0; i < 10; i++) transfer(a, b, 1); }), y([&] { for (int i = 0; i < 10; i++) transfer(b, a, 2); }); x.join(); y.join(); std::printf("%g %g\n", a.get(), b.get());
    std::vector<int> out; auto r = std::async(work, 5, "abc", std::ref(out)); std::printf("%d %zu\n", r.get(), out.size());
    Event e; int got = 0; std::thread w([&] { e.wait(); got = 1; }); std::this_thread::sleep_for(std::chrono::milliseconds(1)); e.set(); w.join(); Event never; std::printf("%d %d\n", got, never.wait_for(std::chrono::milliseconds(2)));
    Barrier bar(3); std::vector<int> order(3); std::vector<std::thread> ts; for (int i = 0; i < 3; i++) ts.emplace_back([&, i] { for (int k = 0; k < 3; k++) { order[i]++; bar.wait(); } }); for (auto &th : ts) th.join(); std::printf("%d\n", order[0] + order[1] + order[2]);
    std::set<std::thread::id> ids; std::mutex im; ts.clear(); for (int i = 0; i < 3; i++) ts.emplace_back([&] { std::lock_guard<std::mutex> g(im); ids.insert(std::this_thread::get_id()); }); for (auto &th : ts) th.join(); std::printf("%d %d\n", (int)ids.size(), ids.count(std::this_thread::get_id()) == 0);
    thread_local int tl = 1; std::thread([&] { tl = 5; }).join(); std::printf("%d\n", tl); std::printf("%d\n", std::thread::hardware_concurrency() > 0);
    std::shared_mutex sm; std::map<int, int> cache; auto lookup = [&](int k) { { std::shared_lock l(sm); if (auto it = cache.find(k); it != cache.end()) return it->second; } std::unique_lock l(sm); return cache[k] = k * k; }; std::thread c1([&] { for (int i = 0; i < 5; i++) lookup(i); }), c2([&] { for (int i = 0; i < 5; i++) lookup(i); }); c1.join(); c2.join(); std::printf("%zu %d\n", cache.size(), lookup(3));
    { Finally f([] { std::puts("finally"); }); std::puts("body"); } std::thread moved; moved = std::thread([] {}); std::thread other = std::move(moved); std::printf("%d %d\n", moved.joinable(), other.joinable()); other.join(); std::thread det([] {}); det.detach();
    std::condition_variable_any cva; std::shared_mutex sm2; bool flag = false; std::thread n([&] { std::unique_lock l(sm2); flag = true; cva.notify_one(); }); { std::unique_lock<std::shared_mutex> l(sm2); cva.wait(l, [&] { return flag; }); } n.join(); std::puts("any"); auto fut = std::async(std::launch::deferred, [] { return std::string("lazy"); }); std::printf("%d ", fut.wait_for(std::chrono::seconds(0)) == std::future_status::deferred); std::printf("%s\n", fut.get().c_str());
    try { std::promise<int> p1; auto f1 = p1.get_future(); { std::promise<int> gone(std::move(p1)); } f1.get(); } catch (const std::future_error &fe) { std::puts("broken"); } std::printf("%d\n", std::future<int>().valid());
    std::once_flag of; int once = 0; for (int i = 0; i < 3; i++) std::call_once(of, [&](int k) { once += k; }, 4); std::printf("%d\n", once); std::timed_mutex tm; tm.lock(); std::thread tl2([&] { std::printf("%d\n", tm.try_lock_for(std::chrono::milliseconds(1))); }); tl2.join(); tm.unlock(); std::ostringstream os; os << std::this_thread::get_id(); std::printf("%d\n", !os.str().empty());
}
