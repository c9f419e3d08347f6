package flags

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// ByteSize is the value of a flag that is an amount of memory in bytes, such as 512MB. K, M, G and T count by 1024.
type ByteSize int64

// Type is what help shows for the value.
func (b *ByteSize) Type() string { return "SIZE" }

func (b *ByteSize) String() string {
	for i, unit := range []string{"TB", "GB", "MB", "KB"} {
		if size := ByteSize(1) << (40 - 10*i); *b >= size && *b%size == 0 {
			return fmt.Sprintf("%d%s", *b/size, unit)
		}
	}
	return fmt.Sprintf("%dB", int64(*b))
}

// Set reads a size. It returns an error for a text that is none, and for 0.
func (b *ByteSize) Set(text string) error {
	number := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "B"), "I")
	shift := 0
	if at := strings.IndexAny(number, "KMGT"); at >= 0 && at == len(number)-1 {
		shift = 10 * (1 + strings.IndexByte("KMGT", number[at]))
		number = number[:at]
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64>>shift || n<<shift > math.MaxInt {
		return errors.New("expected a size such as 64MB or 2GB")
	}
	*b = ByteSize(n << shift)
	return nil
}

// Fits returns an error when the machine has less memory available, where that can be known.
func (b *ByteSize) Fits() error {
	if free, ok := availableMemory(); ok && *b > free {
		return terminal.Usage("--hash %s: expected at most the free memory of this machine, %d MB", b, free>>20)
	}
	return nil
}

// LargestHash returns the largest power of two, of at most the usual size of a table, of which the free memory of this
// machine holds n.
func LargestHash(n int) ByteSize {
	size := ByteSize(usualHash)
	free, ok := availableMemory()
	for ok && size > 1<<20 && size*ByteSize(n) > free {
		size /= 2
	}
	return size
}
