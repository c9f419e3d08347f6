//go:build amd64 && !purego

#include "textflag.h"
#include "kernels_amd64.h"

// A whole search of the last empty squares in one function: called square by square, it would spend half of its time in being called. It enters
// the same positions in the same order as portableFinish, with a list of levels of its own instead of recursion.

DATA columnA<>+0(SB)/8, $0x0101010101010101
GLOBL columnA<>(SB), RODATA|NOPTR, $8

// While a level is searched, these registers are its own:
#define MOVER  SI
#define OTHER  DI
#define TRIED  R8  // the empty squares to be tried now,
#define LATER  R9  // and those to be tried after them
#define EMPTY  R10
#define BEST   R11
#define ODD    R14 // the regions, and PASSED when the move before was a pass
#define PASSED 5
#define LEVEL  R15 // points at the rest, which is in memory:

#define ALPHA      0
#define BETA       8
#define SAVEDMOVER 16 // from here on only while the level below is searched
#define SAVEDOTHER 24
#define SAVEDTRIED 32
#define SAVEDLATER 40
#define SAVEDEMPTY 48
#define SAVEDBEST  56
#define SAVEDODD   64
#define LEVELSIZE  72

// Five empty squares make at most eight levels: one for each number of empty squares but one, and for each another after a pass.
#define LEVELS locals-592(SP)
#define THEIRS locals-16(SP) // the discs of the side that does not play on the last square
#define NODES  locals-8(SP)

#define NOTHING $-65 // less than any score

// LASTFLIPS leaves in AX how many discs the side with BX turns over by playing on the square in CX, as LastFlips says. It uses DX, R12 and R13.
#define LASTFLIPS \
	MOVL    CX, R12 \
	SHLL    $5, R12 \
	LEAQ    ·lastLines(SB), DX \
	ADDQ    DX, R12 \
	MOVL    CX, DX \
	ANDL    $7, DX \
	SHLL    $8, DX \
	LEAQ    ·lineLast(SB), R13 \
	ADDQ    R13, DX \
	MOVL    CX, AX \
	ANDL    $56, AX \
	SHRXQ   AX, BX, R13 \
	MOVBLZX R13, R13 \
	MOVBLZX (DX)(R13*1), AX \
	MOVQ    16(R12), R13 \
	ANDQ    BX, R13 \
	IMULQ   columnA<>(SB), R13 \
	SHRQ    $56, R13 \
	MOVBLZX (DX)(R13*1), R13 \
	ADDL    R13, AX \
	MOVQ    24(R12), R13 \
	ANDQ    BX, R13 \
	IMULQ   columnA<>(SB), R13 \
	SHRQ    $56, R13 \
	MOVBLZX (DX)(R13*1), R13 \
	ADDL    R13, AX \
	MOVQ    (R12), R13 \
	ANDQ    BX, R13 \
	IMULQ   8(R12), R13 \
	SHRQ    $56, R13 \
	MOVL    CX, DX \
	ANDL    $56, DX \
	SHLL    $5, DX \
	LEAQ    ·lineLast(SB), R12 \
	ADDQ    R12, DX \
	MOVBLZX (DX)(R13*1), R13 \
	ADDL    R13, AX

// func Finish(p, o, empty uint64, alpha, beta, squares int, odd Regions) (score, nodes int)
TEXT ·Finish(SB), NOSPLIT|NOFRAME, $0-72
	CMPB ·kernels(SB), $1
	JB   portable
	POPCNTQ empty+16(FP), AX
	SUBQ $2, AX
	CMPQ AX, $3
	JHI  portable // fewer than two empty squares, or more than there are levels for
	JMP  finish<>(SB)

portable:
	JMP ·portableFinish(SB)

// finish goes on where Finish began: with a frame, which cannot be left for another function.
TEXT finish<>(SB), NOSPLIT, $592-72
	MOVQ p+0(FP), MOVER
	MOVQ o+8(FP), OTHER
	MOVQ empty+16(FP), EMPTY
	MOVQ alpha+24(FP), AX
	MOVQ beta+32(FP), BX
	MOVBLZX odd+48(FP), ODD
	ANDL $31, ODD
	MOVQ $0, NODES
	LEAQ LEVELS, LEVEL
	VMOVDQU steps<>(SB), Y10
	VMOVDQU doubleSteps<>(SB), Y11
	TURNING

enter: // with alpha in AX and beta in BX
	MOVQ AX, ALPHA(LEVEL)
	MOVQ BX, BETA(LEVEL)
	VMOVQ MOVER, X0
	VMOVQ OTHER, X1
	VPBROADCASTQ X0, Y0
	VPBROADCASTQ X1, Y1
	MOVL ODD, AX
	ANDL $31, AX
	LEAQ ·regionSquares(SB), BX
	MOVQ (BX)(AX*8), TRIED
	ANDNQ EMPTY, TRIED, LATER
	ANDQ EMPTY, TRIED
	MOVQ NOTHING, BEST

next:
	TESTQ TRIED, TRIED
	JNZ  try
	MOVQ LATER, TRIED
	XORL LATER, LATER
	TESTQ TRIED, TRIED
	JZ   all

try:
	TZCNTQ TRIED, CX
	BLSRQ  TRIED, TRIED
	LINES
	CMPB ·kernels(SB), $1
	JNE  avx512
	TURNED
	VPTEST Y3, Y3
	JZ   next // not legal
	JMP  legal

