// Tables, formats, dates, words and numbers of text.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <locale>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>
struct Row { std::string name; double ms; std::size_t bytes; };
class Table { std::vector<std::string> head_; std::vector<std::vector<std::string>> rows_; public: explicit Table(std::vector<std::string> h) : head_(std::move(h)) {} template <class... A> void add(const A &...a) { std::vector<std::string> r; (r.push_back(str(a)), ...); rows_.push_back(std::move(r)); } template <class T> static std::string str(const T &v) { std::ostringstream o; if constexpr (std::is_floating_point_v<T>) o << std::fixed << std::setprecision(2); o << v; return o.str(); } friend std::ostream &operator<<(std::ostream &o, const Table &t) { std::vector<std::size_t> w(t.head_.size()); auto grow = [&](const std::vector<std::string> &r) { for (std::size_t i = 0; i < r.size(); ++i) w[i] = std::max(w[i], r[i].size()); }; grow(t.head_); for (auto &r : t.rows_) grow(r); auto line = [&](const std::vector<std::string> &r) { for (std::size_t i = 0; i < r.size(); ++i) o << (i ? " | " : "") << std::setw(int(w[i])) << r[i]; o << '\n'; }; line(t.head_); o << std::string(std::accumulate(w.begin(), w.end(), std::size_t{0}) + 3 * (w.size() - 1), '-') << '\n'; for (auto &r : t.rows_) line(r); return o; } };
static std::string human(double b) { static const char *const u[] = {"B", "KiB", "MiB", "GiB"}; int k = 0; while (b >= 1024 && k < 3) { b /= 1024; ++k; } char buf[32]; std::snprintf(buf, sizeof buf, k ? "%.1f %s" : "%.0f %s", b, u[k]); return buf; }
static std::string trim(const std::string &s) { const auto b = s.find_first_not_of(" \t\n"); if (b == std::string::npos) return {}; return s.substr(b, s.find_last_not_of(" \t\n") - b + 1); }
static std::string replace_all(std::string s, std::string_view from, std::string_view to) { for (std::size_t p = 0; (p = s.find(from, p)) != std::string::npos; p += to.size()) s.replace(p, from.size(), to); return s; }
int main()
{
    Table t({"kernel", "ms", "size"}); t.add("saxpy", 1.234, human(1 << 20)); t.add(std::string("reduce"), 10.5f, human(512)); t.add('x', 3, human(3.5e9)); std::cout << t;
    std::cout << '[' << trim("  a b \n") << ']' << replace_all("a-b-c", "-", "::") << "\n";
    std::ofstream f("/dev/null"); if (f) f << "csv," << 1 << std::endl; f.close(); std::ifstream none("/nonexistent/x"); std::cout << none.is_open() << none.good() << "\n";
    std::istringstream in("10 0x1f 3.5 word\nrest of line\n"); int d; std::string hx; double x; std::string w, rest; in >> d >> hx >> x >> w; std::getline(in >> std::ws, rest); std::cout << d << std::stoi(hx, nullptr, 16) << x << w << "|" << rest << "\n";
    std::istringstream chars("a,b"); char c1, c2, c3; chars >> c1 >> c2 >> c3; std::cout << c1 << c2 << c3 << chars.eof() << "\n"; std::istringstream nl("x\ny"); nl.ignore(std::numeric_limits<std::streamsize>::max(), '\n'); std::string y; nl >> y; std::cout << y << nl.peek() << "\n";
    std::vector<int> v{1, 2, 3}; std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, " ")); std::cout << "\n"; std::istringstream li("4 5 6"); std::vector<int> r((std::istream_iterator<int>(li)), std::istream_iterator<int>()); std::cout << r.size() << r.back() << "\n";
    std::cout << std::setprecision(3) << 3.14159 << " " << std::fixed << 2.0 << " " << std::setw(8) << std::setfill('0') << 1.5 << std::setfill(' ') << " " << std::showpos << 5 << std::noshowpos << " " << std::left << std::setw(5) << "ab" << "|" << std::right << std::setw(5) << "cd" << "|" << std::endl; std::cout.unsetf(std::ios::fixed); std::cout.precision(6); std::cout << 1e6 << " " << 123456789.0 << " " << 0.0001 << " " << 1e-5 << " " << 100.0f << "\n";
    auto old = std::cout.flags(); std::cout << std::hex << std::setw(4) << 255 << "\n"; std::cout.flags(old); std::cout << 255 << "\n"; std::cout << std::boolalpha << (1 < 2) << std::noboolalpha << true << " " << (void *)nullptr << " " << static_cast<int>('a') << " " << char(98) << " " << (unsigned char)'c' << " " << std::uint8_t(100) << "\n";
    std::stringstream ss; ss << 1 << ' ' << 2.5 << " three"; int i1; double d1; std::string s1; ss >> i1 >> d1 >> s1; std::cout << i1 + d1 << s1 << ss.str().size() << "\n"; ss.str(""); ss.clear(); ss << "again"; std::cout << ss.str() << ss.tellp() << "\n"; std::cout << std::quoted("q\"x") << "\n";
    std::printf("%-10s|%10.3e|%+5d|%#o|%5.1f%%|%*d|%.*f|%c%c\n", "left", 12345.6789, 42, 8, 99.5, 5, 7, 2, 3.14159, 'o', 'k'); std::puts(std::string(3, '=').append("end").c_str()); std::fputs("fputs\n", stdout); std::putchar('p'); std::putchar('\n'); std::fprintf(stdout, "%s %zu %td\n", "f", sizeof(int), &v[2] - &v[0]); std::cout.flush(); std::fflush(stdout);
    std::string s("hello"); s.insert(s.begin(), 'H'); s.erase(1, 1); s.front() = 'J'; std::cout << s << s.substr(2, 2) << s.compare(0, 2, "Je") << (s == "Jello") << s.find('l', 3) << s.c_str()[4] << s.at(1) << "\n"; for (auto it = s.rbegin(); it != s.rend(); ++it) std::cout << *it; std::cout << "\n"; s.resize(3); s.resize(5, '.'); std::cout << s << s.capacity() / 100 << s.max_size() / s.max_size() << "\n"; std::string raw = R"x(path\to "it")x"; std::cout << raw << "\n"; std::cout << "con" "cat" << 'a' + 1 << "\t" << "\x41\101\u00e9" << "\n"; char buf[8] = "abc"; std::cout << buf << sizeof buf << std::strlen(buf) << "\n"; std::cout << std::isdigit('5') / std::isdigit('5') << (char)std::tolower('Q') << std::isspace('x') << "\n"; std::clog << ""; std::time_t tt = 0; std::tm *g = std::gmtime(&tt); char tb[32]; std::strftime(tb, sizeof tb, "%Y-%m-%d", g); std::cout << tb << g->tm_year << "\n"; std::cout << std::put_time(g, "%H:%M") << "\n"; char *end; std::cout << std::strtol("12abc", &end, 10) << end << std::strtod("1.5e3x", &end) << *end << "\n"; char line[] = "a b,c"; for (char *tok = std::strtok(line, " ,"); tok; tok = std::strtok(nullptr, " ,")) std::cout << tok << ";"; std::cout << "\n";
}
