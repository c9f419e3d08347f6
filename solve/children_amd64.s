//go:build amd64 && !purego

#include "textflag.h"
#include "../bitboard/kernels_amd64.h"

// Registers:
#define LIST    DI
#define LEGAL   R8 // remaining moves
#define EMPTY   R9
#define CORNERS R10
#define EVEN    R11
#define PLACE   R12
#define LEAST   R13
#define SECOND  SI // second square of a pair; the first is in CX

// LISTED writes an element of the list, except its flips. The move is in CX, and the squares behind the runs of the
// other side after it are in AX. It changes DX.
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

// func listChildren(list *[64]Child, n Node, legal, corners, even bitboard.Set) (least int32)
TEXT ·listChildren(SB), NOSPLIT|NOFRAME, $0-60
	CMPB ·kernels(SB), $1
	JB   portable
	MOVQ list+0(FP), LIST
	MOVQ legal+32(FP), LEGAL
	MOVQ n_Empty+24(FP), EMPTY
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
	VPBROADCASTQ n_Mover+8(FP), Y0
	VPBROADCASTQ n_Other+16(FP), Y1
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
	VPBROADCASTQ n_Mover+8(FP), Z16
	VPBROADCASTQ n_Other+16(FP), Z17
	PAIRING

pair: // an odd last move is paired with itself, and the element written behind the list is not used
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
