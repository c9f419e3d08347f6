package span

import (
	"testing"
	"time"
)

func TestText(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 5 * time.Minute: "5m", 3 * time.Hour: "3h", 90 * time.Second: "1m30s", 3605 * time.Second: "1h0m5s",
		500 * time.Millisecond: "500ms", time.Hour + time.Minute: "1h1m",
	} {
		if got := Text(d); got != want {
			t.Errorf("%d: %q, want %q", d, got, want)
		}
	}
}
