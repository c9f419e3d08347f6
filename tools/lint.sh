#!/bin/sh
# `make lint`: every check runs, whatever the others say, and the end names those
# that failed.
set -u
exec 2>&1 # one stream: what fails stands under its name
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

tool() { "$go" tool -modfile=tools/go.mod "$@"; }
in_tools() { (cd tools && "$@"); }
vet() { GOOS=linux GOARCH=$1 CGO_ENABLED=0 "$go" vet ./...; }

# gofumpt lists the files that it would change, and leaves 0.
formatted() {
	files=$(git ls-files --cached --others --exclude-standard '*.go' | while read -r f; do
		if [ -e "$f" ]; then echo "$f"; fi
	done)
	# shellcheck disable=SC2086 # Go file names have no spaces
	wrong=$(tool gofumpt -l $files) || return 1
	if [ -n "$wrong" ]; then
		printf 'make format would change:\n%s\n' "$wrong"
		return 1
	fi
}

# Biome comes with the npm packages of the front-end, which setup installs.
page() {
	"$go" build -C tools -o ../bin/testall ./testall && bin/testall -setup -run '^front-end types$' || return 1
	for dir in "$PWD"/.cache/node/node_modules/node-linux-*/bin; do
		[ -d "$dir" ] && PATH=$dir:$PATH
	done
	(cd web/ui && npm run --silent lint)
}

check 'gofumpt' formatted
check 'web/ui' page
check 'go vet, amd64' vet amd64
check 'go vet, arm64' vet arm64
check 'go vet, tools' in_tools "$go" vet ./...
# Twice, so that every file is seen: once what users build, once the packages with
# files that purego and slow switch on.
tagged=$(git grep -lE '^//go:build .*(purego|slow)' -- '*.go' ':!tools' | xargs -n 1 dirname | sort -u | sed 's|^|./|')
check 'golangci-lint' tool golangci-lint run ./...
# shellcheck disable=SC2086 # folders of packages have no spaces
check 'golangci-lint, tags purego and slow' tool golangci-lint run --build-tags purego,slow $tagged
check 'golangci-lint, tools' in_tools "$go" tool golangci-lint run --config ../.golangci.yml ./...
check 'go.mod is tidy' "$go" mod tidy -diff
check 'tools/go.mod is tidy' in_tools "$go" mod tidy -diff

if [ -n "$failed" ]; then
	printf '\nlint failed:%s\n' "$failed"
	exit 1
fi
printf '\nlint passed\n'
