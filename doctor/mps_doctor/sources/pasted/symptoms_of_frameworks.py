"""Symptoms of programs that take the CPU where torch has mps: by a mistake, or by a setting.

What torch answers is a fact of its own; here is only what the program is said to take.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import (
    FLAGS,
    ON_MAC,
    SENTENCE,
    Speaking,
    Symptom,
    sentence,
    words,
)

_MAP = r"\b(?:device_?map|infer_auto_device_map)\b"
_CHOOSER = (
    rf"(?:{_MAP}|\b(?:lightning|accelerat(?:e|or)|transformers|trainer|training_?arg(?:ument)?s"
    r"|fastai|ultralytics|keras|torchkeras|skorch|default_device|get_(?:\w+_)?device|frameworks?"
    r"|auto(?:matic)?[- _]?(?:devices?|detect\w*|select\w*))\b|['\"`]auto['\"`])"
)
"""What chooses the device for a program."""
_TAKES_CPU = (
    r"\b(?:picks?|chooses?|selects?|selected|chose|uses|takes?|returns?|gives|says?|shows?|reports?"
    r"|prints?|leaves?|puts?|places?|loads?|keeps?|falls? back|goes|stays?|lands?|runs? on"
    r"|defaults?|resolves?|ends up|sees|finds?|detects?|is|remains?|are|always|still)\b"
    r"(?:(?!\b(?:mps|cuda|when|if|unless|faster|slower|works?)\b)[^\n.;]){0,40}?"
    r"(?<!=['\"])(?<!=)\b(?:cpu|no (?:gpu|accelerator)|gpu available: false)\b(?![ -]only)"
    r"|\{['\"]{2}: ?['\"]cpu"
)
_NO_MPS = (
    r"(?:\b(?:not|never|cannot|fails? to|failed to|unable to)\b|n't\b) (?:\w+ ){0,2}?(?:use|pick"
    r"|choose|select|detect|find|see|recogni[sz]e|consider|know|take|set|identify)\w*"
    r" (?:\w+ ){0,3}?['\"`]?mps\b"
    r"|\b(?:ignor(?:es|ed|ing)|overlook\w*|skips|misses) (?:\w+ ){0,2}?['\"`]?mps\b"
    r"|\bmps(?: \w+)? (?:is|gets|was)(?: not|n't| never)? (?:ignored|overlooked|skipped|missed"
    r"|considered|detected|chosen|picked|used|recogni[sz]ed)\b(?<!mps is detected)"
    r"|\bmps (?:is|was)(?: not|n't) (?:available|there|supported|found)\b|\bno mps\b"
)
_WANTED = (
    r"\b(?:how|should|would|could|please|plan\w*|now|add(?:s|ed)?|no longer|fixed|by default"
    r"|want|on purpose|intend\w*|for now|faster|slower|as expected)\b|\?"
)
_OVERLOOKS = late(sentence(_CHOOSER, rf"{_TAKES_CPU}|{_NO_MPS}", without=_WANTED), FLAGS | SENTENCE)
_NEEDLES = words(
    "device lightning accelerat transformers trainer training fastai ultralytics keras skorch auto "
    "framework"
)
_TORCH_HAS_IT = late(
    r"\btorch (?:(?:itself|alone|on its own|does|clearly|still) ){0,2}(?:sees?|finds?|has|detects?"
    r"|knows?|reports?|lists?|recogni[sz]es?) (?:the |my |apple |m[1-5] |it'?s )*(?:mps|gpu)\b"
    r"|\bmps (?:is|was) (?:there|available|detected|fine|ok|enabled)\b"
    r"|\btorch\.device\([\"']mps[\"']\)[\w` ]{0,12}\bwork"
    r"|\btensors? (?:can )?(?:go|move|be moved|land|live)s? (?:on|to) mps\b",
    FLAGS,
)
_DEVICE_OF = (
    r"\b(?:accelerator(?:\([^\n()]{0,40}\))?|training_?arg(?:ument)?s(?:\([^\n()]{0,60}\))?"
    r"|trainer\.(?:args|strategy|model))\.(?:root_)?device\b[^\n]{0,24}\n?[^\n]{0,16}\bcpu\b"
    r"|\bgpu available: false\b"
)

_FORCES_CPU = (
    r"(?:\b(?:no_cuda|use_cpu|accelerate_use_cpu|force_cpu|cpu_only|disable_mps)\b ?[=:]? ?['\"]?"
    r"(?:true|1|yes|all)\b|--use[-_]cpu all\b|--force[-_]cpu\b|--no[-_]cuda\b)"
)
_NAMES_CPU = (
    r"(?:(?<![\w-])--cpu\b(?!-)|\b(?:accelerator|device)(?:_type)? ?[=:]{1,2} ?['\"]?cpu\b"
    r"|\bcpu\b[^\n.;]{0,12}\b(?:in|by) (?:the |my |an? )?(?:accelerate )?(?:config\w*|settings?"
    r"|preferences|dialog|wizard)\b)"
)
_SO = (
    r"(?:\b(?:reason|why|because|so(?! that)|therefore|culprit|turn(?:ed|s) out|overlooked"
    r"|forgot\w*"
    r"|remov\w+|unset\w*|delet\w+|dropp?\w+|without (?:it|that|this)|idl\w+)\b"
    r"|\bhow (?:do|can|to)\b[^\n.;]{0,24}\buse\b|\b(?:gpu|mps) (?:\w+ )?(?:unused|not used)\b)"
)
_FOR_TROUBLE = (
    r"\b(?:crash\w*|fail\w*|errors?|slower|wrong|nans?|black|noise|until|workaround|instead"
    r"|option|feature"
    r"|(?:solv|resolv|fix)\w+)\b"
)
_WORKED_AROUND = late(
    r"\bwork(?:ed|s|ing)? ?-?around\b|\b(?:crash\w*|segfault\w*|black images?|nans?)\b", FLAGS
)
_ON_CPU = (
    r"(?:\bkeeps?\b[^\n.;]{0,24}\bon (?:the )?cpu\b|\b(?:stays?|runs?|running|still|only|trains?"
    r"|trained|ran)(?: \w+)? on (?:the )?cpu\b"
    r"|\b(?:uses?|takes?|took) (?:only )?(?:the )?cpu\b|\bdevice(?: is|[:=]) ?['\"]?cpu\b"
    r"|\b(?:mps|gpu)\b (?:is|was|stays|stayed) (?:not used|never used|(?:not |never )?being used"
    r"|unused|idle)\b)"
)

FRAMEWORKS = (
    Symptom(
        "cpu-by-a-setting",
        words("no_cuda use_cpu force_cpu cpu_only disable_mps use-cpu force-cpu no-cuda"),
        late(
            rf"(?:{_FORCES_CPU}|\baccelerate_use_cpu\b)[\s\S]{{0,200}}?{_ON_CPU}"
            rf"|{_ON_CPU}[\s\S]{{0,200}}?(?:{_FORCES_CPU}|\baccelerate_use_cpu\b)"
            r"|--use-cpu all\b[^\n]{0,160}\b(?:remov\w+|delet\w+|dropp?\w*|without) (?:it|that"
            r"|this)\b"
            r"|accelerate[^\n]{0,30} config:?\s[\s\S]{0,300}?\buse_cpu: true"
            r"|\baccelerate_use_cpu ?= ?(?:true|1|yes) (?:was|is|had been) (?:set |exported )?in\b",
            FLAGS,
        ),
        by_line=False,
        along=Speaking(of=(), without=_WORKED_AROUND),
    ),
    Symptom(
        "cpu-by-a-setting",
        words("no_cuda use_cpu force_cpu cpu_only disable_mps use-cpu force-cpu no-cuda"),
        late(sentence(_FORCES_CPU, _SO, without=_FOR_TROUBLE), FLAGS | SENTENCE),
        along=ON_MAC,
    ),
    Symptom(
        "cpu-by-a-setting",
        words("cpu"),
        late(
            sentence(_NAMES_CPU, _SO, r"\b(?:mps|gpu|metal)\b", without=_FOR_TROUBLE),
            FLAGS | SENTENCE,
        ),
        along=ON_MAC,
    ),
    Symptom("framework-overlooks-mps", _NEEDLES, _OVERLOOKS, along=_TORCH_HAS_IT),
    Symptom(
        "framework-overlooks-mps",
        words("device_map devicemap auto_device"),
        late(sentence(_MAP, _NO_MPS, without=_WANTED), FLAGS | SENTENCE),
        along=ON_MAC,
    ),
    Symptom(
        "framework-overlooks-mps",
        ("accelerator",),
        late(_DEVICE_OF, FLAGS),
        by_line=False,
        along=late(r"\bdistributed_type: mps\b", FLAGS),
    ),
    Symptom("framework-takes-cpu", _NEEDLES, _OVERLOOKS),
    Symptom(
        "framework-takes-cpu",
        words("device available"),
        late(_DEVICE_OF, FLAGS),
        by_line=False,
    ),
)
"""`framework-takes-cpu` counts where torch is known to have mps."""
