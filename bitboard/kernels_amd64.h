// The macros of the kernels of packages bitboard and solve. The tables that the assembly of both packages reads are
// in package bitboard, and their names include the package.
#define RAYS      github·com∕kaeshi∕kaeshi∕bitboard·rays
#define LASTLINES github·com∕kaeshi∕kaeshi∕bitboard·lastLines
#define LINELAST  github·com∕kaeshi∕kaeshi∕bitboard·lineLast

// The kernels process four lines at a time: each 64-bit lane of a register holds the board for one line, in the
// order of steps. They return the same results as the portable functions. Only instructions that begin with V use
// vector registers, and VZEROUPPER precedes each return, because mixing in older vector instructions takes longer
// than a whole kernel.

DATA steps<>+0(SB)/8, $1  // row
DATA steps<>+8(SB)/8, $8  // column
DATA steps<>+16(SB)/8, $9 // diagonal
DATA steps<>+24(SB)/8, $7 // antidiagonal
GLOBL steps<>(SB), RODATA|NOPTR, $32

DATA doubleSteps<>+0(SB)/8, $2
DATA doubleSteps<>+8(SB)/8, $16
DATA doubleSteps<>+16(SB)/8, $18
DATA doubleSteps<>+24(SB)/8, $14
GLOBL doubleSteps<>(SB), RODATA|NOPTR, $32

