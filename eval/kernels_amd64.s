//go:build amd64 && !purego

#include "go_asm.h"
#include "textflag.h"

// A State fills four registers of sixteen indices each. The functions return the same results as the portable
// functions of this package. Only instructions that begin with V use vector registers, and VZEROUPPER precedes each
// return.

// PLAYED sets the state at DI to that after a move on the square CX (0–63) that flips the discs DX, from the state
// at SI: greatest - from + powers[sq] + 2 × the sum of the powers of the flipped discs. The first three flips are
// added without a test, because processors predict the end of a loop badly. Without a disc left, TZCNT gives square
// 64, whose powers are 0.
#define PLAYED(turn, placed) \
	LEAQ ·powers(SB), R8 \
	LEAQ ·greatest(SB), R9 \
	SHLL $7, CX \
	TZCNTQ DX, AX \
	BLSRQ  DX, DX \
	SHLL   $7, AX \
	TZCNTQ DX, BX \
	BLSRQ  DX, DX \
	SHLL   $7, BX \
	TZCNTQ DX, R10 \
	BLSRQ  DX, DX \
	SHLL   $7, R10 \
	VMOVDQU (R8)(AX*1), Y0 \
	VMOVDQU 32(R8)(AX*1), Y1 \
	VMOVDQU 64(R8)(AX*1), Y2 \
	VMOVDQU 96(R8)(AX*1), Y3 \
	VPADDQ (R8)(BX*1), Y0, Y0 \
	VPADDQ 32(R8)(BX*1), Y1, Y1 \
	VPADDQ 64(R8)(BX*1), Y2, Y2 \
	VPADDQ 96(R8)(BX*1), Y3, Y3 \
	VPADDQ (R8)(R10*1), Y0, Y0 \
	VPADDQ 32(R8)(R10*1), Y1, Y1 \
	VPADDQ 64(R8)(R10*1), Y2, Y2 \
	VPADDQ 96(R8)(R10*1), Y3, Y3 \
	TESTQ  DX, DX \
	JEQ    placed \
turn: \
	TZCNTQ DX, AX \
	SHLL   $7, AX \
	BLSRQ  DX, DX \
	VPADDQ (R8)(AX*1), Y0, Y0 \
	VPADDQ 32(R8)(AX*1), Y1, Y1 \
	VPADDQ 64(R8)(AX*1), Y2, Y2 \
	VPADDQ 96(R8)(AX*1), Y3, Y3 \
	JNE    turn \
placed: \
	VMOVDQU (R9), Y4 \
	VMOVDQU 32(R9), Y5 \
	VMOVDQU 64(R9), Y6 \
	VMOVDQU 96(R9), Y7 \
	VPADDQ Y0, Y0, Y0 \
	VPADDQ Y1, Y1, Y1 \
	VPADDQ Y2, Y2, Y2 \
	VPADDQ Y3, Y3, Y3 \
	VPSUBQ (SI), Y4, Y4 \
	VPSUBQ 32(SI), Y5, Y5 \
	VPSUBQ 64(SI), Y6, Y6 \
	VPSUBQ 96(SI), Y7, Y7 \
	VPADDQ (R8)(CX*1), Y0, Y0 \
	VPADDQ 32(R8)(CX*1), Y1, Y1 \
	VPADDQ 64(R8)(CX*1), Y2, Y2 \
	VPADDQ 96(R8)(CX*1), Y3, Y3 \
	VPADDQ Y4, Y0, Y0 \
	VPADDQ Y5, Y1, Y1 \
	VPADDQ Y6, Y2, Y2 \
	VPADDQ Y7, Y3, Y3 \
	VMOVDQU Y0, (DI) \
	VMOVDQU Y1, 32(DI) \
	VMOVDQU Y2, 64(DI) \
	VMOVDQU Y3, 96(DI) \
	VZEROUPPER

// func play(s, from *State, sq int, flips uint64)
TEXT ·play(SB), NOSPLIT|NOFRAME, $0-32
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ flips+24(FP), DX
	MOVQ sq+16(FP), CX
	MOVQ from+8(FP), SI
	MOVQ s+0(FP), DI
	ANDL $63, CX
	PLAYED(turn, placed)
	RET

portable:
	JMP ·portablePlay(SB)

// FOUR adds the weights of the four images in a word of the state to R9 to R12, one by one. No measured processor
// gathers them faster (experiments/023).
#define FOUR(word) \
	MOVQ (phaseWeights_patterns+8*word)(R8), DI \
	MOVWLZX (8*word)(SI), AX \
	MOVWLZX (8*word+2)(SI), BX \
	MOVWLZX (8*word+4)(SI), CX \
	MOVWLZX (8*word+6)(SI), DX \
	MOVBLZX (DI)(AX*1), AX \
	MOVBLZX (DI)(BX*1), BX \
	MOVBLZX (DI)(CX*1), CX \
	MOVBLZX (DI)(DX*1), DX \
	ADDL AX, R9 \
	ADDL BX, R10 \
	ADDL CX, R11 \
	ADDL DX, R12

// SUM sets R9 to the sum of the weights of all images of the state at SI, with the tables of the phase at R8.
#define SUM \
	XORL R9, R9 \
	XORL R10, R10 \
	XORL R11, R11 \
	XORL R12, R12 \
	FOUR(0) \
	FOUR(1) \
	FOUR(2) \
	FOUR(3) \
	FOUR(4) \
	FOUR(5) \
	FOUR(6) \
	FOUR(7) \
	FOUR(8) \
	FOUR(9) \
	FOUR(10) \
	FOUR(11) \
	FOUR(12) \
	FOUR(13) \
	FOUR(14) \
	FOUR(15) \
	ADDL R10, R9 \
	ADDL R12, R11 \
	ADDL R11, R9

