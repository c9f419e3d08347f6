package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

// applicationID marks a file as Kaeshi's own ("Kaes"): another program's database is not to be written into.
const applicationID = 0x4b616573

// A foreign or newer file is left as it is.
var (
	errForeign = errors.New("this is another program's database: choose another file")
	errNewer   = errors.New("a newer Kaeshi wrote this file: update the program or choose another file")
	errOlder   = errors.New("the file has an older schema")
)

//go:embed schema/*.sql
var schemaFiles embed.FS

// steps is the SQL that leads from one version of the schema to the next, in order of file names: a released step is
// never changed, only followed by another.
func steps() []string {
	names, err := fs.Glob(schemaFiles, "schema/*.sql")
	if err != nil {
		return nil // only a malformed pattern, which the tests would see
	}
	list := make([]string, len(names))
	for i, name := range names {
		text, _ := schemaFiles.ReadFile(name) // the name comes from the same file system
		list[i] = string(text)
	}
	return list
}

// migrate brings the schema to version len(steps). Each step is one transaction with the version that it reaches, so
// that an interrupted run goes on from the last whole step; the version is read under the write lock, so that two
// processes that open a new file at once do not both make it.
func migrate(ctx context.Context, db *sql.DB, steps []string) error {
	for {
		done := false
		err := transact(ctx, db, func(tx *sql.Tx) error {
			version, err := versionOf(ctx, tx)
			switch {
			case err != nil:
				return err
			case version > len(steps):
				return fmt.Errorf("%w (schema %d; this program knows %d)", errNewer, version, len(steps))
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

// current returns an error unless the schema has the version, which the program knows.
func current(ctx context.Context, db *sql.DB, known int) error {
	tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	switch version, err := versionOf(ctx, tx); {
	case err != nil:
		return err
	case version > known:
		return fmt.Errorf("%w (schema %d; this program knows %d)", errNewer, version, known)
	case version < known:
		return errOlder
	}
	return nil
}

// versionOf is the version of the schema: 0 for an empty file.
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