// turnable: discs on the side columns are not flipped along lines that change column.
DATA turnable<>+0(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA turnable<>+8(SB)/8, $0xffffffffffffffff
DATA turnable<>+16(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA turnable<>+24(SB)/8, $0x7e7e7e7e7e7e7e7e
GLOBL turnable<>(SB), RODATA|NOPTR, $32

DATA topBit<>+0(SB)/8, $0x8000000000000000
GLOBL topBit<>(SB), RODATA|NOPTR, $8

// CONSTANTS sets Y10 to steps, Y11 to doubleSteps and Y12 to turnable, which the other macros use.
#define CONSTANTS \
	VMOVDQU steps<>(SB), Y10 \
	VMOVDQU doubleSteps<>(SB), Y11 \
	VMOVDQU turnable<>(SB), Y12

// RUNS begins the moves of Y0 against Y1. Y1 becomes m, the discs that can be flipped. Y3 and Y4 become the first
// discs of the runs of m above and below a disc of Y0, and Y5 and Y6 the squares one step further. Y7 and Y8 become
// the members of m with another member below and above.
#define RUNS \
	VPAND   Y12, Y1, Y1 \
	VPSLLVQ Y10, Y0, Y3 \
	VPSRLVQ Y10, Y0, Y4 \
	VPAND   Y1, Y3, Y3 \
	VPAND   Y1, Y4, Y4 \
	VPSLLVQ Y10, Y1, Y7 \
	VPSRLVQ Y10, Y1, Y8 \
	VPAND   Y1, Y7, Y7 \
	VPAND   Y1, Y8, Y8 \
	VPSLLVQ Y10, Y3, Y5 \
	VPSRLVQ Y10, Y4, Y6

// TWOFURTHER extends the runs in Y3 and Y4 by two squares.
#define TWOFURTHER \
	VPSLLVQ Y11, Y3, Y5 \
	VPSRLVQ Y11, Y4, Y6 \
	VPAND   Y7, Y5, Y5 \
	VPAND   Y8, Y6, Y6 \
	VPOR    Y5, Y3, Y3 \
	VPOR    Y6, Y4, Y4

#define TWOFURTHER512 \
	VPSLLVQ Y11, Y3, Y5 \
	VPSRLVQ Y11, Y4, Y6 \
	VPTERNLOGQ $0xf8, Y7, Y5, Y3 \
	VPTERNLOGQ $0xf8, Y8, Y6, Y4

// FILL extends the runs to two, four and six squares. $0xf8: A | B & C.
#define FILL \
	VPAND Y1, Y5, Y5 \
	VPAND Y1, Y6, Y6 \
	VPOR  Y5, Y3, Y3 \
	VPOR  Y6, Y4, Y4 \
	TWOFURTHER \
	TWOFURTHER

#define FILL512 \
	VPTERNLOGQ $0xf8, Y1, Y5, Y3 \
	VPTERNLOGQ $0xf8, Y1, Y6, Y4 \
	TWOFURTHER512 \
	TWOFURTHER512

// BEHIND sets AX to the squares behind the runs, including occupied ones.
#define BEHIND \
	VPSLLVQ Y10, Y3, Y3 \
	VPSRLVQ Y10, Y4, Y4 \
	VPOR    Y4, Y3, Y3 \
	UNION

// BEHINDBOTH sets DI to the squares behind the runs of Y1 that begin beside Y0, and AX to those of Y0 beside Y1.
#define BEHINDBOTH \
	VMOVDQA Y0, Y9 \
	VMOVDQA Y1, Y2 \
	RUNS \
	FILL \
	BEHIND \
	MOVQ    AX, DI \
	VMOVDQA Y9, Y1 \
	VMOVDQA Y2, Y0 \
	RUNS \
	FILL \
	BEHIND

// TURNING loads the other constants of TURNED: Y6 is 0, Y7 is -1, Y14 is four steps. TURNED does not change them.
#define TURNING \
	VPXOR    Y6, Y6, Y6 \
	VPCMPEQD Y7, Y7, Y7 \
	VPADDQ   Y11, Y11, Y14

// TURNED sets each lane of Y3 to the discs of Y1 that Y0 flips by a move on a square with the lines Y2 above and Y8
// below. Above the square, the lowest square of the line that is not in Y1 ends the run. x & -x is the lowest member
// of x. Below it, the first square that ends a run and all squares beyond are filled down the line.
#define TURNED \
	VPANDN   Y2, Y1, Y3 \
	VPANDN   Y8, Y1, Y9 \
	VPSUBQ   Y3, Y6, Y3 \
	VPSRLVQ  Y10, Y9, Y13 \
	VPAND    Y0, Y2, Y5 \
	VPOR     Y13, Y9, Y9 \
	VPAND    Y5, Y3, Y3 \
	VPSRLVQ  Y11, Y9, Y13 \
	VPCMPEQQ Y6, Y3, Y5 \
	VPADDQ   Y7, Y3, Y3 \
	VPOR     Y13, Y9, Y9 \
	VPANDN   Y3, Y5, Y3 \
	VPSRLVQ  Y14, Y9, Y13 \
	VPAND    Y2, Y3, Y3 \
	VPOR     Y13, Y9, Y9 \
	VPAND    Y8, Y0, Y5 \
	VPSRLVQ  Y10, Y9, Y13 \
	VPANDN   Y9, Y13, Y13 \
	VPAND    Y5, Y13, Y13 \
	VPCMPEQQ Y6, Y13, Y13 \
	VPANDN   Y8, Y9, Y9 \
	VPANDN   Y9, Y13, Y9 \
	VPOR     Y9, Y3, Y3

// TURNED512 is TURNED for AVX-512. Below the square, the highest bit ends the run. $0xaf: C | ^A; $0x80: A & B & C.
#define TURNED512 \
	VPCMPEQD   Y7, Y7, Y7 \
	VPXOR      Y6, Y6, Y6 \
	VPANDN     Y8, Y1, Y9 \
	VMOVDQA    Y2, Y3 \
	VPTERNLOGQ $0xaf, Y1, Y2, Y3 \
	VPLZCNTQ   Y9, Y9 \
	VPBROADCASTQ topBit<>(SB), Y5 \
	VPSUBQ     Y7, Y3, Y3 \
	VPSRLVQ    Y9, Y5, Y9 \
	VPTERNLOGQ $0x80, Y0, Y2, Y3 \
	VPAND      Y0, Y9, Y9 \
	VPCMPEQQ   Y6, Y3, Y5 \
	VPADDQ     Y7, Y3, Y3 \
	VPADDQ     Y9, Y9, Y9 \
	VPANDN     Y3, Y5, Y3 \
	VPSUBQ     Y9, Y6, Y9 \
	VPAND      Y2, Y3, Y3 \
	VPTERNLOGQ $0xf8, Y8, Y9, Y3

// UNION sets AX to the union of the four lanes of Y3.
#define UNION \
	VEXTRACTI128 $1, Y3, X4 \
	VPOR    X4, X3, X3 \
	VPUNPCKHQDQ X3, X3, X4 \
	VPOR    X4, X3, X3 \
	VMOVQ   X3, AX

// EVERYWHERE sets each lane of Y3 to the union of the four lanes.
#define EVERYWHERE \
	VPERMQ  $0x4e, Y3, Y4 \
	VPOR    Y4, Y3, Y3 \
	VPSHUFD $0x4e, Y3, Y4 \
	VPOR    Y4, Y3, Y3

// LINES loads the lines through the square in CX.
#define LINES \
	MOVQ CX, AX \
	SHLQ $6, AX \
	LEAQ RAYS(SB), BX \
	VMOVDQU (BX)(AX*1), Y2 \
	VMOVDQU 32(BX)(AX*1), Y8

// CHILD plays a move on the square CX that flips the discs in every lane of Y3: Y0 and Y1 become the discs of the
// next side to move and of the other side.
#define CHILD \
	MOVL    $1, DX \
	SHLXQ   CX, DX, DX \
	VMOVQ   DX, X5 \
	VPBROADCASTQ X5, Y5 \
	VPOR    Y3, Y0, Y4 \
	VPANDN  Y1, Y3, Y0 \
	VPOR    Y5, Y4, Y1

// With registers of 512 bits, AVX-512 processes two squares at once: CX in the lower half and SECOND in the upper
// half.

// PAIRCONSTANTS is CONSTANTS for Z10 to Z12.
#define PAIRCONSTANTS \
	VBROADCASTI64X4 steps<>(SB), Z10 \
	VBROADCASTI64X4 doubleSteps<>(SB), Z11 \
	VBROADCASTI64X4 turnable<>(SB), Z12

// PAIRING loads the constants of the macros below: PAIRCONSTANTS, and Z18 with the top bits, Z19 with -1, Z20 with 0
// and Z21 with 1.
#define PAIRING \
	PAIRCONSTANTS \
	VPBROADCASTQ topBit<>(SB), Z18 \
	VPTERNLOGQ $0xff, Z19, Z19, Z19 \
	VPXORQ Z20, Z20, Z20 \
	VPSUBQ Z19, Z20, Z21

// LINEPAIR is LINES for two squares.
#define LINEPAIR \
	LEAQ RAYS(SB), BX \
	MOVL CX, AX \
	SHLL $6, AX \
	VMOVDQU (BX)(AX*1), Y2 \
	VMOVDQU 32(BX)(AX*1), Y8 \
	MOVL SECOND, AX \
	SHLL $6, AX \
	VINSERTI64X4 $1, (BX)(AX*1), Z2, Z2 \
	VINSERTI64X4 $1, 32(BX)(AX*1), Z8, Z8

// TURNEDPAIR is TURNED512 for two squares. Z16 has the discs of the side to move and Z17 those of the other side.
#define TURNEDPAIR \
	VPANDNQ    Z8, Z17, Z9 \
	VMOVDQA64  Z2, Z3 \
	VPTERNLOGQ $0xaf, Z17, Z2, Z3 \
	VPLZCNTQ   Z9, Z9 \
	VPSUBQ     Z19, Z3, Z3 \
	VPSRLVQ    Z9, Z18, Z9 \
	VPTERNLOGQ $0x80, Z16, Z2, Z3 \
	VPANDQ     Z16, Z9, Z9 \
	VPTESTMQ   Z3, Z3, K1 \
	VPADDQ     Z9, Z9, Z9 \
	VPADDQ.Z   Z19, Z3, K1, Z3 \
	VPSUBQ     Z9, Z20, Z9 \
	VPANDQ     Z2, Z3, Z3 \
	VPTERNLOGQ $0xf8, Z8, Z9, Z3

// UNIONPAIR sets all lanes of each half of Z3 to the union of that half, and Y4 to the union of the upper half.
#define UNIONPAIR \
	VPERMQ  $0x4e, Z3, Z4 \
	VPORQ   Z4, Z3, Z3 \
	VPSHUFD $0x4e, Z3, Z4 \
	VPORQ   Z4, Z3, Z3 \
	VEXTRACTI64X4 $1, Z3, Y4

// CHILDPAIR is CHILD for two moves that flip Z3. $0xfe: A | B | C.
#define CHILDPAIR \
	VPBROADCASTQ CX, Y5 \
	VPBROADCASTQ SECOND, Y6 \
	VINSERTI64X4 $1, Y6, Z5, Z5 \
	VPSLLVQ Z5, Z21, Z5 \
	VPANDNQ Z17, Z3, Z0 \
	VMOVDQA64  Z3, Z1 \
	VPTERNLOGQ $0xfe, Z16, Z5, Z1

// BEHINDPAIR is RUNS and FILL512 for two squares. It sets each lane of Z3 to the squares behind the runs.
#define BEHINDPAIR \
	VPANDQ  Z12, Z1, Z1 \
	VPSLLVQ Z10, Z0, Z3 \
	VPSRLVQ Z10, Z0, Z4 \
	VPANDQ  Z1, Z3, Z3 \
	VPANDQ  Z1, Z4, Z4 \
	VPSLLVQ Z10, Z1, Z7 \
	VPSRLVQ Z10, Z1, Z8 \
	VPANDQ  Z1, Z7, Z7 \
	VPANDQ  Z1, Z8, Z8 \
	VPSLLVQ Z10, Z3, Z5 \
	VPSRLVQ Z10, Z4, Z6 \
	VPTERNLOGQ $0xf8, Z1, Z5, Z3 \
	VPTERNLOGQ $0xf8, Z1, Z6, Z4 \
	VPSLLVQ Z11, Z3, Z5 \
	VPSRLVQ Z11, Z4, Z6 \
	VPTERNLOGQ $0xf8, Z7, Z5, Z3 \
	VPTERNLOGQ $0xf8, Z8, Z6, Z4 \
	VPSLLVQ Z11, Z3, Z5 \
	VPSRLVQ Z11, Z4, Z6 \
	VPTERNLOGQ $0xf8, Z7, Z5, Z3 \
	VPTERNLOGQ $0xf8, Z8, Z6, Z4 \
	VPSLLVQ Z10, Z3, Z3 \
	VPSRLVQ Z10, Z4, Z4 \
	VPORQ   Z4, Z3, Z3

// BEHINDBOTH512 is BEHINDBOTH with the two sides as a pair. It loads its own constants.
#define BEHINDBOTH512 \
	PAIRCONSTANTS \
	VMOVDQA Y0, Y2 \
	VINSERTI64X4 $1, Y1, Z0, Z0 \
	VINSERTI64X4 $1, Y2, Z1, Z1 \
	BEHINDPAIR \
	UNIONPAIR \
	VMOVQ X3, DI \
	VMOVQ X4, AX
