//go:build amd64 && !purego

#include "textflag.h"
#include "kernels_amd64.h"

// func Moves(p, o uint64) uint64
TEXT ·Moves(SB), NOSPLIT|NOFRAME, $0-24
	CMPB ·kernels(SB), $1
	JB   portable
	VPBROADCASTQ p+0(FP), Y0
	VPBROADCASTQ o+8(FP), Y1
	CONSTANTS
	RUNS
	MOVQ p+0(FP), BX
	JNE  avx512
	FILL
	ORQ  o+8(FP), BX
	BEHIND
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET

avx512:
	FILL512
	ORQ  o+8(FP), BX
	BEHIND
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET

portable:
	JMP ·portableMoves(SB)

// func Flips(sq int, p, o uint64) uint64
TEXT ·Flips(SB), NOSPLIT|NOFRAME, $0-32
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ sq+0(FP), CX
	ANDQ $63, CX
	LINES
	CMPB ·kernels(SB), $1
	VPBROADCASTQ p+8(FP), Y0
	VPBROADCASTQ o+16(FP), Y1
	JNE  avx512
	VMOVDQU steps<>(SB), Y10
	VMOVDQU doubleSteps<>(SB), Y11
	TURNING
	TURNED
	JMP  union

avx512:
	TURNED512

union:
	UNION
	VZEROUPPER
	MOVQ    AX, ret+24(FP)
	RET

portable:
	JMP ·portableFlips(SB)

// func Replies(sq int, p, o uint64) (flips, replies uint64)
TEXT ·Replies(SB), NOSPLIT|NOFRAME, $0-40
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ sq+0(FP), CX
	ANDL $63, CX
	LINES
	VPBROADCASTQ p+8(FP), Y0
	VPBROADCASTQ o+16(FP), Y1
	CONSTANTS
	CMPB ·kernels(SB), $1
	JNE  avx512
	TURNING
	TURNED
	EVERYWHERE
	VMOVQ X3, AX
	MOVQ  AX, flips+24(FP)
	CHILD
	RUNS
	FILL
	BEHIND
	VZEROUPPER
	MOVQ AX, replies+32(FP)
	RET

avx512:
	TURNED512
	EVERYWHERE
	VMOVQ X3, AX
	MOVQ  AX, flips+24(FP)
	CHILD
	RUNS
	FILL512
	BEHIND
	VZEROUPPER
	MOVQ AX, replies+32(FP)
	RET

portable:
	JMP ·portableReplies(SB)

// func Children(list *[64]Child, p, o, legal uint64)
TEXT ·Children(SB), NOSPLIT|NOFRAME, $0-32
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ list+0(FP), DI
	MOVQ legal+24(FP), R8
	CONSTANTS
	CMPB ·kernels(SB), $1
	JNE  start512
	JMP  start

child:
	TZCNTQ R8, CX
	BLSRQ  R8, R8
	LINES
	VPBROADCASTQ p+8(FP), Y0
	VPBROADCASTQ o+16(FP), Y1
	TURNING
	TURNED
	EVERYWHERE
	VMOVQ X3, (DI)
	CHILD
	RUNS
	FILL
	BEHIND
	MOVQ AX, 8(DI)
	MOVL CX, 16(DI)
	ADDQ $24, DI

start:
	TESTQ R8, R8
	JNZ  child
	VZEROUPPER
	RET

child512:
	TZCNTQ R8, CX
	BLSRQ  R8, R8
	LINES
	VPBROADCASTQ p+8(FP), Y0
	VPBROADCASTQ o+16(FP), Y1
	TURNED512
	EVERYWHERE
	VMOVQ X3, (DI)
	CHILD
	RUNS
	FILL512
	BEHIND
	MOVQ AX, 8(DI)
	MOVL CX, 16(DI)
	ADDQ $24, DI

start512:
	TESTQ R8, R8
	JNZ  child512
	VZEROUPPER
	RET

portable:
	JMP ·portableChildren(SB)
