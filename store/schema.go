package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// applicationID ("Kaes") marks a file as a Kaeshi database. Databases of other programs are never written.
const applicationID = 0x4b616573

// Files that cause one of these errors are left unchanged.
var (
	errForeign = errors.New("not a Kaeshi database; choose another file")
	errEmpty   = errors.New("the file is empty")
	errNewer   = errors.New("written by a newer version of Kaeshi; update the program or choose another file")
	errOlder   = errors.New("the file has an older schema")
)

//go:embed schema/*.sql
var schemaFiles embed.FS

// steps returns the SQL migrations in order of their file names. Migration i changes schema version i into i+1. A
// released migration is never edited; changes go into a further one.
func steps() []string {
	names, err := fs.Glob(schemaFiles, "schema/*.sql")
	if err != nil {
		return nil // only for a malformed pattern, which the tests would catch
	}
	list := make([]string, len(names))
	for i, name := range names {
		text, _ := schemaFiles.ReadFile(name) // the file exists: Glob returned its name
		list[i] = string(text)
	}
	return list
}

// migrate upgrades the schema to version len(steps). Each step and its version number are written in one transaction,
// so an interrupted run resumes after the last complete step. The version is read under the write lock, so two
// processes that open a new file at once do not both create it.
func migrate(ctx context.Context, db *sql.DB, steps []string) error {
	for {
		done := false
		err := transact(ctx, db, busyMillis*time.Millisecond, func(tx *sql.Tx) error {
			version, err := versionOf(ctx, tx)
			switch {
			case err != nil:
				return err
			case version > len(steps):
				return fmt.Errorf("%w (schema %d; this program supports up to %d)", errNewer, version, len(steps))
			case version == len(steps):
				done = true
				return nil
			}
			return advance(ctx, tx, steps[version], version+1)
		})
		if err != nil || done {
			return err
		}
	}
}

func advance(ctx context.Context, tx *sql.Tx, step string, version int) error {
	if _, err := tx.ExecContext(ctx, step); err != nil {
		return fmt.Errorf("schema %d: %w", version, err)
	}
	mark := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d", applicationID, version)
	_, err := tx.ExecContext(ctx, mark)
	return err
}

// current returns nil if the schema has the supported version, errOlder if it is older and errNewer if it is newer.
func current(ctx context.Context, db *sql.DB, supported int) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	switch version, err := versionOf(ctx, tx); {
	case err != nil:
		return err
	case version > supported:
		return fmt.Errorf("%w (schema %d; this program supports up to %d)", errNewer, version, supported)
	case version < supported:
		return errOlder
	}
	return nil
}

// versionOf returns the schema version, which is 0 for an empty file.
func versionOf(ctx context.Context, tx *sql.Tx) (version int, err error) {
	var application, objects int
	row := tx.QueryRowContext(ctx, `SELECT (SELECT user_version FROM pragma_user_version),
		(SELECT application_id FROM pragma_application_id), (SELECT count(*) FROM sqlite_master)`)
	if err := row.Scan(&version, &application, &objects); err != nil {
		return 0, err
	}
	empty := version == 0 && application == 0 && objects == 0
	if application != applicationID && !empty {
		return 0, errForeign
	}
	return version, nil
}
