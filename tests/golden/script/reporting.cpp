// command line, config, csv, stats, histogram, json writer
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
struct Options {
    size_t n = 1 << 20;
    int streams = 4;
    std::string mode = "async";
    bool verify = false;
    double scale = 1.0;
    std::vector<std::string> rest;
};
class Parser
{
    struct Opt {
        std::string name, help;
        bool flag;
        std::function<void(const std::string &)> set;
    };
    std::vector<Opt> opts;

  public:
    template <class T> Parser &add(const std::string &name, T &v, const std::string &help = "")
    {
        opts.push_back({name, help, std::is_same<T, bool>::value, [&v](const std::string &s) {
                            if constexpr (std::is_same<T, bool>::value)
                                v = true;
                            else if constexpr (std::is_same<T, std::string>::value)
                                v = s;
                            else {
                                std::istringstream is(s);
                                if (!(is >> v))
                                    throw std::invalid_argument("bad value: " + s);
                            }
                        }});
        return *this;
    }
    void parse(int argc, const char *const *argv, std::vector<std::string> &rest)
    {
        for (int i = 1; i < argc; i++) {
            std::string a = argv[i], val;
            if (a.rfind("--", 0) != 0) {
                rest.push_back(a);
                continue;
            }
            auto eq = a.find('=');
            if (eq != std::string::npos) {
                val = a.substr(eq + 1);
                a.erase(eq);
            }
            auto it = std::find_if(opts.begin(), opts.end(),
                                   [&](const Opt &o) { return "--" + o.name == a; });
            if (it == opts.end())
                throw std::runtime_error("unknown option " + a);
            if (!it->flag && eq == std::string::npos) {
                if (++i >= argc)
                    throw std::runtime_error(a + " needs a value");
                val = argv[i];
            }
            it->set(val);
        }
    }
    void usage(std::ostream &os) const
    {
        for (const auto &o : opts)
            os << "  --" << std::left << std::setw(10) << o.name << o.help << '\n';
    }
};
struct Stats {
    double mean, sd, min, max, p50, p95;
};
Stats summarize(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    double m = std::accumulate(v.begin(), v.end(), 0.0) / v.size();
    double q = std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
    auto pct = [&v](double p) {
        double i = p * (v.size() - 1);
        size_t k = (size_t)i;
        return k + 1 < v.size() ? v[k] + (i - k) * (v[k + 1] - v[k]) : v[k];
    };
    return {m,        std::sqrt(std::max(0.0, q / v.size() - m * m)), v.front(), v.back(), pct(0.5),
            pct(0.95)};
}
struct Json;
using Arr = std::vector<Json>;
using Obj = std::map<std::string, Json>;
struct Json {
    std::variant<std::nullptr_t, bool, double, std::string, std::shared_ptr<Arr>,
                 std::shared_ptr<Obj>>
        v;
    Json(std::nullptr_t = nullptr) : v(nullptr)
    {
    }
    Json(bool b) : v(b)
    {
    }
    Json(double d) : v(d)
    {
    }
    Json(int i) : v((double)i)
    {
    }
    Json(const char *s) : v(std::string(s))
    {
    }
    Json(std::string s) : v(std::move(s))
    {
    }
    Json(Arr a) : v(std::make_shared<Arr>(std::move(a)))
    {
    }
    Json(Obj o) : v(std::make_shared<Obj>(std::move(o)))
    {
    }
    void write(std::ostream &os, int depth = 0) const
    {
        struct W {
            std::ostream &os;
            int d;
            void operator()(std::nullptr_t)
            {
                os << "null";
            }
            void operator()(bool b)
            {
                os << (b ? "true" : "false");
            }
            void operator()(double x)
            {
                os << x;
            }
            void operator()(const std::string &s)
            {
                os << '"';
                for (char c : s) {
                    if (c == '"' || c == '\\')
                        os << '\\';
                    os << c;
                }
                os << '"';
            }
            void operator()(const std::shared_ptr<Arr> &a)
            {
                os << '[';
                bool first = true;
                for (auto &x : *a) {
                    if (!first)
                        os << ',';
                    first = false;
                    x.write(os, d + 1);
                }
                os << ']';
            }
            void operator()(const std::shared_ptr<Obj> &o)
            {
                os << '{';
                const char *sep = "";
                for (auto &[k, x] : *o) {
                    os << sep << '"' << k << "\":";
                    x.write(os, d + 1);
                    sep = ",";
                }
                os << '}';
            }
        };
        std::visit(W{os, depth}, v);
    }
};
int main()
{
    Options o;
    Parser p;
    p.add("n", o.n, "elements")
        .add("streams", o.streams)
        .add("mode", o.mode, "how")
        .add("verify", o.verify)
        .add("scale", o.scale);
    const char *argv[] = {"prog",   "--n",      "4096",       "--mode=sync",
                          "in.bin", "--verify", "--scale=2.5"};
    p.parse(7, argv, o.rest);
    std::cout << o.n << ' ' << o.streams << ' ' << o.mode << ' ' << std::boolalpha << o.verify
              << ' ' << o.scale << ' ' << o.rest.at(0) << std::noboolalpha << '\n';
    p.usage(std::cout);
    for (auto bad : {"--x", "--n=q", "--n"}) {
        const char *a[] = {"prog", bad};
        try {
            p.parse(2, a, o.rest);
        } catch (const std::exception &e) {
            std::cout << e.what() << '\n';
        }
    }
    std::vector<double> t;
    for (int i = 0; i < 20; i++)
        t.push_back(1.0 + (i * 37 % 11) * 0.25);
    auto s = summarize(t);
    std::cout << std::fixed << std::setprecision(4) << s.mean << ' ' << s.sd << ' ' << s.min << ' '
              << s.max << ' ' << s.p50 << ' ' << s.p95 << std::defaultfloat << std::setprecision(6)
              << '\n';
    std::map<int, int> hist;
    for (double x : t)
        hist[(int)std::floor(x)]++;
    for (auto [k, c] : hist)
        std::cout << std::setw(3) << k << " | " << std::string(c, '#') << '\n';
    std::stringstream csv("name,ms,gb\ncopy,1.5,12\nkernel,0.25,\"x\"\n\n");
    std::string line;
    std::vector<std::vector<std::string>> rows;
    while (std::getline(csv, line)) {
        if (line.empty())
            continue;
        std::vector<std::string> f;
        std::stringstream ls(line);
        std::string c;
        while (std::getline(ls, c, ','))
            f.push_back(c);
        rows.push_back(f);
    }
    std::vector<size_t> w(3);
    for (auto &r : rows)
        for (size_t i = 0; i < r.size(); i++)
            w[i] = std::max(w[i], r[i].size());
    for (auto &r : rows) {
        for (size_t i = 0; i < r.size(); i++)
            std::cout << (i ? " | " : "") << std::setw((int)w[i]) << (i ? std::right : std::left)
                      << r[i];
        std::cout << '\n';
    }
    Json j = Obj{{"name", "run"},
                 {"ok", true},
                 {"ms", 1.25},
                 {"tags", Arr{"a\"b", 2, nullptr}},
                 {"nested", Obj{{"k", 3}}}};
    j.write(std::cout);
    std::cout << '\n';
    std::ifstream missing("/nonexistent/x");
    std::cout << missing.is_open() << missing.good() << '\n';
    std::cout << std::numeric_limits<float>::max() << ' ' << std::numeric_limits<int>::min() << ' '
              << std::numeric_limits<double>::epsilon() << ' ' << std::isnan(std::nan("")) << ' '
              << std::hypot(3.0, 4.0) << ' ' << std::lround(2.5) << ' ' << std::fmod(7.5, 2) << ' '
              << std::pow(2, 0.5) << ' ' << std::cbrt(27.0) << ' ' << std::round(-2.5) << ' '
              << std::abs(-3) << std::abs(-2.5) << '\n';
    std::set<std::string> u{"b", "a", "b"};
    std::cout << u.size() << *u.begin() << '\n';
    auto tup = std::make_tuple(1, 2.5, "z");
    std::cout << std::get<double>(tup) << std::get<2>(tup) << '\n';
}
