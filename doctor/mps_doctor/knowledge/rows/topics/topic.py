"""What a topic is: a question that people keep asking, and its answer."""

import msgspec


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """A question, its short answer, and a command that shows it on this Mac."""

    id: str
    question: str
    words: tuple[str, ...]
    """What people type: a topic is found by each phrase whose words all stand in the question."""
    answer: str
    """At most six lines of a terminal, true for the versions that it names."""
    show: tuple[str, ...]
    """A command, as argv, that shows on a Mac what the answer says."""
    see: tuple[str, ...] = ()
    """Ids of checks, causes, variables and other topics."""
    sources: tuple[str, ...]
    """Where it was read: addresses, or files of a named wheel."""


def python(code: str, **environment: str) -> tuple[str, ...]:
    """Return the command that runs a line of Python, with environment variables set for it."""
    settings = (f"{name}={value}" for name, value in environment.items())
    return (*(("env", *settings) if environment else ()), "python", "-c", code)


def torch_file(path: str, version: str = "2.15.0") -> str:
    """Return the address of a file of PyTorch."""
    return f"https://github.com/pytorch/pytorch/blob/v{version}/{path}"


def torch_issue(number: int) -> str:
    """Return the address of an issue or pull request of PyTorch."""
    return f"https://github.com/pytorch/pytorch/issues/{number}"


def wheel_strings(version: str) -> str:
    """Return how the texts inside PyTorch's main library are cited."""
    return f"texts in libtorch_cpu.dylib of the torch {version} wheel for macOS arm64"


MPS_VARIABLES = "https://docs.pytorch.org/docs/stable/mps_environment_variables.html"
MPS_NOTES = "https://docs.pytorch.org/docs/stable/notes/mps.html"
APPLE = "https://developer.apple.com/metal/pytorch/"
