"""The inference part of the benchmark: the same sentences decoded with the same weights by Heed and by PyTorch,
greedily and by beam, one at a time and in batches; then how long a program takes to start and answer. Before anything
is timed the outputs are compared. PyTorch enters with the variants of peer_model.py that are the fastest there."""
import functools
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

from contest import HERE, ONE_CORE, PASSIVE, PYTHON, Contestant, best, progress, ratios, rounds_of, spread

LENGTH = 14  # tokens of every output
VOCABULARY, LARGE_VOCABULARY = 8000, 20000  # 10.9 and 20.1 million parameters
SENTENCES = {1: 16, 32: 64}  # by batch: as many as take about a second
SETTINGS = [(beam, batch) for beam in (1, 4, 5) for batch in SENTENCES]
SHORTLIST_SETTINGS = [(beam, batch) for beam in (1, 5) for batch in SENTENCES]
PAIRS = 50  # pairs that a shortlist is made from, for each sentence: as many targets as a source token may bring
TURN, STARTS, CLOSE = 0.7, 10, 1e-3
PEER = [PYTHON, str(HERE / "peer_inference.py")]
INTRODUCTION = (
    "Written by `make bench`. RNNsearch (embedding 256, BiLSTM 2×256, LSTM 512, additive 256, readout 256; 10.9 million "
    "parameters, vocabularies of 8,000) turns sentences of 5 to 30 words, 13 on average, into "
    f"{LENGTH} tokens each, text to text. All have the same weights, drawn at random. Before the clock ran, greedy "
    f"tokens were found equal wherever PyTorch's two likeliest were more than {CLOSE} apart, and the scores of beams to "
    f"{CLOSE}. Turns are interleaved; each figure is the median of the rounds. With 2 threads Heed runs two batches at "
    "once over one model; PyTorch's 2 threads share each operation (passive waiting), its 2 processes have a model "
    "each. A PyTorch that was a quarter as fast as another after one round is left out. PyTorch is Debian's "
    "python3-torch with `bench/peer_inference.py`; `bench/peer_model.py` says what its variants are.")


def title_of(beam, batch):
    return f"{'greedy' if beam == 1 else f'beam {beam}'}, batch {batch}"


def lengths(count):
    """Words a sentence, spread as Multi30k's are: 5 to 30, mean 13. Any count has the same distribution."""
    normal = statistics.NormalDist(math.log(12), 0.38)
    return [min(30, max(5, round(math.exp(normal.inv_cdf((i + 0.5) / count))))) for i in range(count)]


def write_sentences(path, count):
    """Shortest first, so that a batch has sentences of about one length, as programs sort them."""
    draw = random.Random(1)
    lines = [" ".join(f"s{draw.randrange(VOCABULARY - 4)}" for _ in range(words)) for words in lengths(count)]
    path.write_text("\n".join(lines) + "\n")


def write_pairs(path, sentences):
    """Each sentence beside targets that are drawn at random, so that its tokens bring as many as they may."""
    draw = random.Random(2)
    lines = [source + "\t" + " ".join(f"t{draw.randrange(VOCABULARY - 4)}" for _ in source.split())
             for source in sentences for _ in range(PAIRS)]
    path.write_text("\n".join(lines) + "\n")


