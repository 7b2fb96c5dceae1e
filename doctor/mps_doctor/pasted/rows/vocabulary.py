"""Words that rows of symptoms and circumstances share: `{name}` stands for them in a row."""

VOCABULARY = {
    "spoilt": (
        "multiple detections|depend on batch|depends on batch|other outputs|all zero|become zero"
        "|becomes zero|模糊|糊|很糊|solid|one color|single color|majority class|one class|single class"
        "|come out as|comes out as|no better than|guessing|unsorted|too many|too few|out of order"
        "|drops from|drop from|plummet*|tanks|melting|rubbish|trash|junk|crap|bogus|screwed|hiss*"
        "|tiles|tiled|blotch*|smear*|streak*|patchy|patches|fuzzy|pixelated|mosaic|psychedelic"
        "|melted|unrecogni*|illegible|jumbled|gobbledygook|mumbl*|robotic|monochrome|washed out"
        "|faded|discolo*|yellow|orange|blue|purple|violet|cyan|magenta|brown|rainbow|checkerboard"
        "|grainy|kaleidosc*|abstract|ghost*|deform*|disfigur*|crackl*|buzz*|static|screech*"
        "|choppy|stutter*|nonsense|mush|mushy|sludge|soup|confetti|snow|dots|specks|speckle*|blob"
        "|blobs|splodge*|smudge*|haze|hazy|foggy|halo|halos|banding|moire|wavy|wobbl*|jitter*"
        "|trembl*|pale|overexposed|underexposed|burnt|scorched|teal|turquoise|tinted|crimson"
        "|reddish|greenish|bluish|purplish|yellowish|white image*|all white|pure white|chessboard"
        "|checkered|checker*|grid pattern|rectangles|stretched|squashed|squeezed|elongated"
        "|headless|faceless|extra limbs|melts|melt|wreck*|butchered|mutilated|gibber*|babbl*"
        "|babel|rambl*|drivel|word salad|salad|moonspeak|hieroglyph*|chipmunk*|squeal*|squeak*"
        "|rumbl*|whistl*|hum|humming|warbl*|muffled|distorted|metallic|underwater|clicks|clicking"
        "|degenerate*|deteriorat*|implausib*|absurd|ridiculous*|nonsensical*|off the mark|far off"
        "|way too|far too|completely off|totally off|haywire|berserk|wildly|wrongly|falsely"
        "|mistaken*|misread*|misclassif*|mislabel*|mispredict*|misdetect*|miscomput*|miscalculat*"
        "|miscount*|misinterpret*|misrecogn*|misrender*|mispronounc*|misspell*|mistranscrib*"
        "|misaddress*|misplaces|misbehav*|contaminat*|pollut*|clobber*|trampl*|stomp*|overwrit*"
        "|overwrote|stale|leftover*|uninitiali*|undefined values|old values|previous batch"
        "|previous call"
    ),
    "amiss": (
        "{spoilt}|wrong*|incorrect*|bad|worse|poor|garbage|gibberish|nonsens*|nan|nans|inf"
        "|infinite|noise|noisy|black|blank|grey|gray|green|pink|purple|corrupt*|garbled|distort*"
        "|deformed|broken|messed|mess|scrambled|inaccura*|misplaced|misaligned|shifted|flipped"
        "|mirrored|rotated|cropped|blurry|blurred|empty|all zeros|zeros|only zeros|is zero"
        "|constant|identical|zeroes|zero matrix|0 matrix|same class|random|unstable|diverg*"
        "|explod*|collapse*|degraded|strange|weird|odd|artifact*|artefact*|hallucinat*|repeat*"
        "|nothing|not learn*|not converge*|not match*|not equal|not the same|not detect*"
        "|not recogni*|not random|not reproducib*|unusable|useless|out of range|negative"
        "|overflow*|truncated|unchanged|ignored|ignores|not decreas*|not improve*|not go down"
        "|flat|meaningless|unreadable|unintelligible|incoherent|flicker*|tint|saturated"
        "|oversaturated|glitch*|squares|blocks|stripes|off by|way off|much lower|much higher"
        "|lower quality|mismatch*|disagree*|bugged|abnormal*|correctness issue*|decrease in"
        "|noticeably lower|does nothing|not update*|not changed|at zero|always gives|should be"
        "|but expected|seams|burned|falsch*|errado|검은|swapped|swaps|transposed|shuffled|reversed"
        "|duplicat*|never changes|nonsensical|does not make sense|no sense|乱码|噪音|噪点|全黑"
        "|non deterministic|nondeterministic|indeterminis*|not deterministic|not propagat*"
        "|disorganized|chaotic|different value*|different result*|different output*"
        "|different number*|different answer*|different shape*|numerical error*|imprecise"
        "|loses precision|lose precision|loss of precision|inconsisten*|erroneous|warped|mangled"
        "|clipped|unexpected value*|unexpected result*|unexpected output*|不对|错误的|spikes|spiking"
        "|instabilit*|instable|dark|darker|too dark|数值问题|数值异常|always 0*|always 1*|always one"
        "|always zero|always true|always false|always the|always same|always predicts"
        "|always returns|always empty|always identical|all the same|all equal|all identical"
        "|all ones|all nan*|the same value|the same answer|the same class|the same number"
        "|the same result|the same output|same value*|same answer|same number|same prediction*"
        "|same label|same score*|same row|same image|same word|same letter|same character|lll*"
        "|aaa*|ooo*|far fewer|too small|too low|too high|too large|too big|too short|too long"
        "|too early|too bright|too weak|too strong|far lower|far higher|much worse|much smaller"
        "|much larger|much bigger|many times|twice as|half as|half of|half the|doubled|halved"
        "|scaled|off by one|saturate*|wraps|wrap around|wraparound|leaks the future"
        "|sees the future|lost|loses|lose|losing|drops|dropped|dropping|skips|skipped|skipping"
        "|omits|omitted|omitting|missed|misses|forgets|forgot|merge* wrongly|shuffles|scrambles"
        "|swapping|reorder*|out of sequence|unordered|not sorted|not ordered|not monoton*|zeroed"
        "|zeroing|zeroes out|zeros out|wiped|blanked|erased|vanish*|disappears|do nothing"
        "|doing nothing|did nothing|no op|noop|no effect|has no effect|without effect|untouched"
        "|not modified|not applied|not written|not changing|never changing|not budge*|never moves"
        "|not move*|stays the same|stay the same|remains the same|same as before|still the same"
        "|not respected|not honoured|not honored|disregard*|overlook*|turns into|turn into"
        "|turned into|ends up|end up|drifts|drifting|drifted|jumps|jumping|jump to|blows up"
        "|blow up|blew up|blown up|explodes|goes through the roof|skyrocket*|shoots up|soars"
        "|sinks|collapsing|collapsed|never converges|fails to converge|fails to learn"
        "|refuses to learn|not training|never learns|no learning|learns nothing|chance|coin flip*"
        "|guesses|guessing|guesswork|randomly|nondeterministically|non deterministically"
        "|intermittent*|sporadic*|unpredictable|irreproducible|not repeatable|differently|unlike"
        "|other than|does not agree|do not agree|not agree|not consistent|not correspond*"
        "|not add up|not sum to|not fit|violat*|contradict*|impossible|implausible|suspicious*"
        "|suspect|questionable|peculiar*|bizarre*|funny|fishy|curious*|surprising*|unexpected*"
        "|unusual*|anomal*|flawed|faulty|defective|buggy|improper*|invalid values|not proper*"
        "|not right|not good|not usable|not accurate|not precise|not valid|not sensible"
        "|not plausible|not legible|not readable|nonexistent|phantom|spurious|bogus"
        "|false positive*|false detection*|false alarm*|terrible|horrible|awful*|dreadful|lousy"
        "|ugly|crappy|hopeless|catastroph*|disast*|dismal|miserable|abysmal|inferior|degrade*"
        "|degradation|regress*|underflow*|precision loss|rounding|rounded|round trip"
        "|low precision|minus|astronomical*|1e 0*|e + *|full of|filled with|covered in"
        "|covered with|littered with|nothing but|only dots|only noise|only lines|mere|silence"
        "|silent|quiet|mute|muted|cut off|chopped|one word|single word|single letter|one letter"
        "|one token|single token|single bar|one bar|one value|single value|nichtssagend|müll"
        "|kaputt|rauschen|schwarz*|leer*|unbrauchbar*|fehlerhaft*|verrauscht*|verzerrt*"
        "|immer gleich*|gleich bleib*|nur null*|abweich*|weicht ab|weichen ab|unterschied*"
        "|incorrecto*|incorrecta*|equivocad*|erróne*|basura|negro|negra|negras|negros|ruido"
        "|vacío*|vacía*|diferente*|distint*|borros*|sin sentido|repite|faux|fausse*|erroné*|bruit"
        "|flou*|différen*|n'importe quoi|charabia|noire*|sbagliat*|errat*|rumore|vuot*|errada*"
        "|preta*|preto*|ruído|vazia*|vazio*|неправильн*|шум|чёрн*|черн*|мусор|пуст*|разн*|不一致|不一样"
        "|全是|全为|全部为|异常|噪|黑图|空白|重复|偏差|随机|相同|无意义|胡言乱语|おかしい|違う|異な|ずれ|真っ黒|ノイズ|同じ|ゼロ|壊れ|不正|間違|崩れ|一致しない"
        "|繰り返|다르|틀린|이상|노이즈|깨"
    ),
    "subject": (
        "{picture}|{text}|{number}|{detect}|results|training|seed|colors|colours|song|scores"
        "|boxes|quality|summary|summaries|caption*|forecast*|reconstruction|coordinates|the same"
        "|everything|all|each|every|only|returns|return|gives|give|gets|get|got|produces|yields"
        "|becomes|prints|writes|is|are|{operator}|draws|distribution*|histogram|std|index*"
        "|element*|slice*|copy|copies|key|keys|neighbours|neighbors|sorting|sort|order|arithmetic"
        "|addition|multiplication|division|optimizer|weights|parameters|step|steps|epoch*|line"
        "|lines|letters|character*|recogni*|reads|read|transcribes|translates|speaks|says|paints"
        "|shows|show|shown|outputs|looks|look|looked|come|comes|came|turn|turns|turned|goes|go"
        "|went|ends|ended|stays|remains|finds|found|sees|emits|spits|reports|computes|calculates"
        "|renders|gives back|hands back|leaves|makes|mesh*|holes|point cloud*|clip|clips|track"
        "|stems|melody|drums|horse*|people|person|hand|eyes|skin|background|sky|colour|color|hue"
        "|brightness|contrast|ergebnis*|bild*|werte|verlust|ausgabe*|resultado*|pérdida|salida*"
        "|valores|imagen*|sortie*|résultat*|valeurs|perte|risultat*|immagin*|saída*|perda"
        "|результат*|потер*|изображени*|结果|损失|图像|图片|输出|值|予測|結果|損失|出力|値|画像|결과|손실|출력"
    ),
    "mps": "mps|metal|gpu|gpus|apple silicon",
    "mac": (
        "mps|metal|apple*|mac|macs|macos*|mac os|os x|macbook*|imac*|osx|darwin|m1|m2|m3"
        "|m4|m5|m series"
    ),
    "gpu": "mps|gpu|gpus|metal|mac|macos*|os x|macbook*|m1|m2|m3|m4|m5|apple",
    "chip": "apple silicon|arm64|m1|m2|m3|m4|m5|m series|apple chip*",
    "torch": "torch|pytorch|torchvision|torchaudio|libtorch",
    "other": (
        "cpu|cuda|nvidia|colab|processor|windows|linux|pc|server|rtx*|kaggle|elsewhere|float32|fp32"
    ),
    "lack": (
        "not .. support*|unsupported|no support|lack of|lacks|lacking|missing|not .. available"
        "|unavailable|not .. implement*|unimplemented|no implementation|does not have|do not have"
        "|not have|has no|have no|is no|are no|not there|not exist|can not|not possible"
        "|impossible|not a thing|out of the question|incompatib*|not compatible|not allow*"
        "|not know|not take|not handle|refuse*|reject*|not work*|not run*|not load*|not for"
        "|not go together|dead end|exclude*|rules out|ruled out|off limits|no go|not an option"
        "|not offer*|not provide*|single precision only|barred|declin*|out of luck|no way"
        "|prohibit*|forbid*|forbidden|not permitted|not valid|only fp16|only fp32|fp16 only"
        "|fp32 only|absent|not ported|not yet|not been ported|no port|no equivalent"
        "|no counterpart|not registered|not understand*|not accept*|not like|turned down"
        "|turns down|denied|denies|objects|balks|trips over|未対応|実装され|サポートされ|対応してい"
        "|no está disponible|no está implement*|no está soport*|no soporta|todavía no|aún no"
        "|pas implément*|pas encore|pas support*|pas disponible|não implement*|não suport*"
        "|nicht unterst*|nicht implement*|nicht verfüg*|не реализ*|не поддерж*|구현되지|지원되지|지원하지"
        "|没有实现|不支持|未实现|尚未|暂不"
    ),
    "fails": (
        "unable|not able|fail*|crash*|error*|exception|raise|raises|raised|throws|threw|abort*"
        "|break|breaks|broke|broken|dies|died|stops|choke*|complain*|typeerror|valueerror"
        "|runtimeerror|kill*|segfault*|assert*|not work*|illegal|segmentation fault|报错|加载失败|失败"
        "|エラー|falls over|goes wrong|goes bang|bails|bails out|gives up|gave up|bombs|explodes"
        "|trips|trip over|barks|whines|moans|protests|grumbles|stumbl*|chokes|choked|failing"
        "|failed|crashing|errors out|erroring|does not start|not start*|not launch*|does not even"
        "|refuses|refused|declin*|quits|halts|terminates|falla|fallan|error|échoue|erreur|plante"
        "|falha|erro|schlägt fehl|fehler|abbruch|bricht ab|ошибк*|не работает|падает|失敗|止まり|止まる"
        "|오류|실패|不能|无法"
    ),
    "crash": (
        "crash*|kernel restart*|kernel .. restarts|segfault*|seg fault*|core dump*"
        "|segmentation fault|sigsegv|sigabrt|sigbus|sigkill|sigtrap|abort|aborts|aborted"
        "|bus error|trace trap|trace/bpt|quits|quit unexpectedly|kernel .. dies|kernel died"
        "|kernel dies|dies|died|kernel panic*|panics|exc_bad_access|deadkernel|exit code 13*"
        "|reboot*|bring* down|takes down|kills|killed|disappears|app closes|closes|signal 6"
        "|signal 11|崩溃|闪退|落ちる|강제|exits silently|exits with code 1*|exits with signal*"
        "|exit code 1*|terminated|goes down|took down|falls over|tears down|shuts down"
        "|python quit|python has quit|python quits|trap 5|trap 6|trace trap*|signal 5|signal 9"
        "|sigill|abnormal exit|appears to have died|core dumped|hard crash*|gpu restart*"
        "|watchdog timeout|command buffer .. error*|kiogpu*|dead kernel|process dies|worker dies"
        "|gets killed|is killed|bombs out|bombs|blue screen|panic|panicked|stirbt|stürzt ab"
        "|abgestürzt|absturz|se cierra|se cuelga|plante|crashea|вылетает|падает|クラッシュ|强退|挂掉|죽"
    ),
    "source_package": (
        "detectron2|detectron 2|natten|torch_sparse*|torch sparse*|torch_scatter*|torch scatter*"
        "|mmcv*|apex|vllm|xformers|flash attn*|flash_attn*|flash attention*|deepspeed|triton"
        "|bitsandbytes|decord|pytorch3d|mamba ssm|causal conv1d"
    ),
    "install": (
        "install*|pip|pip3|uv|poetry|pixi|conda|mamba|wheel*|binar*|resolve*|resolving"
        "|requirement*|build|builds|built|distribution|lock|lockfile|dependenc*|ship*|publish*"
        "|download*|安装|装"
    ),
    "no_build": (
        "no|not|none|never|nothing|can not|fail*|unable|unavailable|unsupported|missing|lacks"
        "|error*|stops|only|stuck|impossible|breaks|dropped|drop|stopped|discontinued|ended|last"
        "|removed|refuse*|wrong|dies|无法|失败|不支持|找不到|tops out|top out|caps at|capped|maxes out"
        "|highest|newest|end of the road|left behind|abandoned|orphaned|out of luck|no longer"
        "|cease*|frozen|stays at|stays on|no candidates|no candidate|empty|装不上|只能|没有|不再"
        "|インストールできない|ない|없"
    ),
    "wrong": (
        "{spoilt}|wrong|incorrect*|garbage|gibberish|nonsens*|nan|nans|noise|noisy|black"
        "|blank|corrupt*"
        "|garbled|distort*|deformed|zeros|zero|noirs|noires|scrambled|inaccura*|misplaced|off|bad"
        "|random|differ*|darker|mess|unusable|broken|odd|strange|weird|inf|infinite"
    ),
    "good": (
        "fine|correct|correctly|right|ok|okay|good|normal*|natural|works|worked|work|perfect*"
        "|sharp|clean|great|expected|proper*|well|learns|succeed*|no problem*|no issue*|no such"
        "|meaningful|sensible|plausible|better|consistent|stable|agree|match*|sings|normal|正常"
        "|对的|正确|就好|bien|richtig|bon"
    ),
    "release": (
        "monterey|ventura|sonoma|sequoia|tahoe|big sur|macos 1*|macos 2*|macos beta|new macos"
        "|older macos|macos update|system update|os update|update of macos|macos upgrade"
        "|os upgrade"
    ),
    "since": (
        "since|after|updat*|upgrad*|installing|moving|went from|began with|started with|until"
        "|downgrad*|only on|under"
    ),
    "picture": (
        "image*|picture*|photo*|video*|frame*|mask*|face*|output*|preview|render*|generation*"
        "|depth*|latent*|png|img2img|inpaint*|texture*|map|maps|decoded|sample|samples|图|画像"
        "|画面|视频"
        "|imagen|imágenes|imagens|bild|изображение"
    ),
    "text": (
        "text|ocr|paragraph*|tts|llm|whisper|large v3|word*|sentence*|answer*|token*"
        "|transcri*|translation*|chat|response*|reply|replies"
        "|speech|voice|audio|sound|wav|song|vocals|generation|output*|model|llm|decoder|phrase"
        "|subtitles|语音|音频|回答|输出|结果"
    ),
    "number": (
        "loss*|accuracy|f1|auc|r2|dice|bleu|wer|perplexity|reward*|score*|metric*|gradient*"
        "|result*|value*|number*|output*|prediction*"
        "|logits|embedding*|similarit*|vector*|sum|mean|variance|prob*|numeric*|argmax|softmax"
        "|matmul"
        "|distance*|weights|answers|rows|tensor*|训练|数值"
    ),
    "detect": (
        "detect*|box*|object*|keypoint*|landmark*|pose*|class|classes|label*|segment*|prediction*"
        "|predict*|mask*|hands"
    ),
    "memory": (
        "memory|vram|ram|rss|ru_maxrss|swap|gb|mb|gib|内存|显存|allocated_memory*"
        "|torch.mps.current_allocated_memory()|*allocated_memory()|heap|heaps|resident|footprint"
        "|bytes|gigabyte*|megabyte*|gigs|allocator|speicher*|memoria|mémoire|memória|メモリ|память"
        "|памяти|메모리|swapped|compressed memory|wired"
    ),
    "seen_missing": (
        "no mps|no metal|no gpu|not .. available|unavailable|not .. see|not .. find|not found"
        "|not there|false|no access|not .. use|not used|only .. cpu|uses the cpu|falls back|slow*"
        "|missing|not exposed|hidden|hides|empty|is none|lacks|no accelerator*|no acceleration"
        "|unsupported|not support*|any chance|possible|not show up|never shows|not offered"
        "|not listed|greyed out|ignored|not use|refuses|no device*|no graphics|not reachable"
        "|out of reach|invisible|not visible|nowhere|absent|gone|not passed|none|nothing|unable"
        "|not accessible|inaccessible|not reach|cpu only|only cpu|uses cpu|using cpu|runs on cpu"
        "|runs on the cpu|on the cpu"
    ),
    "openmp": (
        "libomp*|libiomp*|openmp|omp error*|omp : error*|kmp_duplicate_lib_ok*|omp_num_threads*"
        "|__kmp*"
    ),
    "takes_cpu": (
        "cpu only|only .. cpu|the cpu|is cpu|on cpu|chooses cpu|gives cpu|returns cpu|: cpu|= cpu"
        "|→ cpu|type = ' cpu|not used|idle*|unused|never .. mps|not .. mps|no mps|lands on cpu"
        "|lands on the cpu|picks cpu|picked cpu|picks the cpu|chose cpu|selects cpu|selected cpu"
        "|goes to cpu|goes for cpu|goes for the cpu|defaults to cpu|default to cpu|ends up on cpu"
        "|ends up on the cpu|runs on cpu|runs on the cpu|stays on cpu|stays on the cpu"
        "|prefers cpu|prefers the cpu|settles on cpu|says cpu|reports cpu|prints cpu|shows cpu"
        "|still cpu|= ' cpu|uses cpu|using cpu|used : false|available : false|gpu ignored"
        "|ignores the gpu|ignores mps|ignoring mps|overlooks|overlooked|skips mps|misses mps"
        "|passes over|nur cpu|solo cpu|只用cpu|只使用cpu"
    ),
    "operator": (
        "torch.*|f.*|nn.*|x.*|*_()|*()|*cumsum*|*cumprod*|*cummax*|*logsumexp*|*sort*|*topk*"
        "|*argmax*|*argmin*|*scatter*|*gather*|*index_*|*masked_*|*where|*einsum*|*matmul*|*bmm*|*baddbmm*"
        "|*conv*|*pool*|*softmax*|*unique*|*nonzero*|*randn*|*randint*|*randperm*|*multinomial*|*bernoulli*"
        "|*dropout*|*interpolate*|upsampl*|*grid_sample*|*_norm|*norm1d|*norm2d|layernorm|groupnorm|batchnorm*"
        "|instancenorm*|*median*|*quantile*|*histc*|*bincount*|*searchsorted*|*bucketize*|*lstm*|gru|*rnn*"
        "|*sdpa*|attention|*cross_entropy*|bceloss|crossentropyloss|mseloss|ctcloss|adam|adamw|sgd|*amsgrad*"
        "|*backward*|autograd|*_put_|*copy_*|*fill_*|*add_*|*mul_*|*clamp*|*roll|*flip|*tril*|*triu*|*linalg*"
        "|*fft*|*_like|*arange*|*linspace*|*bitwise*|*remainder*|*floor*|*round*|*cdist*|*stack|*repeat*"
        "|*expand*|*view*|*transpose*|*permute*|*contiguous*|*stride*|*embedding*|*linear*|*sample*|operator*"
        "|reduction|indexing|slicing|assignment|in place|inplace|kernel|kernels|op|ops"
    ),
}
