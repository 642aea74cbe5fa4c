"""Greedy and beam search over peer_model.py, the way one writes them to run fast: batched, of a beam's state the
surviving rows selected. Outputs have a fixed length, so nothing is spent on what has ended. Speaks heed-bench-infer's
protocol.
  peer_inference.py MODEL SENTENCES BATCH BEAM THREADS VARIANT
  peer_inference.py --variants                     those that this PyTorch has, one a line
  peer_inference.py MODEL                          standard input, one sentence, to one line, greedily
"""
import json
import os
import pathlib
import re
import resource
import sys
import time
import warnings

os.environ.update(TORCH_CPP_LOG_LEVEL="ERROR", GLOG_minloglevel="2")  # qnnpack would warn at every product
warnings.simplefilter("ignore")

import torch  # noqa: E402

from peer_model import open_model, variants  # noqa: E402

START, END, SPECIAL = 2, 3, 4  # of a vocabulary, whose first four tokens are never produced


def greedy(decoder, memory, state, length):
    """Tokens [B,length], and no scores."""
    token = torch.full((state[0].size(0),), START)
    tokens = []
    for _ in range(length):
        logits, state = decoder(token, state, memory)
        logits[:, :SPECIAL] = float("-inf")
        token = logits.argmax(-1)
        tokens.append(token)
    return torch.stack(tokens, 1), None


def beam_search(decoder, memory, state, length, beam):
    """Tokens [B,length] of the best, and its log-probability a token [B]."""
    sentences = state[0].size(0)
    token = torch.full((sentences,), START)
    tokens = torch.empty(sentences, 0, dtype=torch.long)
    total = torch.zeros(sentences, 1)
    first = torch.arange(sentences).unsqueeze(1)
    for _ in range(length):
        logits, state = decoder(token, state, memory)
        log_probs = torch.log_softmax(logits, -1)
        log_probs[:, :SPECIAL] = float("-inf")
        kept, words = total.size(1), log_probs.size(-1)
        total, best = (log_probs.view(sentences, kept, words) + total.unsqueeze(-1)).flatten(1).topk(beam)
        parents = (first * kept + torch.div(best, words, rounding_mode="floor")).flatten()
        token = (best % words).flatten()
        state = tuple(part.index_select(0, parents) for part in state)
        tokens = torch.cat([tokens.index_select(0, parents), token.unsqueeze(1)], 1)
    return tokens.view(sentences, beam, length)[:, 0], total[:, 0] / length


def margins(decoder, memory, state, tokens):
    """By how much the likeliest token beat the next, along these tokens [B,length]."""
    token, found = torch.full((tokens.size(0),), START), []
    for next_token in tokens.unbind(1):
        logits, state = decoder(token, state, memory)
        two = logits[:, SPECIAL:].topk(2).values
        found.append(two[:, 0] - two[:, 1])
        token = next_token
    return torch.stack(found, 1)


class Peer:
    def __init__(self, path, variant, beam):
        self.encoder, self.decoder = open_model(path, variant)
        self.beam = beam
        folder = pathlib.Path(path)
        self.words = (folder / "target.vocab.txt").read_text().splitlines()
        self.numbers = {word: i for i, word in enumerate((folder / "source.vocab.txt").read_text().splitlines())}
        self.length = int(re.search(r"min_length: (\d+)", (folder / "recipe.yml").read_text())[1])

    def encode(self, batch):
        """Longest first, and where each sentence came to stand."""
        ids = [[self.numbers[word] for word in sentence.split()] + [END] for sentence in batch]
        order = sorted(range(len(ids)), key=lambda i: -len(ids[i]))
        lengths = [len(ids[i]) for i in order]
        source = torch.tensor([ids[i] + [0] * (lengths[0] - len(ids[i])) for i in order])
        return *self.encoder(source, lengths), order

    def decode(self, batch):
        """For each sentence its tokens and its score, in the order of the batch."""
        memory, state, order = self.encode(batch)
        if self.beam == 1:
            tokens, scores = greedy(self.decoder, memory, state, self.length)
        else:
            tokens, scores = beam_search(self.decoder, memory, state, self.length, self.beam)
        texts = [[self.words[token] for token in row] for row in tokens.tolist()]
        scores = [None] * len(order) if scores is None else scores.tolist()
        found = {at: one for at, *one in zip(order, texts, scores)}
        return [found[i] for i in range(len(order))], (memory, state, order, tokens)

    def answers(self, batch):
        found, walked = self.decode(batch)
        memory, state, order, tokens = walked
        margin = dict(zip(order, margins(self.decoder, memory, state, tokens).tolist()))
        return [{"tokens": tokens, "normalised_log_probability": score, "margins": margin[i]} for i, (tokens, score) in enumerate(found)]


def speed(peer, batches, seconds):
    """Of whole passes, so that every turn is the same work."""
    sentences, start = 0, time.perf_counter()
    while sentences == 0 or time.perf_counter() - start < seconds:
        for batch in batches:
            sentences += len([" ".join(tokens) for tokens, _ in peer.decode(batch)[0]])
    rate = sentences / (time.perf_counter() - start)
    return {"words_per_second": rate * peer.length, "sentences_per_second": rate,
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}


def take_turns(path, file, batch, beam, threads, variant):
    torch.set_num_threads(int(threads))
    torch.set_flush_denormal(True)
    sentences, size = pathlib.Path(file).read_text().splitlines(), int(batch)
    batches = [sentences[i:i + size] for i in range(0, len(sentences), size)]
    peer = Peer(path, variant, int(beam))
    speed(peer, [batches[0], batches[-1]], 0)
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        if line.startswith("answers"):
            said = {"answers": [answer for batch in batches for answer in peer.answers(batch)]}
        else:
            said = speed(peer, batches, float(line.split()[1]))
        print(json.dumps(said), flush=True)


def main():
    arguments = sys.argv[1:]
    if arguments == ["--variants"]:
        print("\n".join(variants()))
    elif len(arguments) == 1:
        torch.set_num_threads(1)
        (tokens, _), = Peer(arguments[0], "fp32", 1).decode([sys.stdin.readline()])[0]
        print(" ".join(tokens), flush=True)
    else:
        take_turns(*arguments)


with torch.inference_mode():
    main()
