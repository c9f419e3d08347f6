package timing

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dateForm matches dates in files, such as 1997, 1997.05.03, 2003.12.15_12:33:18.MST and 2014-02-21 20:52:27 GMT.
var dateForm = regexp.MustCompile(
	`^(\d{4})(?:[-./](\d\d|\?\?)(?:[-./](\d\d|\?\?))?)?(?:[ _T](\d\d:\d\d(?::\d\d)?)(?:[ .]?(Z|[A-Z]{3,4}|[-+]` +
		`\d\d:\d\d))?)?$`)

// isoForm matches dates in the form of ISO 8601 that Kaeshi writes.
var isoForm = regexp.MustCompile(`^(\d{4}(?:-\d\d(?:-\d\d)?)?)(?:T(\d\d:\d\d(?::\d\d)?)(Z|[-+]\d\d:\d\d)?)?$`)

// zone returns the UTC offset of a time zone. ok is false for an unknown name.
func zone(name string) (offset string, ok bool) {
	switch name {
	case "":
		return "", true
	case "Z", "GMT", "UTC":
		return "Z", true
	case "EST", "CDT":
		return "-05:00", true
	case "EDT":
		return "-04:00", true
	case "CST", "MDT":
		return "-06:00", true
	case "MST", "PDT":
		return "-07:00", true
	case "PST":
		return "-08:00", true
	case "CET":
		return "+01:00", true
	case "CEST":
		return "+02:00", true
	case "JST":
		return "+09:00", true
	}
	return name, strings.ContainsAny(name, "+-")
}

// ISODate converts the date of a file to ISO 8601. A date in an unknown form is returned unchanged, and a date without
// content such as "????" becomes empty.
func ISODate(text string) string {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "?.-/ ") == "" {
		return ""
	}
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil && len(text) >= 9 && len(text) <= 11 {
		return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
	}
	part := dateForm.FindStringSubmatch(text)
	if part == nil {
		return text
	}
	offset, ok := zone(part[5])
	if !ok {
		return text
	}
	date := strings.Join(known(part[1:4]), "-")
	if part[4] != "" {
		date += "T" + part[4] + offset
	}
	if _, _, _, ok := SplitDate(date); !ok { // not a valid day or time
		return text
	}
	return date
}

// known returns the parts of a date before the first missing one.
func known(parts []string) []string {
	for i, n := range parts {
		if n == "" || n == "??" {
			return parts[:i]
		}
	}
	return parts
}

// SplitDate splits an ISO 8601 date into the day, the time of day and the offset of the time zone. The day may be only
// a year or a month. ok is false for a date in another form.
func SplitDate(date string) (day, clock, offset string, ok bool) {
	part := isoForm.FindStringSubmatch(date)
	if part == nil || part[2] != "" && len(part[1]) < len(time.DateOnly) {
		return "", "", "", false
	}
	form := time.DateOnly[:len(part[1])]
	if part[2] != "" {
		form += "T" + time.TimeOnly[:len(part[2])]
	}
	if part[3] != "" {
		form += "Z07:00"
	}
	if _, err := time.Parse(form, date); err != nil {
		return "", "", "", false
	}
	return part[1], part[2], part[3], true
}

// InUTC converts a date in the form of [SplitDate] to UTC. ok is false if the date has no time zone, or if its year in
// UTC does not have four digits; the date is then returned unchanged.
func InUTC(date string) (converted string, ok bool) {
	_, clock, offset, ok := SplitDate(date)
	if !ok || offset == "" {
		return date, false
	}
	form := time.DateOnly + "T" + time.TimeOnly[:len(clock)] + "Z07:00"
	t, err := time.Parse(form, date)
	if err != nil {
		return date, false
	}
	const first, last = 0, 9999
	if t = t.UTC(); t.Year() < first || t.Year() > last {
		return date, false
	}
	return t.Format(form), true
}
