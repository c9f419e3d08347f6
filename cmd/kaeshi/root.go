package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// rootCommand is kaeshi with all its verbs; alone it serves.
func (p *program) rootCommand(language string) *cobra.Command {
	cobra.MousetrapHelpText = "" // kaeshi.exe may be started by a double click: it serves
	root := p.serveCommand()
	root.Use, root.Args = "kaeshi", aVerb
	root.Short, root.Long = p.words["kaeshi.short"], p.words["kaeshi.long"]
	root.SilenceErrors, root.SilenceUsage = true, true
	root.CompletionOptions.DisableDefaultCmd = true // completion.go has it, in both languages
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetFlagErrorFunc(explainFlag)
	root.SetUsageTemplate(p.usageTemplate(root))
	root.PersistentFlags().Var(&choice{language, languages()}, "lang", p.words["flag.lang"])
	root.PersistentFlags().BoolP("help", "h", false, p.words["flag.help"])
	root.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		err := p.readEnvironment(c.Flags())
		p.started = err == nil
		return err
	}
	root.SetHelpCommand(p.helpCommand())
	root.AddCommand(p.serveCommand(), p.playCommand(language), p.moveCommand(), p.solveCommand(), p.hintCommand(language), p.analyzeCommand(language), p.perftCommand(),
		p.treeCommand(language), p.compareCommand(language), p.benchCommand(), p.levelsCommand(), p.accuracyCommand(), p.matchCommand(language), p.trainCommand(language),
		p.bookCommand(language), p.convertCommand(), p.importCommand(), p.findCommand(language), p.openingsCommand(), p.puzzlesCommand(),
		p.gtpCommand(), p.nboardCommand(), p.cassioCommand(),
		p.healthcheckCommand(), p.versionCommand(language), p.completionCommand(), p.manCommand())
	return root
}

// usageTemplate is cobra's in the chosen language.
func (p *program) usageTemplate(c *cobra.Command) string {
	return strings.NewReplacer(
		"Usage:", p.words["usage.usage"], "[command]", p.words["usage.verb"], "Aliases:", p.words["usage.aliases"],
		"Examples:", p.words["usage.examples"], "Available Commands:", p.words["usage.verbs"],
		"Global Flags:", p.words["usage.global"], "Flags:", p.words["usage.flags"],
		`Use "`, p.words["usage.before"], `" for more information about a command.`, p.words["usage.after"],
	).Replace(c.UsageTemplate())
}
