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

// func MovesOfBoth(p, o uint64) (mine, theirs uint64)
TEXT ·MovesOfBoth(SB), NOSPLIT|NOFRAME, $0-32
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

// func MovesAfter(sq int, p, o uint64) (flips, replies, later uint64)
TEXT ·MovesAfter(SB), NOSPLIT|NOFRAME, $0-48
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

// While children are listed:
#define LIST    DI
#define LEGAL   R8 // the moves to come
#define EMPTY   R9
#define CORNERS R10
#define EVEN    R11
#define PLACE   R12
#define LEAST   R13
#define SECOND  SI // of two squares, the other being in CX

// LISTED completes a member of the list but for its flips. The move is in CX, the squares behind the runs that it leaves are in AX. It uses DX.
#define LISTED \
	ANDQ    EMPTY, AX \
	BTRQ    CX, AX \
	MOVQ    AX, 8(LIST) \
	MOVL    CX, 16(LIST) \
	POPCNTQ AX, DX \
	ANDQ    CORNERS, AX \
	POPCNTQ AX, AX \
	ADDL    AX, DX \
	BTQ     CX, EVEN \
	ADCL    DX, DX \
	SHLL    $6, DX \
	ORL     PLACE, DX \
	MOVL    DX, 20(LIST) \
	CMPL    DX, LEAST \
	CMOVLLT DX, LEAST \
	INCL    PLACE \
	ADDQ    $24, LIST

// func Children(list *[64]Child, p, o, legal, empty, corners, even uint64) (least int32)
TEXT ·Children(SB), NOSPLIT|NOFRAME, $0-60
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ list+0(FP), LIST
	MOVQ legal+24(FP), LEGAL
	MOVQ empty+32(FP), EMPTY
	MOVQ corners+40(FP), CORNERS
	MOVQ even+48(FP), EVEN
	XORL PLACE, PLACE
	MOVL $0x7fffffff, LEAST
	TESTQ LEGAL, LEGAL
	JZ   done
	CMPB ·kernels(SB), $1
	JNE  avx512
	CONSTANTS

child:
	TZCNTQ LEGAL, CX
	BLSRQ  LEGAL, LEGAL
	LINES
	VPBROADCASTQ p+8(FP), Y0
	VPBROADCASTQ o+16(FP), Y1
	TURNING
	TURNED
	EVERYWHERE
	VMOVQ X3, (LIST)
	CHILD
	RUNS
	FILL
	BEHIND
	LISTED
	TESTQ LEGAL, LEGAL
	JNZ  child

done:
	VZEROUPPER
	MOVL LEAST, least+56(FP)
	RET

avx512:
	VPBROADCASTQ p+8(FP), Z16
	VPBROADCASTQ o+16(FP), Z17
	PAIRING

pair: // the last move makes a pair with itself, when it is left alone: what is written behind the list is nobody's
	TZCNTQ LEGAL, CX
	BLSRQ  LEGAL, LEGAL
	TZCNTQ LEGAL, SECOND
	TESTQ  LEGAL, LEGAL
	CMOVLEQ CX, SECOND
	BLSRQ  LEGAL, LEGAL
	LINEPAIR
	TURNEDPAIR
	UNIONPAIR
	VMOVQ X3, (LIST)
	VMOVQ X4, 24(LIST)
	CHILDPAIR
	BEHINDPAIR
	UNIONPAIR
	VMOVQ X3, AX
	LISTED
	VMOVQ X4, AX
	MOVL  SECOND, CX
	LISTED
	TESTQ LEGAL, LEGAL
	JNZ  pair
	JMP  done

portable:
	JMP ·portableChildren(SB)
