package serve

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
)

// TestDeployConfig checks that the configuration file of the service, and its variant without a proxy, are valid.
func TestDeployConfig(t *testing.T) {
	text, err := os.ReadFile("../../../deploy/serve.conf")
	if err != nil {
		t.Fatal(err)
	}
	proxy := "addr = 127.0.0.1:8080\nbehind-proxy = true\n"
	direct := strings.NewReplacer(proxy, "", "# addr", "addr", "# tls-", "tls-").Replace(string(text))
	got := map[string]string{}
	for _, config := range []string{string(text), direct} {
		c := Command(env(nil))
		if err := flags.ReadConfig(c.Flags(), "serve.conf", config, flags.Settings(c.Flags())); err != nil {
			t.Fatalf("%v in\n%s", err, config)
		}
		got[c.Flag("addr").Value.String()] = c.Flag("behind-proxy").Value.String() + " " +
			c.Flag("tls-cert").Value.String()
	}
	want := map[string]string{"127.0.0.1:8080": "true ", ":8443": "false /etc/kaeshi/chain.pem"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}
