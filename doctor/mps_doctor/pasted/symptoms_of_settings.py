"""Symptoms of settings: variables of torch without effect, and how a device is chosen.

`VARIABLES`: "the fallback changes nothing", "the watermark is refused".  `FRAMEWORKS`: "it says
cpu although mps is available", "use_cpu is set".
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, sentence, speaking, told, words
from mps_doctor.pasted.symptom_words import DENIED, HELPED, ON_MAC, TORCH
from mps_doctor.patterns import late

_SET = (
    r"(?:\bmps_fallback\b|pytorch_enable_mps_fallback\b|\bfallback\b|\benv\b|\benvironment\b"
    r"|\bvariable\b|\benviron\b|\bexport(?:ed)?\b|\b(?:is|was|it|gets|i|being) set\b|\bsets?"
    r" (?:it|in|at|by|only|late)\b|\btoggl\w+)"
)
_OF_TORCH = (
    r"(?:torch|transformers|diffusers|lightning|accelerate|timm|fastai|ultralytics|whisper"
    r"|sentence_transformers|everything|anything that imports it)"
)
_READ_BEFORE = (
    rf"(?:\b{_OF_TORCH}['`\"]?(?: itself)? (?:is|was|gets|has been|had been|being)? ?"
    rf"(?:already )?(?:imported|loaded)\b|\b(?:had|has"
    rf"|have) (?:already )?{_OF_TORCH} (?:already )?(?:imported|loaded)\b|\balready (?:import(?:s"
    rf"|ed)?|load(?:s|ed)?) (?:\w+ )?{_OF_TORCH}\b|\b(?:import(?:s|ed)?"
    rf"|from) [`'\"]?{_OF_TORCH}\b[^\n]{{0,40}}\b(?:above|before|first|earlier|further up|higher)\b"
    r"|\b(?:after|behind|below|following|beneath|under) (?:(?:the|all|my|our|their|of|of the) "
    r")?(?:[`'\"]?[\w.]+ )?['\"`]?import(?:s|ing|ed)?\b|\b(?:read|evaluated|looked up"
    r"|parsed) (?:only )?once\b|\bat (?:library )?(?:load|import)"
    r" time\b|\bonce (?:the )?(?:py)?torch (?:is|has been|was|library)\b"
    r"|\border (?:of (?:the )?imports )?(?:is|was) wrong\b|\b(?:wrong|import) order\b"
    r"|\b(?:re-?order|sort|mov)\w*[^\n.]{0,16}\bimports?\b|\bimports?\b[^\n.]{0,16}\breorder\w*"
    r"|\bat (?:run ?time|top of (?:the|my) (?:file|script|notebook))\b|\bin (?:a|the|my) repl\b"
    r"|\bimported (?:as the last|last|late)\b|\b(?:after|once) (?:it|torch|python|the \w+) "
    r"(?:has |had |was |is |)?(?:started|starts|imported|loaded|running)\b|\bin (?:the|an?"
    r"|some) (?:first|second|third|fourth|last|next|later|other|\d+\w\w) cell\b|\b(?:long |only "
    r"|right |just )?after (?:py)?torch\b|\b(?:when|before|until) (?:the )?(?:python|interpreter"
    r"|process|kernel) (?:starts|is started)\b)"
)
_NO_EFFECT = (
    r"(?:\b(?:no|zero|without|any) (?:effect|luck|influence|difference)\b|\bnothing happens\b"
    r"|\bnot enough\b|\bignored\b|\buseless\b|\bdo(?:es)? nothing\b|\bnobody reads\b|\b(?:not"
    r"|never)(?: being)? (?:used|read|seen|picked up|taken|honou?red|respected|applied|active)\b"
    r"|n't (?:used|read|seen|picked up|taken|honou?red|respected|applied|active|help|work|change"
    r"|do anything|see|take|care)\b|\b(?:does|did) not (?:help|work|change|do anything|see|take"
    r"|care|read|use)\b|\bas without\b|\btoo late\b|\bearly enough\b|\blate\b)"
)
_STILL = (
    r"(?:\bit (?:is|was) (?:really |already )?set\b|\bstill (?:asks?|tells?|says?|wants?|raises?"
    r"|crash\w*|fails?|stops?|get|gets|the same|notimplemented\w*|not implemented|missing|the"
    r" error)\b|\beven (?:with|though|after|when)\b[^\n.;]{0,40}\b(?:variable|fallback|set)\b)"
)
_TROUBLE = (
    rf"{_NO_EFFECT}|{_STILL}|\b(?:not (?:currently )?implemented|missing|should (?:be|go)|crash\w*"
    rf"|fail\w*|errors?|broke|breaks|wrong|must|move[sd]?|why|repairs?|fix(?:es|ed)|solve[sd])\b"
)
_VARIABLE = (
    r"(?:\bmps_fallback\b|pytorch_enable_mps_fallback\b|\b(?:mps|cpu)?[ _-]?fallback(?: (?:env\w*"
    r"|variable|var|setting|flag|line|option)\b|\b(?! (?:to|on|for|path|model|font|url|value)\b)))"
)
_OF_MPS = speaking(
    rf"{_VARIABLE}|\benv\w* var|not (?:currently )?implemented"
    rf"|\baten::\w+ (?:is )?missing|\bcpu fallback\b",
    rf"{ON_MAC.pattern}|\baten::|\btorch\b|_mps_fallback\b",
    without=(
        r"\b(?:works|working) (?:fine|well|great|perfectly|as (?:it should|expected))\b"
        r"|\b(?:is|was|had been) (?:exported|set) before (?:the )?python (?:starts|started)\b"
    ),
)
_IN_CODE = (
    r"(?:\bos\.(?:environ\b|putenv)|%(?:set_)?env\b|\bsetenv\b|\b(?:cell|notebook|script|code"
    r"|module|file|app|function|launcher)\b|\w\.py\b)"
)
_MUST_BE_BEFORE = (
    r"\b(?:must|important|need\w*|has to|have to|why|only|should have)\b[^\n]{0,60}\b(?:before"
    r"|above|ahead of|prior to)\b[^\n]{0,24}\bimport"
)
_FALLBACK = r"\b(?:pytorch_enable_)?mps[_ ]fallback\b|\bfallback (?:env\w* )?(?:variable|flag)\b"
_WATERMARK = r"\b(?:pytorch_mps_(?:high|low)_)?watermark(?:_ratio)?\b"

VARIABLES = (
    told(
        "fallback-without-effect",
        rf"{_SET}[\s\S]{{0,140}}?{_READ_BEFORE}|{_READ_BEFORE}[\s\S]{{0,140}}?{_SET}",
        needles="import loaded once time repl cell order after starts started",
        by_line=False,
        beside="fallback env variable export",
        along=speaking(
            *_OF_MPS.of,
            _TROUBLE,
            rf"{_VARIABLE}|\bmps\b|_mps_fallback\b|\baten::",
            without=_OF_MPS.without,
        ),
    ),
    told(
        "fallback-without-effect",
        rf"{_VARIABLE}[^\n]{{0,80}}(?:{_NO_EFFECT}|{_STILL})"
        rf"|{_STILL}[^\n]{{0,60}}{_VARIABLE}",
        along=speaking(_IN_CODE, _OF_MPS.of[1], without=_OF_MPS.without),
    ),
    told(
        "fallback-without-effect",
        rf"(?:\bos\.environ|\bputenv|\bsetenv|%(?:set_)?env)\b[^\n]{{0,16}}mps_fallback"
        rf"[\s\S]{{0,400}}?{_STILL}",
        needles="environ putenv setenv %env",
        by_line=False,
        along=_OF_MPS,
    ),
    told("fallback-set-too-late", _MUST_BE_BEFORE, along=_OF_MPS),
    told(
        "fallback-set-too-late",
        r"\bpytorch_enable_mps_fallback\b[^\n]{0,80}\b(?:before|prior to|ahead of|after|later"
        r" than)\b[^\n]{0,24}\bimport(?:s|ed|ing)?\b|\bimport(?:s|ed|ing)? torch\b[^\n]{0,60}"
        r"\bbefore\b[^\n]{0,40}\bpytorch_enable_mps_fallback\b"
        r"|\b(?:set|move[ds]?|export\w*|put)\b[^\n]{0,60}\bpytorch_enable_mps_fallback\b"
        r"[^\n]{0,60}\b(?:before|above)\b[^\n]{0,24}\b(?:import|torch)",
    ),
    told(
        "watermark-refused",
        r"\bwatermark\b[^\n.]{0,24}(?:\b(?:ratio|value|variable)\b)?(?:[^\n.]|\.(?=\d)){0,40}"
        r"\b(?:is|are|as|was|be) (?:\w+ )?(?:invalid|refused|rejected|too (?:high|low|large"
        r"|small))\b",
        unless=DENIED,
    ),
    told(
        "fallback-set-too-late",
        r"\b(?:pytorch_enable_)?mps_fallback\b[^\n]{0,80}\b(?:below|beneath|underneath|behind)\b"
        r"[^\n]{0,20}\bimport"
        r"|\bfallback (?:env\w* )?(?:variable|setting|flag)\b[^\n]{0,80}\b(?:no effect|ignored"
        r"|not (?:seen|read|used|picked up)|too late)\b[^\n]{0,80}\b(?:before|after)\b"
        r"[^\n]{0,16}\bimport",
    ),
    told(
        "fallback-set-too-late",
        sentence(
            _FALLBACK,
            r"\btoo (?:late|early)\b|\bat import time\b"
            rf"|{TORCH}[^\n.!?]{{0,16}}\b(?:imported|loaded)\b[^\n.!?]{{0,16}}\b(?:first|before"
            r"|earlier|already|by then|until)\b"
            rf"|\b(?:already|had|has) (?:imported|loaded) {TORCH}"
            rf"|\b(?:import|load)(?:ing|ed)? {TORCH} (?:later|afterwards|after it|too early"
            r"|first|already)\b|\b(?:ahead of|prior to|before|above) (?:the )?(?:first )?"
            r"(?:import\w*|loading)\b|\bit is imported (?:first|before)\b",
            without=r"\bstill\b|\bas it should\b|\b(?:stands|stood|comes|came|is) (?:set )?(?:above"
            r"|before)\b",
        )
        + "|"
        + sentence(
            _FALLBACK,
            r"\b(?:no (?:effect|change)|did nothing|does nothing|ignored|does not|doesn't|not"
            r" (?:seen|picked up|read)|still)\b",
            r"\bos\.environ\b[^\n!?]{0,80}\b(?:in the (?:script|notebook)|after|below|last line)\b"
            r"|\breactivat\w+|\brestarted the kernel\b|\bin main\(\)",
        )
        + r"|\bmps_fallback ?= ?['\"]?(?:true|yes|on)\b[^\n]{0,60}(?:\bno effect\b|\bignored\b"
        r"|\bmust be 1\b|\bonly 1\b|(?:\bnot|n't) (?:work|help|read|accepted))"
        r"|\bmps_fallback=1\b[^\n.]{0,40}\bnot (?:yet )?reactivated\b",
    ),
    told(
        "watermark-refused",
        sentence(
            _WATERMARK,
            rf"{TORCH} (?:then )?(?:complains|refuses|rejects|stops|does not accept|doesn't accept"
            r"|fails)\b|\b(?:remov\w+|unset\w*|delet\w+|dropp?\w*|comment\w* out)\b[^\n]{0,60}"
            rf"\bwatermark_ratio\b[^\n.!?]{{0,40}}(?:{HELPED}|\b(?:loads|starts|runs|works) again)"
            rf"|\b\w*low_watermark_ratio\b[^\n.!?]{{0,24}}{HELPED}"
            r"|\bmust not be (?:above|larger|greater|higher)\b"
            r"|\binvalid (?:high|low) watermark\b"
            r"|(?:high|low)_?watermark_ratio ?=? ?[^\n.!?]{0,40}\b(?:makes|made) (?:the|it"
            r"|torch)[^\n.!?]{0,24}\b(?:fail|crash|stop)\w*"
            r"|\bboth\b[^\n]{0,24}high_watermark_ratio\b[^\n]{0,24}low_watermark_ratio\b"
            r"[^\n!?]{0,40}\b(?:crash|fail|invalid|error)\w*",
            without=r"\b(?:out of memory|oom|swap\w*|freez\w*|slow\w*|lower)\b",
        )
        + r"|\blow (?:watermark )?ratio\b[^\n.]{0,16}\b(?:above|exceeds|larger than|greater than"
        r"|higher than)\b[^\n.]{0,8}\bhigh (?:watermark )?ratio\b",
        unless=DENIED,
    ),
)
_SETS_CPU = (
    r"(?:(?<![\w-])--(?:always-)?cpu\b(?!-)|\buse_mps_device ?[=:] ?false\b"
    r"|\balways_use_cpu ?[=:] ?true\b"
    r"|\.ya?ml\b[^\n]{0,24}\b(?:device|accelerator): ?['\"]?cpu\b"
    r"|\b(?!default_|map_|torch\.)\w{2,24}_(?:device|accelerator)(?:_type)? ?= ?['\"]?cpu\b"
    r"|\baccelerator ?= ?['\"]cpu\b)"
)
"""What names the CPU to a program: DOCLING_DEVICE=cpu, INVOKEAI_DEVICE=cpu, LT_ACCELERATOR=cpu.

