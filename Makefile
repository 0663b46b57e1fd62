# nullstream. See README.md; `make help` lists the targets.
# Variables: BUILD, CC, CFLAGS, PREFIX, DESTDIR, SANITIZE=address,undefined, WERROR=1, CUDA=0,
# CURSES=0, SAMPLES=DIR (tests), FUZZ_SECONDS=N.
.DEFAULT_GOAL = all
VERSION = 0.1
BUILD ?= build
PREFIX ?= /usr/local
# Where variables are in optimized code takes a quarter of the time to compile it; lines and functions
# are known without. (-O0 -g is for those who step through it.)
CFLAGS ?= -O2 -g -fno-var-tracking
WARN = -Wall -Wextra -Wconversion
ifdef WERROR
WERROR_FLAG = -Werror
endif
ifdef SANITIZE
EXTRA = -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
endif
ifdef STATIC
EXTRA += -DNULLSTREAM_STATIC
LDFLAGS += -static
endif
DEFINES = -D_GNU_SOURCE -DVERSION='"$(VERSION)"'
# Where a prediction spends its time: optimized further and, in what users run, as one piece. The many
# small test programs are linked from the same objects without. (All as one piece is no faster and
# takes a minute to link.)
HOT = base engine runtime
ifeq ($(SANITIZE)$(findstring clang,$(shell $(CC) --version)),)
LTO = -flto=2
FAT = $(LTO) -ffat-lto-objects
NO_LTO = -fno-lto
endif
ALL_CFLAGS = -std=c11 -ffp-contract=off $(DEFINES) $(WARN) -I. $(EXTRA) $(CFLAGS)
# A test program's own file is long and runs once: to optimize it takes longer than it can save.
QUICK = $(patsubst -O2,-Og,$(filter -O2,$(CFLAGS)))
# The linker that test programs are linked with, where there is a faster one than the usual one: all
# of them have what they test in them. Asked for once, by the first that is linked. (Not for the
# sanitizers: gold has warnings about what clang's take along.)
FAST_LD = $(if $(SANITIZE),,$(FOUND_LD))
FOUND_LD = $(eval FOUND_LD := $$(shell for l in lld gold; do echo 'int main(void){return 0;}' | \
    $(CC) -fuse-ld=$$$$l -x c -o /dev/null - 2>/dev/null && echo -fuse-ld=$$$$l && break; done))$(FOUND_LD)
LIBS = -lyajl$(if $(STATIC),_s) -lmd -lm -lpthread

JOBS ?= $(shell nproc)
PARALLEL = $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))
# V=1 shows the commands.
ifdef V
SAY = @:
else
SAY = @echo
Q = @
endif

SIM_SRC = $(wildcard sim/*/*.c)
SIM_OBJ = $(SIM_SRC:%.c=$(BUILD)/%.o) $(BUILD)/gen/builtin_table.o
UNIT_SRC = $(wildcard tests/unit/*_test.c)
# what faces the terminal, for tests of views, which know no terminal
VIEW_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tui/view/*.c tui/learn/*.c tui/term/keys.c \
    tui/cmd/message.c))
# what unit tests share; the second part is of gpu/, but needs no CUDA
TEST_OBJ = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/*.c)) \
    $(patsubst %.c,$(BUILD)/%.c.o,$(addprefix gpu/inject/,records.c native_runs.c \
    native_wall.c native_timeline.c))
UNIT_BIN = $(UNIT_SRC:tests/unit/%.c=$(BUILD)/tests/%)
FUZZ_BIN = $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/*_fuzz.c))

# Files that are part of the program: device profiles, the lessons' header, which lessons are still to
# come, which reports say, and, for machines without
# ncurses, what the usual terminals are; a static program, which has no data directory, holds the
# lessons and the measurements as well.
TERMINALS = ansi dumb linux rxvt-unicode-256color screen screen-256color tmux tmux-256color vt100 \
    vt220 xterm xterm-256color
TERMINFO = $(foreach t,$(TERMINALS),$(firstword $(wildcard /usr/share/terminfo/?/$t \
    /lib/terminfo/?/$t /usr/lib/terminfo/?/$t /etc/terminfo/?/$t)))
BUILTIN = $(wildcard sim/profiles/*.ini) \
    $(filter-out %.md %.c %.h,$(wildcard sim/profiles/calibrate/*)) \
    $(wildcard lessons/LATER lessons/*.cuh) $(wildcard lessons/skeleton/*.* lessons/skeleton/wrong/*) \
    $(wildcard sim/script/headers/*.txt) $(TERMINFO)
ifdef STATIC
BUILTIN += $(filter-out lessons/skeleton/%,$(wildcard lessons/ORDER lessons/*/* lessons/*/*/*)) \
    $(wildcard traces/*/*.json traces/*/*.nsp traces/*/lessons/*/*.json)
