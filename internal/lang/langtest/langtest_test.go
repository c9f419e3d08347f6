package langtest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFaults(t *testing.T) {
	en := map[string]string{"both": "%s has %.1f %%", "turned": "%d of %s", "empty": "", "args": "%d", "more": "a"}
	ja := map[string]string{"both": "%sは%.2f%%", "turned": "%[2]sの%[1]d", "empty": "空", "args": "%s", "less": "い"}
	var keys []string
	for _, fault := range faults(en, ja) {
		keys = append(keys, fault[4:8])
	}
	if diff := cmp.Diff([]string{"args", "empt", "less", "more"}, keys); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
}

func TestUnused(t *testing.T) {
	known := map[string]string{"plain": "", "why-corner": "", "why-not": "", "left-over": "", "left": "", "field": ""}
	got := unused(known,
		[]string{
			`w.Say("plain", n) + w.Say("why-"+code) + say("lost") + t.say("gone", n)`,
			`{{say "left"}} {{.Words.field}}`,
		})
	if diff := cmp.Diff([]string{
		"unknown key lost", "unknown key gone",
		"unused key left-over",
	}, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}
