/* What each header of the standard library brings along: as GCC 12's do, which nvcc 13.0 was asked
 * about, and no more of what it refuses. */
#include "sim/base/strbuf.h"
#include "sim/script/builtin_headers.h"
#include "tests/parse_text.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static int parse_with(const char *header, const char *body, struct err *err)
{
    struct strbuf text;
    strbuf_init(&text);
    if (*header)
        strbuf_addf(&text, "#include <%s>\n", header);
    strbuf_addf(&text, "int main() { %s }\n", body);
    err_init(err);
    int status = parse_text(text.text, NULL, err);
    strbuf_release(&text);
    return status;
}

/* nvcc takes each. */
static const struct {
    const char *header, *body;
} brought[] = {
    {"", "int64_t n = INT_MAX + CHAR_BIT; int8_t m = std::numeric_limits<int8_t>::max(); (void)(n "
         "+ m);"},
    {"",
     "auto p = std::make_pair(1, 2.f); std::pair<int, float> q = std::move(p); std::swap(p, q);"},
    {"", "int a[3] = {3, 1, 2}, b[3]; std::copy(a, a + 3, b); std::fill(a, a + 3, std::max(b[0], "
         "b[1]));"},
    {"", "static_assert(std::is_same<int, std::decay_t<const int &>>::value, \"\");"},
    {"", "std::initializer_list<int> l = {1, 2}; (void)(isdigit(0) + (l.size() != 0));"},
    {"algorithm", "int *p = new (std::nothrow) int; delete p;"},
    {"atomic", "uint32_t n = UINT32_MAX; (void)n;"},
    {"chrono", "uint64_t n = 1; std::chrono::duration<float, std::ratio<1, 2>> d(n);"},
    {"complex", "std::ostringstream o; o << std::hex << 1;"},
    {"condition_variable",
     "std::shared_ptr<int> p; std::mutex m; std::tuple<int, uint64_t> t; (void)t;"},
    {"deque", "std::less<int> l; std::plus<int> a; (void)(l(1, 2) + a(1, 2));"},
    {"fstream", "std::string s; std::ofstream o; o << s;"},
    {"functional", "std::array<int, 2> a{2, 1}; std::sort(a.begin(), a.end());"},
    {"functional",
     "std::unordered_map<int, int> m; std::vector<std::tuple<int>> v; std::hash<int> h; (void)h;"},
    {"future", "std::atomic<int> a{0}; a++; std::thread t; uint64_t n = UINT64_MAX; (void)n; int "
               "x; std::tie(x);"},
    {"iomanip", "std::ostringstream o; o << std::setw(3) << std::string(\"a\");"},
    {"iostream",
     "std::string s = std::to_string(errno); uint8_t n = 1; std::cout << s << n << std::endl;"},
    {"iterator", "std::string s; throw std::runtime_error(s);"},
    {"map", "int x = 0, y = 0; std::tie(x, y) = std::make_tuple(1, 2);"},
    {"memory", "int x = 0; std::tie(x); uintptr_t n = 0; (void)n; throw std::bad_alloc();"},
    {"mutex", "std::string s; int x = 0; std::tie(x); printf(\"%lu\", UINT64_MAX); "
              "std::chrono::seconds d(1);"},
    {"numeric", "std::multiplies<int> m; (void)m(1, 2);"},
    {"optional", "std::hash<int> h; (void)h(1);"},
    {"queue", "std::vector<int> v; int n = 1; std::reference_wrapper<int> r(n);"},
    {"random", "std::string s; std::vector<int> v(3); std::iota(v.begin(), v.end(), 0); uint64_t n "
               "= 1; (void)n;"},
    {"set", "std::allocator<int> a; (void)a;"},
    {"shared_mutex", "throw std::logic_error(std::to_string(errno));"},
    {"sstream", "uint16_t n = 1; std::string s; std::stringstream o; o << s << n;"},
    {"string", "uint64_t n = std::stoul(\"1\"); n += errno + ERANGE; std::hash<std::string> h; "
               "std::string_view v; (void)(h(\"\") + n);"},
    {"string_view",
     "uint32_t n = 1; std::string_view v(\"abc\"); std::hash<int> h; (void)(h(1) + n);"},
    {"system_error", "throw std::runtime_error(std::string(\"x\"));"},
    {"thread", "auto t = std::chrono::steady_clock::now(); uint64_t n = 1; std::unique_ptr<int> p; "
               "int x; std::tie(x);"},
    {"unordered_map", "std::tuple<int> t; (void)t;"},
    {"variant", "std::hash<int> h; (void)h;"},
    {"vector", "int n = 1; std::reference_wrapper<int> r = std::ref(n); std::hash<int> h; "
               "std::greater<int> g; (void)g;"},
    {"bits/stdc++.h",
     "std::vector<std::string> v{std::to_string(1)}; std::map<int, std::optional<int>> m; "
     "std::mutex t; std::lock_guard<std::mutex> l(t); std::sort(v.begin(), v.end()); "
     "std::cout << v.size() << std::setw(3) << sqrt(2.) << INT_MAX; uint64_t n = errno; "
     "std::unordered_set<int> s; assert(n == s.size()); std::unique_ptr<int> p; "
     "std::shared_timed_mutex q; std::variant<int, double> x; "
     "auto now = std::chrono::steady_clock::now(); printf(\"%d\", std::gcd(4, 6));"},
    {"ctgmath", "std::complex<double> c(1, 2); (void)(c.real() + sin(1.));"},
    {"ccomplex", "std::complex<double> c(1, 2); (void)c;"},
};

