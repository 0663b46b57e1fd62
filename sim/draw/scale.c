#include "sim/draw/scale.h"

#include "sim/base/duration.h"

int32_t scale_place(const struct scale *scale, int64_t time)
{
    if (time <= scale->from)
        return 0;
    if (time >= scale->to)
        return scale->length - 1;
    __extension__ typedef __int128 wide;
    wide place = (wide)(time - scale->from) * scale->length / (scale->to - scale->from);
    return place < scale->length ? (int32_t)place : scale->length - 1;
}

int64_t scale_tick_step(const struct scale *scale, int32_t apart)
{
    static const int factors[] = {1, 2, 5};
    int64_t span = scale->to - scale->from;
    int64_t least = duration_divide(span, apart, scale->length);
    for (int64_t power = 1; power < INT64_MAX / 100; power *= 10)
        for (int i = 0; i < 3; i++)
            if (power * factors[i] >= least)
                return power * factors[i];
    return span;
}

int64_t scale_first_tick(const struct scale *scale, int64_t zero, int64_t step)
{
    int64_t from = scale->from - zero;
    return from <= 0 ? 0 : from + (step - from % step) % step;
}

void scale_tick_text(struct strbuf *sb, int64_t time, int64_t step)
{
    static const struct {
        const char *name;
        int64_t ns;
    } units[] = {{"s", 1000000000}, {"ms", 1000000}, {"us", 1000}, {"ns", 1}};
    int unit = 0;
    /* The largest unit in which the step has at most one decimal. */
    while (unit < 3 && step % (units[unit].ns / 10) != 0)
        unit++;
    if (unit < 3 && step < units[unit].ns && time < units[unit].ns)
        unit++;
    if (time == 0) {
        strbuf_adds(sb, "0");
    } else if (time % units[unit].ns == 0) {
        strbuf_addf(sb, "%lld %s", (long long)(time / units[unit].ns), units[unit].name);
    } else {
        strbuf_addf(sb, "%lld.%lld %s", (long long)(time / units[unit].ns),
                    (long long)(time % units[unit].ns / (units[unit].ns / 10)), units[unit].name);
    }
}
