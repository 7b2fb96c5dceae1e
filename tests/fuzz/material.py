"""Documents and texts to start from, and ways to spoil them."""

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from simulated_mac import macho

MACHINES = sorted((Path(__file__).resolve().parents[1] / "machines").glob("*.json"))
SNAPSHOTS = [path.read_bytes() for path in MACHINES if path.name != "expected.json"][::8]

LIBRARIES = [
    macho.thin("arm64", minos="14.0", loads=["@rpath/libomp.dylib"], strings=["some text"]),
    macho.thin("x86_64"),
    macho.fat(macho.thin("arm64"), macho.thin("x86_64", strings=["x" * 100])),
]

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(2**62, 2**70),
    st.floats(),
    st.text(max_size=30),
    st.sampled_from(["", "\x00", "\x1b[2J", "\u202e", "\ud800", "2.9.1", "14.5", "x" * 5000]),
)

JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=12), inner, max_size=5)
    ),
    max_leaves=20,
)

NUMBERS_THAT_LIE = st.sampled_from([0, 1, 7, 0x7F, 0x80, 0xFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF])


@st.composite
def spoiled(draw: st.DrawFn, documents: list[bytes]) -> bytes:
    """Return one of the documents, cut, doubled, or with other bytes in places."""
    data = bytearray(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        match draw(st.sampled_from(["byte", "cut", "insert", "repeat", "number", "swap"])):
            case "byte" if data:
                data[at] = draw(st.integers(0, 255))
            case "cut":
                del data[at:]
            case "insert":
                data[at:at] = draw(st.binary(max_size=20))
            case "repeat":
                data[at:at] = data[at : at + draw(st.integers(0, 200))] * draw(st.integers(1, 20))
            case "number":
                order = draw(st.sampled_from(["little", "big"]))
                data[at : at + 4] = draw(NUMBERS_THAT_LIE).to_bytes(4, order)
            case "swap":
                other = draw(st.integers(0, max(0, len(data) - 1)))
                data[at : at + 8], data[other : other + 8] = (
                    data[other : other + 8],
                    data[at : at + 8],
                )
    return bytes(data)


@st.composite
def spoiled_json(draw: st.DrawFn, documents: list[bytes]) -> bytes:
    """Return one of the documents with another value somewhere: JSON still, and wrong."""
    document = json.loads(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 4))):
        place = document
        while isinstance(place, dict) and place:
            key = draw(st.sampled_from(sorted(place)))
            if isinstance(place[key], dict) and draw(st.booleans()):
                place = place[key]
                continue
            place[key] = draw(JSON_VALUES)
            break
    return json.dumps(document).encode()


NESTED = st.sampled_from(
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"schema_version": "1.0", "origin": ' + b"[" * 100_000,
        b'{"schema_version": "1.' + b"0" * 100_000 + b'", "origin": {"kind": "snapshot"}}',
        b'{"schema_version": "1.0", "origin": {"kind": "snapshot"}, "host": {"memory_bytes": '
        + b"9" * 100_000
        + b"}}",
        b"\xff\xfe{\x00}\x00",
        b"\xef\xbb\xbf{}",
        b"",
    ]
)
