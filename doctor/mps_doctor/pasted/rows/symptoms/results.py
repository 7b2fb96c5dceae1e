"""Results that are wrong."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "spoilt-pictures",
        cause="mps-op-wrong-result",
        says=(
            (
                "{picture}|generating|generates|generated|upscal*|denois*|vae|sdxl|colours"
                "|colors|i get|i see|all i get|i"
                " only get|film|artifacts"
                "|artefacts"
            ),
            (
                "{spoilt}|black|blank|grey|gray|green|pink|noise|noisy|garbled|corrupt*"
                "|distort*|deformed"
                "|blurry|pixelated|mosaic|mess|solid|cyan|inverted|oversaturated|tint"
                "|weird colors|dark|darker|flicker*|brown|glitch*|artifacts|artefacts|splotch*"
                "|全黑|黑色"
                "|黑的|噪点|花屏"
                "|灰|雪花|真っ黒|noires|schwarz*|negra*"
            ),
        ),
        near=("{gpu}",),
        unless=(
            "prompt|otherwise|add|pad|black and white|window|page|trained on noisy"
            "|noise reduction|mask|dark mode|dark theme|before i|the dark"
            "|upload*|build artifact*|release artifact*|wheel*"
        ),
        loose=True,
        examples=(
            "With mps each picture is black.",
            "On my M2 torch generates images that are only noise.",
            "M1: the video of diffusers is a mosaic of green blocks.",
            "torch: the frames come out too dark on my M2's GPU.",
            "Visible artifacts with device mps.",
        ),
        near_misses=(
            "torch on M1: feature: black and white input pictures.",
            "M2, device mps: the browser shows a blank page and no image.",
            "mps: the preview has a dark theme.",
            "Our job uploads the build artifacts of the mps wheels.",
        ),
    ),
    Symptom(
        "garbled-text",
        cause="mps-op-wrong-result",
        says=(
            "{text}|prints",
            (
                "garbage|gibberish|nonsense|nonsens*|no sense|random characters|random words"
                "|exclamation marks|!!!*|repeated|repeats|again and again|over and over"
                "|hallucinat*|empty string|empty text|is empty|empty output|silent|static"
                "|beep|noise|incoherent|distort*|chipmunk*|high pitched|slowed down|random"
                " letters|random symbols|hiss*|mumbl*|robotic|crackl*|keeps repeating"
                "|repeating itself|stuck in a loop|looping|endless|garbled"
                "|truncated|worse|< unk >|padding tokens|乱码"
                "|噪音|电流音|感叹号|unintelligible|babbl*|irrelevant answer*|irrelevant text"
                "|irrelevant output|something irrelevant"
                "|unrelated answer*|unrelated text|unrelated words|unrelated to the question"
                "|unrelated to the prompt|same token|instead of words|不对"
            ),
        ),
        near=("{gpu}",),
        unless="input*|background noise|去除|silence|{picture}|{crash}",
        loose=True,
        examples=(
            "The text is gibberish with device mps.",
            "On my M1 the audio of the TTS is just static.",
            "mps gives the same token again and again.",
            "Every reply is unrelated to the question, device mps.",
        ),
        near_misses=(
            "How do I remove noise from the input audio? Mac, mps.",
            "How do I read the text aloud with mps?",
            "The text of the warning is unrelated to mps.",
        ),
    ),
    Symptom(
        "nans",
        cause="mps-op-wrong-result",
        says=(
            (
                "batchnorm*|stats|statistics|become|becomes|everything|all|loss*|grad*"
                "|training|log|values|embedding*|norm|output*|it|i|tensor*|model"
                "|logits|step*|result*|weights|attention|scvi|epoch*|latents|mean|probabilit*"
            ),
            "nan|nans|infinite|inf|loss is nan|loss = nan",
        ),
        near=("{gpu}",),
        unless="csv",
        loose=True,
        examples=(
            "The loss is NaN after the first step on mps.",
            "On my M2 torch training gives nans.",
            "The gradients become inf with device mps.",
        ),
        near_misses=("My csv has inf in it, mps.", "I check that no loss is nan, mps."),
    ),
    Symptom(
        "results-wrong",
        cause="mps-op-wrong-result",
        says=(
            (
                "is off on|are off on"
                "|off compared|is off with|is off when|output wrong"
                "|outputs wrong|result wrong|results wrong|wrong when|wrong for"
                "|wrong if|wrong on|wrong result*|wrong value*|wrong number*|wrong answer*"
                "|wrong transcription|wrong elements|wrong gradient*|wrong output*"
                "|bad result*|bad training|bad output*|bad prediction*|unexpected result*"
                "|non deterministic|nondeterministic|not propagat*|loss of precision"
                "|wrong prediction*|results .. wrong|is wrong|are wrong|gives .. wrong"
                "|not really random|should print|instead of 1.0|vary from run|lower quality"
                "|quality .. worse|incorrect|incorrectly|inaccurate|invalid results|nonsense"
                "|erroneous|not correct|bugged|corrupted|way off|off by|not equal|not the same"
                "|not match|mismatch*|inconsistent|disagree*|全是错|不对|faux|not reproducible"
                "|not .. random|not deterministic|negative counts|rows unsorted|too large"
                "|large error|*allclose .. false|*allclose .. fails|loses precision|silently"
                "|not work* properly|not work* correctly|seed .. not work*|manual_seed .. not work*"
                "|not bring back"
            ),
        ),
        near=("{gpu}",),
        unless=(
            "signed off|platform|filter|key is wrong|binary|wrong file|size mismatch|type mismatch"
            "|dtype*|device mismatch"
            "|wrong device|wrong version|wrong path|lower quality for|install*|requirement*"
            "|not the same .. function*|not the same .. feature*|not the same .. option*"
        ),
        loose=True,
        examples=(
            "The results on mps are wrong.",
            "mps gives an incorrect sum for large tensors.",
            "The predictions of torch on my M1's GPU do not match those of the CPU.",
        ),
        near_misses=("The wrong key was pressed, mps.", "How do I log the device, mps?"),
    ),
    Symptom(
        "differs-from-cpu",
        cause="mps-op-wrong-result",
        says=(
            (
                "demo|server|windows|desktop|hosted|space|machines|rtx*|ubuntu|cpu|cpus"
                "|*.cpu()|cuda"
                "|nvidia|colab|linux|pc|processor|numpy|paper"
            ),
            (
                "completely different|totally different|quite another|another picture|nothing"
                " like|but not on cuda|but not on cpu|but not with cpu|but not with cuda"
                "|differ|differs|different result*|different output*|different number*"
                "|different value*|different shape*|different loss*|different prediction*"
                "|different image*|different text*|other value*|other result*|other number*"
                "|inconsistent|not consistent|different answer*|difference|differences|diverge*"
                "|disagree*|deviat*"
                "|discrepan*|nothing in common|not equal|not agree|higher loss|much higher"
                "|much lower|lower quality|worse|more accurate|less accurate|only 0.*"
                "|not match|but not on mps|and not on mps"
                "|wrong on mps|not learn|not converge|is not zero"
            ),
        ),
        near=("{gpu}",),
        unless=(
            "{crash}|may|might|error*|slow*|the same on|same result*|same speed|same time|are the"
            " same|is the same|small|how large|speed*|performance|line break*"
            "|line ending*|what is the difference|times"
        ),
        loose=True,
        examples=(
            "The outputs of mps and the CPU differ.",
            "The loss is much higher on mps than on cuda.",
            "The model learns on the CPU but not on mps.",
        ),
        near_misses=(
            "mps is slower than cuda, the outputs are the same.",
            "How large is the difference between mps and cpu usually?",
        ),
    ),
    Symptom(
        "nothing-detected",
        cause="mps-op-wrong-result",
        says=(
            "{detect}|{number}|all|everything|every prediction|recall|precision|map",
            (
                "stays at|stay at|remains at|all at|never drops|never decreases|not drop|not"
                " go down|not decreas*|not improve*|stagnat*|plateau*|always returns|all 0"
                "|all zeros|are 0|is 0|*s are always 0|returns 0|returns zero*|zeros|zeroes"
                "|zero matrix|0 matrix|no detections|no objects|detects nothing|not detected"
                "|same class|class 0|tokens equal|collapse*|identical|negative|flat|flat plane"
                "|off by"
                "|wrong place*|shifted|upside down|misplaced|cropped|mirrored|empty|constant"
                "|0.0|same noise|0.00|stuck at|stuck around|chance level|0 for|0 stats"
                "|outputs 0|reports 0"
            ),
        ),
        near=("{gpu}",),
        unless=(
            "time*|fps|mps is not detected|gpu .. not detected|logging|mask is empty|folder"
            "|tests|as on cpu|gpu list|compatible gpu|integrated gpu|detect any cuda|by torch*"
        ),
        loose=True,
        examples=(
            "With mps no objects are detected.",
            "All predictions of torch are class 0 on my M1's GPU.",
            "The boxes are shifted with device mps.",
        ),
        near_misses=(
            "The GPU list of the monitor is empty, mps is in use.",
            "The list of files is empty, mps.",
            "The output folder is empty, mps.",
        ),
    ),
    Symptom(
        "operation-without-effect",
        cause="mps-op-wrong-result",
        says=(
            "mps|metal",
            (
                "ignores|ignored|not matter|no difference|always the same|no effect|has no"
                " effect|not applied|not updated|unchanged"
                "|never written|not restore|swaps|reverses|is transposed|shuffled|out of range"
                "|past the end|no bounds check|silently|overflow*|out of bounds|returns the wrong"
                "|accepts|wrong shape|wrong order|not raise|not learn|without a word|not converge"
                "|不收敛|leaves some|behaves strangely|odd inconsistency|not handled correctly"
                "|wrong result*|always returns"
                "|depend on the batch|different result*|regression of"
            ),
        ),
        unless="is used anyway|setting|arguments",
        about="both",
        loose=True,
        examples=(
            "clamp_ on mps leaves the tensor unchanged.",
            "The seed has no effect on mps.",
            "put_ on mps has no bounds check.",
        ),
        near_misses=(
            "Setting the flag for mps is ignored by the config.",
            "The arguments pass through unchanged on mps.",
        ),
    ),
    Symptom(
        "scores-apart",
        cause="mps-op-wrong-result",
        says=(
            (
                "accuracy|f1|auc|r2|dice|bleu|reward|precision|score|scores|loss|perplexity"
                "|similarity|recall|iou|wer|psnr|map"
            ),
            "mps|gpu|m1|m2|m3",
            "cpu|cuda",
            "while|vs|versus|but|against|only|,|where|whereas|compared|instead|other",
        ),
        unless=(
            "cpu and mps|cuda and mps|mps and cpu|mps and cuda|cpu , cuda and mps|longer|take"
            "|takes|decreases|speedup|it / s|seconds|sec|minutes|ms|faster|slower"
            "|slow|speed|fine|same result*|same accuracy|same loss|same score|same value*"
            "|the same on"
        ),
        loose=True,
        examples=(
            "The accuracy is 0.10 on mps but 0.97 on the cpu.",
            "Perplexity: 3000 on mps vs 22 on cuda.",
            "I get a loss of 9 with mps while the CPU ends at 0.3.",
        ),
        near_misses=(
            "The loss is the same on mps and cpu.",
            "The score is computed in 3 s on the cpu and in 1 s on mps.",
        ),
    ),
    Symptom(
        "odd-here-fine-elsewhere",
        cause="mps-op-wrong-result",
        says=("{subject}", "{amiss}"),
        near=("{other}", "{good}"),
        unless=(
            "attribute|pip|fan|fans|kernels|index url|both|detect my gpu|mps device* work*"
            "|mps works|window|page|ui|gui|button|screen"
            "|menu|wheel*|performance|unrecognized arguments|fps|per iter|failing test"
            "|on the ci|slow*"
        ),
        loose=True,
        examples=(
            "On mps every summary is odd, on the CPU it is fine.",
            "The poses of the model look strange. On the cpu they are right. Device: mps.",
            "My Mac's reconstruction is flat, the one of colab is good, torch.",
            "Our test scans give a strange mask on mps. On the processor it is meaningful.",
        ),
        near_misses=(
            "mps and the CPU both give random but good pictures.",
            "The window is blank, on Linux it is fine; torch on M1.",
        ),
    ),
    Symptom(
        "odd-on-mps",
        cause="mps-op-wrong-result",
        says=(
            "mps|metal|mac|macbook|m1|m2|m3|m4|m5|apple gpu|apple silicon",
            (
                "{picture}|{text}|{number}|{detect}|training|seed|colors|colours|quality|summary"
                "|summaries|caption*|forecast*|reconstruction|coordinates|results|gives|give|gets"
                "|get|got|produces|returns|return|yields|becomes|prints|writes|{operator}"
            ),
            "{amiss}",
        ),
        unless=(
            "skipped|skips|marker|regular|attribute|attributes|pip|bluetooth|segfault*"
            "|segmentation fault|page|ui|gui|button"
            "|screen|menu|slow*|less frequent"
            "|should be|odd numbers|file is|invalid for|performance|ms|faster|speed|folder"
            "|nothing to|as on|might be|our tests|unit tests|dark mode|dark theme"
            "|memory spikes|spikes in the load|spikes in memory|latency|usage|random forest"
            "|binary|build was|builds were|test is|experimental test|script*|builds"
            "|failures are|welcome|all devices|same on|reaches almost|bad in pytorch"
            "|both agree|both give|both work|both are|window is|windows are|key is|the key"
            "|flag is|the list|input file*|input pictures|input audio|fps|gain|load is"
            "|went to play|end to end|utiliz*|unrecognized arguments|saved in|safari|browser*"
            "|at most one"
        ),
        loose=True,
        vague=True,
        titled=True,
        examples=(
            "The caption is meaningless on mps.",
            "torch: on the M1 GPU each caption is meaningless.",
            "The forecast of my model is constant with mps.",
            "The loss spikes with device mps.",
            "Numerical instability during training on mps.",
        ),
        near_misses=(
            "mps on M1: the fps goes up and down, and the GPU load is low.",
            "Safari on my Mac always returns Apple GPU, torch.",
            "With this plug-in, it seams, my mps device is disabled.",
            "The fan is silent on mps.",
            "mps: the output folder is empty.",
            "Spikes in the load of the GPU are normal on mps.",
            "The latency of my model spikes on mps now and then.",
            "mps and cpu give the same numbers, none is negative, both agree.",
        ),
    ),
)
