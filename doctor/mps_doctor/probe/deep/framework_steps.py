"""One training step with each framework, as a user would write it: where it ran, and its loss."""


def accelerate(torch, device, folder):
    """Prepare a model, go back through its loss, and step."""
    import accelerate as library

    accelerator = library.Accelerator()
    model = _model(torch)
    report = _Report(torch, library, model)
    model, optimizer = accelerator.prepare(model, torch.optim.SGD(model.parameters(), lr=0.1))
    x, target = _batch(torch, accelerator.device)
    loss = torch.nn.functional.mse_loss(model(x), target)
    accelerator.backward(loss)
    optimizer.step()
    facts = report.facts(model, loss, picked=accelerator.device.type)
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
    report = _Report(torch, library, model)
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
    return report.facts(trainer.model, loss, picked=arguments.device.type)


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
    report = _Report(torch, library, module)
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
    facts = report.facts(module, module.loss, picked=trainer.strategy.root_device.type)
    # After fit, lightning takes the module back to the CPU.
    return dict(facts, step_device=module.ran_on)


def torchvision(torch, device, folder):
    """A step of a small residual network, and overlapping boxes thinned out."""
    import torchvision as library

    torch.manual_seed(0)
    model = library.models.resnet18(num_classes=3)
    report = _Report(torch, library, model)
    images = torch.randn(2, 3, 32, 32).to(device)
    loss = _classify(torch, device, model, images, [0, 2])
    boxes = torch.tensor([[0.0, 0, 9, 9], [1, 1, 10, 10], [20, 20, 30, 30]])
    scores = torch.tensor([0.9, 0.8, 0.7])
    kept = library.ops.nms(boxes.to(device), scores.to(device), 0.5).cpu()
    return report.facts(model, loss, wrong_values=int(kept.tolist() != [0, 2]))


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
    report = _Report(torch, library, model)
    loss = _classify(torch, device, model, mel.mean(-1).log(), [0, 1, 2, 0])
    return report.facts(model, loss, wrong_values=wrong)


def _classify(torch, device, model, x, classes):
    """Train a model one step on the device, and return its loss."""
    model.to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = torch.nn.functional.cross_entropy(model(x), torch.tensor(classes).to(device))
    loss.backward()
    optimizer.step()
    return loss


def _model(torch):
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 2))


def _batch(torch, device):
    torch.manual_seed(1)
    return torch.randn(4, 8).to(device), torch.randn(4, 2).to(device)


class _Report:
    """Tells where a model's weights are after a step, whether they moved, and the loss."""

    def __init__(self, torch, library, model):
        self._torch = torch
        self._version = library.__version__
        self._before = self._sum_of(model)

    def _sum_of(self, model):
        vector = self._torch.nn.utils.parameters_to_vector(model.parameters())
        return vector.detach().cpu().double().abs().sum().item()

    def facts(self, model, loss, **own):
        return dict(
            own,
            version=self._version,
            step_device=next(iter(model.parameters())).device.type,
            loss=float(loss),
            weights_moved=self._sum_of(model) != self._before,
        )


# Every step takes the same three arguments, needed or not.
# ruff: noqa: ARG001

STEPS = {
    step.__name__: step
    for step in (accelerate, transformers, lightning, pytorch_lightning, torchvision, torchaudio)
}
