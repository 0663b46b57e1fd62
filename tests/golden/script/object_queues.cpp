#include <cstdio>
#include <deque>
#include <queue>
#include <stack>
#include <utility>
static int made;
struct Handle {
    int id;
    Handle() : id(++made)
    {
        printf(" +%d", id);
    }
    explicit Handle(int n) : id(n)
    {
        printf(" +%d", id);
    }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    Handle(Handle &&other) noexcept : id(other.id)
    {
        other.id = 0;
    }
    Handle &operator=(Handle &&other) noexcept
    {
        std::swap(id, other.id);
        return *this;
    }
    ~Handle()
    {
        if (id)
            printf(" -%d", id);
    }
};
int main()
{
    std::deque<Handle> d;
    for (int i = 1; i < 6; i++)
        d.push_back(Handle(i));
    d.push_front(Handle(9));
    d.emplace_back(10);
    printf("\npop:");
    d.pop_front();
    d.pop_front();
    d.pop_back();
    printf(" %d %d %d\n", d.front().id, d.back().id, (int)d.size());
    std::queue<Handle> q;
    for (int i = 20; i < 30; i++) {
        q.push(Handle(i));
        if (i % 3 == 0)
            q.pop();
    }
    Handle h = std::move(q.front());
    q.pop();
    printf("\n%d %d\n", h.id, (int)q.size());
    std::stack<Handle> s;
    s.push(Handle(40));
    s.emplace(41);
    s.push(std::move(h));
    s.pop();
    printf("\n%d", s.top().id);
    std::deque<int> n;
    for (int i = 0; i < 40; i++)
        n.push_front(i);
    for (int i = 0; i < 30; i++)
        n.pop_back();
    int x = 3;
    n.push_front(x);
    printf("\n%d %d\n", n.front(), n[1]);
    return 0;
}
