#!/usr/bin/env python3
"""Heed and PyTorch side by side on the same work, interleaved: python3 bench/run.py build/bench/heed-bench [--rounds N]
Prints ratios with their spread and writes bench/results.md."""
import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
LENGTH = 13
SETTINGS = [("rnnsearch", 64), ("rnnsearch", 128), ("deep", 64)]
SECONDS = {"rnnsearch": 70, "deep": 110}  # of turns; starting takes about as long
TITLES = {"rnnsearch": "RNNsearch: embedding 256, BiLSTM 2×256, LSTM 512, additive 256, readout 256",
          "deep": "two layers each: embedding 512, BiLSTM 2×512, LSTM 1024, additive 512, readout 512"}


def processor():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    lines = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    values = {key.strip(): value.strip() for key, value in lines.items()}
    return values.get("model name", platform.machine()), set(values.get("flags", "").split())


class Contestant:
    """A process that waits for its turn."""

    def __init__(self, name, command, **environment):
        self.name, self.speeds, self.last = name, [], {}
        self.cores = 1 if "1 worker" in name or name in ("PyTorch, 1 thread", "PyTorch, 1 thread, bf16") else 2
        self.process = subprocess.Popen(command, env={**os.environ, **environment}, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.size = self.answer()  # ready: the next one starts undisturbed

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} ended with {self.process.wait()}")
        return json.loads(line)

    def go(self, seconds):
        self.process.stdin.write(f"go {seconds}\n")
        self.process.stdin.flush()
        self.last = self.answer()
        self.speeds.append(self.last["words_per_second"])

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def median(self):
        return statistics.median(self.speeds)


def contestants(program, model, rows, flags):
    def heed(name, workers, share, precision="fp32"):
        return Contestant(name, [program, model, str(rows * share // 2), str(LENGTH), str(workers), precision])

    def torch(name, threads, precision="fp32", **environment):
        return Contestant(name, ["/usr/bin/python3", str(HERE / "peer.py"), model, str(rows), str(LENGTH), str(threads),
                                 precision], **environment)

    passive = {"OMP_WAIT_POLICY": "passive"}
    one_core = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # BLAS has threads of its own
    yield heed("Heed, 2 workers", 2, 2)
    yield heed("Heed, 1 worker", 1, 2)
    yield heed("Heed, 1 worker, half the batch", 1, 1)
    yield torch("PyTorch, 1 thread", 1, **one_core)
    yield torch("PyTorch, 1 thread, BLAS 2", 1, OPENBLAS_NUM_THREADS="2")
    yield torch("PyTorch, 2 threads, passive waiting", 2, **passive)
    yield torch("PyTorch, 2 threads, as it comes", 2)
    if "avx512f" in flags:
        yield torch("PyTorch, 2 threads, passive, avx512", 2, ATEN_CPU_CAPABILITY="avx512", **passive)
    if "avx512_bf16" in flags:
        yield heed("Heed, 2 workers, bf16", 2, 2, "bf16")
        yield torch("PyTorch, 1 thread, bf16", 1, "bf16", **one_core)
        yield torch("PyTorch, 2 threads, passive, bf16", 2, "bf16", **passive)


def spread(ratios):
    return f"{statistics.median(ratios):.2f}× ({min(ratios):.2f} – {max(ratios):.2f})"


def ratios(a, b):
    return [x / y for x, y in zip(a.speeds, b.speeds)]


def best(field):
    return max(field, key=Contestant.median)


def peak_of(program, cores):
    return json.loads(subprocess.check_output([program, "peak", str(cores)]))["gflops"]


def measure(program, model, rows, flags, rounds):
    field = list(contestants(program, model, rows, flags))
    sizes = [one.size for one in field]
    peaks = {1: [], 2: []}
    if len({size["parameters"] for size in sizes}) != 1:
        sys.exit(f"the models differ: {[size['parameters'] for size in sizes]} parameters")
    for turn in range(rounds):
        for cores, found in peaks.items():
            found.append(peak_of(program, cores))
        for one in field:
            one.go(SECONDS[model] / (rounds * len(field)))
            print(f"\r{model} {rows}: round {turn + 1} of {rounds}, {one.name:40}", end="", file=sys.stderr)
    for one in field:
        one.close()
    print(file=sys.stderr)
    named = {one.name: one for one in field}
    heed, flop = named["Heed, 2 workers"], sizes[0]["flop_per_word"]
    peers = [one for one in field if one.name.startswith("PyTorch")]
    plain = [one for one in peers if "bf16" not in one.name]
    lines = [f"## {TITLES[model]}, batch {rows} × {LENGTH}", "",
             f"{sizes[0]['parameters'] / 1e6:.1f} million parameters, vocabulary 8,000, Adam; "
             f"{flop / 1e6:.1f} MFLOP a target word. fp32 GEMM peak (1024³, BLAS; median of the rounds): "
             f"{statistics.median(peaks[1]):.0f} GFLOP/s on one core, {statistics.median(peaks[2]):.0f} on two.", "",
             "| | target words/s, median | least – most | share of GEMM peak | peak memory, MB |", "|---|---|---|---|---|"]
    for one in field:
        share = statistics.median(speed * flop / 1e9 / peak for speed, peak in zip(one.speeds, peaks[one.cores]))
        lines.append(f"| {one.name} | {one.median():,.0f} | {min(one.speeds):,.0f} – {max(one.speeds):,.0f} | "
                     f"{'' if 'bf16' in one.name else f'{share:.0%}'} | {one.last['peak_mb']:,} |")
    lines += ["", "| ratio | median (least – most of the rounds) |", "|---|---|",
              f"| fp32, two cores: Heed / the best PyTorch | {spread(ratios(heed, best(plain)))} |",
              f"| best / best, any precision | {spread(ratios(best([o for o in field if o not in peers]), best(peers)))} |",
              f"| Heed / PyTorch as it comes | {spread(ratios(heed, named['PyTorch, 2 threads, as it comes']))} |",
              f"| one core: Heed / PyTorch | {spread(ratios(named['Heed, 1 worker'], named['PyTorch, 1 thread']))} |",
              f"| Heed, two workers / one, same batch a worker | "
              f"{spread(ratios(heed, named['Heed, 1 worker, half the batch']))} |", ""]
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    name, flags = processor()
    lines = ["# Training: Heed beside PyTorch", "",
             "Written by `make bench`. Every contestant trains the same model on batches of the same shape; turns are "
             "interleaved; each figure is the median of the rounds. PyTorch is Debian's python3-torch with "
             "`bench/peer.py`.", "",
             f"{name}, two cores.", ""]
    for model, rows in SETTINGS:
        if options.only in f"{model} {rows}":
            lines += measure(options.program, model, rows, flags, options.rounds)
    text = "\n".join(lines)
    print(text)
    if not options.only:
        (HERE / "results.md").write_text(text)


main()
