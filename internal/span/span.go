// Package span writes lengths of time.
package span

import (
	"strings"
	"time"
)

// Text writes a duration without parts that are zero: 5m, not 5m0s.
func Text(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
