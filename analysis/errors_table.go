package analysis

// errorEmpties are the numbers of empty squares of the columns of measuredErrors.
var errorEmpties = []int{15, 18, 20, 22, 26, 32, 40, 48}

// measuredErrors is what TestLossErrors measured with 560 games, seeds from 1000: experiments/064. Searches to the end
// with more than 22 empty squares were not measured. They have the error of the deepest of the others.
var measuredErrors = []lossErrors{
	{73, 8, []float64{13, 11.8, 6.4, 6.8, 6.7, 6.1, 5, 4.3}},
	{73, 10, []float64{13, 11.8, 6.4, 6.8, 6.7, 5.2, 5, 4.3}},
	{73, 12, []float64{13, 9.2, 6.4, 6.8, 6.7, 4.8, 3.7, 3.4}},
	{73, 14, []float64{10.3, 8.1, 6.4, 6.8, 6.7, 4.6, 3.7, 3.4}},
	{73, 16, []float64{0, 8.1, 6.4, 6.8, 4.7, 3.9, 3.1, 3.4}},
	{95, 8, []float64{2, 2, 6.2, 7.5, 6.2, 6.6, 4.9, 4}},
	{95, 10, []float64{2, 0, 4, 7.5, 5.7, 4.9, 4.9, 4}},
	{95, 12, []float64{0, 0, 2, 4, 5, 3.6, 3.7, 2.8}},
	{95, 14, []float64{0, 0, 0, 2, 5, 3.6, 3.7, 2.3}},
	{95, 16, []float64{0, 0, 0, 2, 2, 2.9, 2.5, 2.3}},
	{73, toTheEnd, []float64{2, 2, 2, 4, 4.7, 3.9, 3.1, 3.4}},
	{87, toTheEnd, []float64{0, 0, 2, 2, 4.7, 3.9, 3.1, 3.4}},
	{95, toTheEnd, []float64{0, 0, 0, 0, 2, 2.9, 2.5, 2.3}},
}
