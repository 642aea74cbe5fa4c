"""The training part of the benchmark: the same model trained by Heed and by PyTorch on batches of the same shape."""
import json
import statistics
import subprocess
import sys

from contest import HERE, ONE_CORE, PASSIVE, PYTHON, Contestant, best, ratios, rounds_of, spread

LENGTH = 13
SETTINGS = [("rnnsearch", 64), ("rnnsearch", 128), ("deep", 64)]
SECONDS = {"rnnsearch": 70, "deep": 110}  # of turns; starting takes about as long
TITLES = {"rnnsearch": "RNNsearch: embedding 256, BiLSTM 2×256, LSTM 512, additive 256, readout 256",
          "deep": "two layers each: embedding 512, BiLSTM 2×512, LSTM 1024, additive 512, readout 512"}


def contestants(program, model, rows, flags):
    def heed(name, workers, share, precision="fp32"):
        return Contestant(name, workers,
                          [program, model, str(rows * share // 2), str(LENGTH), str(workers), precision])

    def torch(name, cores, threads, precision="fp32", **environment):
        return Contestant(name, cores, [PYTHON, str(HERE / "peer_training.py"), model, str(rows), str(LENGTH),
                                        str(threads), precision], **environment)

    yield heed("Heed, 2 workers", 2, 2)
    yield heed("Heed, 1 worker", 1, 2)
    yield heed("Heed, 1 worker, half the batch", 1, 1)
    yield torch("PyTorch, 1 thread", 1, 1, **ONE_CORE)
    yield torch("PyTorch, 1 thread, BLAS 2", 2, 1, OPENBLAS_NUM_THREADS="2")
    yield torch("PyTorch, 2 threads, passive waiting", 2, 2, **PASSIVE)
    yield torch("PyTorch, 2 threads, as it comes", 2, 2)
    if "avx512f" in flags:
        yield torch("PyTorch, 2 threads, passive, avx512", 2, 2, ATEN_CPU_CAPABILITY="avx512", **PASSIVE)
    if "avx512_bf16" in flags:
        yield heed("Heed, 2 workers, bf16", 2, 2, "bf16")
        yield torch("PyTorch, 1 thread, bf16", 1, 1, "bf16", **ONE_CORE)
        yield torch("PyTorch, 2 threads, passive, bf16", 2, 2, "bf16", **PASSIVE)


def peak_of(program, cores):
    return json.loads(subprocess.check_output([program, "peak", str(cores)]))["gflops"]


def speed_table(field, flop, peaks):
    lines = ["| | target words/s, median | least – most | share of GEMM peak | peak memory, MB |",
             "|---|---|---|---|---|"]
    for one in field:
        share = statistics.median(speed * flop / 1e9 / peak for speed, peak in zip(one.speeds, peaks[one.cores]))
        lines.append(f"| {one.name} | {one.median():,.0f} | {min(one.speeds):,.0f} – {max(one.speeds):,.0f} | "
                     f"{'' if 'bf16' in one.name else f'{share:.0%}'} | {one.last['peak_mb']:,} |")
    return lines + [""]


def ratio_table(field):
    named = {one.name: one for one in field}
    heed = named["Heed, 2 workers"]
    peers = [one for one in field if one.name.startswith("PyTorch")]
    plain = [one for one in peers if "bf16" not in one.name]
    return ["| ratio | median (least – most of the rounds) |", "|---|---|",
            f"| fp32, two cores: Heed / the best PyTorch | {spread(ratios(heed, best(plain)))} |",
            f"| best / best, any precision | {spread(ratios(best([o for o in field if o not in peers]), best(peers)))} |",
            f"| Heed / PyTorch as it comes | {spread(ratios(heed, named['PyTorch, 2 threads, as it comes']))} |",
            f"| one core: Heed / PyTorch | {spread(ratios(named['Heed, 1 worker'], named['PyTorch, 1 thread']))} |",
            f"| Heed, two workers / one, same batch a worker | "
            f"{spread(ratios(heed, named['Heed, 1 worker, half the batch']))} |", ""]


def measure(program, model, rows, flags, options):
    field = list(contestants(program, model, rows, flags))
    if len({one.size["parameters"] for one in field}) != 1:
        sys.exit(f"the models differ: {[one.size['parameters'] for one in field]} parameters")
    peaks = {1: [], 2: []}

    def find_peaks():
        for cores, found in peaks.items():
            found.append(peak_of(program, cores))

    seconds = options.turn or SECONDS[model] / (options.rounds * len(field))
    rounds_of(field, options.rounds, seconds, f"{model} {rows}", find_peaks)
    size = field[0].size
    return [f"## {TITLES[model]}, batch {rows} × {LENGTH}", "",
            f"{size['parameters'] / 1e6:.1f} million parameters, vocabulary 8,000, Adam; "
            f"{size['flop_per_word'] / 1e6:.1f} MFLOP a target word. fp32 GEMM peak (1024³, BLAS; median of the rounds): "
            f"{statistics.median(peaks[1]):.0f} GFLOP/s on one core, {statistics.median(peaks[2]):.0f} on two.", "",
            *speed_table(field, size["flop_per_word"], peaks), *ratio_table(field)]


def run(processor, options):
    name, flags = processor
    lines = ["# Training: Heed beside PyTorch", "",
             "Written by `make bench`. Every contestant trains the same model on batches of the same shape; turns are "
             "interleaved; each figure is the median of the rounds. PyTorch is Debian's python3-torch with "
             "`bench/peer_training.py`.", "",
             f"{name}, two cores.", ""]
    for model, rows in SETTINGS:
        lines += measure(options.build / "bench" / "heed-bench", model, rows, flags, options)
    return lines
