#!/bin/sh
# Before the removal of the package: stops the services. It does nothing before an update, for which dpkg gives the
# argument upgrade, and rpm 1.
set -e

case ${1:-} in
remove | 0)
	if [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ]; then
		systemctl disable --now kaeshi.service kaeshi-hub.service kaeshi-worker.service
	fi
	;;
esac
