// Who a thread is, asked by itself and of its std::thread.
#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
std::mutex m;
std::unordered_map<std::thread::id, int> turns;
std::map<std::thread::id, std::string> names;
void note()
{
    std::lock_guard<std::mutex> lock(m);
    ++turns[std::this_thread::get_id()];
}
int main()
{
    std::thread::id none, mine = std::this_thread::get_id();
    printf("%d %d\n", none == mine, none == std::thread::id());
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++)
        threads.emplace_back([i] {
            for (int k = 0; k <= i; k++)
                note();
        });
    int seen = 0;
    std::vector<std::thread::id> ids;
    for (auto &t : threads) {
        names[t.get_id()] = "worker";
        ids.push_back(t.get_id());
    }
    for (auto &t : threads)
        t.join();
    for (auto id : ids)
        seen += turns.at(id);
    printf("%d %zu %zu\n", seen, turns.size(), names.size());
    std::thread t([&] { printf("%d\n", std::this_thread::get_id() != mine); });
    auto id = t.get_id();
    std::thread u = std::move(t);
    printf("%d %d\n", u.get_id() == id, t.get_id() == std::thread::id{});
    u.join();
    printf("%d\n", u.get_id() == none);
    std::ostringstream text;
    text << std::this_thread::get_id();
    printf("%d %d\n", !text.str().empty(),
           std::hash<std::thread::id>{}(mine) == std::hash<std::thread::id>()(mine));
    printf("%d\n", mine < id || id < mine);
}
