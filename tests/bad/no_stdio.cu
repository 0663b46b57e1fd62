int main()
{
    printf("without its header\n");
    return 0;
}
