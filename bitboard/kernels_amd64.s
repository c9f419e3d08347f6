//go:build amd64 && !purego

#include "textflag.h"

// Four lines at a time: each 64-bit lane of a register holds the board for one line, in the order of steps. The portable
// functions of this package are what these must equal. Only instructions with a V in front touch vectors, and the upper halves
// are cleared before returning: mixing in one of the older kind costs more than a whole kernel.

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

// Discs on the side columns are turned along no line that changes column.
DATA turnable<>+0(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA turnable<>+8(SB)/8, $0xffffffffffffffff
DATA turnable<>+16(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA turnable<>+24(SB)/8, $0x7e7e7e7e7e7e7e7e
GLOBL turnable<>(SB), RODATA|NOPTR, $32

DATA topBit<>+0(SB)/8, $0x8000000000000000
GLOBL topBit<>(SB), RODATA|NOPTR, $8

// UNION leaves the union of the four lanes of Y3 in AX; it uses X4.
#define UNION \
	VEXTRACTI128 $1, Y3, X4 \
	VPOR X4, X3, X3 \
	VPUNPCKHQDQ X3, X3, X4 \
	VPOR X4, X3, X3 \
	VMOVQ X3, AX \
	VZEROUPPER

// func Moves(p, o uint64) uint64
//
// Y1 is m, what can be turned; Y3 and Y4 grow to the runs of m that begin one step above, and below, a member of p.
TEXT ·Moves(SB), NOSPLIT|NOFRAME, $0-24
	CMPB ·kernels(SB), $1
	JB   portable
	VPBROADCASTQ p+0(FP), Y0
	VPBROADCASTQ o+8(FP), Y1
	VMOVDQU steps<>(SB), Y2
	VMOVDQU doubleSteps<>(SB), Y9
	VPAND   turnable<>(SB), Y1, Y1
	VPSLLVQ Y2, Y0, Y3
	VPSRLVQ Y2, Y0, Y4
	VPAND   Y1, Y3, Y3
	VPAND   Y1, Y4, Y4
	VPSLLVQ Y2, Y1, Y7
	VPSRLVQ Y2, Y1, Y8
	VPAND   Y1, Y7, Y7       // members of m with one more below, and above
	VPAND   Y1, Y8, Y8
	VPSLLVQ Y2, Y3, Y5
	VPSRLVQ Y2, Y4, Y6
	JNE     avx512

	VPAND   Y1, Y5, Y5
	VPAND   Y1, Y6, Y6
	VPOR    Y5, Y3, Y3       // up to two of a run
	VPOR    Y6, Y4, Y4
	VPSLLVQ Y9, Y3, Y5
	VPSRLVQ Y9, Y4, Y6
	VPAND   Y7, Y5, Y5
	VPAND   Y8, Y6, Y6
	VPOR    Y5, Y3, Y3       // up to four
	VPOR    Y6, Y4, Y4
	VPSLLVQ Y9, Y3, Y5
	VPSRLVQ Y9, Y4, Y6
	VPAND   Y7, Y5, Y5
	VPAND   Y8, Y6, Y6
	VPOR    Y5, Y3, Y3       // up to six
	VPOR    Y6, Y4, Y4
	JMP     ends

avx512: // the same; $0xf8: A | B & C
	VPTERNLOGQ $0xf8, Y1, Y5, Y3
	VPTERNLOGQ $0xf8, Y1, Y6, Y4
	VPSLLVQ Y9, Y3, Y5
	VPSRLVQ Y9, Y4, Y6
	VPTERNLOGQ $0xf8, Y7, Y5, Y3
	VPTERNLOGQ $0xf8, Y8, Y6, Y4
	VPSLLVQ Y9, Y3, Y5
	VPSRLVQ Y9, Y4, Y6
	VPTERNLOGQ $0xf8, Y7, Y5, Y3
	VPTERNLOGQ $0xf8, Y8, Y6, Y4

ends: // the squares behind the runs, when empty
	VPSLLVQ Y2, Y3, Y3
	VPSRLVQ Y2, Y4, Y4
	VPOR    Y4, Y3, Y3
	UNION
	MOVQ    p+0(FP), BX
	ORQ     o+8(FP), BX
	ANDNQ   AX, BX, AX
	MOVQ    AX, ret+16(FP)
	RET

portable:
	JMP ·portableMoves(SB)

// func Flips(sq int, p, o uint64) uint64
//
// Y2 is the squares above sq on each line and Y8 those below it; Y3 and Y9 grow to the discs turned there.
TEXT ·Flips(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ sq+0(FP), AX
	ANDQ $63, AX
	SHLQ $6, AX
	LEAQ ·rays(SB), BX
	CMPB ·kernels(SB), $1
	JB   portable
	VPBROADCASTQ p+8(FP), Y0
	VPBROADCASTQ o+16(FP), Y1
	VMOVDQU  (BX)(AX*1), Y2
	VMOVDQU  32(BX)(AX*1), Y8
	VPCMPEQD Y7, Y7, Y7      // -1
	VPXOR    Y6, Y6, Y6      // 0
	VPANDN   Y8, Y1, Y9      // below: where a run of o would end
	JNE      avx512

	// Above: adding one under the ray carries through the run to the square behind it.
	VPXOR    Y2, Y7, Y3
	VPOR     Y1, Y3, Y3
	VPSUBQ   Y7, Y3, Y3
	VPAND    Y0, Y2, Y5
	VPAND    Y5, Y3, Y3      // the end of the run, when p holds it
	VPCMPEQQ Y6, Y3, Y5
	VPADDQ   Y7, Y3, Y3      // everything under the end
	VPANDN   Y3, Y5, Y3      // nothing where there is none
	VPAND    Y2, Y3, Y3

	// Below: smear the first end, and all behind it, down the line.
	VMOVDQU  steps<>(SB), Y10
	VMOVDQU  doubleSteps<>(SB), Y11
	VPADDQ   Y11, Y11, Y12
	VPSRLVQ  Y10, Y9, Y13
	VPOR     Y13, Y9, Y9
	VPSRLVQ  Y11, Y9, Y13
	VPOR     Y13, Y9, Y9
	VPSRLVQ  Y12, Y9, Y13
	VPOR     Y13, Y9, Y9
	VPSRLVQ  Y10, Y9, Y13
	VPANDN   Y9, Y13, Y13    // the end alone
	VPAND    Y8, Y0, Y5
	VPAND    Y5, Y13, Y13    // when p holds it
	VPCMPEQQ Y6, Y13, Y13
	VPANDN   Y8, Y9, Y9      // the run
	VPANDN   Y9, Y13, Y9
	VPOR     Y9, Y3, Y3
	UNION
	MOVQ     AX, ret+24(FP)
	RET

avx512: // above as before; below the end is the highest bit. $0xaf: C | ^A; $0x80: A & B & C; $0xf8: A | B & C
	VMOVDQA    Y2, Y3
	VPTERNLOGQ $0xaf, Y1, Y2, Y3
	VPLZCNTQ   Y9, Y9
	VPBROADCASTQ topBit<>(SB), Y5
	VPSUBQ     Y7, Y3, Y3
	VPSRLVQ    Y9, Y5, Y9
	VPTERNLOGQ $0x80, Y0, Y2, Y3
	VPAND      Y0, Y9, Y9
	VPCMPEQQ   Y6, Y3, Y5
	VPADDQ     Y7, Y3, Y3
	VPADDQ     Y9, Y9, Y9
	VPANDN     Y3, Y5, Y3
	VPSUBQ     Y9, Y6, Y9    // everything over the end; nothing where there is none
	VPAND      Y2, Y3, Y3
	VPTERNLOGQ $0xf8, Y8, Y9, Y3
	UNION
	MOVQ       AX, ret+24(FP)
	RET

portable:
	JMP ·portableFlips(SB)
