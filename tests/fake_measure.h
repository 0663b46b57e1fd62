/* `nullstream measure` for tests of what starts it: with a fake device, on which a kernel starts
 * 200 us later than on the real one. With NO_GPU in the environment there is no device. */
#ifndef TESTS_FAKE_MEASURE_H
#define TESTS_FAKE_MEASURE_H

/* What main() was given; returns what the program ends with. Knows no options but --quiet,
 * --color, --gpu, --define and -o. */
int fake_measure(int argc, char **argv);

#endif
