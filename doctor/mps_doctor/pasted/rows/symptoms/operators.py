"""Operators without a kernel for mps."""

from mps_doctor.pasted.symptom import Symptom

ROWS = (
    Symptom(
        "operator-not-implemented",
        cause="op-not-implemented",
        says=(
            (
                "mps|metal|m1 gpu|m2 gpu|apple silicon gpu*|apple silicon|m1|m2|m3"
                "|apple chip*|apple device*|gpu de apple|apple gpu*|apple .. gpu"
            ),
            (
                "not currently supported on|not .. implement*|notimplemented*|not implemented"
                "|no implementation|unimplemented|no mps kernel|no metal implementation"
                "|no mps version|has no kernel|mps lacks|lacks|missing op*|missing operator"
                "|no kernel|算子|missing from mps|missing on the mps|nicht implementiert"
                "|ops are missing|operator is missing|has no gradient|no counterpart|none on mps"
                "|not yet on mps|mps has no torch.*|operations that are not|no mps implementation"
                "|operator .. missing|lack|mps has no conv*|operation not supported|does not know"
                "|aten op|no metal port|never ported|no such op*|未対応|実装され|no está disponible"
                "|no está implement*|no está soport*|todavía no|aún no|pas implément*|pas encore"
                "|não implement*|nicht unterst*|не реализ*|구현되지|没有实现|未实现|尚未|暂不支持"
                "|not yet ported"
                "|not been ported|has no port|absent|can not be computed|not be computed"
                "|no gradient|unknown to|unknown on|is lacking|please port"
            ),
        ),
        unless="已经支持|whether",
        titled=True,
        examples=(
            "conv_transpose3d is not implemented for mps.",
            "My model uses an op that has no MPS kernel.",
            "linalg.qr raises NotImplementedError on the M1's GPU.",
        ),
        near_misses=(
            "All operators that mps needs are implemented.",
            "Sound is not implemented in our app for macOS, torch.",
        ),
    ),
    Symptom(
        "operation-unsupported",
        cause="op-not-implemented",
        says=(
            (
                "index_*|*_add|scatter*|gather*|cumsum*|*pooling|sort|topk|conv*|*conv*|pool*"
                "|*pool*|3d|sampling|sampler*|attention|aten*|*aten*|linalg*|*linalg*|operator*"
                "|op|ops|layer|layers|cdist|*lstm*|rnn|gru|loss function|ctc_loss|nms|*nms*|svd"
                "|qr|unique*|fft|stft|deformable|upsampling|bicubic|multinomial"
                "|grid_sampl*|generator|torch.nn*|torch.fft*|kernel|operation|*_backward|backward"
                "|ctc|linear algebra|routine*|nonzero*|*_static|grid_sample*|pooling|median*|eig*"
                "|cholesky|lu|trilu|erfinv|bessel|polygamma|digamma|dirichlet|exponential|poisson"
                "|binomial|embedding_bag*|roll|renorm|kthvalue|bucketize|searchsorted|histogram*"
                "|index_fill|index_copy|im2col|col2im|unfold|fold|upsample*|adaptive*|max_pool3d*"
                "|avg_pool3d*|conv_transpose3d*|trilinear|antialias|grid sampler"
            ),
            "{mac}",
            (
                "not possible|impossible|not .. support*|unsupported|not .. available|lacks"
                "|not there|no support|missing|not have|falls back to the cpu|not exist"
                "|not be done|not working on|not work on|not .. implement*|on the cpu since"
                "|not known|not know|please add|bring|feature request|complains|can not handle"
                "|port|not yet|lacking|can not be computed|no counterpart|refuses|not implemented"
                "|unimplemented|unknown|fallback|fall back"
            ),
        ),
        unless=(
            "all others use|job of torch|no error|our app|not know whether|notebook*|jupyter|beta 1"
            "|developer beta|beta 2"
        ),
        examples=(
            "The bicubic upsampling is not supported on mps.",
            "aten::made_up_backward is missing on the Metal device.",
            "torch: an LSTM with proj_size is unsupported on my M1's GPU.",
        ),
        near_misses=("All ops are supported on mps now.", "The pooling layer is on mps and works."),
    ),
    Symptom(
        "operator-named-with-mps",
        cause="op-not-implemented",
        says=(
            "torch.nn.*|nn.*|torch.linalg*|torch.fft*|aten*|conv3d|comv3d|conv 3d",
            "mps support for|on mps|for mps|mps backend|mps device|not .. mps|m chips",
        ),
        unless="{good}|{amiss}|{crash}|slow*|fast*|memory|{fails}|nan*|differ*|leak*|float64|now",
        vague=True,
        examples=(
            "torch.nn.MaxUnpool3d on the MPS backend",
            "nn.Fold for MPS?",
            "aten::cauchy_ on mps",
        ),
        near_misses=("nn.Conv2d is slow on mps.", "nn.Linear on mps is as right as on the CPU."),
    ),
    Symptom(
        "runs-with-fallback-only",
        cause="op-not-implemented",
        says=(
            "pytorch_enable_mps_fallback|fallback variable|fallback",
            (
                "had to|only with|needs|should set|otherwise|goes away with|since one|i should"
                "|only if|only when|only because|makes it work|made it work|gets it to work"
                "|lets it|let .. fall|runs if|works if|works with|helps|necessary|need"
            ),
        ),
        examples=(
            "I had to set PYTORCH_ENABLE_MPS_FALLBACK=1 to get it to run.",
            "It runs only with the fallback variable of mps.",
            "mps: PYTORCH_ENABLE_MPS_FALLBACK is set, otherwise it stops.",
        ),
        near_misses=(
            "After I set PYTORCH_ENABLE_MPS_FALLBACK=1 all is fine.",
            "Is there a fallback for users without mps?",
        ),
    ),
)
