#!/bin/sh
# `make lint`: runs all checks and lists those that failed at the end.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/checks.sh

tool() { "$go" tool -modfile=tools/go.mod "$@"; }
in_tools() { (cd tools && "$@"); }
vet() {
	arch=$1
	shift
	GOOS=linux GOARCH=$arch CGO_ENABLED=0 "$go" vet "$@"
}
# folders_of FILES… prints their folders as packages.
folders_of() { printf '%s\n' "$@" | xargs -n 1 dirname | sort -u | sed 's|^|./|'; }

# Biome is one of the front-end's npm packages, which setup installs.
page() {
	"$go" build -C tools -o ../bin/testall ./testall && bin/testall -setup -run '^front-end types$' || return 1
	node_path
	(cd web/ui && npm run --silent lint)
}

# Vale is built with cgo. The race detector needs the same compiler.
prose() {
	"$go" build -C tools -o ../bin/testall ./testall && bin/testall -setup -run '^go test -race$' || return 1
	# shellcheck disable=SC2046 # names of these files have no spaces
	CGO_ENABLED=1 tool vale --config tools/vale/vale.ini --output line \
		$(git ls-files '*.go' '*.md' ':!*.ja.md')
}

check 'gofumpt' unformatted tool gofumpt
check 'web/ui' page
check 'go vet, amd64' vet amd64 ./...
# Other processors get other files only in these packages.
processor=$(git ls-files '*_amd64*.go' '*_arm64*.go' && git grep -lE '^//go:build .*(amd64|arm64)' -- '*.go' ':!tools')
# shellcheck disable=SC2046,SC2086 # names of Go files and folders have no spaces
check 'go vet, arm64' vet arm64 $(folders_of $processor)
check 'go vet, tools' in_tools "$go" vet ./...
# Two runs cover all files: the default build, and the packages with files for the tags purego and slow.
tagged=$(git grep -lE '^//go:build .*(purego|slow)' -- '*.go' ':!tools')
check 'golangci-lint' tool golangci-lint run ./...
# shellcheck disable=SC2046,SC2086 # nor have these
check 'golangci-lint, tags purego and slow' tool golangci-lint run --build-tags purego,slow $(folders_of $tagged)
check 'golangci-lint, tools' in_tools "$go" tool golangci-lint run --config ../.golangci.yml ./...
check 'prose' prose
check 'go.mod is tidy' "$go" mod tidy -diff
check 'tools/go.mod is tidy' in_tools "$go" mod tidy -diff

finish lint
