The lessons without a screen. The list; with -q for completions.
$ nullstream learn
$ nullstream learn -q | head -3
$ mkdir -p $TMP/state/nullstream; printf '[lesson queue]\npage = 2\n[lesson engines]\npage = 5\nexercise = passed\n' >$TMP/state/nullstream/progress; nullstream learn --text | head -3
$ printf '[lesson queue]\npages = 2\n' >$TMP/state/nullstream/progress; nullstream learn --text
$ rm -r $TMP/state

A lesson as text. A question hides what follows it.
$ nullstream learn legacy-fence --text --width 80
With the answers.
$ nullstream learn legacy-fence --answers --width 80 --ascii | sed -n '/^Question/,/^a real/p'
Somebody answers: one is no answer, one is wrong, one is right; the last is not given.
$ printf '300\n300us\nnone\n' | nullstream learn legacy-fence --text --width 80 | grep -v '^ *[0-9]* ' | sed -n '/^> /,/^a real/p; /^The questions/,$p'

Every lesson of the list, and the beginning of a new one, is as it should be.
$ for l in $(nullstream learn -q); do echo "$l"; nullstream learn --lint lessons/$l; done
$ nullstream learn --lint lessons/skeleton
$ nullstream learn --new $TMP/mine; nullstream learn --lint $TMP/mine; diff -r $TMP/mine lessons/skeleton
$ nullstream learn --new $TMP/mine
$ nullstream learn $TMP/mine --answers --width 70 | tail -20

What lint finds: a literal time, a solution that does not pass, a recording of another program.
$ cp -r lessons/skeleton $TMP/bad; sed -i 's/^TODO: Say/Takes 100 us. Say/; s/first.time/frist.time/' $TMP/bad/text.md; cp $TMP/bad/start.cu $TMP/bad/solution.cu; rm $TMP/bad/wrong/no-wait.cu; cp $TMP/bad/start.cu $TMP/bad/wrong/spare.cu; sed -i 's/beside = second.start </beside = second.start >/' $TMP/bad/lesson.ini; mkdir $TMP/bad/recorded; cp traces/h200/legacy-fence.json $TMP/bad/recorded/shown.json; cp traces/h200/legacy-fence.json $TMP/bad/recorded/other.json; nullstream learn --lint $TMP/bad

Grades: the solution, the starting point, a file with a fault.
$ nullstream learn legacy-fence --grade lessons/legacy-fence/solution.cu
$ nullstream learn legacy-fence --grade lessons/legacy-fence/start.cu --width 80
$ nullstream learn legacy-fence --grade lessons/legacy-fence/wrong/no-order.cu --format json
$ echo 'int main() { return 0 }' >$TMP/fault.cu; nullstream learn legacy-fence --grade $TMP/fault.cu --format json | head -5
$ nullstream learn legacy-fence --grade $TMP/fault.cu
$ nullstream learn legacy-fence --grade $TMP/none.cu

An exercise that is graded whenever it is saved: under another name, then half written, then in place.
$ w=$TMP/work/legacy-fence; (sleep 1; cp lessons/legacy-fence/wrong/no-order.cu $w/new.cu; mv $w/new.cu $w/legacy-fence.cu; sleep 1; echo 'int main() {' >$w/legacy-fence.cu; sleep 1; cat lessons/legacy-fence/solution.cu >$w/legacy-fence.cu) & timeout 20 nullstream learn legacy-fence --watch --dir $TMP/work; ls $TMP/work/legacy-fence

What is asked wrongly.
$ nullstream learn legacy-fense
$ nullstream learn zzz
$ nullstream learn ./nowhere
$ nullstream learn --grade x.cu
$ nullstream learn queue --lint lessons/queue
$ nullstream learn queue --watch --grade x.cu
$ printf '[lesson]\ntitel = x\n' >$TMP/mine/lesson.ini; nullstream learn $TMP/mine --text
$ printf 'a\0b' >$TMP/mine/lesson.ini; nullstream learn --lint $TMP/mine
$ rm $TMP/mine/lesson.ini; nullstream learn --lint $TMP/mine
