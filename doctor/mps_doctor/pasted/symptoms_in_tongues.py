"""Limits and set-ups as people tell them in other languages than English.

Chinese, Japanese and Korean first, for they stand in many reports; then Spanish, Portuguese,
German, French and Russian. Each needs a Mac or mps in the text, and words of trouble.
"""

from __future__ import annotations

from mps_doctor.pasted.symptom_kinds import FLAGS, speaking, told
from mps_doctor.pasted.symptom_words import ON_MPS
from mps_doctor.patterns import late

_CUDA = r"(?:cuda|nvidia|英伟达|n卡|엔비디아)"
_MAC = r"\b(?:mac\w*|apple|mps|m[1-5])\b|苹果|マック|맥북|맥에서|(?:макбук|маке|мака?) "
_WANTS_CUDA = (
    rf"(?:没有|一定要|无|不支持|缺少|找不到|检测不到|需要|必须|依赖|写死|只支持|仅支持|要求|只能用)"
    rf"[^\n。，]{{0,8}}{_CUDA}"
    rf"|{_CUDA}[^\n。，]{{0,6}}(?:不可用|不支持|不存在|是必须|报错|错误)"
    rf"|{_CUDA}[^\n。、]{{0,4}}(?:がない|が無い|がなく|が必要|を要求|必須|のエラー|が使えない|前提)"
    rf"|{_CUDA}[^\n.]{{0,3}}(?:없|필요|요구|오류|에러)"
    r"|\b(?:pide|requiere|necesita|exige|falta|sin|no (?:tengo|tiene|hay)|error(?:es)? (?:de|con))"
    r" (?:\w+ )?cuda\b"
    r"|\b(?:pede|requer|precisa d[eo]|exige|sem|n[ãa]o (?:tenho|tem|h[áa])|erros? (?:de|do|com))"
    r" (?:\w+ )?cuda\b"
    r"|\bcuda (?:\w+ )?(?:verlangt|benötigt|gebraucht|erforderlich|fehlt|nicht (?:verfügbar"
    r"|gefunden|vorhanden|installiert))\b|\b(?:braucht|benötigt|verlangt|will|kein|ohne) "
    r"(?:\w+ )?cuda\b"
    r"|\b(?:veut|demande|exige|nécessite|requiert|sans|pas de|besoin de|erreurs? (?:de )?)"
    r" ?(?:\w+ )?cuda\b|\bcuda (?:n'est pas|manquant|introuvable|requis|obligatoire)"
    r"|(?:требует|требуется|нужна?|нет|без|просит|хочет|ошибка) cuda\b"
    r"|\bcuda (?:не (?:найден|доступ)|требуется|нужна)"
)
_AT_A_LOSS = (
    r"报错|无法|不能|不了|跑不|失败|怎么|吗|[？?]|请问|如何|写死"
    r"|動き?ません|動かない|動かず|起動でき|エラー|できません|できない|ほしい|困って"
    r"|안 ?(?:됩|돼|되)|오류|에러|가능"
    r"|\bno (?:funciona|arranca|corre|puedo)\b|\bfalla\b|\bn[ãa]o (?:funciona|roda|consigo"
    r"|inicia)\b"
    r"|\berros?\b|\btem como\b|\b(?:startet|läuft|geht|funktioniert)(?: \w+)? nicht\b|\bfehler\b"
    r"|\bbricht ab\b"
    r"|\bplante\b|\bne (?:marche|fonctionne|démarre) pas\b|\berreur\b|échoue"
    r"|не (?:запускается|работает)|ошибка|падает"
)
_NO_MORE = (
    r"不再需要|无需|不需要|已经?支持|都支持|可以正常|同时支持|兼容|不要です|不要に|対応しました"
    r"|더 이상|\bya no\b|\bn[ãa]o (?:precisa|é mais)\b|\bnicht mehr\b|\bplus besoin\b|больше не"
    r"|\b(?:linux|windows|ubuntu|rtx|colab)\b"
)
_ON_A_MAC = speaking(_MAC, _AT_A_LOSS, without=_NO_MORE)

