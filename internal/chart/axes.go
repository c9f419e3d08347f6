package chart

import (
	"fmt"
	"math"
)

// Scale maps values to pixels along an axis: Low to From and High to To.
type Scale struct {
	Low, High float64 // values
	From, To  float64 // pixels
	Log       bool    // logarithmic; Low must be positive
}

// Between returns a linear scale for a range of pixels. Its range of values is empty.
func Between(from, to float64) Scale {
	return Scale{Low: math.Inf(1), High: math.Inf(-1), From: from, To: to}
}

// Include extends the scale to a value.
func (s *Scale) Include(value float64) {
	s.Low, s.High = min(s.Low, value), max(s.High, value)
}

// At returns the pixel of a value. Values outside the range are clamped to its ends.
func (s Scale) At(value float64) float64 {
	value = max(s.Low, min(s.High, value))
	low, high := s.Low, s.High
	if s.Log {
		value, low, high = math.Log(value), math.Log(low), math.Log(high)
	}
	return s.From + (s.To-s.From)*(value-low)/(high-low)
}

// Ticks returns about n round values. On a logarithmic scale they are Low and its doubles, regardless of n.
func (s Scale) Ticks(n int) []float64 {
	var list []float64
	if s.Log {
		for x := s.Low; x <= s.High*1.001; x *= 2 {
			list = append(list, x)
		}
		return list
	}
	power := math.Pow(10, math.Floor(math.Log10((s.High-s.Low)/float64(n))))
	step := power
	for _, f := range []float64{2, 5, 10} {
		if (s.High-s.Low)/step > float64(n) {
			step = f * power
		}
	}
	for x := math.Ceil(s.Low/step) * step; x <= s.High+step/1e6; x += step {
		list = append(list, x)
	}
	return list
}

// Axis is a scale with its labels.
type Axis struct {
	Scale

	Name   string // label of the axis; may be empty
	Ticks  int    // approximate number of ticks
	Format string // verb for the number at a tick, such as "%.0f"
}

// Axes draws the x axis at the bottom and the y axis at the left, with a horizontal grid.
func (d *Drawing) Axes(x, y Axis) {
	for _, t := range y.Scale.Ticks(y.Ticks) {
		d.Grid(x.From, y.At(t), x.To, y.At(t))
		d.Text(x.From-8, y.At(t)+4, End, fmt.Sprintf(y.Format, t))
	}
	for _, t := range x.Scale.Ticks(x.Ticks) {
		d.segment("axis", x.At(t), y.From, x.At(t), y.From+5)
		d.Text(x.At(t), y.From+20, Middle, fmt.Sprintf(x.Format, t))
	}
	d.segment("axis", x.From, y.From, x.To, y.From)
	d.Text((x.From+x.To)/2, y.From+36, Middle, x.Name)
	if y.Name != "" {
		d.Text(x.From-50, y.To-8, Start, y.Name)
	}
}
