"""RNNsearch in PyTorch over the weights of a Heed model, in the variants that one would try to run it fast:
  fp32          as one writes it: nn.LSTM over a packed batch, nn.LSTMCell, nn.Linear; keys are projected once, and the
                beams of a sentence share its keys and values
  fp32-frozen   the decoder as TorchScript, frozen, optimize_for_inference, which has oneDNN multiply
  fp32-tuned    products of one row as gemv, several times as fast there as OpenBLAS's gemm; weights transposed
                beforehand for the others; one product a step of the LSTM; the decoder as TorchScript
  int8-ENGINE   quantize_dynamic of nn.Linear, nn.LSTM and nn.LSTMCell, with each engine that this PyTorch has; the
                decoder as TorchScript
  bf16          all of it in bf16, for processors that multiply it
"""
import json
import pathlib
import re
import struct
from typing import Tuple

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

LSTM_NAMES = {"input": "weight_ih", "hidden": "weight_hh", "input_bias": "bias_ih", "hidden_bias": "bias_hh"}


def read_safetensors(path):
    data = bytearray(path.read_bytes())
    size, = struct.unpack_from("<Q", data)
    tensors = {}
    for name, entry in json.loads(data[8:8 + size]).items():
        begin, end = entry["data_offsets"]
        flat = torch.frombuffer(data, dtype=torch.float32, count=(end - begin) // 4, offset=8 + size + begin)
        tensors[name] = flat.view(entry["shape"])
    return tensors


def torch_name(name):
    """What a parameter of Heed is called in the Translator below."""
    if match := re.fullmatch(r"encoder\.layer0\.(forward|backward)\.(\w+)", name):
        return f"encoder.lstm.{LSTM_NAMES[match[2]]}_l0{'_reverse' if match[1] == 'backward' else ''}"
    if match := re.fullmatch(r"decoder\.layer0\.(\w+)", name):
        return f"decoder.cell.{LSTM_NAMES[match[1]]}"
    name = name.replace("attention.score.", "").replace("source_embedding.table", "encoder.words.weight")
    name = name.replace("target_embedding.table", "decoder.words.weight")
    name = re.sub(r"^decoder\.(bridge|key)", r"encoder.\1", name)
    return re.sub(r"^output", "decoder.output", name)


class Encoder(nn.Module):
    def __init__(self, words, embedding, width, attention):
        super().__init__()
        self.words = nn.Embedding(words, embedding)
        self.lstm = nn.LSTM(embedding, width // 2, batch_first=True, bidirectional=True)
        self.bridge = nn.ModuleList(nn.Linear(width, width) for _ in range(2))
        self.key = nn.Linear(width, attention, bias=False)

    def forward(self, source, lengths):
        """source [B,T], longest first. Gives the memory (keys, values, a mask of 0 and −inf) and the first state."""
        embedded = self.words(source)
        if lengths[0] == lengths[-1]:
            values, (last, _) = self.lstm(embedded)
        else:
            packed, (last, _) = self.lstm(pack_padded_sequence(embedded, lengths, batch_first=True))
            values, _ = pad_packed_sequence(packed, batch_first=True)
        summary = torch.cat([last[0], last[1]], -1)
        state = torch.tanh(self.bridge[0](summary)), torch.tanh(self.bridge[1](summary))
        padding = torch.arange(source.size(1)) >= torch.tensor(lengths).unsqueeze(1)
        mask = torch.zeros(source.shape, dtype=values.dtype).masked_fill_(padding, float("-inf"))
        return (self.key(values), values, mask.unsqueeze(1)), state


class Decoder(nn.Module):
    def __init__(self, words, embedding, width, attention, readout):
        super().__init__()
        self.words = nn.Embedding(words, embedding)
        self.query = nn.Linear(width, attention)
        self.v = nn.Parameter(torch.empty(attention))
        self.cell = nn.LSTMCell(embedding + width, width)
        self.hidden = nn.Linear(width + embedding + width, readout)
        self.output = nn.Linear(readout, words)

    def forward(self, token: Tensor, state: Tuple[Tensor, Tensor], memory: Tuple[Tensor, Tensor, Tensor]):
        """token [B·K], K rows a sentence. Gives logits [B·K,V] and the next state."""
        keys, values, mask = memory
        query = self.query(state[0]).view(keys.size(0), -1, 1, keys.size(2))
        scores = torch.matmul(torch.tanh(query + keys.unsqueeze(1)), self.v)  # [B,K,T]
        context = torch.bmm(torch.softmax(scores + mask, -1), values).flatten(0, 1)
        embedded = self.words(token)
        state = self.cell(torch.cat([embedded, context], -1), state)
        read = torch.tanh(self.hidden(torch.cat([state[0], embedded, context], -1)))
        return self.output(read).float(), state


class Translator(nn.Module):
    def __init__(self, weights):
        super().__init__()
        words, embedding = weights["encoder.words.weight"].shape
        attention, width = weights["encoder.key.weight"].shape
        outputs, readout = weights["decoder.output.weight"].shape
        self.encoder = Encoder(words, embedding, width, attention)
        self.decoder = Decoder(outputs, embedding, width, attention, readout)
        self.load_state_dict(weights)


class Product(nn.Module):
    """nn.Linear for few rows."""

    def __init__(self, weight, bias):
        super().__init__()
        self.across = nn.Parameter(weight.t().contiguous())
        self.bias = nn.Parameter(bias)

    def forward(self, x):
        if x.size(0) == 1:
            return torch.addmv(self.bias, self.across.t(), x[0]).unsqueeze(0)
        return torch.addmm(self.bias, x, self.across)


def lstm(gates: Tensor, memory: Tensor):
    i, f, g, o = gates.chunk(4, -1)
    memory = torch.sigmoid(f) * memory + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(memory), memory


class ProductCell(nn.Module):
    """nn.LSTMCell with one product a step."""

    def __init__(self, cell):
        super().__init__()
        self.gates = Product(torch.cat([cell.weight_ih, cell.weight_hh], 1), cell.bias_ih + cell.bias_hh)

    def forward(self, x, state: Tuple[Tensor, Tensor]):
        return lstm(self.gates(torch.cat([x, state[0]], -1)), state[1])


class ProductLstm(nn.Module):
    """A bidirectional nn.LSTM which steps through a single sentence itself."""

    def __init__(self, module):
        super().__init__()
        self.batched = module

    def walk(self, x, suffix):
        """Outputs [T,D], in the order of the steps."""
        weight = {name: getattr(self.batched, f"{name}_l0{suffix}") for name in LSTM_NAMES.values()}
        inputs = torch.addmm(weight["bias_ih"] + weight["bias_hh"], x, weight["weight_ih"].t())
        hidden = memory = torch.zeros(weight["weight_hh"].size(1))
        outputs = []
        for gates in inputs.unbind(0):
            hidden, memory = lstm(torch.addmv(gates, weight["weight_hh"], hidden), memory)
            outputs.append(hidden)
        return torch.stack(outputs)

    def forward(self, x):
        if not torch.is_tensor(x) or x.size(0) > 1:
            return self.batched(x)
        forward, backward = self.walk(x[0], ""), self.walk(x[0].flip(0), "_reverse")
        last = torch.stack([forward[-1:], backward[-1:]])
        return torch.cat([forward, backward.flip(0)], -1).unsqueeze(0), (last, None)


def tune(module):
    for name, part in module.named_children():
        if isinstance(part, nn.Linear) and part.bias is not None:
            setattr(module, name, Product(part.weight, part.bias))
        elif isinstance(part, nn.LSTMCell):
            setattr(module, name, ProductCell(part))
        elif isinstance(part, nn.LSTM):
            setattr(module, name, ProductLstm(part))
        else:
            tune(part)
    return module


def quantise(model, engine):
    torch.backends.quantized.engine = engine
    return torch.ao.quantization.quantize_dynamic(model, {nn.Linear, nn.LSTM, nn.LSTMCell}, dtype=torch.qint8)


def variants():
    engines = [engine for engine in torch.backends.quantized.supported_engines if engine != "none"]
    return ["fp32", "fp32-frozen", "fp32-tuned", *(f"int8-{engine}" for engine in engines), "bf16"]


def open_model(path, variant):
    """Its encoder and its decoder."""
    tensors = read_safetensors(pathlib.Path(path) / "model.safetensors")
    model = Translator({torch_name(name): tensor for name, tensor in tensors.items()}).eval()
    if variant == "fp32-tuned":
        tune(model)
    elif variant.startswith("int8-"):
        model = quantise(model, variant.removeprefix("int8-"))
    elif variant == "bf16":
        model.bfloat16()
    if variant == "fp32":
        return model.encoder, model.decoder
    decoder = torch.jit.freeze(torch.jit.script(model.decoder))
    return model.encoder, torch.jit.optimize_for_inference(decoder) if variant == "fp32-frozen" else decoder
