//go:build !js

package store

import _ "modernc.org/sqlite" // registers the driver "sqlite"; it does not support js, where Open returns an error