endif

# The real device: built when there is a CUDA to build it with, unless CUDA=0 or STATIC=1. Without it
# the program says so when a command needs it (gpu/absent.c stands in). What gpu/find.sh found out is
# kept for each nvcc, so that installing one is noticed.
CUDA ?= 1
ifeq ($(CUDA)$(STATIC),1)
FOUND = $(or $(NVCC),$(shell command -v nvcc),$(wildcard /usr/local/cuda/bin/nvcc))
endif
CUDA_DIR =
ifneq ($(filter-out clean help,$(or $(MAKECMDGOALS),all)),)
ifneq ($(FOUND),)
CUDA_MK = $(BUILD)/cuda$(subst /,-,$(FOUND)).mk
$(CUDA_MK): gpu/find.sh
	@mkdir -p $(@D)
	$(Q)sh gpu/find.sh $(CC) $(FOUND) >$@
	$(Q)sed -n 's/^CUDA_MISSING = /  no GPU part: /p' $@
include $(CUDA_MK)
endif
endif
# The terminal: built when there is an ncurses with wide characters, unless CURSES=0. Without it
# `view` says so (tui/term/absent.c stands in).
CURSES ?= 1
CURSES_LIBS =
# run and test install what is missing first, then call make again.
ifneq ($(filter-out clean help run test,$(or $(MAKECMDGOALS),all)),)
ifeq ($(CURSES),1)
CURSES_MK = $(BUILD)/curses$(subst /,-,$(CC))$(if $(STATIC),-static).mk
# What was missing may be there by now.
ifeq ($(MAKE_RESTARTS),)
$(shell grep -qs '^CURSES_MISSING' $(CURSES_MK) && rm -f $(CURSES_MK))
endif
$(CURSES_MK): tui/term/find.sh
	@mkdir -p $(@D)
	$(Q)sh tui/term/find.sh '$(CC)' $(if $(STATIC),static) >$@
	$(Q)sed -n 's/^CURSES_MISSING = /  no terminal part: /p' $@
include $(CURSES_MK)
endif
endif
TUI_SRC = $(filter-out tui/term/$(if $(CURSES_LIBS),absent,screen).c,$(wildcard tui/*.c tui/*/*.c))
TUI_OBJ = $(TUI_SRC:%.c=$(BUILD)/%.o)
$(BUILD)/tui/term/screen.o: MORE_CFLAGS = $(CURSES_FLAGS)

