#!/bin/sh
# After the removal of the package. The games in /var/lib/kaeshi and the user, who owns them, remain.
set -e

if [ -z "${DPKG_ROOT:-}" ] && [ -d /run/systemd/system ]; then
	systemctl daemon-reload
fi
