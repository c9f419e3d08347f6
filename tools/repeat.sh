#!/bin/sh
# Usage: tools/repeat.sh TIMES BUSY TARGET
# Runs make TARGET TIMES times without Go's test cache, while BUSY processes keep processors busy. It reports each
# failure and the number of failures.
set -u
cd "$(dirname "$0")/.." || exit 1
times=$1 busy=$2 target=$3
export GOFLAGS="${GOFLAGS:-} -count=1"

burners=
i=0
while [ "$i" -lt "$busy" ]; do
	sh -c 'while :; do :; done' &
	burners="$burners $!"
	i=$((i + 1))
done
# shellcheck disable=SC2086 # a list of process ids
trap '[ -z "$burners" ] || kill $burners' EXIT
trap 'exit 130' INT TERM

log=$(mktemp) || exit 1
failures=0
i=0
while [ "$i" -lt "$times" ]; do
	i=$((i + 1))
	if make --no-print-directory "$target" >"$log" 2>&1 </dev/null; then
		echo "make $target, run $i of $times with $busy busy processes: passed"
	else
		failures=$((failures + 1))
		echo "make $target, run $i of $times with $busy busy processes: FAILED"
		cat "$log"
	fi
done
rm -f "$log"
echo "make $target: $failures of $times runs failed"
[ "$failures" -eq 0 ]