GPU_HOST_SRC = $(filter-out gpu/absent.c gpu/cuda_%,$(wildcard gpu/*.c)) # knows no CUDA
ifneq ($(CUDA_DIR),)
CUDA_SRC = $(wildcard gpu/cuda_*.c gpu/cuda_*.cu)
# For any GPU since compute capability 7.5, and at once for 9.0, from the same PTX: that is the same
# machine code as by compute_90, and all kernels are compiled once instead of twice.
GPU_ARCH ?= -gencode arch=compute_75,code=[compute_75,sm_90]
GPU_FLAGS = -isystem $(CUDA_DIR)/include -isystem $(CUDA_DIR)/extras/CUPTI/include
GPU_DIRS = $(wildcard $(CUDA_DIR)/lib64 $(CUDA_DIR)/extras/CUPTI/lib64)
GPU_LIBS = $(GPU_DIRS:%=-L%) $(GPU_DIRS:%=-Wl,-rpath,%) -lcudart_static -lstdc++ -lpthread -ldl -lrt
else
CUDA_SRC = gpu/absent.c
endif
GPU_OBJ = $(patsubst %,$(BUILD)/%.o,$(GPU_HOST_SRC) $(CUDA_SRC))
# Tests bring a device of their own.
GPU_TEST_OBJ = $(patsubst %,$(BUILD)/%.o,$(GPU_HOST_SRC) gpu/absent.c)

all: $(BUILD)/nullstream

help:
	@echo 'make            build/nullstream'
	@echo 'make run        installs what is needed, builds, shows the main job'
	@echo 'make test       installs what is needed, builds, runs all tests (SAMPLES=DIR adds programs)'
	@echo 'make check      static checks: format, includes, headers, analysis, scenarios as CUDA'
	@echo 'make install    to $$(DESTDIR)$$(PREFIX), by default /usr/local'
	@echo 'make static     build/nullstream-static, one file that runs on any Linux'
	@echo 'make bench      speed and memory of the predictor'
	@echo 'make fuzz       every fuzz target, FUZZ_SECONDS each (600)'
	@echo 'make fuzz-keys  random keys, sizes and signals, FUZZ_SECONDS (600) against each view, or FUZZ_VIEW=N'
	@echo 'make pictures   writes the pictures of screens in docs/pictures anew'
	@echo 'make accuracy   how near predictions are to the recordings of TRACES (traces/h200/random-32)'
	@echo 'make scenarios  writes the random scenarios of the recordings to build/scenarios'
	@echo 'make samples SAMPLES=DIR   predicts every program in DIR'
	@echo 'make reproducible          the same bytes from gcc and clang, -O0 and -O3'
	@echo 'make clean'

# A change of these flags, or of the list of sources, rebuilds what depends on it.
$(BUILD)/.flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(subst ','\'',$(ALL_CFLAGS) $(FAT))' | cmp -s - $@ || \
	    echo '$(CC) $(subst ','\'',$(ALL_CFLAGS) $(FAT))' >$@
$(BUILD)/.sources: FORCE
	@mkdir -p $(@D)
	@echo '$(SIM_SRC) $(TUI_SRC) $(BUILTIN)' | cmp -s - $@ || echo '$(SIM_SRC) $(TUI_SRC) $(BUILTIN)' >$@

ifndef SANITIZE
$(HOT:%=$(BUILD)/sim/%/%.o): MORE_CFLAGS = $(patsubst -O2,-O3,$(filter -O2,$(CFLAGS))) $(FAT)
endif
$(BUILD)/%.o: %.c $(BUILD)/.flags
	@mkdir -p $(@D)
	$(SAY) '  CC  $<'
	$(Q)$(CC) $(ALL_CFLAGS) $(MORE_CFLAGS) $(WERROR_FLAG) -MMD -MP -c -o $@ $<

$(BUILD)/gen/builtin_table.c: sim/base/builtin.sh $(BUILTIN) $(BUILD)/.sources
	@mkdir -p $(@D)
	$(Q)sh sim/base/builtin.sh $(BUILTIN) >$@
# Its symbols are assembler's: a linker that optimizes may put them and the table into two parts.
$(BUILD)/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/.flags
	$(Q)$(CC) $(ALL_CFLAGS) $(NO_LTO) $(WERROR_FLAG) -c -o $@ $<

$(BUILD)/libsim.a: $(SIM_OBJ) $(BUILD)/.sources
	@rm -f $@
	$(Q)ar rcs $@ $(SIM_OBJ)

$(BUILD)/gpu/%.c.o: gpu/%.c $(BUILD)/.flags
	@mkdir -p $(@D)
	$(SAY) '  CC  $<'
	$(Q)$(CC) $(ALL_CFLAGS) $(GPU_FLAGS) $(WERROR_FLAG) -MMD -MP -c -o $@ $<
$(BUILD)/gpu/%.cu.o: gpu/%.cu $(BUILD)/.flags
	@mkdir -p $(@D)
	$(SAY) '  NVCC $<'
	$(Q)$(NVCC) $(GPU_ARCH) -O2 -g -std=c++17 -I. $(DEFINES:-D_GNU_SOURCE=) -MMD -c -o $@ $<

# The library that records a native CUDA program (gpu/inject): position-independent objects of its
# own, of the few parts of sim that it needs.
INJECT = $(BUILD)/libnullstream-inject.so
INJECT_SRC = $(wildcard gpu/inject/*.c) $(addprefix gpu/,cores.c posix.c statistics.c) \
    $(addprefix sim/base/,arena.c duration.c err.c intern.c json.c json_writer.c mem.c \
    percentile.c strbuf.c) \
    $(addprefix sim/model/,calls.c cuda_errors.c program.c program_index.c rules.c \
    timeline.c) \
    $(addprefix sim/io/,sink.c timeline_write.c)
INJECT_OBJ = $(INJECT_SRC:%.c=$(BUILD)/pic/%.o)
PIC = -fPIC -fvisibility=hidden -ffunction-sections
$(BUILD)/pic/%.o: %.c $(BUILD)/.flags
	@mkdir -p $(@D)
	$(SAY) '  CC  $< (shared)'
	$(Q)$(CC) $(ALL_CFLAGS) $(NO_LTO) $(PIC) $(GPU_FLAGS) $(WERROR_FLAG) -MMD -MP -c -o $@ $<
$(INJECT): $(INJECT_OBJ)
	$(SAY) '  LD  $@'
	$(Q)$(CC) -shared $(CFLAGS) -Wl,--gc-sections -Wl,-z,defs -o $@ $(INJECT_OBJ) $(GPU_DIRS:%=-L%) \
	    $(GPU_DIRS:%=-Wl,-rpath,%) -lcupti -lpthread -ldl -lm

gpu: $(GPU_OBJ) $(if $(CUDA_DIR),$(INJECT))
	@[ -n '$(CUDA_DIR)' ] || echo 'nothing to build: $(or $(CUDA_MISSING),no nvcc, CUDA=0 or STATIC=1)'

$(BUILD)/nullstream: $(TUI_OBJ) $(GPU_OBJ) $(BUILD)/libsim.a $(BUILD)/.sources
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(EXTRA) $(CFLAGS) $(LTO) $(LDFLAGS) -o $@ $(TUI_OBJ) $(GPU_OBJ) $(BUILD)/libsim.a $(LIBS) \
	    $(CURSES_LIBS) $(GPU_LIBS)

# All of tui but main(), for its tests.
$(BUILD)/libtui.a: $(TUI_OBJ) $(BUILD)/.sources
	@rm -f $@
	$(Q)ar rcs $@ $(filter-out $(BUILD)/tui/main.o,$(TUI_OBJ))

# A fuzz target as a plain program that runs the files it is given.
$(BUILD)/fuzz/%: tests/fuzz/%.c tests/fuzz/main.c $(BUILD)/libsim.a $(BUILD)/.flags
	@mkdir -p $(@D)
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(WERROR_FLAG) $(NO_LTO) $(LDFLAGS) -o $@ $< tests/fuzz/main.c \
	    $(BUILD)/libsim.a $(LIBS)

$(BUILD)/bench: tests/bench/bench.c $(BUILD)/libsim.a $(BUILD)/.flags
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(WERROR_FLAG) $(LDFLAGS) -o $@ $< $(BUILD)/libsim.a $(LIBS)

$(BUILD)/bench-follow: tests/bench/follow.c $(BUILD)/libview.a $(BUILD)/libsim.a $(BUILD)/.flags
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(WERROR_FLAG) $(LDFLAGS) -o $@ $< $(BUILD)/libview.a $(BUILD)/libsim.a \
	    $(LIBS)

$(BUILD)/libview.a: $(VIEW_OBJ) $(BUILD)/.sources
	@rm -f $@
	$(Q)ar rcs $@ $(VIEW_OBJ)

$(BUILD)/tests/%: tests/unit/%.c $(TEST_OBJ) $(GPU_TEST_OBJ) $(BUILD)/libview.a $(BUILD)/libsim.a \
    $(BUILD)/.flags
	@mkdir -p $(@D)
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(QUICK) $(WERROR_FLAG) -MMD -MP $(NO_LTO) $(FAST_LD) $(LDFLAGS) -o $@ $< $(TEST_OBJ) \
	    $(GPU_TEST_OBJ) $(BUILD)/libview.a $(BUILD)/libsim.a $(shell pkg-config --libs check) $(LIBS)

# Tests of tui/ are named tests/unit/tui_NAME_test.c.
$(BUILD)/tests/tui_%: tests/unit/tui_%.c $(TEST_OBJ) $(BUILD)/libtui.a $(GPU_TEST_OBJ) $(BUILD)/libsim.a \
    $(BUILD)/.flags
	@mkdir -p $(@D)
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(QUICK) $(WERROR_FLAG) -MMD -MP $(NO_LTO) $(FAST_LD) $(LDFLAGS) -o $@ $< $(TEST_OBJ) \
	    $(BUILD)/libtui.a $(GPU_TEST_OBJ) $(BUILD)/libsim.a $(shell pkg-config --libs check) $(LIBS) \
	    $(CURSES_LIBS)

# Run key scripts, and random keys, on a pseudo-terminal (tests/term).
KEYS_SRC = $(wildcard tests/term/*.c)
KEYS_OBJ = $(BUILD)/tests/term/pty.o $(BUILD)/tests/term/dump.o $(BUILD)/tui/term/keys.o $(BUILD)/libsim.a
$(BUILD)/keys: $(BUILD)/tests/term/main.o $(BUILD)/tests/term/script.o $(KEYS_OBJ)
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(EXTRA) $(CFLAGS) $(NO_LTO) $(LDFLAGS) -o $@ $^ -lvterm -lutil $(LIBS)
$(BUILD)/keys-random: $(BUILD)/tests/term/random.o $(KEYS_OBJ)
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(EXTRA) $(CFLAGS) $(NO_LTO) $(LDFLAGS) -o $@ $^ -lvterm -lutil $(LIBS)

# Writes the random scenarios of tests/validation.
$(BUILD)/random_scenario: tests/validation/random.c $(BUILD)/.flags
	$(SAY) '  LD  $@'
	$(Q)$(CC) $(ALL_CFLAGS) $(WERROR_FLAG) $(NO_LTO) $(LDFLAGS) -o $@ $<

# --- running and testing -------------------------------------------------------------------------

run:
	@sh .ci/packages run
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/nullstream
	@sh .ci/show $(BUILD)/nullstream

unit: $(UNIT_BIN)
	@for t in $(UNIT_BIN); do CK_DEFAULT_TIMEOUT=60 $$t || exit 1; done

test:
	@sh .ci/packages run test
	@$(MAKE) --no-print-directory $(PARALLEL) WERROR=1 test-build
	@sh tests/run.sh $(BUILD) $(UNIT_BIN)

# The random scenarios of the recordings in traces/, for validate --scenarios $(BUILD)/scenarios.
scenarios: $(BUILD)/random_scenario
	@mkdir -p $(BUILD)/scenarios
	@sh tests/validation/lists.sh $(BUILD)/random_scenario $(BUILD)/scenarios
	@echo "written: $(BUILD)/scenarios"

test-build: $(BUILD)/nullstream $(BUILD)/keys $(BUILD)/keys-random $(BUILD)/random_scenario $(UNIT_BIN) $(FUZZ_BIN) \
    $(if $(SANITIZE),,$(if $(CUDA_DIR),$(INJECT)))

check:
	@sh tests/check.sh $(BUILD)

# How near predictions are to a folder of recordings; OPTIONS are those of validate.
TRACES ?= traces/h200/random-32
accuracy: $(BUILD)/nullstream $(BUILD)/random_scenario
	@sh tests/accuracy.sh $(BUILD)/nullstream $(TRACES) $(OPTIONS)

# Rewrites the expectations of the command-line goldens and what README.md shows, for review with
# git diff.
golden: $(BUILD)/nullstream $(BUILD)/keys $(BUILD)/random_scenario
	@sh tests/golden.sh --rewrite $(BUILD)/nullstream tests/golden/cli/*.t
	@$(BUILD)/keys --rewrite $(BUILD)/nullstream tests/term/*.keys
	@sh tests/readme.sh --rewrite $(BUILD)/nullstream
	@sh tests/native.sh --rewrite $(BUILD)/nullstream
	@sh tests/calibrations.sh --rewrite $(BUILD)/nullstream

samples: $(BUILD)/nullstream
	@sh tests/samples.sh $(BUILD)/nullstream $(SAMPLES)

reproducible:
	@sh tests/reproducible.sh $(BUILD)

bench: $(BUILD)/bench $(BUILD)/bench-follow $(BUILD)/nullstream $(BUILD)/keys
	@sh tests/bench/run.sh $(BUILD)

# libFuzzer with sanitizers, which needs clang; finds are written to build/fuzz-found.
FUZZ_SECONDS ?= 600
fuzz:
	@$(MAKE) --no-print-directory CC=clang BUILD=$(BUILD)/fuzzing \
	    SANITIZE=fuzzer-no-link,address,undefined $(BUILD)/fuzzing/libsim.a
	@sh tests/fuzz/run.sh $(BUILD) $(FUZZ_SECONDS)

# Random keys, sizes and signals against every view, one after the other, or, FUZZ_VIEW=N, against
# the N-th of the list, under the sanitizers. Each ends by itself and says what it tried.
FUZZ_SEED ?= 1
FUZZ_VIEW ?=
VIEWS = tests/term/VIEWS
fuzz-keys:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz-keys CUDA=0 SANITIZE=address,undefined \
	    $(BUILD)/fuzz-keys/nullstream $(BUILD)/fuzz-keys/keys-random
	@for view in $(or $(FUZZ_VIEW),$$(seq $$(grep -c '^[^#]' $(VIEWS)))); do \
	    $(BUILD)/fuzz-keys/keys-random --seconds $(FUZZ_SECONDS) --view $$view \
	    $(BUILD)/fuzz-keys/nullstream $(VIEWS) $(FUZZ_SEED) 0 300 || exit 1; done

# Rewrites the screens' pictures in docs/pictures, which README.md shows.
pictures: $(BUILD)/nullstream $(BUILD)/keys
	@$(BUILD)/keys --rewrite $(BUILD)/nullstream tests/term/picture-*.keys

# --- installing ----------------------------------------------------------------------------------

GENERATED = $(BUILD)/gen/nullstream.1 $(BUILD)/gen/nullstream.bash $(BUILD)/gen/_nullstream \
    $(BUILD)/gen/nullstream.fish
$(BUILD)/gen/nullstream.1: $(BUILD)/nullstream
	$< --generate man >$@
$(BUILD)/gen/nullstream.bash: $(BUILD)/nullstream
	$< --generate bash >$@
$(BUILD)/gen/_nullstream: $(BUILD)/nullstream
	$< --generate zsh >$@
$(BUILD)/gen/nullstream.fish: $(BUILD)/nullstream
	$< --generate fish >$@

DATA = $(wildcard lessons/ORDER lessons/LATER lessons/README.md lessons/*.cuh lessons/*/* \
    lessons/*/*/* traces/*/* traces/*/lessons/*/*)
SHARE = $(DESTDIR)$(PREFIX)/share
install: $(BUILD)/nullstream $(GENERATED)
	install -D -m 755 $(BUILD)/nullstream $(DESTDIR)$(PREFIX)/bin/nullstream
	install -D -m 644 $(BUILD)/gen/nullstream.1 $(SHARE)/man/man1/nullstream.1
	install -D -m 644 $(BUILD)/gen/nullstream.bash \
	    $(SHARE)/bash-completion/completions/nullstream
	install -D -m 644 $(BUILD)/gen/_nullstream $(SHARE)/zsh/site-functions/_nullstream
	install -D -m 644 $(BUILD)/gen/nullstream.fish \
	    $(SHARE)/fish/vendor_completions.d/nullstream.fish
	@for f in $(DATA); do \
	    [ -d "$$f" ] || install -D -m 644 "$$f" "$(SHARE)/nullstream/$$f" || exit 1; done

static:
	$(MAKE) STATIC=1 BUILD=$(BUILD)/static $(BUILD)/static/nullstream
	cp $(BUILD)/static/nullstream $(BUILD)/nullstream-static

clean:
	rm -rf $(BUILD)

.PHONY: all help gpu run accuracy scenarios unit test test-build check golden samples reproducible bench fuzz fuzz-keys \
    pictures install \
    static clean FORCE
.SECONDARY:
-include $(KEYS_SRC:%.c=$(BUILD)/%.d) $(SIM_OBJ:.o=.d) $(TEST_OBJ:.o=.d) $(TUI_OBJ:.o=.d) $(GPU_OBJ:.o=.d) $(UNIT_BIN:=.d)
