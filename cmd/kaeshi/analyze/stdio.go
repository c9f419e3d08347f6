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

// forFiles are flags that apply to files and not to queries.
var forFiles = []string{"html", "brief", "marks", "journal", "cluster"}

// answerQueries answers queries, one JSON object per line of standard input, until the input ends.
func answerQueries(
	env *verb.Env, c *cobra.Command, files []string, effort analysis.Effort, options search.Options,
) error {
	if len(files) > 0 {
		return terminal.Usage("--stdio reads queries from standard input and takes no file (got %s)", files[0])
	}
	for _, flag := range forFiles {
		if flags.OnCommandLine(c, flag) {
			return terminal.Usage("--%s applies to files and cannot be used with --stdio", flag)
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
	return server.Serve(c.Context(), env.Dialogue(c.Context()), env.Out)
}