// func patternSum(t *phaseWeights, s *[words]uint64) int
TEXT ·patternSum(SB), NOSPLIT|NOFRAME, $0-24
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ t+0(FP), R8
	MOVQ s+8(FP), SI
	SUM
	MOVQ R9, ret+16(FP)
	RET

portable:
	JMP ·portableSum(SB)

// func playSum(t *phaseWeights, s, from *State, sq int, flips uint64) int
TEXT ·playSum(SB), NOSPLIT|NOFRAME, $0-48
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ flips+32(FP), DX
	MOVQ sq+24(FP), CX
	MOVQ from+16(FP), SI
	MOVQ s+8(FP), DI
	ANDL $63, CX
	PLAYED(turn, placed)
	MOVQ DI, SI
	MOVQ t+0(FP), R8
	SUM
	MOVQ R9, ret+40(FP)
	RET

portable:
	JMP ·portablePlaySum(SB)

// ROWS adds the rows of the four images in a word of the state to Y0 to Y3.
#define ROWS(word) \
	MOVQ (networkPhase_rows+8*word)(R8), R9 \
	MOVWLZX (8*word)(SI), AX \
	MOVWLZX (8*word+2)(SI), BX \
	MOVWLZX (8*word+4)(SI), CX \
	MOVWLZX (8*word+6)(SI), DX \
	SHLL $4, AX \
	SHLL $4, BX \
	SHLL $4, CX \
	SHLL $4, DX \
	VPMOVSXBW (R9)(AX*1), Y4 \
	VPMOVSXBW (R9)(BX*1), Y5 \
	VPMOVSXBW (R9)(CX*1), Y6 \
	VPMOVSXBW (R9)(DX*1), Y7 \
	VPADDW Y4, Y0, Y0 \
	VPADDW Y5, Y1, Y1 \
	VPADDW Y6, Y2, Y2 \
	VPADDW Y7, Y3, Y3

// INPUTS adds the contributions of two inputs to all neurons in Y4 and Y5. The shuffle copies the pair to all
// positions.
#define INPUTS(k, shuffle, inputs) \
	VPSHUFD $shuffle, inputs, Y6 \
	VPMADDWD (networkPhase_weights+64*(k))(R8), Y6, Y7 \
	VPMADDWD (networkPhase_weights+64*(k)+32)(R8), Y6, Y8 \
	VPADDD Y7, Y4, Y4 \
	VPADDD Y8, Y5, Y5

// INPUTS8 does the same for the eight inputs that are in both halves of a register.
#define INPUTS8(k, inputs) \
	INPUTS(k, 0x00, inputs) \
	INPUTS(k+1, 0x55, inputs) \
	INPUTS(k+2, 0xaa, inputs) \
	INPUTS(k+3, 0xff, inputs)

// func refine(t *networkPhase, s *[words]uint64, mine, theirs, tempo *row) int
TEXT ·refine(SB), NOSPLIT|NOFRAME, $0-48
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ t+0(FP), R8
	MOVQ s+8(FP), SI
	MOVQ mine+16(FP), AX
	MOVQ theirs+24(FP), BX
	MOVQ tempo+32(FP), CX
	VPMOVSXBW (AX), Y0
	VPMOVSXBW (BX), Y1
	VPMOVSXBW (CX), Y2
	VPXOR Y3, Y3, Y3
	ROWS(0)
	ROWS(1)
	ROWS(2)
	ROWS(3)
	ROWS(4)
	ROWS(5)
	ROWS(6)
	ROWS(7)
	ROWS(8)
	ROWS(9)
	ROWS(10)
	ROWS(11)
	ROWS(12)
	ROWS(13)
	ROWS(14)
	ROWS(15)
	VPADDW Y1, Y0, Y0
	VPADDW Y3, Y2, Y2
	VPADDW Y2, Y0, Y0
	VPXOR Y9, Y9, Y9
	VPMAXSW Y0, Y9, Y2 // positive parts
	VPSUBW Y0, Y9, Y3
	VPMAXSW Y3, Y9, Y3 // negated negative parts
	VPERM2I128 $0x00, Y2, Y2, Y10
	VPERM2I128 $0x11, Y2, Y2, Y11
	VPERM2I128 $0x00, Y3, Y3, Y12
	VPERM2I128 $0x11, Y3, Y3, Y13
	VMOVDQU networkPhase_bias(R8), Y4
	VMOVDQU (networkPhase_bias+32)(R8), Y5
	INPUTS8(0, Y10)
	INPUTS8(4, Y11)
	INPUTS8(8, Y12)
	INPUTS8(12, Y13)
	VPSRAD $const_hiddenShift, Y4, Y4
	VPSRAD $const_hiddenShift, Y5, Y5
	VPACKSSDW Y5, Y4, Y4
	VPMAXSW Y4, Y9, Y4
	VPMADDWD networkPhase_out(R8), Y4, Y4
	VEXTRACTI128 $1, Y4, X5
	VPADDD X5, X4, X4
	VPSHUFD $0x4e, X4, X5
	VPADDD X5, X4, X4
	VPSHUFD $0xb1, X4, X5
	VPADDD X5, X4, X4
	VMOVD X4, AX
	ADDL networkPhase_outBias(R8), AX
	SARL $const_outShift, AX
	MOVLQSX AX, AX
	MOVQ AX, ret+40(FP)
	VZEROUPPER
	RET

portable:
	JMP ·portableRefine(SB)
