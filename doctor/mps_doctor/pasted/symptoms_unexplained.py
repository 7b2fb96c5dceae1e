"""What is left of a text about mps that tells of nothing else: it is about what mps computes.

`UNCHECKED`: what the CPU refuses and mps takes, indices out of range, shapes, singular matrices.
Nothing fails, and that is what is wrong: "the CPU raises an IndexError, mps returns zeros".
`UNEXPLAINED`: of the reports in which no other symptom is told, those that set something against
another device or name an operation, and have none of the usual other subjects, nearly all tell of a
wrong result, in words that no list will ever hold.  Where a word names a result that is spoilt, the
text may have more subjects, and a chip of Apple's beside another device may stand for mps.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, speaking, told, words
from mps_doctor.pasted.symptom_words import DENIED, ON_MAC, ON_MPS
from mps_doctor.patterns import late

_CPU = r"\b(?:cpus?|processors?|host|cuda|nvidia)\b"
_REFUSES = (
    r"\b(?:raises?|throws?|refuses?|rejects?|rejected|turn(?:s|ed)? down|complains?|(?:an? "
    r"|the )?(?:exception|index ?error|runtime ?error|value ?error|clear error)|does so"
    r"|checks? (?:it|them|the))\b"
)
_OTHER_REFUSES = rf"(?:{_CPU}[^\n]{{0,60}}?\n?{_REFUSES}|{_REFUSES}[^\n.]{{0,30}}{_CPU})"
_TAKES = (
    r"\b(?:accepts?|trusts?|takes? (?:\w+ )?(?:targets|indices|ids|any)|goes (?:unnoticed|through)"
    r"|keeps? quiet|stays? (?:quiet|silent)|is (?:quiet|silent)|says nothing|silent(?:ly)?"
    r"|no (?:complaint|error|exception|warning|check)|without (?:a word|an? (?:\w+ )?(?:error"
    r"|exception|complaint|warning)|complaint|any error)|never (?:fires|raises|fails|complains)"
    r"|as if (?:all|nothing)|no one is told|nobody is told|returns? (?:\w+ ){0,4}(?:something"
    r"|numbers?|zeros|garbage|leftovers|rows))\b"
)
_NO_CHECK = (
    r"\b(?:no|without|lacks?|missing|skips?(?: the)?) (?:\w+ )?(?:bounds?|range|index|shape|size)"
    r"[ -]?check(?:s|ing)?\b|\b(?:bounds?|range|index|shape)[ -]?checks? (?:is|are) (?:missing"
    r"|absent|skipped)\b"
    r"|\b(?:reads?|writes?|reading|writing|read|written|indexing|accepts?) (?:\w+ ){0,4}?"
    r"(?:past|beyond|behind|outside) the (?:end|last|size|buffer|tensor|vocabulary|range|bounds)"
    r"|\b(?:foreign|neighbou?r(?:'s|ing)) memory\b|\bmemory (?:next to|behind|beside) the\b"
)
_OF_OTHERS = late(
    r"\b(?:is_available|how (?:do|can|to)|feature|slow\w*|install\w*|out of memory)\b", FLAGS
)

UNCHECKED = (
    told(
        "unexplained-on-gpu",
        _TAKES,
        needles=(
            "accept trust take unnoticed quiet silent nothing without never complain error told "
            "return exception check through"
        ),
        beside=(),
        along=speaking(ON_MPS, _OTHER_REFUSES, without=_OF_OTHERS),
    ),
    told("unexplained-on-gpu", _NO_CHECK, along=speaking(ON_MPS, without=_OF_OTHERS)),
)


_SPEED = (
    *words(
        r"slow\w* fast(?!\smath)\w* quick\w* perform(?:ance|s|ing)? speed\w* latency throughput "
        r"tflops utili[sz]\w* idle cores?"
    ),
)
_TIMES = (*words("takes? took longer seconds? minutes? min hours? ms"), r"\d+ ?s")
_MEMORY = (
    r"(?<!foreign )(?<!host )(?<!'s )(?<!in )(?<!next )memory(?! order)",
    r"(?<!gb )ram",
    *words("footprint leaks?"),
    r"leaves? (?!old|stale)[^\n.]{0,24}\bbehind",
)
_USE = (
    *words(
        r"recogni[sz]\w* uses? using fallback options? (?:\w+_)?flags? choose select\w* default "
        r"switch\w* "
        r"automatic\w* use_cpu device_map detect(?:s|ed|ing)? load(?:ed|s|ing)?"
    ),
    *(r"used(?! to build)", r"fall(?:s|ing)? back", "picked up"),
    r"(?<!cuda )(?<!xnnpack )availab\w+",
    *(
        "(?:cpu|gpu) mode",
        r"cho(?:oses|se|sen)",
        r"(?:never|nothing) (?:(?:ran|runs?) )?on (?:mps|the gpu)",
    ),
    r"(?:mps|gpu) expected",
    r"(?:runs?|ran|running|trains?|training) on (?:the )?cpu (?:instead|rather)",
)
_INSTALLING = (
    *words(r"(?:un)?install\w* wheels? pip import\w*"),
    r"(?<!debug )(?<!to )(?<!tonight's )(?<!preview )(?<!cpu )build",
)
_PLACES = words(r"docker containers? vm virtual\w* ci runners? guest radeon amd intel w\d{4}x")
_WISHES = (
    *words(
        r"features? suggest\w* support\w* add(?:s|ed|ing)? how wish questions? please curious "
        r"profil\w+ kernels? lacks? missing allow\w* accept\w* refus\w+ let skip\w*"
    ),
    *("would (?:be|like)", "is there", r"no (?:random )?\w+ for"),
)
_NONE = (
    r"(?<!\bno )(?<!\bany )(?<!\ban )(?<!not one )(?<!reconstruction )(?<!without )(?<!no such )"
    r"(?<!nothing )(?<!nothing is )(?<!error is )"
)
_FAILURES = (
    rf"{_NONE}(?:errors?|exceptions?|raise[sd]?|crash\w*|fail\w*)",
    *words(r"(?!assertionerror)\w+errors? break\w* broke dies died"),
    r"assertionerror: (?!tensor|non-finite|max)",
    *("brings? down", r"(?<!loss )(?<!mse )goes down(?! to)"),
)
_GOOD_NEWS = (
    *words(r"pass(?:es|ed)? merged release[ds]? thanks? announc\w+ docs? documentation"),
    *(
        "this (?:pr|pull request|patch|change|commit)",
        "works? (?:fine|well)",
        "works? on (?:mps|metal|the gpu)",
        "all is well",
        "are good",
        r"(?<!n't )(?<!not )equals?",
    ),
    *(
        "(?:outputs?|results?) agree",
        "(?:same|identical) (?:values?|numbers?(?! at)|results?|outputs?)",
    ),
    r"is_\w+",
    r"(?<=: )works",
)
_GUIDES = words(
    r"which provides? targeting e\.g delegat\w+ configur\w+ recommend\w* implement(?:s|ed|ations?)"
    r" visible enabl\w+ contribut\w+ specif(?:y|ies) optional(?:ly)? tutorials? examples?"
)
"""What explains a program to its readers, and complains of nothing."""
_GOOD_END = ("works",)
_OTHER_SUBJECTS = "|".join(
    (
        *(*_SPEED, *_TIMES, *_MEMORY, *_USE, *_INSTALLING, *_PLACES, *_WISHES, *_FAILURES),
        *(*_GOOD_NEWS, *_GUIDES),
    )
)
_IN_CHINESE_OR_JAPANESE = r"[慢快求吗？卡]|正常|内存|回退|时间|時間|自動"

_ROW = (
    r"[ \t]*(?:[-*] )?[`\[]?(?:os|install|ram|system ram|memory|cpu|processor|cuda\w*|is cuda \w+"
    r"|libc|python|pytorch|torch\w*|platform|machine|mps|transformers|diffusers|accelerat\w+|chip"
    r"|hardware|using [\w ]+)\b[^\n:]{0,30}(?::| {3,})[ \t]*(?:\S+[ \t]*){0,4}$"
    r"|(?:[^\n:]{1,60}:|\[\w+\])?[ \t]*(?:true|false|none|n/a|no(?: cuda)?|not \w+"
    r"|could not collect|v?\d[\w.+-]*)[ \t]*$"
)
"""A row of a table of the environment: it has no subject."""

_ANOTHER_DEVICE = "|".join(
    words(
        r"cpus? processors? cuda nvidia colab linux windows rtx [at]\d{1,3} [34]0[6-9]0 host eager"
    )
)
_OPERATION = (
    r"\btorch\.(?!compile|float|device|cuda|mps|backends|__version|manual|load|save|distributed)\w"
    r"|\b(?:f|nn)\.[a-z]\w+|`(?!(?:mps|cpu|cuda|xpu|auto|none|true|false)`)[a-z]\w+(?:\(\))?`"
    r"|\b(?:matmul|topk|softmax|conv\dd|layernorm|groupnorm|embedding|cumsum|argmax|sort|attention"
    r"|lstm|gru|interpolate)\b"
)

_CONTRAST = "|".join(
    (
        *words(
            r"but while whereas yet although though however instead rather unlike not cannot never "
            r"nothing none(?![`']) differs? differing disagree\w* deviat\w* depart\w* others? "
            r"another "
            r"should ought expected due correct\w* proper\w* wrong\w* off zeros? half readable "
            r"else\w* unrelated silent\w* rubbish spoil\w* ruin\w* lost past beyond stuck flat "
        ),
        "only (?:on|with|if|when|where|by|for|the|from)",
    )
)

_LINE_OF_PROSE = rf"^(?!{_ROW})[^\n]*?"

NOTHING_ELSE = speaking(
    rf"{_LINE_OF_PROSE}(?:\b(?:{_ANOTHER_DEVICE})\b|{_OPERATION})",
    rf"{_LINE_OF_PROSE}(?:\b(?:{_CONTRAST})\b|n't\b)",
    without=rf"{_LINE_OF_PROSE}(?:\b(?:{_OTHER_SUBJECTS})\b|\?|{_IN_CHINESE_OR_JAPANESE})",
    not_ending=_GOOD_END,
)
"""What compares two devices, or names an operation, says that something is not as it should be,
and has no other subject."""

_ANOTHER = (
    rf"{_ANOTHER_DEVICE}|servers?|pc|everything else|other (?:machine|computer)s?|contiguous"
    r"|(?:torch|pytorch) (?:v?[12]\.\d+|nightly)|float32|no-half|gpu option|diffusers"
    r"|img2img|txt2img|inpaint\w*|sdxl|sd ?[123](?:\.\d)?|stable diffusion|checkpoints?|workflows?"
    r"|(?:short|long) clips"
)
_SPOILT_SOUND_OR_PICTURE = words(
    r"hiss\w* buzz\w* croak\w* warbl\w+ hoarse crackl\w* "
    r"(?<!:\s)static(?!\s(?:images?|graph|shapes?|librar)) snow confetti stripes speckles? "
    r"smear\w* blobs?(?!/) grainy? mush\w* tangle\w* silence mute shapeless colou?rless noise "
    r"noisy rubbish gibberish babbl\w* drivel nonsens\w* garbage(?!\scollect) syllables leftovers "
    "spaghetti"
)
_SPOILT_NUMBERS = (
    *words(r"nan nans disagree\w* deviat\w+ inexact denormal differ differs"),
    r"-?9223372036854775\d{3}",
    r"chance level",
    r"(?:gets?|got) (?:\w+ ){1,4}wrong|<-+ wrong",
    r"(?:hardly|barely) resemble\w*",
    r"(?:nothing|little) (?:whatsoever )?(?:to do with|in common)",
    r"(?:far|way|well|clearly|wildly) off",
    r"is off",
    r"0 (?:of|out of) \d+",
    r"(?:all|only|just|be|are|follow|returns?|gives?|reads?) zeros?",
    r"zeros follow",
    r"(?:learns|learned|learnt) (?:nothing|less|little|far less)",
    r"never (?:improves?|learns?|converges?)",
    r"(?:stays?|staying|hovers?|stuck|remains?) (?:\w+ )?(?:at|about|around|near) (?:\d|chance)",
    r"(?:keep|keeps) (?:their|its) initial",
    r"same number (?:at|in) (?:every|each|epoch)",
    r"much worse|far worse",
    r"lost (?:\w+ ){0,2}points",
    r"(?:is|are)(?: not|n't) (?:accurate|plausible|equal|what)",
    r"(?:does|do)(?: not|n't) (?:agree|satisfy|sum|resemble)",
    r"(?:does|do)(?: not|n't) (?:\w+ ){0,2}(?:give|bring|return)[^\n.;]{0,24}\bback",
    r"other numbers than",
    r"(?:finds?|found|sees?|reads?) (?:no|zero|none)(?! (?:mps|gpus?|devices?|cuda|\w+ device))",
    r"no (?:characters|words|faces|persons?|objects?|boxes)",
    r"(?:black|grey|gray|flat|plain|uniform) (?:black |gr[ae]y |\w+ )?(?:rectangle|picture|image"
    r"|colou?r|square|frames?)",
    r"(?:is|are|comes? out) (?:all |just |entirely |only )?(?:black|grey|gray|empty)",
    r"(?:drawn|placed|put|ends? up|lands?) (?:\w+ )?(?:at pixel|in the (?:upper|lower)|elsewhere)",
    r"(?:upper|lower|top|bottom) (?:left|right) corner",
    r"leaves? (?:old|stale|nans?|bright|the destination|\w+ parameters)",
    r"(?:clobbers?|overwrites?) (?:an)?other",
    r"(?:its|the) neighbours?",
    r"(?:entry|element|row|index) (?:0|zero) instead",
    r"no sense|meaningless|senseless|implausible|impossible",
    r"(?:is|are|comes? out) (?:transposed|swapped|mirrored|reversed|shifted)",
    r"(?:each|every) \w+ (?:is|are|gets?) (?:labell?ed|called|classified)",
    r"max(?:imum)? (?:abs(?:olute)? )?(?:err|diff)\w*\W{1,8}[1-9]\d*\.\d+",
    r"non-finite|endless row|(?:is|are) 0 for (?:every|each|all)|zero (?:by|on|with) (?:its|the)",
    r"flip (?:on|with)|grain and nothing else|no tienen sentido|völlig andere",
    r"another voice|other curves|other numbers",
)
_SPOILT = "|".join((*_SPOILT_SOUND_OR_PICTURE, *_SPOILT_NUMBERS))
_ANOTHER_STORY = "|".join(
    (
        *_SPEED,
        *_MEMORY,
        *_PLACES,
        *_FAILURES,
        *(each for each in _GOOD_NEWS if not each.startswith("release")),
        *words(
            r"import\w* features?\srequests? suggest\w* support\w* wish profil\w+ refus\w+ "
            r"tensorflow mlx gguf ollama onnx coreml documentation"
        ),
        r"pip install (?!-u)",
        r"per second|fps",
        r"how (?:do|can|to|should)",
        r"(?<!same )wheels?",
        r"released",
        r"is there",
        r"no longer",
        r"(?:as|also|same|too|both) (?:on|with) (?:the )?(?:cpus?|mps|cuda|both|devices)|on both",
        r"(?:on|with) (?:the )?cpu,? (?:too|as well|alone|only)|cpu[- ]only|use-cpu|cpu mode",
        r"not (?:found|recogni[sz]ed|detected|available)",
        r"(?:folder|director\w+|curve|tensorboard|logs?|lists?|pages?|tabs?|queue|cache|fields?"
        r"|table|database) (?:is|are|stays?) empty",
        r"known \w+ (?:problem|issue|limitation)",
    )
)
SPOILT_BESIDE_ANOTHER = speaking(
    ON_MAC,
    rf"{_LINE_OF_PROSE}(?:\b(?:{_ANOTHER})\b|{_OPERATION})",
    without=rf"{_LINE_OF_PROSE}\b(?:{_ANOTHER_STORY})\b",
    not_ending=_GOOD_END,
)
"""What speaks of a Mac and of something to compare it with, and tells no other story."""

UNEXPLAINED = (
    told("unexplained-on-gpu", ON_MPS.pattern, along=NOTHING_ELSE),
    told(
        "unexplained-on-gpu", rf"\b(?:{_SPOILT})(?!\w)", along=SPOILT_BESIDE_ANOTHER, unless=DENIED
    ),
)
