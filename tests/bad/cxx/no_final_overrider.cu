struct Device {
    virtual int id() const { return 0; }
};
struct Reader : virtual Device {
    int id() const override { return 1; }
};
struct Writer : virtual Device {
    int id() const override { return 2; }
};
struct Port : Reader, Writer {};

int main()
{
    Port p;
    return static_cast<Device &>(p).id();
}
