package serve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// ReadConfig sets the flags of serve and healthcheck from the configuration file: that of --config or, without the
// flag, kaeshi/serve.conf in the folder for user configuration, if it exists. It does nothing for other commands.
func ReadConfig(env *verb.Env, c *cobra.Command) error {
	if c.Flags().Lookup("config") == nil {
		return nil
	}
	path, text, err := configFile(env, c.Flags())
	if err != nil || text == "" {
		return err
	}
	return flags.ReadConfig(c.Flags(), path, text, flags.Settings(Command(env).Flags()))
}

// configFile returns the path of the configuration file and its content, which is empty if the file is not required and
// does not exist.
func configFile(env *verb.Env, set *pflag.FlagSet) (path, text string, err error) {
	path = set.Lookup("config").Value.String()
	required := path != ""
	if !required {
		folder, err := env.ConfigFolder()
		if err != nil {
			return "", "", nil // without such a folder there is no file
		}
		path = filepath.Join(folder, "kaeshi", "serve.conf")
	}
	f, err := os.Open(path)
	if !required && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission)) {
		return path, "", nil
	}
	if err != nil {
		return "", "", terminal.Failure("--config: %w", err)
	}
	defer func() { _ = f.Close() }() // it was only read
	content, err := io.ReadAll(io.LimitReader(f, flags.LongestConfig+1))
	if err != nil {
		return "", "", terminal.Failure("--config: %w", err)
	}
	return path, string(content), nil
}

// printConfig prints all settings with their sources, in the form of a configuration file.
func printConfig(env *verb.Env, set *pflag.FlagSet) error {
	path, _, err := configFile(env, set)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); path == "" || err != nil {
		path = "none"
	}
	fmt.Fprintf(env.Out, "# Configuration file: %s\n", path)
	for _, name := range flags.Settings(set) {
		fmt.Fprintln(env.Out, flags.Setting(set.Lookup(name), name == "cluster"))
	}
	token := "none"
	if set.Lookup("token-file").Value.String() != "" {
		token = "in the file of token-file"
	} else if env.Has(tokenVariable) {
		token = tokenVariable
	}
	_, err = fmt.Fprintf(env.Out, "# Token: %s\n", token)
	return err
}
