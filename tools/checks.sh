# Sourced by lint.sh and check.sh: runs named checks and reports those that failed at the end.
exec 2>&1 # one stream, so that messages appear under their check
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

# unformatted FORMATTER… prints the Go files that a formatter would change, and fails if there are any.
unformatted() {
	files=$(git ls-files --cached --others --exclude-standard '*.go' | while read -r f; do
		if [ -e "$f" ]; then echo "$f"; fi
	done)
	# shellcheck disable=SC2086 # Go file names have no spaces
	wrong=$("$@" -l $files) || return 1
	if [ -n "$wrong" ]; then
		printf 'make format would change:\n%s\n' "$wrong"
		return 1
	fi
}

# node_path puts the Node of make setup, if installed, first in PATH.
node_path() {
	for dir in "$PWD"/.cache/node/node_modules/node-linux-*/bin; do
		[ -d "$dir" ] && PATH=$dir:$PATH
	done
}

finish() { # finish NAME: exits with the list of failed checks
	if [ -n "$failed" ]; then
		printf '\n%s failed:%s\n' "$1" "$failed"
		exit 1
	fi
	printf '\n%s passed\n' "$1"
}
