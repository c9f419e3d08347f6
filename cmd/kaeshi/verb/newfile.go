package verb

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/internal/terminal"
)

// AddForce adds the flag --force to a command that writes files. The function that it returns checks the names of the
// files before the command starts its work. Without --force, an existing regular file is an error. The name "-" and
// pipes and other special files are always accepted.
func (e *Env) AddForce(c *cobra.Command) (check func(paths ...string) error) {
	force := c.Flags().Bool("force", false, e.Words["flag.force"])
	return func(paths ...string) error {
		for _, path := range paths {
			if about, err := os.Stat(path); err == nil && about.Mode().IsRegular() && path != "-" && !*force {
				return terminal.Failure("%s already exists; choose another file or add --force", path)
			}
		}
		return nil
	}
}
