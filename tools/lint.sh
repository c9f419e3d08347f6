#!/bin/sh
# `make lint`: every check runs, whatever the others say, and the end names those
# that failed.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/checks.sh

tool() { "$go" tool -modfile=tools/go.mod "$@"; }
in_tools() { (cd tools && "$@"); }
vet() { GOOS=linux GOARCH=$1 CGO_ENABLED=0 "$go" vet ./...; }

# Biome comes with the npm packages of the front-end, which setup installs.
page() {
	"$go" build -C tools -o ../bin/testall ./testall && bin/testall -setup -run '^front-end types$' || return 1
	node_path
	(cd web/ui && npm run --silent lint)
}

check 'gofumpt' unformatted tool gofumpt
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

finish lint
