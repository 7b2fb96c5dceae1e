"""One training step with each framework, as a user would write it: where it ran, and its loss."""


def accelerate(torch, device, folder):
    """Prepare a model, go back through its loss, and step."""
    from accelerate import Accelerator
    from accelerate import __version__ as version

    accelerator = Accelerator()
    model = _model(torch)
    before = _sum_of(torch, model)
    model, optimizer = accelerator.prepare(model, torch.optim.SGD(model.parameters(), lr=0.1))
    x, target = _batch(torch, accelerator.device)
    loss = torch.nn.functional.mse_loss(model(x), target)
    accelerator.backward(loss)
    optimizer.step()
    facts = _facts(torch, model, loss, before, version=version, picked=accelerator.device.type)
    if hasattr(accelerator.state, "_reset_state"):
        # Its state is the process's: transformers and others are to begin with their own.
        accelerator.state._reset_state(True)
    return facts


def transformers(torch, device, folder):
    """One step of the Trainer on a tiny BERT that is built from a configuration."""
    import accelerate  # noqa: F401  # the Trainer needs it; without it the test is left out
    import transformers as library

    config = library.BertConfig(
        vocab_size=64,
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=16,
        num_labels=2,
    )
    model = library.BertForSequenceClassification(config)
    before = _sum_of(torch, model)
    rows = [
        {"input_ids": torch.arange(row, row + 8) % 64, "labels": torch.tensor(row % 2)}
        for row in range(4)
    ]
    arguments = library.TrainingArguments(
        output_dir=folder,
        max_steps=1,
        per_device_train_batch_size=4,
        save_strategy="no",
        logging_strategy="no",
        report_to=[],
        disable_tqdm=True,
        learning_rate=0.1,
    )
    trainer = library.Trainer(model=model, args=arguments, train_dataset=rows)
    loss = trainer.train().training_loss
    own = {"version": library.__version__, "picked": arguments.device.type}
    return _facts(torch, trainer.model, loss, before, **own)


def lightning(torch, device, folder):
    """One batch of Trainer.fit of the package `lightning`."""
    import lightning as library

    return _fit(torch, library, folder)


def pytorch_lightning(torch, device, folder):
    """One batch of Trainer.fit of the package `pytorch-lightning`."""
    import pytorch_lightning as library

    return _fit(torch, library, folder)


def _fit(torch, library, folder):
    class Module(library.LightningModule):
        def __init__(self):
            super().__init__()
            self.model = _model(torch)

        def training_step(self, batch):
            x, target = batch
            loss = torch.nn.functional.mse_loss(self.model(x), target)
            self.ran_on, self.loss = self.device.type, loss.detach()
            return loss

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.1)

    module = Module()
    before = _sum_of(torch, module)
    trainer = library.Trainer(
        max_steps=1,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        default_root_dir=folder,
    )
    data = torch.utils.data.TensorDataset(*_batch(torch, "cpu"))
    trainer.fit(module, torch.utils.data.DataLoader(data, batch_size=4))
    own = {"version": library.__version__, "picked": trainer.strategy.root_device.type}
    facts = _facts(torch, module, module.loss, before, **own)
    # After fit, lightning takes the module back to the CPU.
    return dict(facts, step_device=module.ran_on)


def torchvision(torch, device, folder):
    """A step of a small residual network, and overlapping boxes thinned out."""
    import torchvision as library

    torch.manual_seed(0)
    model = library.models.resnet18(num_classes=3)
    images = torch.randn(2, 3, 32, 32).to(device)
    loss, before = _classify(torch, device, model, images, [0, 2])
    boxes = torch.tensor([[0.0, 0, 9, 9], [1, 1, 10, 10], [20, 20, 30, 30]])
    scores = torch.tensor([0.9, 0.8, 0.7])
    kept = library.ops.nms(boxes.to(device), scores.to(device), 0.5).cpu()
    own = {"version": library.__version__, "wrong_values": int(kept.tolist() != [0, 2])}
    return _facts(torch, model, loss, before, **own)


def torchaudio(torch, device, folder):
    """A step on a mel spectrogram, which is compared with the CPU's."""
    import torchaudio as library

    torch.manual_seed(0)
    sound = torch.randn(4, 4000)
    to_mel = library.transforms.MelSpectrogram(sample_rate=8000, n_fft=256, n_mels=16)
    expected = to_mel(sound)
    mel = to_mel.to(device)(sound.to(device))
    wrong = int((~torch.isclose(mel.cpu(), expected, rtol=1e-3, atol=1e-2)).sum())
    model = torch.nn.Linear(16, 3)
    loss, before = _classify(torch, device, model, mel.mean(-1).log(), [0, 1, 2, 0])
    own = {"version": library.__version__, "wrong_values": wrong}
    return _facts(torch, model, loss, before, **own)


def _classify(torch, device, model, x, classes):
    """Train a model one step on the device; return its loss, and the sum of its weights before."""
    before = _sum_of(torch, model)
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = torch.nn.functional.cross_entropy(model(x), torch.tensor(classes).to(device))
    loss.backward()
    optimizer.step()
    return loss, before


def _model(torch):
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))


def _batch(torch, device):
    torch.manual_seed(1)
    return torch.randn(4, 8).to(device), torch.randn(4, 2).to(device)


def _sum_of(torch, model):
    vector = torch.nn.utils.parameters_to_vector(model.parameters()).detach().cpu()
    return vector.double().abs().sum().item()


def _facts(torch, model, loss, before, **own):
    """Return where a model's weights are after the step, whether they moved, and the loss."""
    return dict(
        own,
        step_device=next(iter(model.parameters())).device.type,
        loss=float(loss),
        weights_moved=_sum_of(torch, model) != before,
    )


# Every step takes the same three arguments, needed or not.
# ruff: noqa: ARG001

STEPS = {
    step.__name__: step
    for step in (accelerate, transformers, lightning, pytorch_lightning, torchvision, torchaudio)
}