Sources: https://github.com/docling-project/docling/blob/main/docling/datamodel/accelerator_options.py,
https://github.com/invoke-ai/InvokeAI/blob/main/invokeai/app/services/config/config_default.py,
https://github.com/Lightning-AI/pytorch-lightning/blob/master/src/lightning/fabric/cli.py
"""

_ON_CPU = (
    r"(?:\bkeeps?\b[^\n.;]{0,24}\bon (?:the )?cpu\b|\b(?:stays?|runs?|running|still|only|trains?"
    r"|trained|ran)(?: \w+)? on (?:the )?cpu\b|\b(?:uses?|takes?|took) (?:only )?(?:the )?cpu\b"
    r"|\bdevice(?: \w+){0,4}?(?: is(?: still)?|[:=]| ?->) ?(?:device\(type=)?['\"]?cpu\b"
    r"|\bgpu available: false, used: false\b|\bset(?:ting)? \w+ to ['\"]?cpu\b"
    r"|\b(?:mps|gpu)\b (?:is|was|stays|stayed) (?:not used|never used"
    r"|(?:not |never )?being used|unused|idle)\b)"
)
_OTHER_WANTED = (
    r"\b(?:expect\w*|should|why|wants?|wanted|although|even though|despite|still|instead of|never"
    r"|not (?:(?:on )?mps|used|using|use)|n't use|idle|unused|used: false)\b"
)
_COMPARED = late(
    r"\bwork(?:ed|s|ing)? ?-?around\b|\b(?:crash\w*|segfault\w*|black|nans?|differ\w*|wrong|same"
    r"|slow\w*|fast\w*|fail\w*|\w*errors?|noise|gibberish|correct\w*"
    r"|tests?|on purpose|as (?:it should|expected))\b|--device[= ]mps\b",
    FLAGS,
)
"""What tells that the CPU was taken on purpose, or to compare it with mps."""

_FORCES_CPU = (
    r"(?:\b(?:no_cuda|use_cpu|accelerate_use_cpu|force_cpu|cpu_only|disable_mps)\b ?[=:]? ?['\"]?"
    r"(?:true|1|yes|all)\b|--use[-_]cpu all\b|--force[-_]cpu\b|--no[-_]cuda\b)"
)
_WORKED_AROUND = late(
    r"\bwork(?:ed|s|ing)? ?-?around\b|\b(?:crash\w*|segfault\w*|black images?|nans?)\b", FLAGS
)
_SO = (
    r"(?:\b(?:reason|why|because|so(?! that)|therefore|culprit|turn(?:ed|s) out|overlooked"
    r"|forgot\w*|remov\w+|unset\w*|delet\w+|dropp?\w+|without (?:it|that|this)|idl\w+)\b"
    r"|\bhow (?:do|can|to)\b[^\n.;]{0,24}\buse\b|\b(?:gpu|mps) (?:\w+ )?(?:unused|not used)\b)"
)
_FOR_TROUBLE = (
    r"\b(?:crash\w*|fail\w*|errors?|slower|wrong|nans?|black|noise|until|workaround|instead"
    r"|option|feature|(?:solv|resolv|fix)\w+)\b"
)
_NAMES_CPU = (
    r"(?:(?<![\w-])--cpu\b(?!-)|(?<![\"'`])(?<!using )\b(?:accelerator"
    r"|device)(?:_type)? ?[=:]{1,2} ?['\"]?cpu\b|\bcpu\b[^\n.;]{0,12}\b(?:in|by) (?:the |my "
    r"|an? )?(?:accelerate )?(?:config\w*|settings?|preferences|dialog|wizard)\b)"
)
_MAP = r"\b(?:device_?map|infer_auto_device_map)\b"
_CHOOSER = (
    rf"(?:{_MAP}|\b(?:lightning|accelerat(?:e|or)|transformers|trainer|training_?arg(?:ument)?s"
    r"|fastai|ultralytics|keras|torchkeras|skorch|default_device|get_(?:\w+_)?device|frameworks?"
    r"|sentence[-_]transformers|flair|thinc|spacy\w*|ignite|idist|catalyst|\w{0,5}trainer|autogluon"
    r"|partialstate|acceleratorstate|prefer_gpu|mpsaccelerator|fabric|wrapper"
    r"|auto(?:matic)?[- _]?(?:devices?|detect\w*|select\w*))\b|['\"`]auto['\"`]|--device auto\b)"
)
"""What chooses the device for a program."""

_WANTED = (
    r"\b(?:how|should|would|could|please|plan\w*|now|add(?:s|ed)?|no longer|fixed|by default"
    r"|want|on purpose|intend\w*|for now|faster|slower|as expected)\b|\?"
)
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
_OVERLOOKS = sentence(_CHOOSER, rf"{_TAKES_CPU}|{_NO_MPS}", without=_WANTED)
_NEEDLES = words(
    "device lightning accelerat transformers trainer training fastai ultralytics keras skorch auto "
    "framework"
)
_SEES = r"(?:sees?|finds?|has|detects?|knows?|reports?|lists?|recogni[sz]es?|says|works)"
_TORCH_HAS_IT = late(
    rf"\b(?:py)?torch (?:(?:itself|alone|on its own|does|clearly|still) ){{0,2}}{_SEES} (?:the |my "
    r"|apple |m[1-5] |it'?s |with |on )*(?:mps|gpu|it)\b"
    r"|\b(?:plain|bare|pure) (?:py)?torch (?:does|can|sees|finds|works|is fine)\b"
    r"|\btorch(?:\.| |'s )mps:? (?:works?|is fine|fine|ok|good|true)\b"
    r"|\btorch (?:itself )?is (?:happy|fine|ok) (?:with|on) mps\b"
    r"|\bmps (?:is|was) (?:there|available|detected|fine|ok|enabled)\b"
    r"|\bmps['\"]\)+ (?:\w+ ){0,2}(?:works?|good|fine|ok|is fine|gives)\b|, device='mps:0'\)$"
    r"|\btorch\.device\([\"']mps[\"']\)[\w` ]{0,12}\bwork"
    r"|\btensors? (?:can )?(?:go|move|be moved|land|live)s? (?:on|to) mps\b",
    FLAGS,
)
_IS = r"\W{0,6}(?:(?:is|returns?|gives|says|prints?|stays?|shows)\W{1,3}|\n)?"
_DEVICE_OF = (
    r"\b(?:accelerator(?:\([^\n()]{0,40}\))?|training_?arg(?:ument)?s(?:\([^\n()]{0,60}\))?"
    r"|trainer\.(?:args|strategy|model)|(?:partial|accelerator)state\(\)|\w{0,12}net|flair|idist)"
    rf"\.(?:root_)?device(?:\(\))?{_IS}(?:device\W{{0,3}}type\W{{1,3}})?['\"]?cpu\b"
    r"|\bgpu available: false\b|\b(?:mpsaccelerator\.is_available|is_torch_mps_available"
    rf"|prefer_gpu|require_gpu|is_mps_available)\(\){_IS}false\b"
)
_BLAMED = (
    r"\bplatform\.processor\(\)[^\n]{0,60}(?:\b(?:empty|compar\w*|checks?|arm)\b|['\"]arm)"
    r"|\b(?:compares?|check(?:s|ing|ed)?|in|reports?|gives)\b[^\n]{0,24}\bplatform\.processor\(\)"
    r"|(?:[.;,:] |\b(?:device|gpu|mps|hardware|backend|accelerator|the|its|auto\w*)[- ])detect\w*"
    r"\b[^\n.;]{0,30}\b(?:wrong|broken|buggy|incorrect|forgets?|incomplete|outdated)\b"
    r"|\b(?:mps|gpu) (?:is|was|gets|being)? ?(?:simply |just )?(?:forgotten|overlooked"
    r"|never (?:counted|considered|checked|looked at|asked))\b"
    r"|\b(?:only|just) (?:looks?(?:ed)?|checks?(?:ed)?) (?:for |at |if |whether )?(?:the )?cuda\b"
    r"|\bonly cuda is (?:looked at|checked|considered|asked)\b|\bcheck for cuda only\b"
    r"|\bcompares? (?:the )?torch versions? as strings?\b"
    r"|\b(?:bugs?|mistakes?|faults?) (?:in|of|when|while) (?:recogni[sz]|detect|select|choos|find)"
    r"ing\b[^\n.;]{0,16}\bmps\b"
    r"|\b(?:wrong|incorrect|broken|bad) (?:\w+ ){0,2}?device (?:handling|selection|detection"
    r"|choice)\b"
    r"|\bthe check (?:in|of|by|for)\b[^\n;]{0,60}\b(?:bad|wrong|broken|off|outdated)\b"
)
"""What blames how a program looks for the GPU."""

_OF_A_CHOICE = speaking(
    ON_MAC,
    _CHOOSER,
    rf"{_TAKES_CPU}|{_NO_MPS}|\bcpu\b|\b(?:recogni[sz]|detect)ing\b|(?:\bnot|n't) see\b|\bempty\b"
    r"|\brefus\w+",
    without=r"\b(?:please add|feature request|on purpose|fixed in|no longer)\b",
)
_RELEASE = r"v?\d{1,2}\.\d{1,2}(?:\.\d{1,2})?"
_OTHER_RELEASE = (
    rf"\b{_RELEASE}:? (?:(?!on\b)\w+ ){{0,3}}?(?:it'?s|it is|it was|picks?|picked|prints?|printed"
    rf"|takes?|took|chooses?|chose|uses?|used|gives?|gave|still|(?<=\d:)) ?mps\b(?! (?:support"
    rf"|is (?:not|un)|backend|build))[^\n]{{0,60}}\b{_RELEASE}:? [^\n.;]{{0,16}}\bcpu\b"
    rf"|\bcpu['\"`]?[^\n]{{0,40}}(?:\b(?:in|on|with|under|since)\b|\() ?{_RELEASE}\b[^\n]{{0,40}}"
    rf"\b{_RELEASE}\b[^\n.;]{{0,24}}\bmps\b"
    rf"|\bcpu['\"`]?[.,;][^\n.;]{{0,12}}\b(?:with|in) {_RELEASE} (?:it'?s|it is|it was) mps\b"
)
"""One release of a program took mps, another one takes the CPU."""

_WITHOUT_THE_OPTION = (
    r"\b(?:om+it(?:s|ted|t?ing)?|leav(?:e|ing) out|left out|without|dropp?(?:ed|ing)?"
    r"|remov(?:e|ed|ing)) (?:the )?(?:option|flag|argument|[`'\"]?--?\w[\w-]*)[^\n.;]{0,32}"
    r"\b(?:(?:it|which|that) (?:\w+ )?(?:uses?|used|finds?|found|runs? on|ran on) (?:the )?(?:gpu"
    r"|mps)|(?:the )?(?:gpu|mps) (?:is|was|gets) (?:\w+ )?(?:used|found))\b"
)
"""The GPU is used where the program is not told so."""

FRAMEWORKS = (
    told(
        "cpu-by-a-setting",
        rf"{_SETS_CPU}[\s\S]{{0,200}}?{_ON_CPU}|{_ON_CPU}[\s\S]{{0,200}}?{_SETS_CPU}",
        needles="-cpu use_mps_device always_use_cpu accelerator _device .yaml .yml",
        by_line=False,
        along=speaking(ON_MAC, _OTHER_WANTED, without=_COMPARED),
    ),
    told(
        "cpu-by-a-setting",
        _SETS_CPU,
        needles="cpu use_mps_device",
        along=speaking(r"\bgpu available: true \(mps\), used: false\b", without=_COMPARED),
    ),
    told(
        "cpu-by-a-setting",
        rf"(?:{_FORCES_CPU}|\baccelerate_use_cpu\b)[\s\S]{{0,400}}?{_ON_CPU}"
        rf"|{_ON_CPU}[\s\S]{{0,400}}?(?:{_FORCES_CPU}|\baccelerate_use_cpu\b)"
        r"|--use-cpu all\b[^\n]{0,160}\b(?:remov\w+|delet\w+|dropp?\w*|without) (?:it|that|this)\b"
        r"|accelerate[^\n]{0,30} config:?\s[\s\S]{0,300}?\buse_cpu: true"
        r"|\baccelerate_use_cpu ?= ?(?:true|1|yes) (?:was|is|had been) (?:set |exported )?in\b",
        by_line=False,
        along=speaking(without=_WORKED_AROUND),
    ),
    told("cpu-by-a-setting", sentence(_FORCES_CPU, _SO, without=_FOR_TROUBLE), along=ON_MAC),
    told(
        "cpu-by-a-setting",
        sentence(_NAMES_CPU, _SO, r"\b(?:mps|gpu|metal)\b", without=_FOR_TROUBLE),
        along=ON_MAC,
    ),
    told(
        "cpu-setting-ignored",
        r"(?:\b(?:cpu|use_cpu|no_cuda) ?= ?true\b|\b(?:accelerator|device) ?= ?['\"]cpu['\"])"
        r"(?:(?!\b(?:if|else|or|when|crash\w*|fails?|works?|cpu)\b)[^\n]){0,80}?"
        r"(?:\.device\b[^\n\w]{0,6}(?:(?:is|->|prints?|says|gives|returns?|=) ?)?|-> ?|\bis still "
        r"|\bstill (?:\w+ ){1,3})(?:device\(type=)?['\"`]?mps\b",
        along=speaking(_CHOOSER, without=_WORKED_AROUND),
    ),
    told("framework-overlooks-mps", _OVERLOOKS, needles=_NEEDLES, along=_TORCH_HAS_IT),
    told("framework-overlooks-mps", sentence(_MAP, _NO_MPS, without=_WANTED), along=ON_MAC),
    told(
        "framework-overlooks-mps",
        _DEVICE_OF,
        needles="accelerator",
        by_line=False,
        along=r"\bdistributed_type: mps\b",
    ),
    told("framework-overlooks-mps", _BLAMED, along=_OF_A_CHOICE),
    told("framework-overlooks-mps", _WITHOUT_THE_OPTION, along=ON_MAC, unless=DENIED),
    told("framework-overlooks-mps", _OTHER_RELEASE, needles="cpu", along=_CHOOSER),
    told("framework-overlooks-mps", _DEVICE_OF, by_line=False, along=_TORCH_HAS_IT),
    told("framework-takes-cpu", _OVERLOOKS, needles=_NEEDLES),
    told("framework-takes-cpu", _DEVICE_OF, by_line=False),
)
"""`framework-takes-cpu` counts where torch is known to have mps."""
