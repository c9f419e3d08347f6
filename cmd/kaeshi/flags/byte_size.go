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

// Type returns the placeholder of the value in help.
func (b *ByteSize) Type() string { return "size" }

func (b *ByteSize) String() string {
	for i, unit := range []string{"TB", "GB", "MB", "KB"} {
		if size := ByteSize(1) << (40 - 10*i); *b >= size && *b%size == 0 {
			return fmt.Sprintf("%d%s", *b/size, unit)
		}
	}
	return fmt.Sprintf("%dB", int64(*b))
}

// Set parses a size. It returns an error for 0 and for text that is not a size.
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

// Fits returns an error if the size is larger than the free memory of the machine. Where that is unknown, every size
// fits.
func (b *ByteSize) Fits() error {
	if free, ok := availableMemory(); ok && *b > free {
		return terminal.Usage("--hash %s is more than the free memory of this machine (%d MB)", b, free>>20)
	}
	return nil
}

// LargestHash returns the largest size of a table, up to the default size and halved as often as needed, of which n fit
// into the free memory of this machine. It is at least 1 MB.
func LargestHash(n int) ByteSize {
	size := ByteSize(usualHash)
	free, ok := availableMemory()
	for ok && size > 1<<20 && size*ByteSize(n) > free {
		size /= 2
	}
	return size
}
