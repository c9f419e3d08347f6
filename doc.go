// Package kaeshi is the root of an Othello workbench and engine. It has no code.
//
// The program is cmd/kaeshi. Other programs can import the packages below this one, such as othello (rules), search
// (engine) and gametree (searches of any game). The tests of this package check the rules of ARCHITECTURE.md.
package kaeshi
