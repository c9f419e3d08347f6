package api

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/proof"
	"github.com/kaeshi/kaeshi/web/webtest"
)

// endingOf is a position with 14 empty squares: FFO #1, with the score +18.
const endingOf = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--X"

func TestProve(t *testing.T) {
	s := serve(t)
	var claims []proof.Claim
	var steps []string
	list := s.readEvents(s.openAt(t.Context(), provePath, "position="+endingOf))
	for _, e := range list {
		switch e.name {
		case "progress":
			var now proving
			if err := json.Unmarshal([]byte(e.data), &now); err != nil {
				t.Fatal(err)
			}
			steps = append(steps, now.Step)
		case "certificate":
			var c certificate
			if err := json.Unmarshal([]byte(e.data), &c); err != nil {
				t.Fatal(err)
			}
			file, err := base64.StdEncoding.DecodeString(c.File)
			if err != nil {
				t.Fatal(err)
			}
			report, err := proof.Verify(t.Context(), bytes.NewReader(file), proof.Options{})
			if err != nil {
				t.Fatal(err)
			}
			claims = append(claims, report.Claim)
			webtest.Same(t, "the size", c.Bytes, len(file))
			webtest.Same(t, "the number of nodes", c.Nodes, report.Nodes)
			webtest.Same(t, "the value", c.Value, report.Value)
		}
	}
	position := "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
	want := []proof.Claim{
		{Position: position, Relation: proof.AtLeast, Value: 18},
		{Position: position, Relation: proof.AtMost, Value: 18},
	}
	if diff := cmp.Diff(want, claims); diff != "" {
		t.Errorf("claims (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"searching", "proving", "checking", "proving", "checking"}, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	if last := list[len(list)-1]; last.name != "done" {
		t.Errorf("the last event is %s, want done", last.name)
	}
}

// TestProveBusy checks that a client may have at most two proofs at the same time.
func TestProveBusy(t *testing.T) {
	s := serve(t)
	for range 2 {
		ticket, err := s.api.proofs.Queue.Join("127.0.0.1")
		if err != nil {
			t.Fatal(err)
		}
		defer ticket.Leave()
	}
	s.WantProblem(429, "GET", provePath+"?position="+endingOf, "", "too many concurrent requests")
}

func TestProveProblems(t *testing.T) {
	s := serve(t)
	s.WantProblem(422, "GET", provePath, "", "60 empty squares (want at most 20)")
	s.WantProblem(422, "GET", provePath+"?position=XXXXXXXXXXXXXXXXO", "", "the game is over")
	s.WantProblem(422, "GET", provePath+"?moves=a1", "", "move 1")
}
