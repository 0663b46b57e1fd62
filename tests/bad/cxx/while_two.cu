int main()
{
    while (int x = 1, y = 2) {
    }
}
