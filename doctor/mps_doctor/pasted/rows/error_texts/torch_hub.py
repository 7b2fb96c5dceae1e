"""torch.hub, whose copy hides the installed package."""

from mps_doctor.pasted.error_text import ErrorText

ROWS = (
    ErrorText(
        id="hub-source-nms",
        cause="torchhub-source-shadowing",
        literals=("torch/hub/",),
        pattern=r"torch/hub/pytorch_vision\w{0,80}/torchvision/",
        meaning=(
            "torch.hub put a source copy of torchvision before the installed one, and it has no "
            "compiled part."
        ),
        fix="Use the installed torchvision instead of torch.hub for that model.",
        source="https://github.com/pytorch/pytorch/issues/157648",
        examples=(
            (
                'File "~/.cache/torch/hub/pytorch_vision_main/torchvision/_meta_registrations.py", '
                "line 163 RuntimeError: operator torchvision::nms does not exist"
            ),
        ),
        near_misses=("Using cache found in ~/.cache/torch/hub/ultralytics_yolov5_master",),
    ),
    ErrorText(
        id="hub-load-vision-nms",
        cause="torchhub-source-shadowing",
        literals=("torchvision::",),
        pattern=(
            r"hub\.(?:load|list|help)\(\s?['\"]pytorch/vision.{0,1500}torchvision::\w{1,80} does no"
            r"t exist|torchvision::\w{1,80} does not exist.{0,1500}hub\.(?:load|list"
            r"|help)\(\s?['\"]pytorch/vision"
        ),
        reach=3500,
        meaning=(
            "torch.hub put a source copy of torchvision before the installed one, and it has no "
            "compiled part."
        ),
        fix="Use the installed torchvision instead of torch.hub for that model.",
        source="https://github.com/pytorch/pytorch/issues/157648",
        examples=(
            (
                "torch.hub.load('pytorch/vision', 'resnet50') RuntimeError: operator "
                "torchvision::nms does not exist"
            ),
            "torch.hub.list('pytorch/vision') ends in: operator torchvision::nms does not exist",
        ),
        near_misses=(
            "RuntimeError: operator torchvision::nms does not exist",
            "torch.hub.list('org/repo'), and then operator torchvision::nms does not exist",
        ),
    ),
    ErrorText(
        id="hub-module-clash",
        cause="torchhub-source-shadowing",
        literals=("is not a package",),
        pattern=(
            r"no module named '(?:utils|models)\.\w{1,80}'; '(?:utils|models)' is not a package"
        ),
        meaning="A file of the project has the name of a package that a torch.hub model brings.",
        fix="Rename the file, or run from another folder.",
        source="https://github.com/ultralytics/yolov5/issues/6948",
        examples=(
            "ModuleNotFoundError: No module named 'utils.torch_utils'; 'utils' is not a package",
        ),
        near_misses=("ModuleNotFoundError: No module named 'torch.x'; 'torch' is not a package",),
    ),
    ErrorText(
        id="hub-module-of-another",
        cause="torchhub-source-shadowing",
        literals=("hub.load(",),
        pattern=(
            r"hub\.load\(.{0,600}?cannot import name '\w{1,60}' from '(?:utils?|models?|datasets?"
            r"|misc|config)(?:\.\w{1,40})?'"
        ),
        reach=800,
        meaning=(
            "What torch.hub loads imports a module by a common name, and finds the project's own "
            "one."
        ),
        fix="Rename the module of the project, or run from another folder.",
        source="https://github.com/pytorch/hub/issues/243",
        examples=(
            (
                "torch.hub.load('x/y', 'z') ImportError: cannot import name 'boxes' from 'utils' "
                "(/Users/me/app/utils.py)"
            ),
        ),
        near_misses=(
            (
                "torch.hub.load('x/y', 'z') ImportError: cannot import name 'boxes' from "
                "'torchvision.ops'"
            ),
        ),
    ),
)
