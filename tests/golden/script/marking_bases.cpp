/* Further bases that only say how an object is copied. */
#include <cstdio>
#include <memory>
#include <string>
#include <vector>
class NonCopyable
{
  protected:
    NonCopyable() = default;
    ~NonCopyable() = default;

  public:
    NonCopyable(const NonCopyable &) = delete;
    NonCopyable &operator=(const NonCopyable &) = delete;
};
struct Tag {
};
class Timer
{
  public:
    virtual ~Timer()
    {
        printf("~Timer ");
    }
    virtual float elapsed() const = 0;
    int starts = 0;
};
class HostTimer : public Timer, private NonCopyable, public Tag
{
    std::string name_;
    float ms_;

  public:
    explicit HostTimer(const std::string &name, float ms) : name_(name), ms_(ms)
    {
        starts = 1;
    }
    ~HostTimer() override
    {
        printf("~%s ", name_.c_str());
    }
    float elapsed() const override
    {
        return ms_ * (float)starts;
    }
};
class Late : private NonCopyable, public HostTimer
{
  public:
    Late() : HostTimer("late", 2.5f)
    {
        starts = 3;
    }
};
struct Plain : NonCopyable, Tag {
    int n = 7;
    Plain()
    {
    }
};
int main()
{
    std::vector<std::unique_ptr<Timer>> timers;
    timers.emplace_back(new HostTimer("first", 1.5f));
    timers.push_back(std::make_unique<Late>());
    for (const auto &t : timers)
        printf("%.2f %d\n", (double)t->elapsed(), t->starts);
    Plain p;
    Late own;
    Timer &ref = own;
    printf("%d %.1f %d\n", p.n, (double)ref.elapsed(), own.starts);
    timers.clear();
    printf("\n");
}
