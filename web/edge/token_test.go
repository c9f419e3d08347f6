package edge

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/kaeshi/kaeshi/web/api"
)

const token = "a token of some length"

func TestSessionsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &authenticator{token: token}
		r, _ := http.NewRequestWithContext(context.Background(), http.MethodGet, "/", http.NoBody)
		r.AddCookie(&http.Cookie{Name: api.CookieName, Value: d.session(time.Now().Add(sessionTime))})
		if !d.hasSession(r, time.Now()) || (&authenticator{token: token + "2"}).hasSession(r, time.Now()) {
			t.Error("want a session that is valid with its token and with no other")
		}
		time.Sleep(sessionTime)
		if d.hasSession(r, time.Now()) {
			t.Error("the session is valid after its end")
		}
	})
}

// FuzzSession checks that other values than those of session are refused.
func FuzzSession(f *testing.F) {
	d := &authenticator{token: token}
	f.Add("1.x")
	f.Add(d.session(time.Unix(1, 0)))
	f.Add("99999999999." + d.sign("1"))
	f.Fuzz(func(t *testing.T, value string) {
		r := &http.Request{Header: http.Header{"Cookie": {api.CookieName + "=" + value}}}
		if d.hasSession(r, time.Unix(2, 0)) {
			t.Errorf("the cookie %q is accepted, want a refusal", value)
		}
	})
}
