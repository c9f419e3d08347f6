#!/bin/sh
# Checks the subjects of commits: tools/subjects.sh [RANGE], by default those that
# origin/main does not have. A subject has the form `package: what changes`, at most
# 72 characters, in the imperative, without a full stop.
set -u
range=${1:-origin/main..HEAD}
git rev-list --count "$range" >/dev/null || exit 2 # an unknown range
git log --no-merges --format='%h %s' "$range" | awk '
	{
		subject = substr($0, index($0, " ") + 1)
		wrong = ""
		if (length(subject) > 72) wrong = "longer than 72 characters"
		else if (subject !~ /^[a-z0-9_.][A-Za-z0-9_.\/*{}, -]*: [^ ]/) wrong = "want `package: what changes`"
		else if (subject ~ /\.$/) wrong = "ends with a full stop"
		else if (subject ~ /: [a-z]+(ed|ing|s)( |$)/ && subject !~ /: (pass|process|press|cross|express|address|discuss|compress|guess|embed|need|feed|exceed|proceed|speed|seed|string|bring|bias|canvas)( |$)/)
			wrong = "want the imperative, such as add or sort"
		if (wrong != "") { print $1 ": " wrong ": " subject; bad++ }
		all++
	}
	END { printf "%d subjects, %d wrong\n", all, bad; exit bad > 0 }'
