//go:build amd64 && !purego

#include "textflag.h"
#include "../bitboard/kernels_amd64.h"

// The whole search of the last empty squares is one function, because calls for each square would take half of the
// time. It enters the same positions in the same order as portableFinish, with a stack of levels instead of
// recursion.

DATA columnA<>+0(SB)/8, $0x0101010101010101
GLOBL columnA<>(SB), RODATA|NOPTR, $8

// Registers of the level that is being searched:
#define MOVER  SI
#define OTHER  DI
#define TRIED  R8  // empty squares to try first
#define LATER  R9  // empty squares to try after them
#define EMPTY  R10
#define BEST   R11
#define ODD    R14 // odd regions; bit PASSED is set after a pass
#define PASSED 5
#define LEVEL  R15 // points to the fields below, which are in memory

#define ALPHA      0
#define BETA       8
#define SAVEDMOVER 16 // this field and those below are used while the next level is searched
#define SAVEDOTHER 24
#define SAVEDTRIED 32
#define SAVEDLATER 40
#define SAVEDEMPTY 48
#define SAVEDBEST  56
#define SAVEDODD   64
#define LEVELSIZE  72

// Five empty squares need at most six levels: for each number of empty squares down to three, one for the position
// and one after a pass.
#define LEVELS locals-512(SP)
#define THEIRS locals-16(SP) // discs of the side that does not play on the last square
#define NODES  locals-8(SP)

// Variables of the search of two empty squares:
#define ENOUGH     locals-24(SP) // a score that causes a cutoff
#define SKIPPED    locals-32(SP) // 1 after a pass
#define LOWER      locals-40(SP) // the two squares
#define UPPER      locals-48(SP)
#define UPPERTURNS locals-56(SP) // discs flipped by a move on UPPER
#define TWOMOVER   locals-64(SP)
#define TWOOTHER   locals-72(SP)
#define TWOBEST    locals-80(SP)

#define NOTHING $-65 // less than any score

// LASTFLIPS sets AX to the number of discs that the side with the discs BX flips by a move on the square CX, as
// LastFlips. It changes DX, R12 and R13.
#define LASTFLIPS \
	MOVL    CX, R12 \
	SHLL    $5, R12 \
	LEAQ    LASTLINES(SB), DX \
	ADDQ    DX, R12 \
	MOVL    CX, DX \
	ANDL    $7, DX \
	SHLL    $8, DX \
	LEAQ    LINELAST(SB), R13 \
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
	LEAQ    LINELAST(SB), R12 \
	ADDQ    R12, DX \
	MOVBLZX (DX)(R13*1), R13 \
	ADDL    R13, AX

// FINAL sets AX to the score of a finished game for the side with AX discs against BX discs, as finalScore. Empty squares
// count for the winner. It changes BX and DX.
#define FINAL \
	MOVQ squares+40(FP), DX \
	SUBQ AX, DX \
	SUBQ BX, DX \
	SUBQ BX, AX \
	CMOVQEQ AX, DX \
	MOVQ AX, BX \
	SARQ $63, BX \
	XORQ BX, DX \
	SUBQ BX, DX \
	ADDQ DX, AX

// LASTSCORE sets AX to the score of a position with the only empty square CX for the side to move, which has the
// discs BX against AX, and jumps to out. It changes BX, DX, R12 and R13.
#define LASTSCORE(pass, over, out) \
	MOVQ AX, THEIRS \
	LASTFLIPS \
	TESTL AX, AX \
	JZ   pass \
	POPCNTQ BX, BX \
	LEAQ 1(BX)(AX*1), AX \
	ADDQ AX, AX \
	SUBQ squares+40(FP), AX \
	JMP  out \
pass: \
	MOVQ BX, DX \
	MOVQ THEIRS, BX \
	MOVQ DX, THEIRS \
	LASTFLIPS \
	POPCNTQ THEIRS, DX \
	TESTL AX, AX \
	JZ   over \
	INCQ NODES \
	SUBQ AX, DX \
	LEAQ (DX)(DX*1), AX \
	SUBQ squares+40(FP), AX \
	JMP  out \
over: \
	MOVQ DX, AX \
	POPCNTQ BX, BX \
	FINAL \
	JMP  out

// func finishFew(n Node, alpha, beta, squares int, odd regionSet) (score, nodes int)
TEXT ·finishFew(SB), NOSPLIT|NOFRAME, $0-72
	CMPB ·kernels(SB), $1
	JB   portable
	POPCNTQ n_Empty+16(FP), AX
	SUBQ $3, AX
	CMPQ AX, $2
	JHI  portable // fewer than three or more than five empty squares
	JMP  finish<>(SB)

portable:
	JMP ·portableFinish(SB)

