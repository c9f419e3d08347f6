// Package span formats durations.
package span

import (
	"strings"
	"time"
)

// Text formats a duration without trailing zero units: 5m instead of 5m0s.
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
