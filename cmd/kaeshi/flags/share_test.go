package flags

import "testing"

func TestShare(t *testing.T) {
	for text, want := range map[string]Share{"5%": 0.05, "0.5": 0.5, "1": 1, "100%": 1, "0": 0, " 2.5 %": -1} {
		s := Share(-1)
		if err := s.Set(text); (err != nil) != (want < 0) || s != want {
			t.Errorf("Set(%q) gives %v, error %v; want %v", text, float64(s), err, float64(want))
		}
		if want < 0 {
			continue
		}
		again := Share(-1)
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%q is written as %s, which is read as %v, error %v", text, &s, float64(again), err)
		}
	}
	for _, text := range []string{"", "%", "x", "-1%", "101%", "1.1", "NaN"} {
		s := Share(0.25)
		if err := s.Set(text); err == nil || s != 0.25 {
			t.Errorf("Set(%q) gives %v, error %v; want 0.25 unchanged and an error", text, float64(s), err)
		}
	}
}
