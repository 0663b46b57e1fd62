// c++20: latches, barriers, spans, bits; std::byte and std::any.
#include <any>
#include <array>
#include <barrier>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <latch>
#include <map>
#include <numbers>
#include <semaphore>
#include <span>
#include <string>
#include <thread>
#include <vector>
enum class E : unsigned char { A };
static double sum(std::span<const double> s) { double t = 0; for (double x : s) t += x; return t; }
static void scale(std::span<int> s, int by) { for (auto &x : s) x *= by; }
int main()
{
    std::byte b{0x5a};
    b |= std::byte{0x01}; b <<= 1; auto c = ~b & std::byte{0xf0};
    std::printf("%d %d %u\n", std::to_integer<int>(b), std::to_integer<int>(c), static_cast<unsigned>(b ^ c));
    std::vector<std::byte> raw(16); raw[3] = std::byte{7}; std::printf("%zu %d\n", raw.size(), (int)raw[3]);
    E e{3}; std::printf("%d\n", int(e) + int(E{4}));
    std::any a = 5; std::printf("%d %d\n", std::any_cast<int>(a), a.has_value());
    a = std::string("text"); std::printf("%s\n", std::any_cast<std::string &>(a).c_str());
    if (auto *p = std::any_cast<int>(&a)) std::printf("%d\n", *p); else std::puts("no int");
    try { std::any_cast<double>(a); } catch (const std::bad_any_cast &x) { std::puts(x.what()); }
    std::map<std::string, std::any> props; props["n"] = 3; props["f"] = 2.5; props["s"] = "lit"; auto copy = props;
    std::printf("%d %g %s\n", std::any_cast<int>(copy["n"]), std::any_cast<double>(copy.at("f")), std::any_cast<const char *>(copy["s"]));
    a.reset(); std::printf("%d\n", a.has_value()); auto m = std::make_any<std::vector<int>>(3, 1); std::printf("%zu\n", std::any_cast<std::vector<int>>(m).size());
    std::vector<double> v{1, 2, 3, 4}; double raw2[3] = {5, 6, 7}; std::array<double, 2> ar{8, 9};
    std::printf("%g %g %g %g\n", sum(v), sum(raw2), sum(ar), sum({v.data() + 1, 2}));
    std::vector<int> w{1, 2, 3, 4, 5}; std::span s(w); scale(s.subspan(1, 3), 10); scale(s.first(1), 7); std::printf("%d %d %d %zu %zu\n", w[0], w[1], s.back(), s.size(), s.size_bytes());
    int fixed[4] = {1, 2, 3, 4}; std::span<int, 4> f4(fixed); std::printf("%zu %d\n", f4.extent, f4.last(2)[0]);
    std::latch ready(3), go(1); std::array<int, 3> out{}; std::vector<std::thread> ts;
    for (int i = 0; i < 3; i++) ts.emplace_back([&, i] { ready.count_down(); go.wait(); out[i] = i + 1; });
    ready.wait(); go.count_down(); for (auto &t : ts) t.join(); std::printf("%d %d\n", out[0] + out[1] + out[2], go.try_wait());
    int phases = 0; std::array<int, 4> part{}; auto done = [&]() noexcept { phases++; };
    std::barrier bar(4, done); ts.clear();
    for (int i = 0; i < 4; i++) ts.emplace_back([&, i] { for (int k = 0; k < 5; k++) { part[i] += k; bar.arrive_and_wait(); } });
    for (auto &t : ts) t.join(); std::printf("%d %d\n", phases, part[3]);
    std::barrier<> plain(1); plain.arrive_and_wait(); auto tok = plain.arrive(); plain.wait(std::move(tok));
    std::counting_semaphore<4> sem(2); sem.acquire(); std::printf("%d\n", sem.try_acquire() + sem.try_acquire()); std::binary_semaphore bs{0}; bs.release(); bs.acquire();
    std::printf("%d %d %d %u %d %u\n", std::popcount(0xf0u), std::countl_zero(1u), std::countr_zero(8u), std::bit_ceil(17u), std::has_single_bit(64u), std::rotl(1u, 33));
    std::printf("%.6f %08x\n", std::numbers::pi, std::bit_cast<std::uint32_t>(1.5f));
}