class Bench:
    """Models, sentences and programs."""

    def __init__(self, folder, flags, options):
        build = options.build
        self.build, self.folder = build, pathlib.Path(folder)
        self.rounds, self.turn = options.rounds, options.turn or TURN
        self.program = build / "bench" / "heed-bench-infer"
        self.precisions = subprocess.check_output([self.program, "--precisions"], text=True).split()
        self.variants = subprocess.check_output([*PEER, "--variants"], text=True).split()
        if "avx512_bf16" not in flags:
            self.variants.remove("bf16")
        for name, words in (("model", VOCABULARY), ("large", LARGE_VOCABULARY)):
            subprocess.check_call([build / "bench" / "heed-bench-model", self.folder / name, str(words), str(LENGTH)])
        for batch, count in SENTENCES.items():
            write_sentences(self.folder / f"sentences-{batch}", count)

    @functools.cached_property
    def pairs(self):
        sentences = [line for batch in SENTENCES for line in (self.folder / f"sentences-{batch}").read_text().splitlines()]
        write_pairs(self.folder / "pairs.tsv", sentences)
        return self.folder / "pairs.tsv"

    @functools.cache
    def packed(self, precision):
        """The model with a shortlist."""
        file = self.folder / f"model-{precision}.heed"
        subprocess.check_call([self.build / "heed", "export", self.folder / "model", file, "--precision", precision,
                               "--shortlist", self.pairs], stdout=subprocess.DEVNULL)
        return file

    def arguments(self, beam, batch, threads, precision, model=None):
        return [str(model or self.folder / "model"), str(self.folder / f"sentences-{batch}"), str(batch), str(beam),
                str(threads), precision]

    def heed(self, setting, threads, precision):
        name = f"Heed {precision}, {threads} thread{'s' * (threads > 1)}"
        return Contestant(name, threads, [self.program, *self.arguments(*setting, threads, precision)])

    def heed_with_shortlist(self, setting, precision):
        command = [self.program, *self.arguments(*setting, 1, precision, self.packed(precision))]
        return Contestant(f"Heed {precision}, shortlist", 1, command)

    def torch(self, setting, variant, name, threads=1, **options):
        command = [*PEER, *self.arguments(*setting, threads, variant)]
        return Contestant(f"PyTorch {variant}, {name}", threads * options.get("copies", 1), command, **options)


def is_fp32(contestant):
    return " fp32" in contestant.name


def is_torch(contestant):
    return contestant.name.startswith("PyTorch")


def is_hopeless(contestant, field):
    """Will not be the best PyTorch, nor the best of fp32, and takes minutes."""
    peers = [one for one in field if is_torch(one) and is_fp32(one) == is_fp32(contestant)]
    return is_torch(contestant) and 4 * contestant.median() < best(peers).median()


@functools.cache
def variant_speeds(bench, beam, batch):
    """Of each PyTorch, on one core: the better of two turns."""
    field = [bench.torch((beam, batch), variant, "1 thread", **ONE_CORE) for variant in bench.variants]
    rounds_of(field, 2, bench.turn, f"which PyTorch, {title_of(beam, batch)}")
    return {variant: max(one.speeds) for variant, one in zip(bench.variants, field)}


def qualified(bench, beam, batch):
    """The fastest PyTorch of each precision; beams of four and five are alike."""
    speeds = variant_speeds(bench, 5 if beam > 1 else 1, batch)
    precisions = dict.fromkeys(variant.split("-")[0] for variant in speeds)
    return [max((v for v in speeds if v.split("-")[0] == precision), key=speeds.get) for precision in precisions]


def contestants(bench, setting):
    for precision in bench.precisions:
        for threads in (1, 2):
            yield bench.heed(setting, threads, precision)
    for variant in qualified(bench, *setting):
        yield bench.torch(setting, variant, "1 thread", **ONE_CORE)
        yield bench.torch(setting, variant, "2 threads", 2, **PASSIVE)
        yield bench.torch(setting, variant, "2 processes", copies=2, **ONE_CORE)


def same_tokens(ours, theirs, where):
    """How many, up to where a near tie let the two part; any other parting is an error."""
    for step, margin in enumerate(theirs["margins"]):
        a, b = ours["tokens"][step], theirs["tokens"][step]
        if a != b and margin > CLOSE:
            sys.exit(f"{where}: {a} and {b} at token {step + 1}, where the likeliest led by {margin:.4f}")
        if a != b:
            return step
    return LENGTH


