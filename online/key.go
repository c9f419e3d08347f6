package online

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"strings"
	"unicode"
)

// idLength is the number of characters of an id, of 5 bits each. An id permits its holder to watch a game.
const idLength = 16

func newID() string { return rand.Text()[:idLength] }

// newKey returns a key of at least 128 random bits, with which its holder moves for one side.
func newKey() string { return rand.Text() }

// hashOf returns the SHA-256 hash of a key. Only hashes are stored. A key is random, so its hash needs no salt.
func hashOf(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:]
}

// personOf returns the player whose key has one of the hashes. It compares hashes in constant time.
func personOf(hashes [2][]byte, key string) (Person, bool) {
	sent, found := hashOf(key), Viewer
	for i, hash := range hashes {
		if subtle.ConstantTimeCompare(sent, hash) == 1 {
			found = Person(i)
		}
	}
	return found, found != Viewer
}

// MaxName is the maximum length of a name in characters.
const MaxName = 24

// CleanName returns a name without control and formatting characters and surplus spaces, cut to MaxName characters.
func CleanName(name string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, name)
	letters := []rune(strings.Join(strings.Fields(visible), " "))
	return strings.TrimSpace(string(letters[:min(len(letters), MaxName)]))
}
