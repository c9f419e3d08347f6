package main

import (
	"fmt"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"github.com/kaeshi/kaeshi/cmd/kaeshi/verb"
	"github.com/kaeshi/kaeshi/internal/lang"
	"github.com/kaeshi/kaeshi/store"
)

func (p *program) backupCommand() *cobra.Command {
	c := p.Command("backup", "backup FILE", verb.Args(1, 1, "a file for the backup"))
	database := c.Flags().String("db", "", p.Words["import.db"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	isNew := p.AddForce(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := isNew(args[0]); err != nil {
			return err
		}
		path, err := p.ExistingDatabase(*database)
		if err != nil {
			return err
		}
		watch := p.Watch(c.Context(), func(time.Duration) string { return "copying and checking the database" })
		defer watch.Stop()
		found, err := store.Backup(c.Context(), path, args[0])
		if err != nil {
			return err
		}
		watch.Stop()
		return p.Show(backupDocument{Schema: "kaeshi/backup/1", File: args[0], Contents: found}, *asJSON)
	}
	return c
}

// backupDocument is the JSON document of a backup.
type backupDocument struct {
	Schema string `json:"schema"`
	File   string `json:"file"`
	store.Contents
}

func (b backupDocument) String() string {
	return fmt.Sprintf("%s: %s, %s", b.File, contents(b.Contents), humanize.IBytes(uint64(b.Bytes)))
}

// contents describes the contents of a database in a line.
func contents(c store.Contents) string {
	return fmt.Sprintf("%s played, %s imported, %s, %s", lang.Count(c.Games+c.TicTacToe, "game", "games"),
		lang.Count(c.Imported, "game", "games"), lang.Count(c.Tournaments, "tournament", "tournaments"),
		lang.Count(c.Jobs, "review", "reviews"))
}

func (p *program) restoreCommand() *cobra.Command {
	c := p.Command("restore", "restore FILE", verb.Args(1, 1, "a backup"))
	database := c.Flags().String("db", "", p.Words["restore.db"])
	asJSON := c.Flags().Bool("json", false, p.Words["flag.json"])
	c.RunE = func(c *cobra.Command, args []string) error {
		path, err := p.NewDatabase(*database)
		if err != nil {
			return err
		}
		watch := p.Watch(c.Context(), func(time.Duration) string { return "copying and checking the backup" })
		defer watch.Stop()
		kept, found, err := store.Restore(c.Context(), args[0], path, time.Now())
		if err != nil {
			return err
		}
		watch.Stop()
		return p.Show(restoreDocument{"kaeshi/restore/1", path, kept, found}, *asJSON)
	}
	return c
}

// restoreDocument is the JSON document of a restored database.
type restoreDocument struct {
	Schema   string `json:"schema"`
	Database string `json:"database"`
	Kept     string `json:"kept,omitempty"` // the file with the previous database
	store.Contents
}

func (r restoreDocument) String() string {
	text := fmt.Sprintf("%s: %s", r.Database, contents(r.Contents))
	if r.Kept != "" {
		text += "\nThe previous database is now " + r.Kept + "."
	}
	return text
}
