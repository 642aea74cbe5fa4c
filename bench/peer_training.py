"""The same models in plain PyTorch, the way one writes them: nn.LSTM where it fits, nn.LSTMCell where attention needs a
step at a time, the output layer and the loss over all steps at once. Speaks heed-bench's protocol.
  peer_training.py MODEL ROWS LENGTH THREADS fp32|bf16        MODEL: rnnsearch, deep
"""
import json
import resource
import sys
import time

import torch
from torch import nn

VOCABULARY, START = 8000, 2


class Additive(nn.Module):
    def __init__(self, query, key, width):
        super().__init__()
        self.query = nn.Linear(query, width)
        self.key = nn.Linear(key, width, bias=False)
        self.v = nn.Linear(width, 1, bias=False)

    def forward(self, state, keys, values):
        scores = self.v(torch.tanh(self.query(state).unsqueeze(1) + keys)).squeeze(-1)
        weights = torch.softmax(scores, -1)
        return torch.bmm(weights.unsqueeze(1), values).squeeze(1)


class Translator(nn.Module):
    def __init__(self, embedding, width, layers, attention, readout):
        super().__init__()
        self.source = nn.Embedding(VOCABULARY, embedding)
        self.target = nn.Embedding(VOCABULARY, embedding)
        self.encoder = nn.LSTM(embedding, width // 2, layers, batch_first=True, bidirectional=True)
        self.attention = Additive(width, width, attention)
        self.cells = nn.ModuleList(
            nn.LSTMCell((embedding if layer == 0 else width) + width, width) for layer in range(layers))
        self.bridge = nn.ModuleList(nn.Linear(width, width) for _ in range(2 * layers))
        self.hidden = nn.Linear(width + embedding + width, readout)
        self.output = nn.Linear(readout, VOCABULARY)

    def forward(self, source, target):
        states, (last, _) = self.encoder(self.source(source))
        summary = torch.cat([last[-2], last[-1]], -1)
        state = [(torch.tanh(self.bridge[2 * i](summary)), torch.tanh(self.bridge[2 * i + 1](summary)))
                 for i in range(len(self.cells))]
        keys = self.attention.key(states)
        start = torch.full((target.size(0), 1), START)
        embedded = self.target(torch.cat([start, target[:, :-1]], 1))
        features = []
        for token in embedded.unbind(1):
            context = self.attention(state[0][0], keys, states)
            x = token
            for i, cell in enumerate(self.cells):
                state[i] = cell(torch.cat([x, context], -1), state[i])
                x = state[i][0]
            features.append(torch.cat([x, token, context], -1))
        read = torch.tanh(self.hidden(torch.stack(features, 1)))
        return nn.functional.cross_entropy(self.output(read).flatten(0, 1).float(), target.flatten())


def main():
    model_name, rows, length, threads, precision = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    torch.set_flush_denormal(True)
    model = Translator(512, 1024, 2, 512, 512) if model_name == "deep" else Translator(256, 512, 1, 256, 256)
    optimiser = torch.optim.Adam(model.parameters(), foreach=True)
    batches = [torch.randint(4, VOCABULARY, (2, rows, length)) for _ in range(8)]
    count = 0

    def update():
        nonlocal count
        source, target = batches[count % len(batches)]
        count += 1
        optimiser.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=precision == "bf16"):
            loss = model(source, target)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        return loss.item()

    for _ in range(3):
        update()
    print(json.dumps({"parameters": sum(p.numel() for p in model.parameters()), "flop_per_word": 0}), flush=True)
    for line in sys.stdin:
        seconds = float(line.split()[1])
        words, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            loss = update()
            words += rows * length
        spent = time.perf_counter() - start
        print(json.dumps({"words_per_second": words / spent, "loss": loss,
                          "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}), flush=True)


main()
