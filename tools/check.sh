#!/bin/sh
# `make check`: what to run before each commit. It installs nothing and downloads
# nothing. Every check runs, and the last lines name those that failed.
set -u
exec 2>&1 # one stream, so that messages appear under their check
cd "$(dirname "$0")/.." || exit 1
go=${GO:-go}
failed=

check() { # check NAME COMMAND…
	name=$1
	shift
	printf '== %s\n' "$name"
	if ! "$@"; then
		failed="$failed
  $name"
	fi
}

# gofumpt is used where make setup or make lint has built it, and gofmt elsewhere.
formatted() {
	gofmt=$(GOPROXY=off "$go" tool -modfile=tools/go.mod -n gofumpt 2>/dev/null) && [ -x "$gofmt" ] || gofmt=gofmt
	files=$(git ls-files --cached --others --exclude-standard '*.go' | while read -r f; do
		if [ -e "$f" ]; then echo "$f"; fi
	done)
	# shellcheck disable=SC2086 # Go file names have no spaces
	wrong=$("$gofmt" -l $files) || return 1
	if [ -n "$wrong" ]; then
		printf 'make format would change:\n%s\n' "$wrong"
		return 1
	fi
}

page() {
	for dir in "$PWD"/.cache/node/node_modules/node-linux-*/bin; do
		[ -d "$dir" ] && PATH=$dir:$PATH
	done
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

if [ -n "$failed" ]; then
	printf '\ncheck failed:%s\n' "$failed"
	exit 1
fi
printf '\ncheck passed\n'
