package splitmix

import "testing"

// TestMix compares Mix with the first outputs of Vigna's splitmix64.c for the seed 1234567.
func TestMix(t *testing.T) {
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := Mix(1234567 + uint64(i)*Step); got != want {
			t.Errorf("output %d: %d, want %d", i+1, got, want)
		}
	}
}
