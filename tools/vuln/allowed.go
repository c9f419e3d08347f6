package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"time"
)

// exception is an entry of allowed.json: a known vulnerability that does not fail the check until a day.
type exception struct {
	ID     string `json:"id"`     // as govulncheck or npm audit print it
	Until  string `json:"until"`  // the last day, such as 2027-01-31
	Reason string `json:"reason"` // why the program is not affected, or what its repair waits for

	last time.Time
}

var (
	goID  = regexp.MustCompile(`^GO-\d{4}-\d{4,}$`)
	npmID = regexp.MustCompile(`^GHSA(-[0-9a-z]{4}){3}$`)
)

// longest is the longest time for which a vulnerability may be allowed.
const longest = 180 * 24 * time.Hour

// readExceptions reads a list of exceptions and checks its entries.
func readExceptions(path string, now time.Time) ([]exception, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	var list []exception
	if err := d.Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i := range list {
		if err := list[i].check(list[:i], now); err != nil {
			return nil, fmt.Errorf("%s: entry %d: %w", path, i+1, err)
		}
	}
	return list, nil
}

// check parses the day and returns an error for an entry that is not valid.
func (e *exception) check(before []exception, now time.Time) (err error) {
	if e.last, err = time.Parse(time.DateOnly, e.Until); err != nil {
		return fmt.Errorf("until %q: want a day such as 2027-01-31", e.Until)
	}
	switch {
	case !goID.MatchString(e.ID) && !npmID.MatchString(e.ID):
		return fmt.Errorf("id %q: want one such as GO-2026-4321 or GHSA-abcd-1234-wxyz", e.ID)
	case e.Reason == "":
		return fmt.Errorf("%s: reason is empty", e.ID)
	case e.last.Sub(now) > longest:
		return fmt.Errorf("%s: until %s is too far away (want at most %d days)", e.ID, e.Until, longest/(24*time.Hour))
	case slices.ContainsFunc(before, func(o exception) bool { return o.ID == e.ID }):
		return fmt.Errorf("%s is listed twice", e.ID)
	}
	return nil
}

// judge compares findings with the exceptions whose identifiers match ids. notes lists the findings that are allowed,
// and faults the others and the exceptions that are not needed.
func judge(found []finding, exceptions []exception, ids *regexp.Regexp, now time.Time) (notes, faults []string) {
	needed := map[string]bool{}
	for _, f := range found {
		needed[f.ID] = true
		at := slices.IndexFunc(exceptions, func(e exception) bool { return e.ID == f.ID })
		switch {
		case at < 0:
			faults = append(faults, fmt.Sprintf("%s: %s", f.ID, f.Where))
		case now.After(exceptions[at].last.AddDate(0, 0, 1)):
			faults = append(faults, fmt.Sprintf("%s: %s; it was allowed until %s: %s", f.ID, f.Where,
				exceptions[at].Until, exceptions[at].Reason))
		default:
			notes = append(notes, fmt.Sprintf("%s: %s; allowed until %s: %s", f.ID, f.Where, exceptions[at].Until,
				exceptions[at].Reason))
		}
	}
	for _, e := range exceptions {
		if ids.MatchString(e.ID) && !needed[e.ID] {
			faults = append(faults, e.ID+": not found; remove it from allowed.json")
		}
	}
	return notes, faults
}
