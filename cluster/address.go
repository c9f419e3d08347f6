package cluster

import (
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Address is the address of a cluster: a join line of the embedded server, as in
//
//	kaeshi://host:4222/#TOKEN~FINGERPRINT
//
// or one or more servers of a NATS cluster, as in nats://a:4222,b:4222 or tls://a,b.
type Address struct {
	Servers     []string // URLs for the NATS client, without the token
	Token       string   // of a join line
	Fingerprint [32]byte // SHA-256 of the certificate of a join line
	Joined      bool     // it is a join line
}

// scheme begins a join line.
const scheme = "kaeshi"

const usualPort = "4222"

// JoinLine returns the address of an embedded server as text.
func JoinLine(hostPort, token string, fingerprint [32]byte) string {
	return fmt.Sprintf("%s://%s/#%s~%s", scheme, hostPort, token, hex.EncodeToString(fingerprint[:]))
}

// ParseAddress reads an address. Its errors never contain the token.
func ParseAddress(text string) (Address, error) {
	text = strings.TrimSpace(text)
	name, _, found := strings.Cut(text, "://")
	switch {
	case found && name == scheme:
		return parseJoinLine(text)
	case found && (name == "nats" || name == "tls"):
		return parseServers(name, text)
	}
	return Address{}, errors.New("the address of a cluster begins with kaeshi://, nats:// or tls://; " +
		"'kaeshi hub' prints one")
}

func parseJoinLine(text string) (a Address, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" {
		return a, errors.New("no host in the join line; want kaeshi://HOST:PORT/#TOKEN~FINGERPRINT, " +
			"as 'kaeshi hub' prints it")
	}
	token, hexSum, _ := strings.Cut(u.Fragment, "~")
	sum, err := hex.DecodeString(hexSum)
	if err != nil || len(sum) != len(a.Fingerprint) || token == "" {
		return a, errors.New("the join line is incomplete: it ends with #TOKEN~FINGERPRINT, the fingerprint being " +
			"64 hexadecimal digits; quote the line, because shells treat # and ~ specially")
	}
	port := u.Port()
	if port == "" {
		port = usualPort
	}
	a = Address{
		Servers: []string{"nats://" + net.JoinHostPort(u.Hostname(), port)}, Token: token, Joined: true,
	}
	copy(a.Fingerprint[:], sum)
	return a, nil
}

func parseServers(scheme, text string) (a Address, err error) {
	for server := range strings.SplitSeq(strings.TrimPrefix(text, scheme+"://"), ",") {
		server = strings.TrimSpace(server)
		if !strings.Contains(server, "://") {
			server = scheme + "://" + server
		}
		u, err := url.Parse(server)
		if err != nil || u.Hostname() == "" {
			return a, fmt.Errorf("server %d of the cluster's address has no host; want %s://HOST:PORT,HOST:PORT",
				len(a.Servers)+1, scheme)
		}
		a.Servers = append(a.Servers, server)
	}
	return a, nil
}
