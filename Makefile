# make demo   installs missing packages, builds, does the main job
# make test   the same, then every test
# make build  → build/heed        make format   make lint        make clean
# make sanitize  the tests under AddressSanitizer and UBSan, about 20 minutes from nothing; ONLY=plain: those of the folders
#             without libtorch, a few minutes
# make bench  Heed compared with PyTorch, training and inference, about twenty minutes on a quiet machine:
#             see bench/results.md; ONLY=training or ONLY=inference measures one of them
# make install PREFIX=/usr/local  the programs, and the libraries for find_package(heed)
BUILD ?= build
GENERATOR := -G Ninja
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local

.PHONY: demo test build bench install packages format lint sanitize clean

demo: build
	$(BUILD)/heed demo

test: build
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

build: packages
	@[ -e $(BUILD)/build.ninja ] || cmake $(GENERATOR) -S . -B $(BUILD)
	cmake --build $(BUILD) -j $(JOBS)

bench: build
	@tools/install-packages bench
	/usr/bin/python3 bench/run.py $(BUILD) $(if $(ONLY),--only $(ONLY))

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

packages:
	@tools/install-packages build

format:
	@tools/install-packages lint
	git ls-files '*.cpp' '*.h' | xargs clang-format -i

# Formatting, and a build by the other compiler, warnings as errors.
lint:
	@tools/install-packages build lint
	git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run -Werror
	@[ -e $(BUILD)-clang/build.ninja ] || CXX=clang++-14 cmake $(GENERATOR) -S . -B $(BUILD)-clang
	cmake --build $(BUILD)-clang -j $(JOBS)

# Leaks are libtorch's own, which are many. Left out: `learn`, which would take an hour; `install`, `operation_walk`
# and `task_walk`, which build without; what trains with SentencePiece, whose protobuf and libtorch's cannot be kept apart here.
SANITIZE := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all
PLAIN := base text show metrics search data graph kernels tasks engine run evaluate compare
empty :=
plain-pattern := ^($(subst $(empty) ,|,$(strip $(PLAIN))))$$
sanitize: packages
	@[ -e $(BUILD)-sanitize/build.ninja ] || cmake $(GENERATOR) -S . -B $(BUILD)-sanitize \
		-DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS="$(SANITIZE)"
	cmake --build $(BUILD)-sanitize -j $(JOBS) $(if $(filter plain,$(ONLY)),--target $(PLAIN:%=%_test))
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
		ctest --test-dir $(BUILD)-sanitize --output-on-failure -j $(JOBS) --timeout 1200 \
		$(if $(filter plain,$(ONLY)),-R '$(plain-pattern)',-E '^(learn|install|operation_walk|task_walk|program/Resume|program/Data)$$')

clean:
	rm -rf $(BUILD) $(BUILD)-clang $(BUILD)-sanitize demo