// finish is the rest of finishFew. It has a frame, so it cannot jump to portableFinish.
TEXT finish<>(SB), NOSPLIT, $512-72
	MOVQ n_Mover+0(FP), MOVER
	MOVQ n_Other+8(FP), OTHER
	MOVQ n_Empty+16(FP), EMPTY
	MOVQ alpha+24(FP), AX
	MOVQ beta+32(FP), BX
	MOVBLZX odd+48(FP), ODD
	ANDL $31, ODD
	MOVQ $0, NODES
	LEAQ LEVELS, LEVEL
	VMOVDQU steps<>(SB), Y10
	VMOVDQU doubleSteps<>(SB), Y11
	TURNING

enter: // alpha is in AX, beta in BX
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
	JMP  turned

avx512:
	TURNED512

turned:
	UNION
	TESTQ AX, AX
	JZ   next // not legal
	INCQ NODES
	ANDNQ OTHER, AX, BX // discs of the next side to move
	ORQ  MOVER, AX
	BTSQ CX, AX // discs of the side that has moved
	MOVQ EMPTY, DX
	BTRQ CX, DX
	BLSRQ DX, R12
	BLSRQ R12, R13
	JNZ  deeper

	// With two empty squares, the flips of both are computed before either move is tested, and no level is needed. Both
	// are in odd regions or neither is, so they are tried in board order. Y12 and Y15 hold the discs of the level.
	VMOVDQA Y0, Y12
	VMOVDQA Y1, Y15
	MOVQ ALPHA(LEVEL), R12
	CMPQ R12, BEST
	CMOVQLT BEST, R12
	NEGQ R12
	MOVQ R12, ENOUGH
	MOVQ $0, SKIPPED
	TZCNTQ DX, CX
	MOVQ CX, LOWER
	BLSRQ DX, DX
	TZCNTQ DX, CX
	MOVQ CX, UPPER

two: // BX is to move against AX
	MOVQ BX, TWOMOVER
	MOVQ AX, TWOOTHER
	VMOVQ BX, X0
	VMOVQ AX, X1
	VPBROADCASTQ X0, Y0
	VPBROADCASTQ X1, Y1
	MOVQ LOWER, CX
	LINES
	CMPB ·kernels(SB), $1
	JNE  two512
	TURNED
	UNION
	MOVQ AX, R12
	MOVQ UPPER, CX
	LINES
	TURNED
	UNION
	JMP  lower

two512:
	TURNED512
	UNION
	MOVQ AX, R12
	MOVQ UPPER, CX
	LINES
	TURNED512
	UNION

lower:
	MOVQ AX, UPPERTURNS
	MOVQ NOTHING, TWOBEST
	TESTQ R12, R12
	JZ   upper
	INCQ NODES
	ANDNQ TWOOTHER, R12, BX
	MOVQ TWOMOVER, AX
	ORQ  R12, AX
	MOVQ LOWER, DX
	BTSQ DX, AX
	LASTSCORE(lowerPass, lowerOver, lowerScore)

lowerScore:
	NEGQ AX
	MOVQ AX, TWOBEST
	CMPQ AX, ENOUGH
	JGE  twoScore

upper:
	MOVQ UPPERTURNS, R12
	TESTQ R12, R12
	JZ   twoAll
	INCQ NODES
	ANDNQ TWOOTHER, R12, BX
	MOVQ TWOMOVER, AX
	ORQ  R12, AX
	MOVQ UPPER, DX
	BTSQ DX, AX
	MOVQ LOWER, CX
	LASTSCORE(upperPass, upperOver, upperScore)

upperScore:
	NEGQ AX
	CMPQ AX, TWOBEST
	CMOVQLT TWOBEST, AX
	JMP  twoScore

twoAll:
	MOVQ TWOBEST, AX
	CMPQ AX, NOTHING
	JEQ  twoPass

twoScore:
	VMOVDQA Y12, Y0
	VMOVDQA Y15, Y1
	CMPQ SKIPPED, $0
	JEQ  value
	NEGQ AX
	JMP  value

twoPass:
	CMPQ SKIPPED, $0
	JNE  twoOver
	INCQ NODES
	MOVQ $1, SKIPPED
	MOVQ BETA(LEVEL), AX
	MOVQ AX, ENOUGH
	MOVQ TWOOTHER, BX
	MOVQ TWOMOVER, AX
	JMP  two

twoOver:
	POPCNTQ TWOMOVER, AX
	POPCNTQ TWOOTHER, BX
	FINAL
	JMP  twoScore

value: // AX is the value of the position after the move
	NEGQ AX
	CMPQ AX, BEST
	JLE  next
	MOVQ AX, BEST
	CMPQ AX, BETA(LEVEL)
	JLT  next

back: // return BEST to the level above
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

deeper: // after a move on CX: BX is to move against AX, the empty squares are DX
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
	BTCL CX, ODD // see regionSet.after
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

all: // all squares have been tried
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
	FINAL
	MOVQ AX, BEST
	JMP  back

done:
	MOVQ BEST, score+56(FP)
	MOVQ NODES, AX
	MOVQ AX, nodes+64(FP)
	VZEROUPPER
	RET
