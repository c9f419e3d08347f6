package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/kaeshi/kaeshi/web/api"
)

// limitFiles sets the size in bytes above which writes of a process fail. Unlike the space of a disk, it can be set
// without privileges.
func limitFiles(t *testing.T, pid int, bytes uint64) {
	t.Helper()
	err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}, nil)
	if err != nil {
		t.Fatal(err)
	}
}

// TestFileLimit runs each kind of work with a limit of the size of files. The error must name a file and the reason,
// nothing that was acknowledged may be lost, and the work must succeed without the limit.
func TestFileLimit(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the program many times")
	}
	for _, w := range crashWorks() {
		if w.drive != nil {
			continue // TestServerOutlastsFileLimit
		}
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			l := newCrashLab(t, t.TempDir(), 0)
			w.prepare(l)
			const limit = 16 // blocks of 512 bytes
			p := l.begin(w, false, "sh", "-c", fmt.Sprintf(`ulimit -S -f %d && exec "$@"`, limit), "sh")
			l.awaitFailure(p, "file too large", "cannot be read or written", "the disk is full")
			w.check(l)
			w.finish(l)
		})
	}
}

// awaitFailure waits until the program has failed with one of the reasons and the name of a file.
func (l *crashLab) awaitFailure(p *crashRun, reasons ...string) {
	l.Helper()
	if l.awaitEnd(p) == nil {
		l.Fatal("the program succeeded, want a failure")
	}
	l.checkFailure(p, reasons)
}

// awaitEnd waits until the program has ended, and returns its error.
func (l *crashLab) awaitEnd(p *crashRun) error {
	l.Helper()
	select {
	case <-p.ended:
	case <-time.After(2 * time.Minute):
		l.Fatalf("the program still runs\n%s", p.errs.String())
	}
	p.driver.Wait()
	l.out = p.out.String()
	return p.err
}

func (l *crashLab) checkFailure(p *crashRun, reasons []string) {
	l.Helper()
	text := p.errs.String()
	found := slices.ContainsFunc(reasons, func(reason string) bool { return strings.Contains(text, reason) })
	if named := found && strings.Contains(text, l.dir); p.ProcessState.ExitCode() != 1 || !named {
		l.Errorf("status %d and messages\n%swant 1, a path below %s, and one of %q", p.ProcessState.ExitCode(), text,
			l.dir, reasons)
	}
}

// TestServerOutlastsFileLimit checks that a server whose database cannot grow refuses games, keeps what it has
// acknowledged, and continues without a restart when the database can grow again.
func TestServerOutlastsFileLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the program")
	}
	l := newCrashLab(t, t.TempDir(), 0)
	s := start(t.Context(), t, serveOn(l)...)
	l.outlast(strings.TrimSpace(s.line), func() { limitFiles(t, s.Process.Pid, 64<<10) },
		func() { limitFiles(t, s.Process.Pid, unix.RLIM_INFINITY) })
}

// review requests the review of a game and returns the status.
func (l *crashLab) review(address, id, moves string) (status int) {
	l.Helper()
	status, _ = l.send(address, http.MethodPost, api.Path+"jobs",
		fmt.Sprintf(`{"id":%q,"game":{"moves":%q},"level":1}`, id, moves))
	return status
}

// outlast stores games on a server whose disk is full for a while, during a review.
func (l *crashLab) outlast(address string, fill, free func()) {
	l.Helper()
	moves := wholeGame()
	if !l.store(address, "before-the-fault", moves) {
		l.Fatal("the game is not stored")
	}
	fill()
	refused := ""
	for n := 0; refused == ""; n++ {
		id := fmt.Sprintf("during-the-fault-%d", n)
		status, text := l.send(address, http.MethodPost, api.Path+"games",
			fmt.Sprintf(`{"id":%q,"moves":%q,"black":"human","white":"greedy"}`, id, moves))
		switch status {
		case http.StatusCreated:
			l.games = append(l.games, id)
		case http.StatusServiceUnavailable:
			refused = id
		default:
			l.Fatalf("game %d on a full disk: status %d, %s; want 201 or 503", n, status, text)
		}
	}
	job, status := "", 0
	for n := 0; status != http.StatusServiceUnavailable; n++ {
		if job = fmt.Sprintf("patient-review-%d", n); n > 20 {
			l.Fatalf("%d reviews are stored on a full disk", n)
		}
		status = l.review(address, job, moves)
	}
	free()
	if status = l.review(address, job, moves); status != http.StatusCreated {
		l.Fatalf("a review: status %d, want 201", status)
	}
	if !l.store(address, refused, moves) {
		l.Error("the refused game is not stored later")
	}
	for !l.reviewed() {
		if !l.look(address, job) {
			l.Fatal("the server has ended")
		}
	}
	for _, id := range l.games {
		if status, text := l.send(address, http.MethodGet, api.Path+"games/"+id, ""); status != http.StatusOK {
			l.Errorf("game %s: status %d, %s", id, status, text)
		}
	}
}