def require_equal_outputs(setting, heed, peer):
    """Of greedy search the tokens, of beam search the normalised log-probabilities."""
    ours, theirs = (one.ask("answers")[0]["answers"] for one in (heed, peer))
    same = 0
    for number, (a, b) in enumerate(zip(ours, theirs, strict=True), 1):
        where = f"{title_of(*setting)}, sentence {number}: {heed.name} and {peer.name} differ"
        if not len(a["tokens"]) == len(b["tokens"]) == LENGTH:
            sys.exit(f"{where}: {len(a['tokens'])} and {len(b['tokens'])} tokens, expected {LENGTH}")
        if setting[0] == 1:
            same += same_tokens(a, b, where)
        elif not abs(a["normalised_log_probability"] - b["normalised_log_probability"]) < CLOSE:
            sys.exit(f"{where}: log-probabilities {a['normalised_log_probability']} and {b['normalised_log_probability']}")
    if setting[0] == 1 and same < 0.8 * LENGTH * len(ours):
        sys.exit(f"{title_of(*setting)}: only {same} of {LENGTH * len(ours)} tokens could be compared; near ties hid the rest")


def speed_table(field):
    lines = ["| | target tokens/s, median | least – most | sentences/s, median | peak memory, MB |",
             "|---|---|---|---|---|"]
    for one in field:
        lines.append(f"| {one.name} | {one.median():,.0f} | {min(one.speeds):,.0f} – {max(one.speeds):,.0f} | "
                     f"{one.median() / LENGTH:,.1f} | {one.last['peak_mb']:,.0f} |")
    return lines + [""]


def compared(bench, field):
    """For each precision of Heed and each number of cores: its name, and Heed beside the best PyTorch."""
    for precision in bench.precisions:
        for cores, words in ((1, "one core"), (2, "two cores")):
            peers = [one for one in field if is_torch(one) and one.cores <= cores and
                     (is_fp32(one) or precision != "fp32")]
            heed = next(one for one in field if one.name.startswith(f"Heed {precision}") and one.cores == cores)
            yield f"{precision}, {words}", heed, best(peers)


def ratio_table(bench, field):
    lines = ["| ratio | median (least – most of the rounds) | beside |", "|---|---|---|"]
    for name, heed, peer in compared(bench, field):
        lines.append(f"| {name}: Heed / the best PyTorch | {spread(ratios(heed, peer))} | {peer.name} |")
    return lines + [""]


def measure(bench, setting):
    field = list(contestants(bench, setting))
    ours = [one for one in field if not is_torch(one) and is_fp32(one)]
    for peer in (one for one in field if is_torch(one) and is_fp32(one)):
        require_equal_outputs(setting, ours[0], peer)
    return rounds_of(field, bench.rounds, bench.turn, title_of(*setting), hopeless=is_hopeless)


