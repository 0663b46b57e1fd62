// a body of the library is wrong for these types and needed by nobody; two methods ask for it
#include <deque>
#include <iostream>
#include <optional>
#include <string>
#include <variant>
struct Load {
    std::string model;
};
struct Infer {
    int batch;
};
struct Unload {
    std::string model;
};
struct Stop {
};
using Message = std::variant<Load, Infer, Unload, Stop>;
template <typename T> class Channel
{
    std::deque<T> q_;

  public:
    void send(T v)
    {
        q_.push_back(std::move(v));
    }
    std::optional<T> receive()
    {
        if (q_.empty())
            return {};
        T v = std::move(q_.front());
        q_.pop_front();
        return v;
    }
};
template <class... Ts> struct overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
class Server
{
    Channel<Message> in_;

  public:
    void post(Message m)
    {
        in_.send(std::move(m));
    }
    void loop()
    {
        while (auto m = in_.receive())
            std::visit(overloaded{[](Load &l) { std::cout << l.model << "\n"; },
                                  [](const Infer &i) { std::cout << i.batch << "\n"; },
                                  [](Unload &) {}, [](Stop) { std::cout << "stop\n"; }},
                       *m);
    }
};
int main()
{
    Server s;
    s.post(Load{"bert"});
    s.post(Infer{3});
    s.post(Stop{});
    s.loop();
}
