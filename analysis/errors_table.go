package analysis

// errorEmpties contains the numbers of empty squares of the columns of measuredErrors.
var errorEmpties = []int{15, 18, 20, 22, 26, 32, 40, 48}

// measuredErrors contains the results of TestLossErrors with 560 games and seeds from 1000 on; see experiments/064.
// Searches to the end with more than 22 empty squares were not measured. They have the error of the deepest other
// search.
var measuredErrors = []lossErrors{
	{73, 8, []float64{9.8, 6, 4, 3.6, 7.8, 8.4, 7.2, 4.3}},
	{73, 10, []float64{9.8, 6, 4, 2.3, 7.8, 8.4, 7.2, 3.6}},
	{73, 12, []float64{9.8, 5.2, 3.2, 2.3, 7.8, 8.4, 7.2, 3.6}},
	{73, 14, []float64{6.4, 1.4, 3.2, 2.3, 7, 4.8, 2.8, 1.9}},
	{73, 16, []float64{0, 0, 3.2, 1.9, 2.5, 2.2, 2.1, 1.9}},
	{95, 8, []float64{0, 0, 1.9, 4.2, 7.7, 5.2, 5.7, 3.7}},
	{95, 10, []float64{0, 0, 0.1, 1.7, 7.7, 5.2, 5.7, 3.1}},
	{95, 12, []float64{0, 0, 0, 0.1, 2.7, 2.3, 2.3, 1.8}},
	{95, 14, []float64{0, 0, 0, 0, 2.7, 1.9, 2.1, 1.8}},
	{95, 16, []float64{0, 0, 0, 0, 0.9, 0.9, 1.6, 1.3}},
	{73, toTheEnd, []float64{0, 0, 0, 0.1, 2.5, 2.2, 2.1, 1.9}},
	{87, toTheEnd, []float64{0, 0, 0, 0, 2.5, 2.2, 2.1, 1.9}},
	{95, toTheEnd, []float64{0, 0, 0, 0, 0.9, 0.9, 1.6, 1.3}},
}
