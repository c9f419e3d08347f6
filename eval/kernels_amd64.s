//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// A State is four registers of sixteen indices. The portable functions of this package are what these must equal. Only instructions with a V
// in front touch vectors, and the upper halves are cleared before returning.

// func play(s, from *State, sq int, flips uint64)
TEXT ·play(SB), NOSPLIT|NOFRAME, $0-32
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ flips+24(FP), DX
	MOVQ sq+16(FP), CX
	MOVQ from+8(FP), SI
	MOVQ s+0(FP), DI
	LEAQ ·powers(SB), R8
	LEAQ ·greatest(SB), R9
	ANDL $63, CX
	SHLL $7, CX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	TESTQ DX, DX
	JEQ  placed

turn: // the sum of the powers of the discs turned over
	TZCNTQ DX, AX
	SHLL $7, AX
	BLSRQ DX, DX
	VPADDQ (R8)(AX*1), Y0, Y0
	VPADDQ 32(R8)(AX*1), Y1, Y1
	VPADDQ 64(R8)(AX*1), Y2, Y2
	VPADDQ 96(R8)(AX*1), Y3, Y3
	JNE  turn

placed: // s = greatest - from + powers[sq] + 2 × the sum
	VMOVDQU (R9), Y4
	VMOVDQU 32(R9), Y5
	VMOVDQU 64(R9), Y6
	VMOVDQU 96(R9), Y7
	VPADDQ Y0, Y0, Y0
	VPADDQ Y1, Y1, Y1
	VPADDQ Y2, Y2, Y2
	VPADDQ Y3, Y3, Y3
	VPSUBQ (SI), Y4, Y4
	VPSUBQ 32(SI), Y5, Y5
	VPSUBQ 64(SI), Y6, Y6
	VPSUBQ 96(SI), Y7, Y7
	VPADDQ (R8)(CX*1), Y0, Y0
	VPADDQ 32(R8)(CX*1), Y1, Y1
	VPADDQ 64(R8)(CX*1), Y2, Y2
	VPADDQ 96(R8)(CX*1), Y3, Y3
	VPADDQ Y4, Y0, Y0
	VPADDQ Y5, Y1, Y1
	VPADDQ Y6, Y2, Y2
	VPADDQ Y7, Y3, Y3
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

portable:
	JMP ·portablePlay(SB)

// EIGHT adds the weights of eight images to Y0: their indices and where their tables begin give the numbers of the weights, which are gathered as 32 bits each; of
// these the lower 16 are the weight. The index is never Y4: QEMU 7.2, which make dist-check runs this in, takes its number for no index at all.
#define EIGHT(k, index, all, weight) \
	VPMOVZXWD (16*k)(SI), index \
	VPADDD (32*k)(R8), index, index \
	VPCMPEQD all, all, all \
	VPXOR weight, weight, weight \
	VPGATHERDD all, (DI)(index*2), weight \
	VPMADDWD Y15, weight, weight \
	VPADDD weight, Y0, Y0

// func patternSum(t *phaseWeights, s *[words]uint64) int
TEXT ·patternSum(SB), NOSPLIT|NOFRAME, $0-24
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ t+0(FP), R8
	MOVQ s+8(FP), SI
	MOVQ phaseWeights_patterns(R8), DI
	ADDQ $phaseWeights_starts, R8
	VPCMPEQD Y15, Y15, Y15
	VPSRLD $31, Y15, Y15 // 1 in each lower word
	VPXOR Y0, Y0, Y0
	EIGHT(0, Y1, Y2, Y3)
	EIGHT(1, Y13, Y5, Y6)
	EIGHT(2, Y7, Y8, Y9)
	EIGHT(3, Y10, Y11, Y12)
	EIGHT(4, Y1, Y2, Y3)
	EIGHT(5, Y13, Y5, Y6)
	EIGHT(6, Y7, Y8, Y9)
	EIGHT(7, Y10, Y11, Y12)
	VEXTRACTI128 $1, Y0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0x4e, X0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0xb1, X0, X1
	VPADDD X1, X0, X0
	VMOVD X0, AX
	MOVLQSX AX, AX
	MOVQ AX, ret+16(FP)
	VZEROUPPER
	RET

portable:
	JMP ·portableSum(SB)
