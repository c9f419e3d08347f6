// Package games stores games for training: a file format, its reader and its writer.
//
// A file takes well under a byte for each position, labels included. Decoding depends only on the rules, not on weights
// or on the settings of the engine.
//
// # Format
//
// Numbers are little-endian, checksums CRC-32C. A file is a header and any number of blocks.
//
//	header  "kaeshigm"                  8 bytes
//	        version, 1                  uint32
//	        length of the JSON          uint32, at most 65,536
//	        JSON, see [Header]
//	        checksum of all of it       uint32
//	block   "line"                      4 bytes
//	        length of the data          uint32, at most 16,777,216
//	        lines                       uint32, 1 to 1,048,576
//	        games                       uint32: lines that are not side lines
//	        moves                       uint32, without the moves that side lines share with their game
//	        positions                   uint32: moves that are not random, each with the position before it
//	        number of the first game    uint64
//	        data
//	        checksum of all of it       uint32
//
// Blocks are independent of each other, and each is written with one call. A file that ends within a block, as after a
// crash, is valid up to that block: readers report [ErrTruncated] there, and [Append] removes it. Any other fault is an
// error that names the block and its offset.
//
// # Data
//
// The data of a block is one string of bits, coded by an adaptive binary arithmetic coder. For each line it holds:
// whether it is a side line; for a side line, how many moves it shares with the last game before it; the numbers of
// moves, of random moves and of exact values; each move; the first exact value and the losses of the moves after it;
// and the score if it differs from the first value.
//
// A random move is a place in the list of legal moves, all of them equally likely. Any other is a rank
// among the legal moves, which are ordered by mobility and by the class of the square. The rank is coded in
// unary: for each candidate, whether it is played. Nine contexts (rank, mobility before and after, class of the
// square and state of its corner, parity of the region, distance from the last move and so on) predict that
// bit, and a mixer that learns online combines them in the logistic domain. All arithmetic is in integers.
//
// Any change to the order of the moves, the contexts or the rates of learning is a new version of the format.
package games
