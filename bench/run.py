#!/usr/bin/env python3
"""Heed compared with PyTorch on the same work, interleaved: python3 bench/run.py build
Prints ratios with their spread and writes them to bench/results.md, whose other part stays as it is with --only.
For a quick look: --only inference --rounds 2 --turn 0.2 --out /tmp/results.md"""
import argparse
import pathlib
import re

import inference
import training
from contest import HERE, processor

PARTS = {"training": training.run, "inference": inference.run}


def parts_of(text):
    """By the first word of their headings."""
    return {re.match(r"# (\w+)", part)[1].lower(): part for part in re.split(r"^(?=# )", text, flags=re.M) if part}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=pathlib.Path, help="build directory")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--turn", type=float, help="seconds")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results.md")
    options = parser.parse_args()
    parts = parts_of(options.out.read_text()) if options.out.exists() else {}
    for name, run in PARTS.items():
        if options.only in (None, name):
            parts[name] = "\n".join(run(processor(), options))
            print(parts[name])
            options.out.write_text("\n".join(parts[name].rstrip() + "\n" for name in PARTS if name in parts))


main()
