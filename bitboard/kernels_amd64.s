//go:build amd64 && !purego

#include "textflag.h"
#include "kernels_amd64.h"

// func moves(p, o uint64) uint64
TEXT ·moves(SB), NOSPLIT|NOFRAME, $0-24
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
	ANDNQ AX, BX, AX
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET

avx512:
	FILL512
	ORQ  o+8(FP), BX
	BEHIND
	ANDNQ AX, BX, AX
	VZEROUPPER
	MOVQ AX, ret+16(FP)
	RET

portable:
	JMP ·portableMoves(SB)

// func movesOfBoth(p, o uint64) (mine, theirs uint64)
TEXT ·movesOfBoth(SB), NOSPLIT|NOFRAME, $0-32
	CMPB ·kernels(SB), $1
	JB   portable
	VPBROADCASTQ p+0(FP), Y0
	VPBROADCASTQ o+8(FP), Y1
	MOVQ p+0(FP), BX
	ORQ  o+8(FP), BX
	CMPB ·kernels(SB), $1
	JNE  avx512
	CONSTANTS
	BEHINDBOTH

done:
	ANDNQ DI, BX, DI
	ANDNQ AX, BX, AX
	VZEROUPPER
	MOVQ DI, mine+16(FP)
	MOVQ AX, theirs+24(FP)
	RET

avx512:
	BEHINDBOTH512
	JMP done

portable:
	JMP ·portableMovesOfBoth(SB)

// func flips(sq int, p, o uint64) uint64
TEXT ·flips(SB), NOSPLIT|NOFRAME, $0-32
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

// func repliesTo(sq int, p, o uint64) (flips, replies uint64)
TEXT ·repliesTo(SB), NOSPLIT|NOFRAME, $0-40
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
	MOVQ  p+8(FP), BX
	ORQ   o+16(FP), BX
	ANDNQ AX, BX, AX
	BTRQ  CX, AX
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
	MOVQ  p+8(FP), BX
	ORQ   o+16(FP), BX
	ANDNQ AX, BX, AX
	BTRQ  CX, AX
	VZEROUPPER
	MOVQ AX, replies+32(FP)
	RET

portable:
	JMP ·portableReplies(SB)

// func movesAfter(sq int, p, o uint64) (flips, replies, later uint64)
TEXT ·movesAfter(SB), NOSPLIT|NOFRAME, $0-48
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ sq+0(FP), CX
	ANDL $63, CX
	LINES
	VPBROADCASTQ p+8(FP), Y0
	VPBROADCASTQ o+16(FP), Y1
	MOVQ p+8(FP), SI
	ORQ  o+16(FP), SI
	BTSQ CX, SI
	CMPB ·kernels(SB), $1
	JNE  avx512
	CONSTANTS
	TURNING
	TURNED
	EVERYWHERE
	VMOVQ X3, AX
	MOVQ  AX, flips+24(FP)
	CHILD
	BEHINDBOTH

done:
	ANDNQ DI, SI, DI
	ANDNQ AX, SI, AX
	VZEROUPPER
	MOVQ DI, replies+32(FP)
	MOVQ AX, later+40(FP)
	RET

avx512:
	TURNED512
	EVERYWHERE
	VMOVQ X3, AX
	MOVQ  AX, flips+24(FP)
	CHILD
	BEHINDBOTH512
	JMP done

portable:
	JMP ·portableMovesAfter(SB)
