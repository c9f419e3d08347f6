// Package splitmix permutes 64-bit numbers with the output function of the generator SplitMix64 (Steele, Lea and Flood,
// 2014; constants of S. Vigna, 2015).
package splitmix

// Step is the increment of the state. Output i, from 0, of the generator with a seed is Mix(seed + i·Step).
const Step = 0x9e3779b97f4a7c15

// Mix returns the first output of SplitMix64 with the seed x. It is a bijection that maps similar numbers to unrelated
// ones.
func Mix(x uint64) uint64 {
	x += Step
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
