//go:build !js

package store

import _ "modernc.org/sqlite" // the driver "sqlite", in pure Go; a browser has no files for it, and Open says so there
