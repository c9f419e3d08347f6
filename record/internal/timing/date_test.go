package timing

import "testing"

func TestInUTC(t *testing.T) {
	for date, want := range map[string]struct {
		converted string
		ok        bool
	}{
		"2003-12-15T12:33:18+09:00": {"2003-12-15T03:33:18Z", true},
		"2003-12-15T12:33-05:00":    {"2003-12-15T17:33Z", true},
		"0000-01-01T00:00Z":         {"0000-01-01T00:00Z", true},
		"0000-01-01T00:00-01:00":    {"0000-01-01T01:00Z", true},
		// The year leaves the range of four digits.
		"0000-01-01T00:00+01:00":    {"0000-01-01T00:00+01:00", false},
		"9999-12-31T23:59:59-00:01": {"9999-12-31T23:59:59-00:01", false},
		// Nothing to convert.
		"2003-12-15T12:33":  {"2003-12-15T12:33", false},
		"2003":              {"2003", false},
		"2003-02-30T12:33Z": {"2003-02-30T12:33Z", false},
		"":                  {"", false},
	} {
		if converted, ok := InUTC(date); converted != want.converted || ok != want.ok {
			t.Errorf("InUTC(%s) = %s, %t; want %s, %t", date, converted, ok, want.converted, want.ok)
		}
	}
}

// TestSplitInvalidDates checks that no part of an invalid date is returned.
func TestSplitInvalidDates(t *testing.T) {
	for _, date := range []string{
		"2003-02-30T10:00", "0000-00", "2003-12-15T24:00Z", "2003-12-15T10:00+99:99", "2003T10:00",
	} {
		day, clock, offset, ok := SplitDate(date)
		if got := [3]string{day, clock, offset}; ok || got != [3]string{} {
			t.Errorf("SplitDate(%s) = %q, %t; want nothing", date, got, ok)
		}
	}
}
