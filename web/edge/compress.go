package edge

import (
	"net/http"

	"github.com/klauspost/compress/gzhttp"

	"github.com/kaeshi/kaeshi/web/api"
)

const minGzipBytes = 1 << 10

// compress compresses large text responses with gzip, except event streams, which must not be buffered.
func compress(next http.Handler) (http.Handler, error) {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(minGzipBytes), gzhttp.EnableZstd(false), gzhttp.ContentTypes([]string{
		"text/html", "text/css", "text/javascript", "image/svg+xml", "application/json", "application/problem+json",
		"application/openapi+json", "application/manifest+json", "application/wasm", "text/plain",
	}))
	if err != nil {
		return nil, err
	}
	compressed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if api.IsStream(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		compressed.ServeHTTP(w, r)
	}), nil
}
