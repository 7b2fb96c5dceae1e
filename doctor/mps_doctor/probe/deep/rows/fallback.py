"""Operators that may run on the CPU instead of the device, each with a call."""

OPERATORS = {
    "aten::svd": lambda torch, x: torch.linalg.svd(x),
    "aten::eig": lambda torch, x: torch.linalg.eig(x),
    "aten::eigh": lambda torch, x: torch.linalg.eigh(x + x.t()),
    "aten::qr": lambda torch, x: torch.linalg.qr(x),
    "aten::lstsq": lambda torch, x: torch.linalg.lstsq(x, x),
    "aten::matrix_exp": lambda torch, x: torch.matrix_exp(x),
    "aten::cholesky": lambda torch, x: torch.linalg.cholesky(x @ x.t() + torch.eye(6).to(x)),
    "aten::mode": lambda torch, x: torch.mode(x),
    "aten::kthvalue": lambda torch, x: torch.kthvalue(x, 2),
    "aten::median": lambda torch, x: torch.median(x),
    "aten::unique": lambda torch, x: torch.unique(x),
    "aten::histc": lambda torch, x: torch.histc(x),
    "aten::cummax": lambda torch, x: torch.cummax(x, 0),
    "aten::logcumsumexp": lambda torch, x: torch.logcumsumexp(x, 0),
    "aten::bincount": lambda torch, x: torch.bincount((x.abs() * 3).int().flatten()),
    "aten::bitwise_left_shift": lambda torch, x: torch.bitwise_left_shift((x * 9).int(), 1),
    "aten::im2col": lambda torch, x: torch.nn.functional.unfold(x[None, None], 2),
    "aten::pdist": lambda torch, x: torch.nn.functional.pdist(x),
    "aten::cdist": lambda torch, x: torch.cdist(x, x),
    "aten::fractional_max_pool2d": lambda torch, x: torch.nn.functional.fractional_max_pool2d(
        x[None], 2, output_size=3
    ),
    "aten::adaptive_max_pool2d": lambda torch, x: torch.nn.functional.adaptive_max_pool2d(
        x[None], 2
    ),
    "aten::multi_margin_loss": lambda torch, x: torch.nn.functional.multi_margin_loss(
        x, torch.tensor([0, 1, 2, 3, 4, 5]).to(x.device)
    ),
    "aten::ctc_loss": lambda torch, x: torch.nn.functional.ctc_loss(
        x[:, None].log_softmax(-1), torch.tensor([[1, 2]]).to(x.device), (6,), (2,)
    ),
    "aten::embedding_renorm_": lambda torch, x: torch.nn.functional.embedding(
        torch.tensor([1, 3]).to(x.device), x.clone(), max_norm=0.5
    ),
    "aten::grid_sampler_3d": lambda torch, x: torch.nn.functional.grid_sample(
        x[None, None, None], x[:3, :3].reshape(1, 1, 1, 3, 3), align_corners=False
    ),
    "aten::lgamma": lambda torch, x: torch.lgamma(x),
    "aten::polygamma": lambda torch, x: torch.polygamma(1, x.abs() + 1),
    "aten::nextafter": lambda torch, x: torch.nextafter(x, x + 1),
    "aten::_standard_gamma": lambda torch, x: torch._standard_gamma(x.abs() + 1),
    "aten::poisson": lambda torch, x: torch.poisson(x.abs()),
}
"""Operators that some release since 1.12 lacked, or ran on the CPU: PyTorch's tracking issues
77764 and 141287, and the lists in its torch/testing/_internal/common_mps.py."""
