// Package kaeshi is the root of an Othello workbench and engine. It holds no code:
// the program is in cmd/kaeshi, and the packages beside this file can be used on
// their own, from the rules (othello) over searching any game (gametree) to the
// strong player (search). ARCHITECTURE.md says who may import whom and why, and
// the tests of this package hold the code to it.
package kaeshi