avx512:
	TURNED512
	VPTEST Y3, Y3
	JZ   next

legal:
	UNION
	INCQ NODES
	ANDNQ OTHER, AX, BX // who is to move now
	ORQ  MOVER, AX
	BTSQ CX, AX // and the other side
	MOVQ EMPTY, DX
	BTRQ CX, DX
	BLSRQ DX, R12
	JNZ  deeper

	// One square is left: what it comes to is counted.
	TZCNTQ DX, CX
	MOVQ AX, THEIRS
	LASTFLIPS
	TESTL AX, AX
	JZ   lastPass
	POPCNTQ BX, BX
	LEAQ 1(BX)(AX*1), AX
	ADDQ AX, AX
	SUBQ squares+40(FP), AX
	JMP  value

lastPass:
	MOVQ BX, DX
	MOVQ THEIRS, BX
	MOVQ DX, THEIRS
	LASTFLIPS
	POPCNTQ THEIRS, DX // now those of the side that passed
	TESTL AX, AX
	JZ   lastOver
	INCQ NODES
	SUBQ AX, DX
	LEAQ (DX)(DX*1), AX
	SUBQ squares+40(FP), AX
	JMP  value

lastOver:
	POPCNTQ BX, BX
	MOVQ squares+40(FP), AX
	CMPQ DX, BX
	JLT  lastLost
	JEQ  lastDrawn
	SUBQ BX, AX
	SUBQ BX, AX
	JMP  value

lastLost:
	ADDQ DX, DX
	SUBQ AX, DX
	MOVQ DX, AX
	JMP  value

lastDrawn:
	XORL AX, AX

value: // of the position behind the move, in AX
	NEGQ AX
	CMPQ AX, BEST
	JLE  next
	MOVQ AX, BEST
	CMPQ AX, BETA(LEVEL)
	JLT  next

back: // to the level above, with best
	LEAQ LEVELS, AX
	CMPQ AX, LEVEL
	JEQ  done
	MOVQ BEST, AX
	SUBQ $LEVELSIZE, LEVEL
	VPBROADCASTQ SAVEDMOVER(LEVEL), Y0
	VPBROADCASTQ SAVEDOTHER(LEVEL), Y1
	MOVQ SAVEDMOVER(LEVEL), MOVER
	MOVQ SAVEDOTHER(LEVEL), OTHER
	MOVQ SAVEDTRIED(LEVEL), TRIED
	MOVQ SAVEDLATER(LEVEL), LATER
	MOVQ SAVEDEMPTY(LEVEL), EMPTY
	MOVQ SAVEDBEST(LEVEL), BEST
	MOVQ SAVEDODD(LEVEL), ODD
	JMP  value

deeper: // BX moves against AX, on DX, after a move on CX
	MOVQ MOVER, SAVEDMOVER(LEVEL)
	MOVQ OTHER, SAVEDOTHER(LEVEL)
	MOVQ TRIED, SAVEDTRIED(LEVEL)
	MOVQ LATER, SAVEDLATER(LEVEL)
	MOVQ EMPTY, SAVEDEMPTY(LEVEL)
	MOVQ BEST, SAVEDBEST(LEVEL)
	MOVQ ODD, SAVEDODD(LEVEL)
	MOVQ BX, MOVER
	MOVQ AX, OTHER
	MOVQ DX, EMPTY
	MOVL CX, AX
	SHRL $2, AX
	ANDL $1, AX
	SHRL $4, CX
	ANDL $2, CX
	ORL  AX, CX
	BTCL CX, ODD // see Regions.After
	ANDL $31, ODD

below:
	MOVQ ALPHA(LEVEL), BX
	CMPQ BX, BEST
	CMOVQLT BEST, BX
	NEGQ BX
	MOVQ BETA(LEVEL), AX
	NEGQ AX
	ADDQ $LEVELSIZE, LEVEL
	JMP  enter

all: // squares have been tried
	CMPQ BEST, NOTHING
	JNE  back
	BTL  $PASSED, ODD
	JCS  over
	MOVQ MOVER, SAVEDMOVER(LEVEL)
	MOVQ OTHER, SAVEDOTHER(LEVEL)
	MOVQ $0, SAVEDTRIED(LEVEL)
	MOVQ $0, SAVEDLATER(LEVEL)
	MOVQ EMPTY, SAVEDEMPTY(LEVEL)
	MOVQ BEST, SAVEDBEST(LEVEL)
	MOVQ ODD, SAVEDODD(LEVEL)
	INCQ NODES
	XCHGQ MOVER, OTHER
	BTSL $PASSED, ODD
	JMP  below

over: // neither side can move
	POPCNTQ MOVER, AX
	POPCNTQ OTHER, BX
	MOVQ squares+40(FP), BEST
	CMPQ AX, BX
	JLT  lost
	JEQ  drawn
	SUBQ BX, BEST
	SUBQ BX, BEST
	JMP  back

lost:
	ADDQ AX, AX
	SUBQ BEST, AX
	MOVQ AX, BEST
	JMP  back

drawn:
	XORL BEST, BEST
	JMP  back

done:
	MOVQ BEST, score+56(FP)
	MOVQ NODES, AX
	MOVQ AX, nodes+64(FP)
	VZEROUPPER
	RET
