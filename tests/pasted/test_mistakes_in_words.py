"""Operators that do something else than they should, told in words, and sentences near them."""

import pytest

from mps_doctor import diagnose

WRONG = "mps-op-wrong-result"
CAUSES = {
    WRONG: [
        "torch.rand on mps always returns the same values",
        "The MPS backend creates identical noise each time I call it",
        "shuffle on the GPU (mps) isn't really random",
        "torch.manual_seed has no effect for mps",
        "samples on mps are not reproducible although I set a seed",
        "On mps the generator does not restore its state",
        "dice on mps always gives [0]",
        "copy_ into a slice does nothing on mps",
        "With mps my masked_fill_ is silently ignored",
        "an in-place add on mps does not update the view",
        "On mps the weights are not changed by a step",
        "clamp_ on metal leaves the tensor unchanged",
        "to('mps') doesn't honor the strides",
        "the output of my GRU on mps is transposed",
        "mps swaps the batch and the time",
        "On mps split returns the wrong shape",
        "the rows of the result on mps are shuffled",
        "sum on mps loses precision above a million",
        "int64 overflows on mps",
        "mps doesn't raise an error for indices that are out of range",
        "My attention on mps, for rows that are masked to the last one, returns NaNs",
        "erfinv on the GPU of this Mac with mps, called in a loop, yields inf",
        "device mps\nroll with two dims is not working properly",
        "mps: my unfold behaves strangely",
        "device: mps\nstate moved: expected: True, actual: False",
        "On mps the kernel reads the buffer in a row, ignoring the strides",
        "a copy to the cpu from mps: only the first row of it is filled",
        "With mps my value goes to the first place instead of the fifth",
        "mps: there is an odd inconsistency in the results of gather",
        "a bug in the conversion to mps",
        "mps: index_fill_ writes past the end of the tensor",
        "one_hot on mps silently accepts negative numbers",
        "the mask seems to be completely ignored with mps",
        "mps: padding_idx is not applied correctly",
        "my norm on mps has a large error compared to numpy",
        "device mps\nthe sum should be 3, but it is 5",
        "It is only seen with mps",
        "mps: embedding of a number that is too large returns 0",
        "var on mps is off by a factor of 2",
        "With mps in-place addition fails to work",
        "I can see it on mps, but not on the CPU",
        "roll_mps(x) gives wrong values for x of rank 5",
        "print(a.flip(0))\ntensor([2, 1])\na.to('mps').flip(0)\ntensor([1, 2], device='mps:0')",
    ],
    "op-not-implemented": [
        "this operation is not supported on an MPS backend",
        "made_up_pool is not working on metal (mps)",
        "please add support for torch.linalg.made_up on MPS",
        "I would like `_made_up_solve` to work for mps devices",
        "vote for aten::made_up on the MPS backend",
        "There is no kernel for grid_sampler_9d on mps",
        "MPS made_up fails for dtype int16",
        "conv3d is not supported on Apple silicon (mps)",
        "RuntimeError: unknown reduction that is not supported, in MPS: median",
        "Missing operator on MPS: made_up_pool",
        "RuntimeError: made_up_impl does not work with MPS; call made_up() instead",
    ],
    "sparse-unsupported": [
        "I would like to use CSR matrices on mps",
        "Please add support for sparse tensors on Metal",
        "Add made_up.layout for SparseMPS",
    ],
    "tensors-on-different-devices": [
        "device mismatch while evaluating on mps",
        "mps: my metric and its input are not on the same device",
    ],
    "inductor-metal-codegen-bug": [
        "MPS: with torch.compile the variance is off by 3x, eager mode is right",
    ],
    "distributed-unsupported-on-mps": [
        "Collectives are not supported on mps",
        "MPS has no communication backend, so no two Macs together",
        "all_reduce does not work with mps tensors",
        "tensor parallel is not possible on mps",
    ],
    "mps-op-crash": [
        "ValueError: the made-up kernel wants contiguous rows on mps",
        "RuntimeError: made_up_loss_out_mps: the shapes of both should be alike",
        "An internal assertion of MPS with nested jacobians",
        "TypeError when calling my model with tensors of mps",
        "reflection padding on mps never returns",
        "one shape gives 100% GPU for ever, device mps, and I had to reboot",
        'loc("mps_x"("(mpsFileLoc): /A/MPSGraphUtilities.mm":35:0)): error: invalid rank',
    ],
}


@pytest.mark.parametrize(
    ("cause", "text"), [(cause, text) for cause, texts in CAUSES.items() for text in texts]
)
def test_tells_of_what_went_otherwise(cause: str, text: str) -> None:
    assert diagnose(text).verdict.cause == cause


@pytest.mark.parametrize(
    "text",
    [
        "mps works, my seed is the same as before",
        "On mps it always prints a progress bar",
        "The option has no effect, the GPU (mps) is used anyway",
        "Setting the flag for mps is ignored by the config",
        "The mps wheel is in the same order as the docs",
        "mps and cpu return the same values",
        "mps: shuffled rows go in, predictions come out",
        "I transposed the input before I moved it to mps",
        "the release for mps no longer loses precision",
        "My csv has inf in it, I drop it before mps",
        "On mps all is well, no NaNs are returned",
        "random forest on the cpu, embeddings on mps",
        "The weights are updated on mps as they should be",
        "mps is available, but how do I use it?",
        "Does it support mps?",
        "Will mps be supported by your app?",
        "made_up_pool is now supported on mps",
        "Please add an example for mps to the README",
        "ValueError: could not convert a string\ndevice is mps",
        "KeyError: 'labels' while training on mps",
        "no distributed training here, one Mac with mps",
        "The bug is not in mps but in my loader",
        "a = torch.tensor([1, 2])\ntensor([1, 2])\na.to('mps')\ntensor([1, 2], device='mps:0')",
        "It works on mps, but not on CUDA",
        "Metal is 3x larger in speed than the CPU",
        "The memory in use is 2x larger on mps than on cuda",
        "mps: both are on the same device",
        "Sparse matrices on mps can be made now, thanks",
        "In eager mode and with torch.compile all is well on mps",
        "The download hangs, then I can go on with mps",
        "mps training does not freeze any more",
        "I froze the first layers and train the rest on mps",
    ],
)
def test_does_not_tell_of_it(text: str) -> None:
    assert diagnose(text).verdict.cause is None