START_TEST(comes_along)
{
    struct err err;
    int status = parse_with(brought[_i].header, brought[_i].body, &err);
    ck_assert_msg(status == 0, "<%s>: %s: %s", brought[_i].header, brought[_i].body, err.message);
}
END_TEST

/* nvcc refuses each. */
static const struct {
    const char *header, *body, *message, *hint;
} missing[] = {
    {"", "uint32_t n = 1;", "'uint32_t' is not declared", "add #include <stdint.h>"},
    {"", "printf(\"x\");", "'printf' is not declared", "add #include <stdio.h>"},
    {"vector", "std::sort((int *)0, (int *)0);", "std::sort is not declared",
     "add #include <algorithm>"},
    {"vector", "std::string s;", "std::string is not declared", "add #include <string>"},
    {"utility", "std::tuple<int> t;", "std::tuple is not declared", "add #include <tuple>"},
    {"tuple", "std::array<int, 2> a;", "std::array is not declared", "add #include <array>"},
    {"thread", "std::shared_ptr<int> p;", "std::shared_ptr is not declared",
     "add #include <memory>"},
    {"thread", "std::vector<int> v;", "std::vector is not declared", "add #include <vector>"},
    {"string", "std::cout << 1;", "std::cout is not declared", "add #include <iostream>"},
    {"iomanip", "std::cout << 1;", "std::cout is not declared", "add #include <iostream>"},
    {"algorithm", "uint64_t n = 1;", "'uint64_t' is not declared", "add #include <stdint.h>"},
    {"memory", "throw std::runtime_error(\"x\");", "std::runtime_error is not declared",
     "add #include <stdexcept>"},
};

START_TEST(does_not_come_along)
{
    struct err err;
    ck_assert_int_eq(parse_with(missing[_i].header, missing[_i].body, &err), -1);
    ck_assert_str_eq(err.message, missing[_i].message);
    ck_assert_str_eq(err.hint, missing[_i].hint);
}
END_TEST

START_TEST(each_stands_alone)
{
    for (size_t i = 0; builtin_header_name(i); i++) {
        struct err err;
        int status = parse_with(builtin_header_name(i), "", &err);
        ck_assert_msg(status == 0, "<%s>: %s:%d: %s", builtin_header_name(i), err.file, err.line,
                      err.message);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("brought headers");
    TCase *tc = tcase_create("brought headers");
    tcase_add_loop_test(tc, comes_along, 0, sizeof brought / sizeof brought[0]);
    tcase_add_loop_test(tc, does_not_come_along, 0, sizeof missing / sizeof missing[0]);
    tcase_add_test(tc, each_stands_alone);
    suite_add_tcase(suite, tc);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
