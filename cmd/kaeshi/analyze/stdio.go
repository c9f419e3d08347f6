package analyze

import (
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/analysis"
	"github.com/kaeshi/kaeshi/analysis/queries"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
	"github.com/kaeshi/kaeshi/search"
)

// answerQueries answers lines of JSON on standard input until they end.
func answerQueries(
	env *verb.Env, c *cobra.Command, files []string, effort analysis.Effort, options search.Options,
) error {
	if len(files) > 0 {
		return terminal.Usage("--stdio reads queries from standard input: it takes no file, such as %s", files[0])
	}
	for _, flag := range []string{"html", "brief", "marks", "journal", "cluster"} {
		if flags.OnCommandLine(c, flag) {
			return terminal.Usage("--%s says how files are analysed: it does not go with --stdio", flag)
		}
	}
	openings, err := flags.OpenBook("")
	if err != nil {
		return err
	}
	b := env.Build
	server := &queries.Server{
		Book: openings, Effort: effort, Lines: flags.UsualLines, Options: options,
		Version: b.Version, Commit: b.Commit,
	}
	return server.Serve(c.Context(), env.Stdin(c.Context()), env.Out)
}
