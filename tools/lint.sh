#!/bin/sh
# `make lint`: runs all checks and lists those that failed at the end.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/checks.sh

# The tests build without cgo too, and thus find what lint has compiled in the build cache.
export CGO_ENABLED=0

tool() { "$go" tool -modfile=tools/go.mod "$@"; }
in_tools() { (cd tools && "$@"); }
# folders_with TAG prints the packages with files that a build tag or the name of a processor in their names selects.
folders_with() {
	{
		git grep -lE "^//go:build .*$1" -- '*.go' ':!tools'
		git ls-files '*.go' ':!tools' | grep -E "_$1(_test)?\.go$"
	} | xargs -n 1 dirname | sort -u | sed 's|^|./|'
}

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
# golangci-lint includes go vet. No file is excluded by the tags slow and tools.
check 'golangci-lint' tool golangci-lint run --build-tags slow,tools ./...
check 'golangci-lint, tools' in_tools "$go" tool golangci-lint run --config ../.golangci.yml --build-tags slow ./...
# shellcheck disable=SC2046 # names of Go files and folders have no spaces
check 'golangci-lint, tag purego' tool golangci-lint run --build-tags purego $(folders_with purego)
# Other processors get other files only in these packages.
# shellcheck disable=SC2046
check 'go vet, arm64' env GOOS=linux GOARCH=arm64 "$go" vet $(folders_with '(amd64|arm64)')
# Without shellcheck and pyflakes, the result does not depend on what is installed.
check 'workflows' "$go" tool -modfile=tools/actionlint/go.mod actionlint -shellcheck= -pyflakes=
check 'prose' prose
check 'go.mod is tidy' "$go" mod tidy -diff
check 'tools/go.mod is tidy' in_tools "$go" mod tidy -diff
check 'tools/actionlint/go.mod is tidy' "$go" -C tools/actionlint mod tidy -diff

finish lint
