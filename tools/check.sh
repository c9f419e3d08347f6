#!/bin/sh
# `make check`: what to run before each commit. It installs nothing and downloads
# nothing. Every check runs, and the last lines name those that failed.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/checks.sh

# gofumpt is used where make setup or make lint has built it, and gofmt elsewhere.
formatted() {
	gofmt=$(GOPROXY=off "$go" tool -modfile=tools/go.mod -n gofumpt 2>/dev/null) && [ -x "$gofmt" ] || gofmt=gofmt
	unformatted "$gofmt"
}

page() {
	node_path
	if [ ! -d web/ui/node_modules ]; then
		echo 'skipped: web/ui/node_modules is missing, and make setup installs it'
		return
	fi
	(cd web/ui && npm run --silent lint && npm run --silent test)
}

check 'format' formatted
check 'go vet' "$go" vet ./...
check 'go test -short' "$go" test -short ./...
check 'front-end lint and unit tests' page

finish check
