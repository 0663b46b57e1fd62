`view` needs a terminal; what it shows there is tests/term's.

$ nullstream view lessons/legacy-fence/fence.cu
2> nullstream: error: view needs a terminal, and standard output is none
2>   hint: `nullstream predict` writes the chart as text
! 2
