"""Programs that do the same work in turns, and how their speeds are compared."""
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
PYTHON = "/usr/bin/python3"
ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # BLAS has threads of its own
PASSIVE = {"OMP_WAIT_POLICY": "passive"}
# Debian's oneDNN dies of an illegal instruction where it multiplies bf16 and int8 in tiles (AMX).
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")


def processor():
    """Its name and its flags."""
    text = pathlib.Path("/proc/cpuinfo").read_text()
    lines = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    values = {key.strip(): value.strip() for key, value in lines.items()}
    return values.get("model name", platform.machine()), set(values.get("flags", "").split())


# Debian's OpenBLAS takes its slowest kernels for a processor whose model is newer than itself.
if "avx512vl" in processor()[1]:
    os.environ.setdefault("OPENBLAS_CORETYPE", "Cooperlake" if "avx512_bf16" in processor()[1] else "SkylakeX")


class Contestant:
    """A process that waits for its turn; or several copies of it, which take their turns at once and count as one."""

    def __init__(self, name, cores, command, copies=1, **environment):
        self.name, self.cores, self.speeds, self.last = name, cores, [], {}
        self.processes = [subprocess.Popen(command, env={**os.environ, **environment}, stdin=subprocess.PIPE,
                                           stdout=subprocess.PIPE, text=True) for _ in range(copies)]
        self.size = self.answers()[0]  # ready: the next one starts undisturbed

    def answers(self):
        return [self.answer_of(process) for process in self.processes]

    def answer_of(self, process):
        line = process.stdout.readline()
        if not line:
            sys.exit(f"{self.name} ended with {process.wait()}")
        return json.loads(line)

    def ask(self, question):
        for process in self.processes:
            process.stdin.write(question + "\n")
            process.stdin.flush()
        return self.answers()

    def go(self, seconds):
        answers = self.ask(f"go {seconds}")
        self.last = {key: sum(answer[key] for answer in answers) for key in answers[0]}
        self.speeds.append(self.last["words_per_second"])

    def close(self):
        for process in self.processes:
            process.stdin.close()
        for process in self.processes:
            process.wait()

    def median(self):
        return statistics.median(self.speeds)


def progress(text):
    print(f"\r{text:100}", end="", file=sys.stderr, flush=True)


def rounds_of(field, rounds, seconds, title, before=lambda: None, hopeless=lambda one, field: False):
    """Everybody's turns, interleaved, and their end. Who is hopeless after a round leaves; gives those who stayed."""
    for turn in range(rounds):
        before()
        for one in field:
            progress(f"{title}: round {turn + 1} of {rounds}, {one.name}")
            one.go(seconds)
        for one in [one for one in field if hopeless(one, field)]:
            one.close()
            field.remove(one)
    for one in field:
        one.close()
    print(file=sys.stderr)
    return field


def spread(ratios):
    return f"{statistics.median(ratios):.2f}× ({min(ratios):.2f} – {max(ratios):.2f})"


def ratios(a, b):
    return [x / y for x, y in zip(a.speeds, b.speeds)]


def best(field):
    return max(field, key=Contestant.median)
