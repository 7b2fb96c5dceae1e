"""Symptoms of outputs: spoilt ones, and what they ought to be, vary with, and where they stand.

`SPOILAGE`: a picture that is snow, a voice that is a hiss, an answer of exclamation marks, in the
languages of those who make pictures on Macs: what was made, and near it what it became instead.
`OUTPUTS`: "I cannot get a usable picture on my M2", "the embeddings depend on the batch size on
mps", "I see cubes when I use mps, with the CPU it works": nothing is called wrong here.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, anywhere, sentence, speaking, told
from mps_doctor.pasted.symptom_words import DENIED, ON_MPS
from mps_doctor.pasted.symptoms_of_results import MADE_ON_MAC
from mps_doctor.patterns import late

_MEDIA = (
    r"(?:(?<!input )(?<!source )(?<!mask )(?:images?|pictures?|photos?|frames?|videos?|clips?"
    r"|renders?|renderings?|generations?|outputs?|results?|faces|portraits?|depth[ -]?maps?"
    r"|heatmaps?|masks?|textures?|mesh(?:es)?|everything|[\w-]{1,40}\.(?:mp4|png|jpe?g|webp|gif))"
    r"(?! (?:windows?|pages?|nodes?|folders?|directories|directory|lists?|files?|buttons?|tabs?"
    r"|models?|prompts?|names?|paths?|size|loader|encoder|tokens?|player|viewer|background)\b))"
)
_SOUNDS = (
    r"(?:(?:the|generated|output|synthesi[sz]ed|cloned|separated|resulting|final|converted|its"
    r"|all) (?:\w+ )?(?:audio|voices?|speech|sounds?|wavs?|music|songs?|vocals|stems?|waveforms?)"
    r"|[\w-]{1,40}\.(?:wav|mp3|flac))"
)
_BECOMES = (
    r"(?:is|are|was|were|be|being|looks?|looked|seems?|appears?|appeared|comes? out|came out"
    r"|turns? out|turned out|ends? up|ended up|becomes?|became|gets?|as|like|has|have|contains?"
    r"|shows?|in|into|sounds?|[=:])"
)
_WHOLLY = (
    r"(?:(?:all|completely|entirely|just|only|totally|pure|purely|fully|always|mostly|nothing but"
    r"|full of|filled with|covered (?:in|with)|made of|some|a|an|one|big|weird|strange|random"
    r"|colou?rful|colou?red|moving|endless|tv|like|solid|uniform|huge|unusable|bunch of|sea of"
    r"|mess of|soup of|very|so|too|extremely|rather|quite|or|and|noisy|ugly|single|blurry),? ){0,5}"
)
_MESS = (
    r"(?:static|snow|confetti|haze|fog|mush|goo|speckles?|moving pixels|pixels|mosaics?|blobs?"
    r"|colou?r(?:ed)? (?:blocks|squares|noise|patches|dots)|green squares|checkerboards?|garbage"
    r"|rubbish|gibberish|unrecogni[sz]able|pixelated|deep[ -]?fried|over-?saturated|over-?exposed"
    r"|burn(?:ed|t)|melted|scrambled|psychedelic|rainbow|distorted|smeared|art[ie]facts"
    r"|abstract (?:shapes|art)|(?:black|gr[ae]y|green|pink|brown|cyan|magenta|purple"
    r"|beige)(?! (?:and|&) white|/white| mask| square mask)(?: (?:rectangle|square|screen|image"
    r"|frame|haze|surface|box)s?)?)\b"
)
_OF_ZEROS = r"(?:all|only|just|full of|nothing but) (?:zeros?|0s|nans?|ones)\b"
_UNCHANGED = (
    r"(?<!the )\bempty (?:for|on|in) (?:every|each|all)\b"
    r"|\b(?:is|are) (?:always |all )?garbage\b"
)
_INSTEAD = (
    r"\b(?:static|snow|noise|garbage|mush|a blob|confetti|gibberish) instead of (?:an? |the |any )?"
    r"(?:\w+ )?(?:images?|pictures?|videos?|faces?|frames?|photos?|speech|voices?|text|answers?)\b"
    r"|\b(?:all|what) (?:i|we|you) (?:get|see|got|receive)(?: back)? (?:is|are|was) "
    rf"{_WHOLLY}{_MESS}"
    rf"|\b(?:i|we) (?:only|just|always) (?:get|see|got) {_WHOLLY}(?:pixelated |noisy |blurry "
    rf"|muddy |colou?rful )?(?:mess\b|{_MESS})"
    r"|\bresults? in an? (?:\w+,? )?(?:noisy|garbled|unusable|corrupt(?:ed)?|distorted|black"
    r"|blurry|broken),? (?:\w+ )?(?:image|picture|video|output|result|mess)\b"
)

_NOISES = (
    r"(?:static|hiss(?:ing)?|buzz(?:ing)?|crackl\w+|squeal\w*|screech\w*|humming|silen(?:ce|t)"
    r"|noise|noisy|robot(?:ic|s)?|under ?water|muffled|distorted|mute|gibberish|garbled|alien"
    r"|unintelligible|beeps?|clicks)\b"
)

_AGAIN_THE_SAME = (
    r"\b(?:keeps?|kept|endless\w*|always|only|just|starts|infinitely) (?:on )?(?:repeat\w*"
    r"|outputting|generating|producing|printing|outputs?|generates?|prints?) (?:the )?(?:same|one"
    r"|single) (?:token|word|character|letter|phrase|syllable)s?\b"
    r"|\b(?:endless|infinite|random|meaningless|strange|weird) (?:\w+ )?(?:garbage |random )?"
    r"(?:characters|symbols|tokens|letters|exclamation marks)\b"
    r"|\b(?:outputs?|answers?|returns?|generates?|prints?|replies|responds?|produces?)"
    r" (?:\w+ )?(?:only|just|nothing but|with|consists? of) (?:\w+ )?(?:exclamation marks?|!{4})"
    r"|!{9}"
)
_OF_NO_MEANING = (
    r"['\"`“]!{3}"
    r"|\b(?:only|just|nothing but|nothing except|consists? of|full of|always)(?: \w+){0,3}? "
    r"['\"`“]!+['\"`”]"
    r"|\b(?:outputs?|emits?|returns?|gives?|generates?|produces?|prints?|predicts?|contains?)"
    r" (?:only|just|nothing but|nothing except|all) (?:\w+ )?['\"`]?(?:<unk>|<pad>|unk\b|padding\b)"
    r"|\btokens? (?:is|are|was|were|becomes?) (?:all |always |only )?['\"`]?<(?:unk|pad)>"
    r"|\btoken (?:id )?0 (?:forever|again|always|every time|only)\b"
)
_TRANSCRIBED = (
    r"\btranscri(?:ption|pt|be|bes|bed)s?\b[^\n.;]{0,24}\b(?:is|are|as|to|gives?|returns?"
    r"|contains?) (?:just |only |all |always |an? |mostly ){0,2}(?:empty|blank|gibberish|nonsense"
    r"|exclamation marks|hallucinat\w+|repeated|['\"“‘`])"
)

_NOTHING_FOUND = (
    r"\bno (?:\w+ )?(?:masks?|objects?|detections?|boxes|faces?|cells?|rois?|keypoints|predictions?"
    r"|nuclei|people|persons?) (?:is|are|was|were|gets?|ever) (?:\w+ )?(?:found|detected|returned"
    r"|predicted|produced|drawn|shown|segmented)\b"
    r"|\bnothing (?:is |was |gets? )?(?:detected|found|recogni[sz]ed|predicted|drawn|segmented)\b"
    r"|(?:\b(?:not|never|unable)|n't) (?:able )?(?:to )?(?:get|find|see|detect) any (?:\w+ )?"
    r"(?:objects?|masks?|cells?|boxes|faces?|detections?|rois?|segments?|predictions?|nuclei)\b"
    r"|\b(?:detects?|finds?|predicts?|segments?|recogni[sz]es?) (?:absolutely )?nothing\b"
)
_OF_TRAINED = anywhere(r"\btrain(?:ed|ing)\b|\bmps\b|\bgpu\b", MADE_ON_MAC.pattern)

_DENIED = late(
    r"(?:\b(?:no|not|never|without|fix\w*|avoid\w*|prevent\w*|solv\w+|resolv\w+|remov\w+|reduc\w+"
    r"|denois\w+|rather than|load\w*|pad\w*|from|input|source|creat\w+ an?|check\w*|handl\w+|add\w*"
    r"|support\w*|negative|dataset|train\w* on|example|if|window|page|screen|mode|browser|ui)\b"
    r"|n't\b|['\"“][ \w,]{0,24})[^;:\n]{0,24}$"
    r"|\bprompts?:[^;\n]{0,32}$",
    FLAGS,
)

_IN_CHINESE = (
    r"(?:图|画面|视频|影像|照片|输出|推理|掩码|人脸)[^\n。，,]{0,16}(?:花屏|花的|噪点|噪声|雪花"
    r"|马赛克|全黑|黑屏|黑图|黑色|纯黑|黑的|一片(?:漆?黑|灰|白|绿|模糊)|绿屏|灰色|全白|纯色|色块"
    r"|条纹|失真|错乱|看不清)|花屏"
    r"|(?:(?:生成|合成|输出|推理|转换|克隆)[^\n。，,]{0,8}(?:音频|声音|语音|人声|音色|结果)|出来)"
    r"[^\n。，,]{0,12}(?:电流[声音]|杂音|噪[音声]|静音|沙沙|爆音|失真|怪声|听不清)|全是电流[声音]"
    r"|(?:输出|回答|回复|生成|结果|翻译|识别)[^\n。，,]{0,12}(?:乱码|感叹号|胡言乱语|无意义|!!!"
    r"|！！)"
)
_IN_JAPANESE_AND_KOREAN = (
    r"(?:画像|映像|動画|出力|結果|生成|音声|音)[^\n。、]{0,16}(?:真っ黒|真っ白|黒く|黒い|ノイズ"
    r"|砂嵐|崩れ|文字化け|壊れ)|ノイズ(?:だけ|しか|まみれ|だらけ)"
    r"|(?:이미지|그림|영상|비디오|출력|결과|음성|소리|사진)[^\n.]{0,16}(?:검은|까맣|까만|검정"
    r"|노이즈|깨[져지진]|잡음|회색|뭉개)"
)
_IN_EUROPE = (
    r"(?:\bim[aá]gen(?:es)?|\bimage[nm]s?|\bimagem|\bv[ií]deos?|\bsalida|\bsa[ií]da"
    r"|\bresultados?)\b[^\n.;]{0,24}[ ](?:negr[ao]s?|pret[ao]s?|ruido|ruído|gris(?:es)?|cinza"
    r"|verdes?|en blanco|distorsionad\w+|distorcid\w+|borros\w+|borrad\w+)\b"
    r"|\b(?:images?|vidéos?|photos?|sorties?|résultats?)\b[^\n.;]{0,24}[ ](?:noire?s?|grise?s?"
    r"|du bruit|bruitée?s?|floues?|vertes?)\b"
    r"|\b(?:bild(?:er)?|videos?|ausgaben?|ergebnis(?:se)?|audio|stimmen?)\b[^\n.;]{0,24}[ ]"
    r"(?:(?:ganz |komplett |völlig )?schwarz|rauschen|verrauscht|verzerrt|grau|gr(?:ü|ue)n)\b"
    r"|\bnur (?:noch )?(?:rauschen|matsch|pixelbrei)\b"
    r"|(?:изображени|картинк|видео|звук|голос|результат)[^\n.;]{0,24}[ ](?:ч[её]рн|шум|искаж|серы)"
)

SPOILAGE = (
    told(
        "spoilt-images",
        rf"\b{_MEDIA}[^\n.;:?,]{{0,24}}?[ ]{_BECOMES} {_WHOLLY}(?:{_MESS}|{_OF_ZEROS})"
        rf"|\b{_MEDIA}[^\n.;:?,]{{0,12}}?{_UNCHANGED}|{_INSTEAD}",
        needles=(
            "static snow confetti haze fog mush goo speckle pixel mosaic blob block square patch "
            "dots checkerboard garbage rubbish gibberish recogni fried saturated exposed burn "
            "melted scrambled psychedelic rainbow distorted smeared art black gray grey green "
            "pink brown cyan magenta purple beige zeros empty mess noise noisy garbled blurry"
        ),
        along=MADE_ON_MAC,
        unless=_DENIED,
    ),
    told(
        "spoilt-images",
        rf"\b{_SOUNDS} (?:\w+ ){{0,2}}?{_BECOMES} {_WHOLLY}{_NOISES}",
        along=MADE_ON_MAC,
        unless=_DENIED,
    ),
    told(
        "spoilt-text",
        rf"{_AGAIN_THE_SAME}|{_TRANSCRIBED}",
        needles="token word character letter phrase syllable symbol exclamation transcri !!!!",
        along=MADE_ON_MAC,
        unless=_DENIED,
    ),
    told(
        "spoilt-text",
        _OF_NO_MEANING,
        needles="!!! unk pad token '!' \"!\" `!` “!”",
        along=MADE_ON_MAC,
        unless=rf"{DENIED.pattern}|\b(?:used?|typed?|writ\w+|wrote|inputs?"
        rf"|prompts?)\b[^\n]{{0,16}}$",
    ),
    told("wrong-results", _NOTHING_FOUND, along=_OF_TRAINED, unless=_DENIED),
    told(
        "spoilt-images",
        rf"{_IN_CHINESE}|{_IN_JAPANESE_AND_KOREAN}",
        along=MADE_ON_MAC,
        unless=r"(?:如何|怎么|怎样|去除|消除|降低|支持|修复|避免|不再|没有)[^\n。]{0,12}$",
    ),
    told(
        "spoilt-images",
        _IN_EUROPE,
        needles=(
            "negr pret ruido ruído gris cinza verde blanco distor borr noir bruit flou schwarz "
            "rauschen verrauscht verzerrt grau gr matsch pixelbrei ч шум искаж серы"
        ),
        along=MADE_ON_MAC,
        unless=r"\b(?:sin|sem|sans|ohne|без|kein\w*|non?|pas)\b[^\n.]{0,16}$",
    ),
)


_MADE = (
    r"(?:images?|pictures?|photos?|frames?|videos?|renders?|results?|outputs?|samples?|audio"
    r"|voices?|speech|texts?|transcri\w+|answers?|detections?|segmentations?|masks?|mesh(?:es)?"
    r"|faces?|hands?|sounds?|music)"
)
_GOOD = (
    r"(?:proper|correct|normal|good|decent|usable|coherent|sensible|valid|clean|sharp|meaningful)"
)
_SPOILT = (
    r"(?:incoherent|garbled|distorted|scrambled|corrupt(?:ed)?|unintelligible|deformed|mangled"
    r"|blurr(?:y|ed)|nois[ey]|pixelated|glitchy|robotic|broken|mosaic|psychedelic)"
)
_CANNOT = r"(?:\b(?:unable|not able|fail(?:s|ed)?|cannot|never)\b|n't\b)"
_MAKE = r"(?:generat\w+|creat\w+|produc\w+|render\w*|get|gets|give|gives|output|make|makes|return)"
_ON = (
    r"\b(?:on|with|using|in|under) (?:my |an? |the )?[`'\"]?(?:mps|metal|m[1-5]|mac(?:book)?"
    r"|apple (?:silicon|gpus?|m[1-5]))\b"
)
_COMPUTED = (
    r"\b(?:results?|outputs?|embeddings?|encodings?|predictions?|logits|scores?|transcriptions?"
    r"|values|losses|answers?)\b"
)
_VARIES = (
    r"\b(?:depends?|depending|change[sd]?|changing|var(?:y|ies)|differ(?:s|ent)?|inconsistent)\b"
    r"[^\n.]{0,50}\b(?:batch(?:es)?(?: sizes?)?|padding|order|run|runs)\b"
)
_ONLY_THERE = (
    r"\b(?:problems?|issues?|bugs?|it|this|wrong \w+|artifacts?) (?:\w+ ){0,3}?(?:(?:related"
    r"|specific|limited|confined|restricted|unique|tied) to|only (?:happens?|occurs?|appears?"
    r"|shows?(?: up)?|exists?) (?:on|with|when|under|in|if)) (?:\w+ ){0,4}?['`\"]?mps\b"
)
_OTHER_TROUBLE = (
    r"\b(?:errors?|exceptions?|traceback|crash\w*|warnings?|memory|oom|install\w*|leak\w*|pickl\w+"
    r"|download\w*|hang\w*|freez\w*|progress|menu|window|button)\b"
)
_SPEED = r"\b(?:slow\w*|fast\w*|speed\w*)\b"

_ERRANT = (
    r"\b(?:errant|erratic|implausible|impossible|absurd|spurious) (?:\w+ )?(?:results?|outputs?"
    r"|values?|box(?:es)?|detections?|coordinates|predictions?|numbers?|scores?|masks?|keypoints)\b"
    r"|\bnegative(?:-| )(?:width|height|area|size|length)s?\b"
    r"|\b(?:box(?:es)?|keypoints?|coordinates?|corners?|edges?"
    r"|sides? of (?:the )?(?:\w+ )?box(?:es)?)[^\n.]{0,24}\b(?:is|are|stays?|remains?"
    r"|always) (?:always )?(?:pinned|stuck|fixed|frozen|clamped)\b"
)
_NANS_ON = (
    r"(?:(?<!no )(?<!fix )\bnan'?s?|(?<![\w.])-?inf) (?:\w+ ){0,3}?(?:on|with|under) (?:my |an? "
    r"|the )?(?:mps|apple|m[1-5]|mac\w*)\b"
)
_WELL_IN_CODE = (
    r"\bdevice ?= ?['\"]mps['\"][\s\S]{0,1500}?\bdevice ?= ?['\"]cpu['\"][^\n]{0,80}\n[\s`]{0,12}"
    r"(?:this |it |that |which )?(?:works?|worked|is|gives?) (?:well|fine|good|correct|ok|perfectly"
    r"|as expected|correctly|the correct|the right)"
)

_PLACED = (
    r"(?:\b(?:on|with|using|in|under) (?:my |an? |the )?(?:\w+ )?[`'\"]?(?:mps|metal|m[1-5]"
    r"|mac(?:book)?(?: \w+)? gpus?|apple (?:silicon|gpus?|m[1-5]))\b|\bgpus? of (?:my |an? "
    r"|the )?(?:m[1-5]|mac\w*)\b|\bmps:)"
)
_ODD_RESULT = (
    r"\b(?:returns?|gives?|outputs?|produces?|generates?|predicts?) (?:only |just |complete "
    r"|pure )?(?:garbage|nonsense|noise|gibberish|junk|rubbish)\b"
    r"|\b(?:quality|results?|accuracy|outputs?) (?:\w+ ){0,3}?(?:much |far |way |significantly "
    r"|a lot )?(?:worse|lower|poorer) than\b"
    r"|\b(?:maps?|masks?|transcriptions?|outputs?|images?|predictions?|segmentations?|results?"
    r"|meshes|mesh|subtitles|audio|tensors?|answers?|responses?) (?:is|are|comes? out|was"
    r"|were) (?:\w+ )?(?:flat|empty|blank|an? empty \w+)\b"
    r"|\bhallucinat(?:es?|ed|ions?|ing)\b"
    r"|\b(?:box(?:es)?|keypoints|landmarks|masks?|detections?|skeletons?) (?:is"
    r"|are) (?:\w+ )?(?:off|shifted|misplaced|displaced|misaligned) (?:by|on|with|to|in)\b"
    r"|\b(?:looks?|comes? out|turns? out|is|are) (?:\w+ )?(?:burn(?:ed|t)|fried|overcooked"
    r"|over-?saturated|over-?exposed|melted|mushy)\b"
    r"|\b(?:outputs?|returns?|gives?|predicts?|produces?) (?:only|just|all|nothing but) (?:zeros"
    r"|nans?|ones|the same|class|noise)\b"
    r"|\bcomes? out as (?:an? |one )?(?:[a-z]+ )?(?:blob|mess|mush|smear|noise|sphere|cube|line"
    r"|dot|lump|square)\b"
    r"|\bsounds? like (?:an? )?(?!(?:good|great|fun|it|you|that|this|we)\b)\w+\b"
    r"|\b(?:loss|gradients?|training)\b[^\n.]{0,16}\b(?:explodes?|diverges?)\b"
)

_NOTHING_BUT = (
    r"\b(?:return|yield|giv|produc|output|generat|creat|mak)\w* (?:only|just|nothing but) (?:grainy"
    r"|noisy|black|blank|empty|garbled|blurry|repeat\w+|broken|distorted|meaningless|incoherent"
    r"|exclamation|question|nonsens\w+|corrupt\w*) (?:results?|outputs?|images?|pictures?|frames?"
    r"|videos?|texts?|tokens?|marks?|predictions?|audio|speech|strings?|transcriptions?|answers?"
    r"|masks?)\b"
)

_INSTEAD_OF_TEXT = (
    r"\b(?:generat|print|output|return|produc|giv|yield|emit)(?:es|s|ed|ing|e)? (?!only |the same "
    r"|nothing )\S{3,60} instead of (?:\w+ )?(?:tokens|text|words|sentences|answers?"
    r"|transcriptions?)\b"
)
_REPEATED = "abcdefghijklmnopqrstuvwyz!?"
_OVER_AND_OVER = (
    rf"(?<![\w+/=])([{_REPEATED}])\1{{11,}}(?![\w+/=])|\b(the|and|is|of|to|a)(?: \2){{5,}}\b"
    r"|\bthank you\.(?: thank you\.){2}"
)
"""A character, or a short word, again and again, and nothing else."""

OUTPUTS = (
    told("wrong-results", _INSTEAD_OF_TEXT, along=ON_MPS, unless=DENIED),
    told(
        "wrong-results",
        _OVER_AND_OVER,
        needles=(
            *(character * 12 for character in _REPEATED),
            *("the the the", "and and and", "is is is", "of of of", "to to to", "a a a a"),
            "thank you. thank you.",
        ),
        along=ON_MPS,
    ),
    told("wrong-results", _NOTHING_BUT, along=ON_MPS, unless=DENIED),
    told(
        "wrong-results",
        sentence(
            _PLACED,
            _ODD_RESULT,
            without=r"\b(?:no longer|fix(?:es|ed)?|memory|cache|list|folder|director\w+|files?"
            r"|speed\w*|fast\w*|slow\w*|not|never|if|when the|should|errors?|no (?:worse|lower"
            r"|poorer)|too|both|as well|less|fewer|augment\w*|expected|placeholders?)\b|n't\b",
        ),
        needles=(
            "garbage nonsense noise gibberish junk rubbish worse lower poorer flat empty blank "
            "hallucinat off shifted placed aligned burn fried cooked saturated exposed melted "
            "mushy only just all nothing blob mess mush smear sphere cube line dot lump square "
            "sounds explod diverg"
        ),
        unless=DENIED,
    ),
    told("wrong-results", _ERRANT, along=ON_MPS, unless=DENIED),
    told("nans", _NANS_ON, needles=("nan", "-inf", "inf on"), unless=DENIED),
    told("odd-on-gpu-only", _WELL_IN_CODE, by_line=False),
    told(
        "spoilt-images",
        rf"{_CANNOT}[^\n.;]{{0,16}}\b{_MAKE} (?:\w+ ){{0,2}}?{_GOOD}(?:ly)? (?:\w+ )?{_MADE}\b"
        rf"|{_CANNOT}[^\n.;]{{0,16}}\b{_MAKE} (?:\w+ ){{0,2}}?{_MADE} (?:correctly|properly"
        r"|right)\b"
        r"|\b(?:single|one|flat|plain|uniform|uniformly|solid"
        r"|monochrome)[ -](?:\w+[ -])?(?:colou?r(?:ed)?|brown|gr[ae]y|green|purple|black"
        r"|white) (?:images?|pictures?|frames?|outputs?|squares?|canvas|surface)\b"
        r"|\b(?:image|picture|result|output|frame|video)s? (?:is|are|was|were|has) (?:just |only )?"
        r"(?:a |one )?(?:single|one|flat|plain|uniform|solid) (?:\w+ )?(?:colou?r|brown|gr[ae]y)\b"
        r"|\b(?:generat(?:es?|ed|ing)|produc(?:es?|ed|ing)|outputs?|renders?|creates?|made)"
        r" (?:\w+ )?(?:noise|static|garbage|snow) (?:as|instead|in place|for|on)\b",
        needles="generat creat produc render get give output make return uniform single flat plain "
        "solid",
        along=MADE_ON_MAC,
        unless=DENIED,
    ),
    told("wrong-results", rf"\b{_SPOILT} {_MADE} {_ON}", along=ON_MPS, unless=DENIED),
    told(
        "wrong-results",
        sentence(
            rf"{_COMPUTED}[^\n.]{{0,30}}{_VARIES}|\b(?:different|inconsistent|varying) (?:\w+ )?"
            rf"{_COMPUTED}[^\n.]{{0,60}}\b(?:batch(?:es)?(?: sizes?)?|padding|order|runs)\b",
            without=r"\b(?:speed|time|memory|faster|slower|error)\b",
        ),
        along=r"\bmps\b(?![^\n.]{0,40}\b(?:fine|identical|correct)\b)",
        unless=DENIED,
    ),
    told(
        "odd-on-gpu-only",
        _ONLY_THERE,
        along=speaking(rf"{_COMPUTED}|\b{_MADE}\b", without=rf"{_OTHER_TROUBLE}|{_SPEED}"),
        unless=DENIED,
    ),
    told(
        "odd-on-gpu-only",
        sentence(
            r"\b(?:get|gets|got|getting|see|sees|seeing|shows?|appear\w*)\b[^\n.]{0,60}\b(?:when|if"
            r"|once|after|while|with|by) (?:\w+ ){0,5}?['`\"]?mps\b",
            r"\b(?:works?|fine|good|correct|well)\b[^\n.]{0,20}\b(?:cpu|cuda)\b"
            r"|\b(?:cpu|cuda)\b[^\n.]{0,20}\b(?:works?|fine|good|correct|well)\b",
            without=rf"{_OTHER_TROUBLE}|\b(?:too|both|as well|also (?:works?|fine))\b",
        ),
        along=ON_MPS,
    ),
    told(
        "wrong-results",
        sentence(
            r"\bmps\b",
            rf"\b{_GOOD} {_MADE}\b",
            r"\b(?:only|no longer|not any ?more|n't|since|older)\b",
            r"\b(?:torch|pytorch)(?: version)? ?v?2\.\d",
            without=r"\b(?:errors?|crash\w*|install\w*)\b",
        ),
        along=ON_MPS,
    ),
)