_SAVED_ELSEWHERE = (
    r"(?:cuda|gpu|显卡|服务器|n卡) ?(?:上|中|里)?(?:进行)?(?:训练|保存)[^\n。]{0,40}(?:加载|读取"
    r"|打开|load)[^\n。]{0,8}(?:失败|报错|不了|不出|错误)"
    r"|(?:gpu|cuda|colab) ?で(?:保存|学習)した[^\n。]{0,40}(?:読み込めない|読み込めません"
    r"|ロードでき(?:ない|ません)|開けない)"
)
_OPERATOR = (
    r"算子[^\n。，]{0,16}(?:没有?|不|未|尚未)[^\n。，]{0,10}(?:支持|实现)"
    r"|(?:不支持|没有实现|未实现|缺少)(?:这个|该|此|某些|部分|这些|一些)?(?: ?\w+ ?)?算子"
    r"|(?:オペレータ\w{0,2}|演算子?|関数)[^\n。、]{0,16}(?:未対応|未実装|サポートされて(?:いない"
    r"|いません)|実装されて(?:いない|いません)|対応して(?:いない|いません))"
    r"|연산자?[^\n.]{0,16}(?:지원되지|구현되지|미지원|지원하지)"
    r"|\b(?:operador|operación)\b[^\n.]{0,16}\bno (?:está|esta|es) (?:implementad|soportad)[oa]\b"
    r"|\b(?:operador|operação)\b[^\n.]{0,16}\bn[ãa]o (?:está|foi|é) (?:implementad|suportad)[oa]\b"
    r"|\b(?:operator|operation)\b[^\n.]{0,32}\bnicht (?:implementiert|unterstützt)\b"
    r"|\bopérateur\b[^\n.]{0,16}\bpas (?:implémenté|supporté|pris en charge)"
    r"|(?:оператор|операция)[^\n.]{0,16} не (?:реализован|поддерживается)"
)
_TWO_DEVICES = (
    r"(?:张量|模型|输入|数据)[^\n。]{0,16}不在(?:同一个?|相同的?)(?:设备|device)"
    r"|一个在 ?(?:cpu|mps)[^\n。]{0,6}(?:一个|另一个)在 ?(?:cpu|mps)"
    r"|同じデバイス(?:上)?に(?:ない|ありません)|(?:入力|テンソル|データ)(?:は"
    r"|が)cpu[^\n。]{0,20}エラー"
    r"|서로 다른 (?:장치|디바이스)"
    r"|\b(?:tensores|modelo|entradas?)\b[^\n.]{0,40}\bdispositivos? (?:distint|diferent)\w+"
    r"|\b(?:tensor(?:en)?|modell|eingaben?)\b[^\n.]{0,40}\bverschiedenen geräten\b"
    r"|\b(?:tenseurs|modèle|entrées)\b[^\n.]{0,40}\b(?:périphériques|appareils) différents\b"
    r"|на разных устройствах"
)
_WRONG = (
    r"(?:结果|输出|精度|预测|识别|检测|转录|翻译)[^\n。，]{0,8}(?:不对|不正确|错误|是错|异常|不一致"
    r"|有误|变差|很差|是乱的|乱七八糟)"
    r"|(?:結果|出力|精度)[^\n。、]{0,6}(?:おかしい|間違|異なる|違う|正しくない|壊れ)"
    r"|(?:결과|출력)[^\n.]{0,6}(?:이상|틀|다르|잘못)"
)
_NO_MEMORY = (
    r"(?:内存|显存|记忆体)(?:不足|不够|溢出|爆了?|占满)"
    r"|メモリ(?:が|は)?(?:不足|足りない|足りません|足りず)|메모리(?:가)? ?부족"
    r"|\b(?:sin|falta de) memoria\b|\bmemoria insuficiente\b|\bmemória insuficiente\b"
    r"|\b(?:sem|falta de) memória\b|\b(?:zu wenig|nicht genug|kein) (?:arbeits)?speicher\b"
    r"|\bmémoire insuffisante\b|\b(?:manque de|plus de) mémoire\b|не хватает памяти|нехватка памяти"
)
_IN_CONTAINER = (
    r"(?:docker|容器)(?: ?镜像)? ?(?:里面?|中|内|环境)[^\n。]{0,24}(?:mps|gpu|显卡)[^\n。]{0,12}"
    r"(?:不可用|用不了|无法|不能|不支持|找不到|检测不到|false)"
    r"|(?:docker|コンテナ)(?:コンテナ)?(?:内|から|の中|で)[^\n。]{0,24}(?:mps|gpu)[^\n。]{0,12}"
    r"(?:使えない|使えません|false|認識されない|見えない)"
    r"|(?:docker|컨테이너)[^\n.]{0,12}(?:mps|gpu)[^\n.]{0,12}(?:없|안 ?(?:됩|돼|되)|못)"
    r"|\b(?:en|dentro de|no|dentro do) (?:un |el |o )?(?:docker|contenedor|contêiner)\b[^\n.]{0,40}"
    r"\b(?:no|n[ãa]o) (?:ve|vê|detecta|encuentra|encontra|usa)\b[^\n.]{0,12}\b(?:mps|gpu)\b"
    r"|\bim (?:docker|container)\b[^\n.]{0,40}\b(?:kein\w*|nicht)\b[^\n.]{0,16}\b(?:mps|gpu)\b"
    r"|\bdans (?:docker|le conteneur)\b[^\n.]{0,40}\bpas\b[^\n.]{0,16}\b(?:mps|gpu)\b"
)
_NUMPY_BELOW_2 = (
    r"numpy[^\n。]{0,8}(?:降(?:级|低|到|回)?|回退|退回|换成|改成)[^\n。]{0,6}1(?:\.\d|\b)"
    r"|(?:降级|降低|降|回退) ?numpy"
    r"|numpy[^\n。]{0,10}(?:升级|更新)[^\n。]{0,4}2[^\n。]{0,30}(?:报错|不兼容|错误)"
)
_COMPANIONS = (
    r"torch\w*[^\n。]{0,20}torch(?:vision|audio)[^\n。]{0,12}版本(?:不匹配|不一致|不兼容|不对应"
    r"|不对)"
    r"|torch(?:vision|audio)[^\n。]{0,12}torch[^\n。]{0,12}(?:バージョンが(?:合わない|一致しない)"
    r"|版本(?:不匹配|不一致|不兼容|不对应|不对))"
)
_NO_WHEEL = (
    r"python ?3\.\d\d?[^\n。]{0,40}torch[^\n。]{0,16}(?:找不到|没有)(?:合适的?|匹配的?|对应的?)?"
    r"(?:版本|包|安装包|轮子|wheel)"
)
_FROZEN = (
    r"フリーズ|固まって|固まる|멈춥|멈춰"
    r"|\bse (?:cuelga|congela)\b|\bhängt sich auf\b|\bfriert ein\b"
    r"|\btrava\b|зависает|\bse fige\b"
)
_ABOUT_MAC_GPU = speaking(
    rf"{ON_MPS.pattern}|\bm[1-5]\b[\s\S]{{0,80}}?\bgpu\b",
    without=rf"{_NO_MORE}|修复|解决了|修正|fix",
)
_BESIDE_CPU = speaking(
    rf"{ON_MPS.pattern}|\b(?:mac\w*|m[1-5])\b[\s\S]{{0,80}}?\bgpu\b",
    r"\b(?:cpu|cuda|nvidia|colab)\b|cpu",
    without=rf"{_NO_MORE}|修复|解决了|修正|fix",
)
_WITH_A_MAC = late(_MAC, FLAGS)

TONGUES = (
    told("loaded-elsewhere", _SAVED_ELSEWHERE, along=_WITH_A_MAC),
    told("cuda-needed", _WANTS_CUDA, needles="cuda nvidia 英伟达 n卡 엔비디아", along=_ON_A_MAC),
    told("operator-missing-on-gpu", _OPERATOR, along=_ABOUT_MAC_GPU),
    told("two-devices", _TWO_DEVICES, along=_ABOUT_MAC_GPU),
    told(
        "wrong-results",
        _WRONG,
        needles="结果 输出 精度 预测 识别 检测 转录 翻译 結果 出力 결과 출력",
        along=_BESIDE_CPU,
    ),
    told("out-of-memory", _NO_MEMORY, along=_ABOUT_MAC_GPU),
    told("container-without-gpu", _IN_CONTAINER, along=_WITH_A_MAC),
    told("numpy-below-2-helped", _NUMPY_BELOW_2, along=r"\btorch\b"),
    told("companions-do-not-match", _COMPANIONS),
    told("torch-not-for-python", _NO_WHEEL, along=_WITH_A_MAC),
    told("crash-beside-mps", _FROZEN, along=_ABOUT_MAC_GPU),
)
