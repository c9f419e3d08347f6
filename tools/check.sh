#!/bin/sh
# `make check`: checks to run before each commit. It installs and downloads nothing. All checks run, and the last lines
# list those that failed.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/checks.sh

# Use gofumpt if make setup or make lint has built it, and gofmt otherwise.
formatted() {
	gofmt=$(GOPROXY=off "$go" tool -modfile=tools/go.mod -n gofumpt 2>/dev/null) && [ -x "$gofmt" ] || gofmt=gofmt
	unformatted "$gofmt"
}

page() {
	node_path
	if [ ! -d web/ui/node_modules ]; then
		echo 'skipped: web/ui/node_modules is missing; run make setup'
		return
	fi
	(cd web/ui && npm run --silent lint && npm run --silent test)
}

check 'format' formatted
check 'go vet' "$go" vet ./...
check 'go test -short' "$go" test -short ./...
check 'front-end lint and unit tests' page

finish check
