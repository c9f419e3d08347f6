package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wellFormed checks that the text is XML without infinities and NaN.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	for _, bad := range []string{"NaN", "Inf"} {
		if strings.Contains(svg, bad) {
			t.Errorf("the chart contains %s:\n%s", bad, svg)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		scale Scale
		n     int
		want  []float64
	}{
		{Scale{Low: 0, High: 100}, 10, []float64{0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100}},
		{Scale{Low: -130, High: 110}, 10, []float64{-100, -50, 0, 50, 100}},
		{Scale{Low: 3, High: 10}, 4, []float64{4, 6, 8, 10}},
		{Scale{Low: 0, High: 1}, 8, []float64{0, 0.2, 0.4, 0.6, 0.8, 1}},
		{Scale{Low: 100, High: 850, Log: true}, 3, []float64{100, 200, 400, 800}},
	} {
		near := cmp.Comparer(func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 })
		if diff := cmp.Diff(test.want, test.scale.Ticks(test.n), near); diff != "" {
			t.Errorf("ticks of %+v, %d (-want +got):\n%s", test.scale, test.n, diff)
		}
	}
}

func TestScaleClamps(t *testing.T) {
	s := Scale{Low: 1, High: 4, From: 100, To: 0, Log: true}
	var got []float64
	for _, x := range []float64{0.5, 1, 2, 4, 9} {
		got = append(got, s.At(x))
	}
	if diff := cmp.Diff([]float64{100, 100, 50, 0, 0}, got); diff != "" {
		t.Errorf("pixels (-want +got):\n%s", diff)
	}
}

func TestLines(t *testing.T) {
	svg := Lines{
		Title: "R & D", Across: "x", Up: "y",
		Lines: []Line{{"a < b", []Point{{0, 1}, {10, 5}}}, {"alone", []Point{{5, 3}}}, {"empty", nil}},
	}.SVG()
	wellFormed(t, svg)
	for _, want := range []string{
		`<title>R &amp; D</title>`,
		`stroke-dasharray="none" points="60.0,390.0 640.0,40.0"><title>a &lt; b</title></polyline>`,
		`stroke-dasharray="6 3" points="350.0,215.0"><title>alone</title></polyline>`,
		`stroke-dasharray="2 3" points=""><title>empty</title></polyline>`,
		`text-anchor="start">a &lt; b</text>`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("the chart does not contain %s:\n%s", want, svg)
		}
	}
}

func TestLinesWithoutPoints(t *testing.T) {
	wellFormed(t, Lines{}.SVG())
	wellFormed(t, Lines{Log: true, Lines: []Line{{"one point", []Point{{3, 3}}}}}.SVG())
}

func TestStrokesDiffer(t *testing.T) {
	for name, stroke := range map[string]func(int) Stroke{"ByColor": ByColor, "ByDash": ByDash} {
		seen := map[Stroke]int{}
		for i := range 8 {
			if other, ok := seen[stroke(i)]; ok {
				t.Errorf("%s: lines %d and %d have the same stroke", name, other, i)
			}
			seen[stroke(i)] = i
		}
	}
	if a, b := ByColor(0), ByColor(len(colors())); a == b {
		t.Errorf("lines 0 and %d have the same stroke: %v", len(colors()), a)
	}
}
