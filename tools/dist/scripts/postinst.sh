#!/bin/sh
# After the installation or update of the package: creates the user of the service and restarts services that run. New
# services are neither enabled nor started. dpkg sets DPKG_ROOT if the package is installed below a folder.
set -e
root=${DPKG_ROOT:-}

if command -v systemd-sysusers >/dev/null; then
	systemd-sysusers --root="${root:-/}" kaeshi.conf
elif ! grep -q '^kaeshi:' "$root/etc/passwd"; then
	useradd --root "${root:-/}" --system --user-group --home-dir /var/lib/kaeshi --no-create-home \
		--shell /usr/sbin/nologin kaeshi
fi

if [ -z "$root" ] && [ -d /run/systemd/system ]; then
	systemctl daemon-reload
	systemctl try-restart kaeshi.service kaeshi-hub.service kaeshi-worker.service
fi
