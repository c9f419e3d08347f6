//go:build !slow

package main

// faultRounds is the number of rounds of TestFaults for each kind of work.
const faultRounds = 1