def summary(bench, fields):
    first = next(iter(fields.values()))
    names = [name for name, _, _ in compared(bench, first)]
    lines = ["| Heed / the best PyTorch | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for setting, field in fields.items():
        cells = [f"{statistics.median(ratios(heed, peer)):.2f}×" for _, heed, peer in compared(bench, field)]
        lines.append(f"| {title_of(*setting)} | " + " | ".join(cells) + " |")
    return lines + [""]


def variants_table(bench):
    settings = [(beam, batch) for beam in (1, 5) for batch in SENTENCES]
    lines = ["## Which PyTorch", "",
             "Tokens a second on one core, the better of two turns. The fastest of each precision is measured above.", "",
             "| | " + " | ".join(title_of(*setting) for setting in settings) + " |", "|---" * (len(settings) + 1) + "|"]
    for variant in bench.variants:
        speeds = [f"{variant_speeds(bench, *setting)[variant]:,.0f}" for setting in settings]
        lines.append(f"| PyTorch {variant} | " + " | ".join(speeds) + " |")
    return lines + [""]


def answer_time(command, sentence):
    """Seconds from starting a program to its first line."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write(sentence + "\n")
    process.stdin.close()
    line = process.stdout.readline()
    spent = time.perf_counter() - start
    if process.wait() != 0 or len(line.split()) != LENGTH:
        sys.exit(f"{command[0]}: expected {LENGTH} tokens and no error, found '{line.strip()}'")
    return spent, line


def start_table(bench):
    sentence = (bench.folder / "sentences-1").read_text().splitlines()[SENTENCES[1] // 2]
    model = str(bench.folder / "large")
    commands = {"Heed, `heed run`": [bench.build / "heed", "run", model], "PyTorch, fp32": [*PEER, model]}
    times, answers = {name: [] for name in commands}, {}
    for turn in range(STARTS + 1):
        for name, command in commands.items():
            progress(f"start-up: {turn} of {STARTS}, {name}")
            spent, answers[name] = answer_time(command, sentence)
            if turn > 0:  # before that the files were read from disk
                times[name].append(spent)
    print(file=sys.stderr)
    if len(set(answers.values())) > 1:
        sys.exit(f"start-up: the answers differ: {answers}")
    lines = ["## Start-up", "",
             f"From starting the program to the answer to one sentence, 20.1 million parameters, {STARTS} times each, in "
             "turns.", "", "| | seconds, median | least – most |", "|---|---|---|"]
    for name, spent in times.items():
        lines.append(f"| {name} | {statistics.median(spent):.3f} | {min(spent):.3f} – {max(spent):.3f} |")
    ours, theirs = times.values()
    return lines + ["", f"PyTorch / Heed: {spread([b / a for a, b in zip(ours, theirs)])}.", ""]


def shortlist_table(bench):
    """Heed alone: PyTorch has no shortlist here."""
    lines = ["## Shortlist", "",
             f"One thread, target tokens a second: the whole vocabulary of {VOCABULARY:,}, and a shortlist of 100 frequent "
             "tokens and 50 for each token of the source.", "",
             "| | whole vocabulary | shortlist | shortlist / whole |", "|---|---|---|---|"]
    for setting in SHORTLIST_SETTINGS:
        for precision in bench.precisions:
            field = [bench.heed(setting, 1, precision), bench.heed_with_shortlist(setting, precision)]
            whole, short = rounds_of(field, bench.rounds, bench.turn, f"shortlist, {title_of(*setting)}, {precision}")
            lines.append(f"| {title_of(*setting)}, {precision} | {whole.median():,.0f} | {short.median():,.0f} | "
                         f"{spread(ratios(short, whole))} |")
    return lines + [""]


def memory_table(fields):
    lines = ["## Memory", "",
             "Peak of the process at batch 32, one thread, MB; of PyTorch's variants the one that took least.", "",
             "| | Heed | PyTorch | PyTorch / Heed |", "|---|---|---|---|"]
    for setting, field in fields.items():
        alone = [one for one in field if one.cores == 1 and setting[1] == 32]
        for heed in (one for one in alone if not is_torch(one)):
            ours, theirs = heed.last["peak_mb"], min(one.last["peak_mb"] for one in alone if is_torch(one))
            lines.append(f"| {title_of(*setting)}, {heed.name} | {ours:,} | {theirs:,} | {theirs / ours:.1f}× |")
    return lines + [""]


def run(processor, options):
    name, flags = processor
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder, flags, options)
        fields = {setting: measure(bench, setting) for setting in SETTINGS}
        lines = ["# Inference: Heed beside PyTorch", "", INTRODUCTION, "", f"{name}, two cores.", "",
                 *summary(bench, fields)]
        for setting, field in fields.items():
            title = title_of(*setting)
            lines += [f"## {title[0].upper()}{title[1:]}", "", *speed_table(field), *ratio_table(bench, field)]
        return lines + shortlist_table(bench) + start_table(bench) + memory_table(fields) + variants_table(bench)
