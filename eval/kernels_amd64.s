//go:build amd64 && !purego

#include "textflag.h"

// A State is four registers of sixteen indices. The portable function of this package is what this one must equal. Only instructions with a V
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
