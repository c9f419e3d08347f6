package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/analyze"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/book"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/match"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/serve"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/text"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/train"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
)

// rootCommand returns the command kaeshi with all subcommands. Without a subcommand it serves.
func (p *program) rootCommand() *cobra.Command {
	cobra.MousetrapHelpText = "" // a double click on kaeshi.exe starts the server
	root := serve.Command(p.Env)
	root.Use, root.Args = "kaeshi", verb.OnlyVerbs
	root.Short, root.Long, root.Example = p.Words["kaeshi.short"], p.Words["kaeshi.long"], p.Words["kaeshi.example"]
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true // completion.go adds it with help in both languages
	root.SetIn(p.In)
	root.SetOut(p.Out)
	root.SetErr(p.Err)
	root.SetFlagErrorFunc(flags.Explain)
	root.SetUsageFunc(p.usage)
	root.PersistentFlags().Var(flags.NewChoice(string(p.Language), text.Languages()...), "lang", p.Words["flag.lang"])
	root.PersistentFlags().BoolP("help", "h", false, p.Words["flag.help"])
	// The field Version and its template would link text/template, which keeps all exported methods in the program.
	version, run := root.Flags().Bool("version", false, p.Words["flag.version"]), root.RunE
	root.RunE = func(c *cobra.Command, args []string) error {
		if !*version {
			return run(c, args)
		}
		_, err := fmt.Fprintln(p.Out, p.Build)
		return err
	}
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		if *version {
			p.started = true
			return nil
		}
		err := flags.ReadEnvironment(c.Flags(), p.Getenv)
		if err == nil {
			err = cmp.Or(serve.ReadConfig(p.Env, c), flags.Check(c.Flags()))
		}
		p.started = err == nil
		return err
	}
	root.SetHelpCommand(p.helpCommand())
	root.AddCommand(
		serve.Command(p.Env), p.playCommand(), p.moveCommand(), p.solveCommand(), p.hintCommand(),
		analyze.Command(p.Env), p.perftCommand(), p.treeCommand(), p.compareCommand(), p.benchCommand(),
		p.levelsCommand(), p.accuracyCommand(), match.Command(p.Env), train.Command(p.Env), book.Command(p.Env),
		p.convertCommand(), p.importCommand(), p.findCommand(), p.exportCommand(), p.openingsCommand(),
		p.backupCommand(), p.restoreCommand(), p.doctorCommand(), p.puzzlesCommand(), p.proveCommand(),
		p.verifyCommand(), cluster.HubCommand(p.Env),
		cluster.WorkerCommand(p.Env), cluster.Command(p.Env),
		p.gtpCommand(), p.nboardCommand(), p.cassioCommand(), serve.HealthcheckCommand(p.Env), p.schemaCommand(),
		p.versionCommand(),
		p.completionCommand(), p.manCommand(),
	)
	flags.Decimal(root)
	return root
}
