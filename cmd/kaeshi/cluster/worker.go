package cluster

import (
	"fmt"
	"log/slog"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cluster"
	"github.com/kaeshi/kaeshi/cluster/units"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/flags"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/players"
	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/terminal"
)

// workerFlags holds the flags of kaeshi worker.
type workerFlags struct {
	join    *flags.Cluster
	threads int
	hash    flags.ByteSize
	kinds   []string
	name    string
	engines []string
	cache   string // folder
}

// WorkerCommand returns kaeshi worker.
func WorkerCommand(env *verb.Env) *cobra.Command {
	c := env.Command("worker", "worker --join ADDRESS", verb.Args(0, 0, ""))
	w := workerFlags{join: flags.AddCluster(c, env.Words, "join", "worker.join")}
	c.Flags().IntVar(&w.threads, "threads", runtime.GOMAXPROCS(0), env.Words["worker.threads"])
	flags.Between(c, 1, flags.MaxThreads, "threads")
	c.Flags().Var(&w.hash, "hash", env.Words["worker.hash"])
	c.Flags().Lookup("hash").DefValue = "" // the help states the default
	c.Flags().StringSliceVar(&w.kinds, "kinds", nil, env.Words["worker.kinds"])
	c.Flags().StringVar(&w.name, "name", "", env.Words["worker.name"])
	c.Flags().StringArrayVar(&w.engines, "engine", nil, env.Words["worker.engine"])
	c.Flags().StringVar(&w.cache, "cache", "", env.Words["worker.cache"])
	c.RunE = func(c *cobra.Command, _ []string) error { return w.run(c, env) }
	return c
}

func (w *workerFlags) run(c *cobra.Command, env *verb.Env) error {
	if !w.join.Named() {
		return terminal.Usage("no cluster given; want --join with the address that 'kaeshi hub' prints")
	}
	if w.hash == 0 {
		w.hash = flags.LargestHash(w.threads)
	} else if err := w.hash.Fits(); err != nil {
		return err
	}
	engines, err := offered(w.engines)
	if err != nil {
		return err
	}
	handlers, err := chosen(units.HandlersWith(w.threads, engines), w.kinds)
	if err != nil {
		return err
	}
	if w.name == "" {
		if w.name, err = os.Hostname(); err != nil {
			return fmt.Errorf("cannot get the host name: %w; set a name with --name", err)
		}
	}
	cache, err := cluster.NewCache(w.cache)
	if err != nil {
		return fmt.Errorf("--cache: %w", err)
	}
	identity, err := units.Identify(c.Context(), env.Build.Version)
	if err != nil {
		return err
	}
	client, err := w.join.Dial(c.Context(), "worker "+w.name, env.LogText)
	if err != nil {
		return err
	}
	defer client.Close()
	worker := cluster.NewWorker(client, cluster.WorkerOptions{
		Name: w.name, Version: identity.String(), Slots: w.threads, Handlers: handlers, Memory: int64(w.hash),
		Offers: units.Offers(engines), Cache: cache,
		Log: slog.New(slog.NewTextHandler(env.Err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	fmt.Fprintf(env.Out, "worker %s (%s): %s in parallel, tables of %s, %s\n", worker.ID(), w.name,
		count(w.threads, "unit"), &w.hash, identity)
	return worker.Run(c.Context())
}

// offered returns the engines of the flag --engine by their names.
func offered(texts []string) (map[string]units.Engine, error) {
	engines := map[string]units.Engine{}
	for _, text := range texts {
		name, e, err := units.ParseEngine(text)
		if err != nil {
			return nil, players.Refused(fmt.Errorf("--engine %s: %w", text, err))
		}
		if _, ok := engines[name]; ok {
			return nil, terminal.Usage("--engine: %q is given twice", name)
		}
		engines[name] = e
	}
	return engines, nil
}

// chosen returns the handlers of the given kinds of work, or all if kinds is empty.
func chosen(all map[string]cluster.Handler, kinds []string) (map[string]cluster.Handler, error) {
	if len(kinds) == 0 {
		return all, nil
	}
	some := map[string]cluster.Handler{}
	for _, kind := range kinds {
		if some[kind] = all[kind]; some[kind] == nil {
			return nil, terminal.Usage("--kinds %q: want one or more of %s, separated by commas", kind,
				strings.Join(slices.Sorted(maps.Keys(all)), ", "))
		}
	}
	return some, nil
}
