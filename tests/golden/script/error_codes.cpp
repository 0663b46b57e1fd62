// <system_error>: codes, categories of one's own, what is thrown with them
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <system_error>
enum class Fault { none, busy, lost };
namespace std
{
template <> struct is_error_code_enum<Fault> : true_type {
};
} // namespace std
class FaultCategory final : public std::error_category
{
  public:
    const char *name() const noexcept override
    {
        return "fault";
    }
    std::string message(int code) const override
    {
        return code == (int)Fault::busy ? "it is busy" : "it is lost";
    }
};
static const std::error_category &category()
{
    static const FaultCategory one;
    return one;
}
static std::error_code make_error_code(Fault f)
{
    return {static_cast<int>(f), category()};
}
struct Error : std::system_error {
    using std::system_error::system_error;
};
static void check(int n)
{
    if (n == 1)
        throw Error(static_cast<int>(Fault::busy), category(), "check");
    if (n == 2)
        throw std::system_error(make_error_code(Fault::lost));
    if (n == 3)
        throw std::system_error(std::make_error_code(std::errc::timed_out), "wait");
    if (n == 4)
        throw std::system_error(ENOMEM, std::generic_category());
}
int main()
{
    for (int n = 1; n < 5; n++)
        try {
            check(n);
        } catch (const Error &e) {
            printf("%s | %d %s\n", e.what(), e.code().value(), e.code().category().name());
        } catch (const std::system_error &e) {
            printf("%s | %d %s %d\n", e.what(), e.code().value(), e.code().category().name(),
                   e.code() == std::errc::timed_out);
        }
    try {
        check(1);
    } catch (const std::runtime_error &e) {
        printf("%s\n", e.what());
    }
    std::error_code none, busy = Fault::busy, again = make_error_code(Fault::busy);
    printf("%d %d %d %d %s\n", (bool)none, (bool)busy, busy == again, busy != none,
           busy.message().c_str());
    busy.clear();
    busy.assign(2, std::system_category());
    printf("%d %s %d\n", busy.value(), busy.category().name(),
           busy == std::errc::no_such_file_or_directory);
    return 0;
}
