"""What is left of a text about mps that tells of nothing else: it is about what mps computes.

Of the reports in which no other symptom is told, those that set something against another device
or name an operation, and have none of the usual other subjects, nearly all tell of a wrong result,
in words that no list will ever hold.
"""

from __future__ import annotations

from mps_doctor.patterns import late
from mps_doctor.sources.pasted.symptom_kinds import FLAGS, ON_MPS, Symptom, words

_SPEED = words(
    r"slow\w* fast\w* quick\w* perform(?:ance|s|ing)? speed\w* latency throughput takes? took "
    r"longer seconds? minutes? min hours? ms tflops utili[sz]\w* idle cores?"
)
_MEMORY = (*words("memory ram footprint leaks?"), r"leaves? [^\n.]{0,24}\bbehind")
_USE = (
    *words(
        r"recogni[sz]\w* uses? using fallback options? flags? choose select\w* default switch\w* "
        r"automatic\w* use_cpu device_map detect(?:s|ed|ing)? load(?:ed|s|ing)?"
    ),
    *(r"used(?! to build)", r"fall(?:s|ing)? back", "picked up"),
    r"(?<!cuda )(?<!xnnpack )availab\w+",
)
_INSTALLING = (
    *words(r"(?:un)?install\w* wheels? pip import\w*"),
    r"(?<!debug )(?<!to )build",
)
_PLACES = words(r"docker containers? vm virtual\w* ci runners? guest radeon amd intel w\d{4}x")
_WISHES = (
    *words(
        r"features? suggest\w* support\w* add(?:s|ed|ing)? how wish questions? please curious "
        r"profil\w+ kernels? lacks? missing allow\w* accept\w* refus\w+ let skip\w*"
    ),
    *("would (?:be|like)", "is there", r"no (?:random )?\w+ for"),
)
_FAILURES = (
    *words(r"\w*errors? exceptions? raises? crash\w* fail\w* break\w* broke dies died"),
    *("brings? down", "goes down"),
)
_GOOD_NEWS = (
    *words(r"pass(?:es|ed)? equals? merged release[ds]? thanks? announc\w+ docs? documentation"),
    *(
        "works? (?:fine|well)",
        "works? on (?:mps|metal|the gpu)",
        "all is well",
        "are good",
        r"works\s*\Z",
    ),
    *("(?:outputs?|results?) agree", "(?:same|identical) (?:values?|numbers?|results?|outputs?)"),
    r"is_\w+",
)
_OTHER_SUBJECTS = "|".join(
    (*_SPEED, *_MEMORY, *_USE, *_INSTALLING, *_PLACES, *_WISHES, *_FAILURES, *_GOOD_NEWS)
)
_IN_CHINESE_OR_JAPANESE = r"[慢快求吗？卡]|正常|内存|回退|时间|時間|自動"

_ANOTHER_DEVICE = "|".join(
    words(
        r"cpus? processors? cuda nvidia colab linux windows rtx [at]\d{1,3} [34]0[6-9]0 host eager"
    )
)
_OPERATION = (
    r"\btorch\.(?!compile|float|device|cuda|mps|backends|__version|manual|load|save|distributed)\w"
    r"|\b(?:f|nn)\.[a-z]\w+|`[a-z]\w+(?:\(\))?`"
    r"|\b(?:matmul|topk|softmax|conv\dd|layernorm|groupnorm|embedding|cumsum|argmax|sort|attention"
    r"|lstm|gru|interpolate)\b"
)

_CONTRAST = "|".join(
    (
        *words(
            r"but while whereas yet although though however instead rather unlike not cannot never "
            r"nothing none differs? differing disagree\w* deviat\w* depart\w* others? another "
            r"should ought expected due correct\w* proper\w* wrong\w* off zeros? half readable "
            r"else\w* unrelated silent\w* rubbish spoil\w* ruin\w* lost past beyond stuck flat"
        ),
        "only (?:on|with|if|when|where|by|for|the|from)",
    )
)

NOTHING_ELSE = late(
    rf"\A(?![\s\S]*?(?:\b(?:{_OTHER_SUBJECTS})\b|\?|{_IN_CHINESE_OR_JAPANESE}))"
    rf"(?=[\s\S]*?(?:\b(?:{_ANOTHER_DEVICE})\b|{_OPERATION}))"
    rf"(?=[\s\S]*?(?:\b(?:{_CONTRAST})\b|n't\b))",
    FLAGS,
)
"""What compares two devices, or names an operation, says that something is not as it should be,
and has no other subject."""

UNEXPLAINED = (Symptom("unexplained-on-gpu", words("mps metal gpu"), ON_MPS, along=NOTHING_ELSE),)
"""The last of all."""
